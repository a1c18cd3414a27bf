//===- MatcherElementwise.cpp - operators and conversions -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matching of elementwise operators, comparisons, selections and conversions.
// An operator of the semantics also matches its equivalents in the program:
// with exchanged operands, an inverted condition, or another format with the
// same rounding.
//
//===----------------------------------------------------------------------===//

#include "Matching/Matcher.h"
#include "Vector/Casts.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// Instructions use only the low bits of a shift count, so the instruction
/// covers a mask of the count.
static Value stripCountMask(Operation *op, Value count) {
  if (!isa<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>(op))
    return {};
  auto mask = count.getDefiningOp<arith::AndIOp>();
  unsigned bits = getElementTypeOrSelf(count).getIntOrFloatBitWidth();
  return mask && isSplatOf(mask.getRhs(), bits - 1) ? mask.getLhs() : Value();
}

bool Matcher::arguments(const Tree &tree, const Node &node,
                        ArrayRef<Value> values) {
  PendingMaximum pendingAtNode = pendingMaximum;
  for (unsigned i = 0; i < node.numArgs; ++i) {
    const Node &arg = tree.arg(node, i);
    bool isFactor = arg.kind == NodeKind::Splat || arg.kind == NodeKind::Number;
    pendingMaximum = isFactor ? PendingMaximum::None : pendingAtNode;
    if (!this->node(tree, arg, values[i]))
      return false;
  }
  return true;
}

/// The operation of the program is the operator itself, a comparison with
/// exchanged operands, or one of the equivalents below. Composed operators and
/// operators with parameters have rules of their own.
bool Matcher::elementwise(const Tree &tree, const Node &node, Value value) {
  if (!node.op->body.empty())
    return composed(tree, node, value);
  for (unsigned i = 0; i < node.numArgs; ++i)
    if (node.numArgs == 2 && isParameter(tree.nodes, tree.arg(node, i)))
      return withParameter(tree, node, i, value);
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() != node.numArgs)
    return false;
  Type element = getElementTypeOrSelf(op->getOperands().back().getType());
  StringRef name = nameOn(*node.op, element);
  if (name.empty())
    return false;
  if (std::optional<ComparisonMatch> match = matchComparison(op, name);
      match && !match->isInverted)
    return comparison(tree, node, op, match->isSwapped);
  if (spell(op) != name)
    return throughMask(tree, node, value) ||
           roundedOnce(tree, node, value, name);
  if (isa<arith::SelectOp>(op))
    return selection(tree, node, op);
  cover(op);
  SmallVector<Value> values(op->getOperands());
  if (Value count = stripCountMask(op, values.back())) {
    cover(values.back().getDefiningOp());
    values.back() = count;
  }
  if (node.op->commutative && values[0] != values[1] && choose())
    std::swap(values[0], values[1]);
  return arguments(tree, node, values);
}

/// Matches the body of a composed operator; its argument is matched in the
/// enclosing tree.
bool Matcher::composed(const Tree &tree, const Node &node, Value value) {
  Value bound;
  Tree body{node.op->body, &tree, node.args[0], &bound};
  return this->node(body, body.nodes.back(), value);
}

//===----------------------------------------------------------------------===//
// Comparisons and selections
//===----------------------------------------------------------------------===//

/// The program and the semantics may have different operand orders.
bool Matcher::comparison(const Tree &tree, const Node &node, Operation *op,
                         bool isSwapped) {
  cover(op);
  SmallVector<Value> values(op->getOperands());
  if (isSwapped)
    std::swap(values[0], values[1]);
  return arguments(tree, node, values);
}

/// Returns the extsi of a truth value that legalization represents by a mask:
/// cmpi ne (extsi x), 0.
static arith::ExtSIOp findMask(Value truth) {
  auto compare = truth.getDefiningOp<arith::CmpIOp>();
  bool isMask = compare && compare.getPredicate() == arith::CmpIPredicate::ne &&
                isSplatOf(compare.getRhs(), 0);
  return isMask ? compare.getLhs().getDefiningOp<arith::ExtSIOp>()
                : arith::ExtSIOp();
}

bool Matcher::throughMask(const Tree &tree, const Node &node, Value value) {
  arith::ExtSIOp extend = findMask(value);
  return extend && cover(value.getDefiningOp()) && cover(extend) &&
         this->node(tree, node, extend.getIn());
}

/// Returns how the comparison is the inverse of the condition, if it is.
static std::optional<ComparisonMatch> asInverse(const Node &condition,
                                                Value truth) {
  Operation *compare = truth.getDefiningOp();
  if (condition.kind != NodeKind::Elementwise ||
      !isa_and_present<arith::CmpFOp, arith::CmpIOp>(compare))
    return std::nullopt;
  StringRef name =
      nameOn(*condition.op, getElementTypeOrSelf(compare->getOperand(0)));
  auto match = name.empty() ? std::nullopt : matchComparison(compare, name);
  return match && match->isInverted ? match : std::nullopt;
}

/// If the condition of the semantics is the inverse of the program's, the
/// operands of the selection are exchanged.
bool Matcher::selection(const Tree &tree, const Node &node, Operation *op) {
  const Node &condition = tree.arg(node, 0);
  SmallVector<Value> values(op->getOperands());
  cover(op);
  Value truth = values[0];
  arith::ExtSIOp mask = findMask(truth);
  if (mask && asInverse(condition, mask.getIn()))
    truth = mask.getIn();
  std::optional<ComparisonMatch> inverse = asInverse(condition, truth);
  if (!inverse || !choose())
    return arguments(tree, node, values);
  if (truth != values[0]) {
    cover(values[0].getDefiningOp());
    cover(mask);
  }
  return comparison(tree, condition, truth.getDefiningOp(),
                    inverse->isSwapped) &&
         this->node(tree, tree.arg(node, 1), values[2]) &&
         this->node(tree, tree.arg(node, 2), values[1]);
}

//===----------------------------------------------------------------------===//
// Narrow floats
//===----------------------------------------------------------------------===//

/// Returns whether the operator on floats with p bits of precision equals the
/// operator on f32 with rounding. By Figueroa's theorem this holds if f32 has
/// at least 2p + 2 bits, thus for all narrow formats.
static bool roundsLikeWide(StringRef name, Type narrow) {
  auto type = dyn_cast<FloatType>(narrow);
  bool isExact = llvm::is_contained(
      {arith::AddFOp::getOperationName(), arith::SubFOp::getOperationName(),
       arith::MulFOp::getOperationName(), arith::DivFOp::getOperationName(),
       math::SqrtOp::getOperationName()},
      name);
  return type && isExact && 2 * type.getFPMantissaWidth() + 2 <= 24;
}

/// The semantics computes with narrow floats, the program with wider ones:
/// truncf(op(extf x, extf y)).
bool Matcher::roundedOnce(const Tree &tree, const Node &node, Value value,
                          StringRef name) {
  auto truncate = value.getDefiningOp<arith::TruncFOp>();
  Operation *wide = truncate ? truncate.getIn().getDefiningOp() : nullptr;
  if (!wide || !getElementTypeOrSelf(truncate.getIn()).isF32() ||
      !roundsLikeWide(name, getElementTypeOrSelf(value)) || spell(wide) != name)
    return false;
  SmallVector<Value> values;
  cover(truncate);
  cover(wide);
  for (Value operand : wide->getOperands()) {
    auto extend = operand.getDefiningOp<arith::ExtFOp>();
    if (!extend || extend.getIn().getType() != value.getType())
      return false;
    cover(extend);
    values.push_back(extend.getIn());
  }
  if (node.op->commutative && values[0] != values[1] && choose())
    std::swap(values[0], values[1]);
  return arguments(tree, node, values);
}

/// The semantics computes with wide floats, the program with narrow ones: (Cast
/// F, (op (Cast F32, x), (Cast F32, y))).
bool Matcher::computedInNarrowFormat(const Tree &tree, const Node &node,
                                     Value value) {
  const Node &wide = tree.arg(node, 0);
  Operation *op = value.getDefiningOp();
  if (!op || wide.kind != NodeKind::Elementwise || !wide.op->body.empty() ||
      spell(op) != wide.op->mlirFloat || op->getNumOperands() != wide.numArgs ||
      !roundsLikeWide(wide.op->mlirFloat, getElementTypeOrSelf(value)))
    return false;
  SmallVector<Value> values(op->getOperands());
  cover(op);
  if (wide.op->commutative && values[0] != values[1] && choose())
    std::swap(values[0], values[1]);
  for (unsigned i = 0; i < wide.numArgs; ++i) {
    const Node &arg = tree.arg(wide, i);
    if (arg.kind != NodeKind::Cast ||
        !this->node(tree, tree.arg(arg, 0), values[i]))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

/// An integer narrowed after a clamp of the semantics: the program's clamp
/// matches that of the semantics and not that of the conversion.
bool Matcher::saturatedCast(const Tree &tree, const Node &node, Value value) {
  const Node &from = tree.arg(node, 0);
  bool clamps = from.kind == NodeKind::Elementwise && !from.format->isFloat &&
                !node.format->isFloat && from.numArgs == 2 &&
                (isParameter(tree.nodes, tree.arg(from, 0)) ||
                 isParameter(tree.nodes, tree.arg(from, 1)));
  auto truncate = value.getDefiningOp<arith::TruncIOp>();
  return clamps && truncate && isClamped(truncate.getIn(), *node.format) &&
         cover(truncate) && this->node(tree, from, truncate.getIn());
}

bool Matcher::cast(const Tree &tree, const Node &node, Value value) {
  const Node &from = tree.arg(node, 0);
  if (saturatedCast(tree, node, value))
    return true;
  SmallVector<Operation *> steps;
  bool positive = false;
  Value source = matchCast(*from.format, *node.format, value, steps,
                           mayDeferMaximum(tree, node) ? &positive : nullptr);
  if (!source)
    return computedInNarrowFormat(tree, node, value);
  if (positive)
    deferMaximumOfProgram();
  llvm::for_each(steps, [&](Operation *op) { cover(op); });
  return this->node(tree, from, source);
}
