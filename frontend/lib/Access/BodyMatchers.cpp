//===- BodyMatchers.cpp - matching of reduction bodies --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches from the yielded value up: the last operation combines the
// accumulator, which has no other use, with a second value. In a contraction
// that value is a product of two arguments, each possibly widened. Dimension k
// is the widest reduction on which both operands depend, m the widest parallel
// dimension of only the left one, n that of only the right one; the others
// become outer dimensions. An operand depends on a dimension if its stride
// there is not zero.
//
//===----------------------------------------------------------------------===//

#include "BodyMatchers.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace matrix;

/// Matches a constant, or a tensor constant of one element.
static bool matchElement(Value value, TypedAttr &constant) {
  DenseElementsAttr elements;
  if (isa<ShapedType>(value.getType())) {
    if (!matchPattern(value, m_Constant(&elements)) || !elements.isSplat())
      return false;
    constant = cast<TypedAttr>(elements.getSplatValue<Attribute>());
    return true;
  }
  return matchPattern(value, m_Constant(&constant));
}

/// Returns the value that all elements are, possibly as a tensor of them, if
/// the operation yields what it is given.
static Value getYielded(linalg::GenericOp op) {
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(yielded);
  if (!argument || argument.getOwner() != op.getBody())
    return yielded;
  unsigned number = argument.getArgNumber();
  return number < unsigned(op.getNumDpsInputs()) ? op.getDpsInputs()[number]
                                                 : Value();
}

bool matrix::hasEffects(linalg::GenericOp op) {
  return llvm::any_of(*op.getBody(), [](Operation &inner) {
    return !isMemoryEffectFree(&inner);
  });
}

bool matrix::matchFill(Value tensor, TypedAttr &constant) {
  if (auto fill = tensor.getDefiningOp<linalg::FillOp>())
    return matchPattern(fill.getInputs()[0], m_Constant(&constant));
  if (auto generic = tensor.getDefiningOp<linalg::GenericOp>()) {
    // Other maps, as that of a column, leave elements as they were, and so do
    // reductions of no elements.
    if (generic->getNumResults() != 1 || generic.getNumReductionLoops() != 0 ||
        hasEffects(generic) ||
        !generic.getIndexingMapsArray().back().isProjectedPermutation())
      return false;
    Value yielded = getYielded(generic);
    return yielded && matchElement(yielded, constant);
  }
  return isa<ShapedType>(tensor.getType()) && matchElement(tensor, constant);
}

/// Narrow floats accumulate in f32 and are rounded once; integers have no wider
/// accumulator.
static LogicalResult setAccumulator(FusionGroup &group) {
  Type type = getElementTypeOrSelf(group.root->getResult(0).getType());
  MLIRContext *context = type.getContext();
  if (!type.isIntOrFloat() || type.getIntOrFloatBitWidth() > 32)
    return failure();
  if (isa<FloatType>(type))
    group.accumulator = Float32Type::get(context);
  else
    group.accumulator = IntegerType::get(context, 32);
  return success(isa<FloatType>(type) || type.isInteger(32));
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// Returns the argument of the body below conversions to a wider type. Values
/// from outside can be arguments too: of a loop around the operation.
static BlockArgument stripExtension(Value value, linalg::GenericOp generic,
                                    bool &isUnsigned) {
  isUnsigned = false;
  if (Operation *op = value.getDefiningOp())
    if (isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp>(op)) {
      isUnsigned = isa<arith::ExtUIOp>(op);
      value = op->getOperand(0);
    }
  auto argument = dyn_cast<BlockArgument>(value);
  bool isInside = argument && argument.getOwner() == generic.getBody();
  return isInside ? argument : BlockArgument();
}

/// Returns the operand of a binary operation that is not `value`.
static Value getOther(Operation *op, Value value) {
  return op->getOperand(op->getOperand(0) == value ? 1 : 0);
}

std::optional<MulAdd> matrix::matchMulAdd(linalg::GenericOp op) {
  if (op->getNumResults() != 1 || !op.getNumReductionLoops() || hasEffects(op))
    return std::nullopt;
  BlockArgument out = op.getBody()->getArguments().back();
  Operation *add = op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  if (!out.hasOneUse() || !isa_and_nonnull<arith::AddFOp, arith::AddIOp>(add) ||
      !llvm::is_contained(add->getOperands(), out))
    return std::nullopt;
  Operation *mul = getOther(add, out).getDefiningOp();
  if (!isa_and_nonnull<arith::MulFOp, arith::MulIOp>(mul))
    return std::nullopt;
  MulAdd result;
  result.lhs = stripExtension(mul->getOperand(0), op, result.unsignedLhs);
  result.rhs = stripExtension(mul->getOperand(1), op, result.unsignedRhs);
  if (!result.lhs || !result.rhs || result.lhs == out || result.rhs == out)
    return std::nullopt;
  return result;
}

bool matrix::isContraction(linalg::GenericOp op) {
  return matchMulAdd(op).has_value();
}

static unsigned findInput(const FusionGroup &group, BlockArgument argument) {
  for (auto [i, input] : llvm::enumerate(group.inputs))
    if (input.argument == argument)
      return i;
  llvm_unreachable("argument without operand");
}

/// Returns the widest dimension that satisfies the predicate, or -1.
template <typename Predicate>
static int findDim(const FusionGroup &group, Predicate predicate) {
  int best = -1;
  for (int d = 0, e = group.dims.size(); d < e; ++d)
    if (predicate(d) &&
        (best < 0 || group.dims[d].extent >= group.dims[best].extent))
      best = d;
  return best;
}

LogicalResult matrix::matchContraction(FusionGroup &group) {
  std::optional<MulAdd> body = matchMulAdd(group.root);
  if (!body || body->lhs == body->rhs)
    return failure();
  group.lhs = findInput(group, body->lhs);
  group.rhs = findInput(group, body->rhs);
  group.unsignedLhs = body->unsignedLhs;
  group.unsignedRhs = body->unsignedRhs;
  const StridedInput &lhs = group.inputs[group.lhs],
                     &rhs = group.inputs[group.rhs];
  auto find = [&](bool reduction, bool inLhs, bool inRhs) {
    return findDim(group, [&](int d) {
      return group.dims[d].reduction == reduction &&
             lhs.dependsOn(d) == inLhs && rhs.dependsOn(d) == inRhs;
    });
  };
  group.k = find(true, true, true);
  group.m = find(false, true, false);
  group.n = find(false, false, true);
  if (group.k < 0 || (group.m < 0 && group.n < 0))
    return failure();
  group.kind = FusionGroupKind::Contraction;
  return setAccumulator(group);
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

static std::optional<vector::CombiningKind> getCombiner(Operation *op) {
  using Kind = vector::CombiningKind;
  return llvm::TypeSwitch<Operation *, std::optional<Kind>>(op)
      .Case<arith::AddFOp, arith::AddIOp>([](auto) { return Kind::ADD; })
      .Case<arith::MulFOp, arith::MulIOp>([](auto) { return Kind::MUL; })
      .Case<arith::MaximumFOp>([](auto) { return Kind::MAXIMUMF; })
      .Case<arith::MinimumFOp>([](auto) { return Kind::MINIMUMF; })
      .Case<arith::MaxSIOp>([](auto) { return Kind::MAXSI; })
      .Case<arith::MinSIOp>([](auto) { return Kind::MINSI; })
      .Case<arith::MaxUIOp>([](auto) { return Kind::MAXUI; })
      .Case<arith::MinUIOp>([](auto) { return Kind::MINUI; })
      .Default([](auto) { return std::nullopt; });
}

std::optional<Combination> matrix::matchCombination(linalg::GenericOp op) {
  BlockArgument out = op.getBody()->getArguments().back();
  Operation *last =
      op.getBody()->getTerminator()->getOperand(0).getDefiningOp();
  if (!last || last->getNumOperands() != 2 || !out.hasOneUse() ||
      !llvm::is_contained(last->getOperands(), out))
    return std::nullopt;
  std::optional<vector::CombiningKind> kind = getCombiner(last);
  if (!kind)
    return std::nullopt;
  return Combination{*kind, getOther(last, out)};
}

bool matrix::matchReduction(FusionGroup &group) {
  std::optional<Combination> body = matchCombination(group.root);
  if (!body)
    return false;
  group.kind = FusionGroupKind::Reduction;
  group.combiner = body->kind;
  group.reduced = body->reduced;
  return succeeded(setAccumulator(group));
}

//===----------------------------------------------------------------------===//
// Epilogues
//===----------------------------------------------------------------------===//

bool matrix::canBeEpilogue(linalg::GenericOp root, linalg::GenericOp user) {
  if (root->getNumResults() != 1 || root.getNumReductionLoops() == 0 ||
      user.getNumParallelLoops() != user.getNumLoops() ||
      user->getBlock() != root->getBlock())
    return false;
  std::optional<AffineMap> seen;
  for (OpOperand &use : user->getOpOperands()) {
    if (use.get() != root->getResult(0))
      continue;
    AffineMap map = user.getMatchingIndexingMap(&use);
    if (user.isDpsInit(&use) || !map.isPermutation() || (seen && *seen != map))
      return false;
    seen = map;
  }
  return seen.has_value();
}

linalg::GenericOp matrix::findEpilogue(linalg::GenericOp root) {
  if (root->use_empty() || !llvm::all_equal(root->getUsers()))
    return {};
  auto user = dyn_cast<linalg::GenericOp>(*root->getUsers().begin());
  return user && canBeEpilogue(root, user) ? user : linalg::GenericOp();
}

linalg::GenericOp matrix::findMarkedEpilogue(linalg::GenericOp root) {
  linalg::GenericOp epilogue = findEpilogue(root);
  if (!epilogue)
    return {};
  auto mark = epilogue->getAttrOfType<StringAttr>(kFusionGroupAttrName);
  if (!mark || mark.getValue() != kEpilogue)
    return {};
  auto operand = epilogue->getAttrOfType<IntegerAttr>(kEpilogueOperandAttrName);
  bool isOfOther =
      operand && epilogue->getOperand(operand.getInt()) != root->getResult(0);
  return isOfOther ? linalg::GenericOp() : epilogue;
}
