//===- VectorPromotion.cpp - matrix-vector products -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// y = A x becomes Y = A X with one column, x A a product with one row. The new
// loop is the last one of every operation. Tensors defined inside and the
// vector get a dimension for it: the last one for columns, the second to last
// one for rows.
//
//===----------------------------------------------------------------------===//

#include "VectorPromotion.h"
#include "Access/BodyMatchers.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/ReshapeOpsUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace matrix;

Value matrix::reshapeUnitDims(ImplicitLocOpBuilder &builder, Value tensor,
                              RankedTensorType type) {
  auto old = cast<RankedTensorType>(tensor.getType());
  if (old == type)
    return tensor;
  bool expands = type.getRank() > old.getRank();
  auto groups = expands ? getReassociationIndicesForReshape(old, type)
                        : getReassociationIndicesForReshape(type, old);
  if (expands)
    return tensor::ExpandShapeOp::create(
        builder, type, tensor,
        groups.value_or(SmallVector<ReassociationIndices>()));
  return tensor::CollapseShapeOp::create(
      builder, type, tensor,
      groups.value_or(SmallVector<ReassociationIndices>()));
}

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

namespace {
struct MissingDim {
  linalg::GenericOp contraction;
  OpOperand *factor; // the factor that gets the dimension
  bool columns;      // otherwise rows
};
} // namespace

static OpOperand &operandOf(linalg::GenericOp op, BlockArgument argument) {
  return op->getOpOperand(argument.getArgNumber());
}

/// Returns whether the result has a loop on which only this factor depends.
static bool hasOwnLoop(linalg::GenericOp op, OpOperand &factor,
                       OpOperand &other) {
  auto uses = [&](OpOperand &use, unsigned loop) {
    return op.getMatchingIndexingMap(&use).isFunctionOfDim(loop);
  };
  for (unsigned loop = 0; loop < op.getNumLoops(); ++loop)
    if (uses(*op.getDpsInitOperand(0), loop) && uses(factor, loop) &&
        !uses(other, loop))
      return true;
  return false;
}

/// All results of the operations get the dimension, so a factor among them
/// shares the new loop.
static bool isDefinedBy(ArrayRef<linalg::GenericOp> ops, OpOperand &factor) {
  return llvm::is_contained(ops,
                            factor.get().getDefiningOp<linalg::GenericOp>());
}

static std::optional<MissingDim>
findMissingDim(ArrayRef<linalg::GenericOp> ops) {
  std::optional<MissingDim> found;
  for (linalg::GenericOp op : ops) {
    if (op.hasDynamicShape())
      return std::nullopt;
    std::optional<MulAdd> body = matchMulAdd(op);
    if (!body && op.getNumReductionLoops())
      return std::nullopt;
    if (!body)
      continue;
    if (found || body->lhs == body->rhs)
      return std::nullopt;
    OpOperand &lhs = operandOf(op, body->lhs), &rhs = operandOf(op, body->rhs);
    if (!hasOwnLoop(op, lhs, rhs))
      found = MissingDim{op, &lhs, false};
    else if (!hasOwnLoop(op, rhs, lhs))
      found = MissingDim{op, &rhs, true};
    else
      return std::nullopt;
    if (isDefinedBy(ops, found->columns ? lhs : rhs))
      return std::nullopt;
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

namespace {

struct VectorPromoter {
  ArrayRef<linalg::GenericOp> ops;
  const MissingDim &missing;
  OpBuilder builder;
  IRMapping mapping = IRMapping();

  unsigned positionIn(int64_t rank) const {
    return missing.columns || rank == 0 ? rank : rank - 1;
  }

  RankedTensorType promote(Value tensor) const {
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.insert(shape.begin() + positionIn(shape.size()), 1);
    return RankedTensorType::get(shape, type.getElementType());
  }

  AffineMap promote(AffineMap map) {
    SmallVector<AffineExpr> results(map.getResults());
    results.insert(results.begin() + positionIn(results.size()),
                   builder.getAffineDimExpr(map.getNumDims()));
    return AffineMap::get(map.getNumDims() + 1, 0, results, map.getContext());
  }

  /// Returns the operand with the new dimension, as used by the copied
  /// operation.
  Value getPromoted(OpOperand &use) {
    Value tensor = use.get();
    if (Value copy = mapping.lookupOrNull(tensor))
      return copy;
    auto op = cast<linalg::GenericOp>(use.getOwner());
    RankedTensorType type = promote(tensor);
    TypedAttr constant;
    bool isInit = op.isDpsInit(&use);
    if (isInit && op.getMatchingBlockArgument(&use).use_empty())
      return tensor::EmptyOp::create(builder, op.getLoc(), type.getShape(),
                                     type.getElementType());
    if (isInit && matchFill(tensor, constant)) {
      Value number = arith::ConstantOp::create(builder, op.getLoc(), constant);
      Value empty = tensor::EmptyOp::create(
          builder, op.getLoc(), type.getShape(), type.getElementType());
      return linalg::FillOp::create(builder, op.getLoc(), number, empty)
          .getResult(0);
    }
    ImplicitLocOpBuilder reshape(op.getLoc(), builder);
    return reshapeUnitDims(reshape, tensor, type);
  }

  bool isPromoted(OpOperand &use) {
    auto op = cast<linalg::GenericOp>(use.getOwner());
    return op.isDpsInit(&use) || &use == missing.factor ||
           mapping.contains(use.get());
  }

  linalg::GenericOp copy(linalg::GenericOp op) {
    SmallVector<Value> operands;
    SmallVector<AffineMap> maps;
    for (OpOperand &use : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&use);
      bool wide = isPromoted(use);
      operands.push_back(wide ? getPromoted(use) : use.get());
      maps.push_back(wide ? promote(map)
                          : AffineMap::get(map.getNumDims() + 1, 0,
                                           map.getResults(), map.getContext()));
    }
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    kinds.push_back(utils::IteratorType::parallel);
    auto promoted = linalg::GenericOp::create(
        builder, op.getLoc(), operands.back().getType(),
        ArrayRef(operands).drop_back(), operands.back(), maps, kinds);
    builder.cloneRegionBefore(op.getRegion(), promoted.getRegion(),
                              promoted.getRegion().begin());
    mapping.map(op->getResult(0), promoted->getResult(0));
    return promoted;
  }
};

} // namespace

SmallVector<linalg::GenericOp>
matrix::promoteVectorProduct(ArrayRef<linalg::GenericOp> ops) {
  std::optional<MissingDim> missing = findMissingDim(ops);
  if (!missing)
    return {};
  VectorPromoter promoter{ops, *missing, OpBuilder(ops.back())};
  SmallVector<linalg::GenericOp> copies;
  for (linalg::GenericOp op : ops)
    copies.push_back(promoter.copy(op));
  return copies;
}
