//===- MovedElements.cpp - elements before movements ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reshapes keep the numbers of elements. The number in the result of an
// operation whose body is its terminator is divided into indices, which are
// those of its loops, and these are multiplied by the strides of its operand.
//
//===----------------------------------------------------------------------===//

#include "MovedElements.h"
#include "Movement/Copies/CopyPlan.h"
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

/// Returns false, and changes nothing, if the operand's map is not linear.
static bool traceOperand(linalg::LinalgOp op, OpOperand &operand,
                         MutableArrayRef<int64_t> numbers) {
  AffineMap loops =
      inversePermutation(op.getMatchingIndexingMap(op.getDpsInitOperand(0)));
  std::optional<LoopStrides> access =
      getLoopStrides(op.getMatchingIndexingMap(&operand).compose(loops),
                     getStrides(operand.get()));
  if (!access)
    return false;
  SmallVector<int64_t> strides = getStrides(op->getResult(0));
  for (int64_t &number : numbers) {
    int64_t rest = number;
    number = access->offset;
    for (auto [from, to] : llvm::zip_equal(strides, access->strides)) {
      number += rest / from * to;
      rest %= from;
    }
  }
  return true;
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
      if (!moved || !traceOperand(movement, *moved, numbers))
        break;
      tensor = moved->get();
    }
    user = op;
  }
  return tensor;
}
