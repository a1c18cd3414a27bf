//===- MovedElements.cpp - elements before movements ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reshapes keep the numbers of elements. Numbers in the result of an operation
// whose body is its terminator are divided into indices, which are those of its
// loops, and the map of its operand is evaluated at them.
//
//===----------------------------------------------------------------------===//

#include "MovedElements.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace matrix;

/// Returns whether only the operation, or what is inside of it, uses the
/// tensor.
static bool isUsedOnlyBy(Value tensor, Operation *user) {
  return llvm::all_of(tensor.getUsers(),
                      [&](Operation *own) { return user->isAncestor(own); });
}

/// Returns the moved operand; null if the operation does anything else.
static OpOperand *getMoved(linalg::LinalgOp op) {
  if (!op.hasPureTensorSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() || op.hasDynamicShape() ||
      !op.getBlock()->without_terminator().empty() ||
      !op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation())
    return nullptr;
  auto argument =
      dyn_cast<BlockArgument>(op.getBlock()->getTerminator()->getOperand(0));
  if (!argument || argument.getOwner() != op.getBlock())
    return nullptr;
  OpOperand *operand = op.getMatchingOpOperand(argument);
  return op.isDpsInput(operand) &&
                 isa<RankedTensorType>(operand->get().getType())
             ? operand
             : nullptr;
}

static SmallVector<int64_t> getStrides(Value tensor) {
  return computeStrides(cast<RankedTensorType>(tensor.getType()).getShape());
}

static void traceOperand(linalg::LinalgOp op, OpOperand &operand,
                         MutableArrayRef<int64_t> numbers) {
  AffineMap loops =
      inversePermutation(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  AffineMap map = op.getMatchingIndexingMap(&operand).compose(loops);
  SmallVector<int64_t> from = getStrides(op->getResult(0)),
                       to = getStrides(operand.get());
  for (int64_t &number : numbers)
    number = linearize(map.compose(delinearize(number, from)), to);
}

Value matrix::traceMovements(Value tensor, Operation *user,
                             MutableArrayRef<int64_t> numbers) {
  while (isUsedOnlyBy(tensor, user)) {
    Operation *op = tensor.getDefiningOp();
    if (auto expand = dyn_cast_if_present<tensor::ExpandShapeOp>(op)) {
      tensor = expand.getSrc();
    } else if (auto collapse =
                   dyn_cast_if_present<tensor::CollapseShapeOp>(op)) {
      tensor = collapse.getSrc();
    } else {
      auto movement = dyn_cast_if_present<linalg::LinalgOp>(op);
      OpOperand *moved = movement ? getMoved(movement) : nullptr;
      if (!moved)
        break;
      traceOperand(movement, *moved, numbers);
      tensor = moved->get();
    }
    user = op;
  }
  return tensor;
}
