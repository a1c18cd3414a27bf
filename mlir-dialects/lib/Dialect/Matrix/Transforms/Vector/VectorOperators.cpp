//===- VectorOperators.cpp - operators as vector operations ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the correspondence between operators of the description and
// operations: names, comparison predicates, constants, reductions,
// contractions. A comparison matches in four forms: itself, with exchanged
// operands, inverted, and both. Contractions match up to renaming of
// dimensions: two positions of the maps have the same dimension if and only if
// the letters of the text are equal.
//
//===----------------------------------------------------------------------===//

#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringSwitch.h"

using namespace mlir;
using vector::CombiningKind;

//===----------------------------------------------------------------------===//
// Operations by name
//===----------------------------------------------------------------------===//

std::string matrix::spell(Operation *op) {
  std::string name = op->getName().getStringRef().str();
  if (auto cmp = dyn_cast<arith::CmpFOp>(op))
    return name + " " + stringifyEnum(cmp.getPredicate()).str();
  if (auto cmp = dyn_cast<arith::CmpIOp>(op))
    return name + " " + stringifyEnum(cmp.getPredicate()).str();
  return name;
}

Value matrix::createSpelled(ImplicitLocOpBuilder &builder, StringRef spelled,
                            Type result, ValueRange operands) {
  auto [name, predicate] = spelled.split(' ');
  if (name == arith::CmpFOp::getOperationName())
    return arith::CmpFOp::create(builder,
                                 *arith::symbolizeCmpFPredicate(predicate),
                                 operands[0], operands[1]);
  if (name == arith::CmpIOp::getOperationName())
    return arith::CmpIOp::create(builder,
                                 *arith::symbolizeCmpIPredicate(predicate),
                                 operands[0], operands[1]);
  OperationState state(builder.getLoc(), name);
  state.addOperands(operands);
  state.addTypes(result);
  return builder.insert(Operation::create(state))->getResult(0);
}

StringRef matrix::nameOn(const table::Operator &op, Type element) {
  return isa<FloatType>(element) ? op.mlirFloat : op.mlirInt;
}

//===----------------------------------------------------------------------===//
// Comparisons
//===----------------------------------------------------------------------===//

/// Returns the predicate for exchanged operands.
static arith::CmpFPredicate swapped(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  for (auto [p, q] : {std::pair(P::OLT, P::OGT), std::pair(P::OLE, P::OGE),
                      std::pair(P::ULT, P::UGT), std::pair(P::ULE, P::UGE)})
    if (predicate == p || predicate == q)
      return predicate == p ? q : p;
  return predicate;
}

static arith::CmpIPredicate swapped(arith::CmpIPredicate predicate) {
  using P = arith::CmpIPredicate;
  for (auto [p, q] : {std::pair(P::slt, P::sgt), std::pair(P::sle, P::sge),
                      std::pair(P::ult, P::ugt), std::pair(P::ule, P::uge)})
    if (predicate == p || predicate == q)
      return predicate == p ? q : p;
  return predicate;
}

static arith::CmpFPredicate inverted(arith::CmpFPredicate predicate) {
  using P = arith::CmpFPredicate;
  for (auto [p, q] :
       {std::pair(P::OEQ, P::UNE), std::pair(P::OLT, P::UGE),
        std::pair(P::OLE, P::UGT), std::pair(P::OGT, P::ULE),
        std::pair(P::OGE, P::ULT), std::pair(P::ONE, P::UEQ),
        std::pair(P::ORD, P::UNO), std::pair(P::AlwaysFalse, P::AlwaysTrue)})
    if (predicate == p || predicate == q)
      return predicate == p ? q : p;
  llvm_unreachable("predicate of a comparison");
}

static arith::CmpIPredicate inverted(arith::CmpIPredicate predicate) {
  return arith::invertPredicate(predicate);
}

template <typename Predicate>
static std::optional<matrix::ComparisonMatch> compare(Predicate has,
                                                      Predicate wanted) {
  for (bool isInverted : {false, true}) {
    Predicate predicate = isInverted ? inverted(wanted) : wanted;
    if (has == predicate)
      return matrix::ComparisonMatch{false, isInverted};
    if (has == swapped(predicate))
      return matrix::ComparisonMatch{true, isInverted};
  }
  return std::nullopt;
}

std::optional<matrix::ComparisonMatch>
matrix::matchComparison(Operation *op, StringRef spelled) {
  auto [name, predicate] = spelled.split(' ');
  if (op->getName().getStringRef() != name)
    return std::nullopt;
  if (auto cmp = dyn_cast<arith::CmpFOp>(op))
    return compare(cmp.getPredicate(),
                   *arith::symbolizeCmpFPredicate(predicate));
  if (auto cmp = dyn_cast<arith::CmpIOp>(op))
    return compare(cmp.getPredicate(),
                   *arith::symbolizeCmpIPredicate(predicate));
  return std::nullopt;
}

std::string matrix::canonicalSpelling(StringRef spelled) {
  auto [name, predicate] = spelled.split(' ');
  StringRef other = predicate;
  if (name == arith::CmpFOp::getOperationName())
    other = stringifyEnum(swapped(*arith::symbolizeCmpFPredicate(predicate)));
  else if (name == arith::CmpIOp::getOperationName())
    other = stringifyEnum(swapped(*arith::symbolizeCmpIPredicate(predicate)));
  // The canonical predicate is the alphabetically larger one: "lt" and "le".
  return other == predicate ? spelled.str()
                            : (name + " " + std::max(predicate, other)).str();
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

static TypedAttr elementOf(Type element, double number) {
  if (auto type = dyn_cast<FloatType>(element)) {
    APFloat value(number);
    bool inexact;
    value.convert(type.getFloatSemantics(), APFloat::rmNearestTiesToEven,
                  &inexact);
    return FloatAttr::get(type, value);
  }
  unsigned bits = element.getIntOrFloatBitWidth();
  return IntegerAttr::get(element, APInt(64, int64_t(number)).trunc(bits));
}

DenseElementsAttr matrix::splat(VectorType type, double number) {
  return DenseElementsAttr::get(
      type, Attribute(elementOf(type.getElementType(), number)));
}

Value matrix::createSplat(ImplicitLocOpBuilder &builder, VectorType type,
                          double number) {
  return arith::ConstantOp::create(builder, splat(type, number));
}

TypedAttr matrix::splatElement(Value value) {
  DenseElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || !elements ||
      !elements.isSplat())
    return {};
  return cast<TypedAttr>(elements.getSplatValue<Attribute>());
}

bool matrix::isSplatOf(Value value, double number) {
  TypedAttr element = splatElement(value);
  return element && element.getType().isIntOrFloat() &&
         element == elementOf(element.getType(), number);
}

APInt matrix::bitsOf(Attribute element) {
  if (auto number = dyn_cast<FloatAttr>(element))
    return number.getValue().bitcastToAPInt();
  return cast<IntegerAttr>(element).getValue();
}

//===----------------------------------------------------------------------===//
// Reductions and contractions
//===----------------------------------------------------------------------===//

std::optional<CombiningKind> matrix::reductionKind(const table::Operator &op,
                                                   Type element) {
  return llvm::StringSwitch<std::optional<CombiningKind>>(nameOn(op, element))
      .Cases({arith::AddFOp::getOperationName(),
              arith::AddIOp::getOperationName()},
             CombiningKind::ADD)
      .Cases({arith::MulFOp::getOperationName(),
              arith::MulIOp::getOperationName()},
             CombiningKind::MUL)
      .Case(arith::MaximumFOp::getOperationName(), CombiningKind::MAXIMUMF)
      .Case(arith::MinimumFOp::getOperationName(), CombiningKind::MINIMUMF)
      .Case(arith::MaxSIOp::getOperationName(), CombiningKind::MAXSI)
      .Case(arith::MinSIOp::getOperationName(), CombiningKind::MINSI)
      .Case(arith::MaxUIOp::getOperationName(), CombiningKind::MAXUI)
      .Case(arith::MinUIOp::getOperationName(), CombiningKind::MINUI)
      .Case(arith::AndIOp::getOperationName(), CombiningKind::AND)
      .Case(arith::OrIOp::getOperationName(), CombiningKind::OR)
      .Case(arith::XOrIOp::getOperationName(), CombiningKind::XOR)
      .Default(std::nullopt);
}

static std::optional<double> neutralFloat(CombiningKind kind) {
  switch (kind) {
  case CombiningKind::ADD:
    return 0;
  case CombiningKind::MUL:
    return 1;
  case CombiningKind::MAXNUMF:
  case CombiningKind::MAXIMUMF:
    return -INFINITY;
  case CombiningKind::MINNUMF:
  case CombiningKind::MINIMUMF:
    return INFINITY;
  default:
    return std::nullopt;
  }
}

static std::optional<APInt> neutralInteger(CombiningKind kind, unsigned bits) {
  switch (kind) {
  case CombiningKind::ADD:
  case CombiningKind::OR:
  case CombiningKind::XOR:
  case CombiningKind::MAXUI:
    return APInt::getZero(bits);
  case CombiningKind::MUL:
    return APInt(bits, 1);
  case CombiningKind::MAXSI:
    return APInt::getSignedMinValue(bits);
  case CombiningKind::MINSI:
    return APInt::getSignedMaxValue(bits);
  case CombiningKind::MINUI:
  case CombiningKind::AND:
    return APInt::getAllOnes(bits);
  default:
    return std::nullopt;
  }
}

TypedAttr matrix::getNeutral(CombiningKind kind, Type element) {
  if (isa<FloatType>(element)) {
    std::optional<double> number = neutralFloat(kind);
    return number ? elementOf(element, *number) : TypedAttr();
  }
  if (!isa<IntegerType>(element))
    return {};
  std::optional<APInt> number =
      neutralInteger(kind, element.getIntOrFloatBitWidth());
  return number ? IntegerAttr::get(element, *number) : TypedAttr();
}

/// NaN-ignoring reductions have no neutral number, since a reduction of NaN
/// alone would return it. For sums both zeros are neutral.
bool matrix::isNeutral(Value accumulator, CombiningKind kind) {
  TypedAttr element = splatElement(accumulator);
  if (!element || kind == CombiningKind::MAXNUMF ||
      kind == CombiningKind::MINNUMF)
    return false;
  auto number = dyn_cast<FloatAttr>(element);
  return element == getNeutral(kind, element.getType()) ||
         (number && kind == CombiningKind::ADD && number.getValue().isZero());
}

bool matrix::isContraction(vector::ContractionOp op, StringRef text) {
  return op.getKind() == CombiningKind::ADD &&
         isContraction(op.getIndexingMapsArray(), text);
}

bool matrix::isContraction(ArrayRef<AffineMap> maps, StringRef text) {
  std::string letters{text[0], text[1], text[3], text[4], text[7], text[8]};
  SmallVector<unsigned> dims;
  for (AffineMap map : maps) {
    if (map.getNumResults() != 2 || map.getNumDims() != 3)
      return false;
    dims.append({map.getDimPosition(0), map.getDimPosition(1)});
  }
  for (unsigned i = 0; i < letters.size(); ++i)
    for (unsigned j = 0; j < i; ++j)
      if ((letters[i] == letters[j]) != (dims[i] == dims[j]))
        return false;
  return true;
}

std::pair<int64_t, int64_t>
matrix::saturationBounds(const table::Format &format) {
  int64_t span = int64_t(1) << format.bits;
  if (format.isUnsigned)
    return {0, span - 1};
  return {-span / 2, span / 2 - 1};
}
