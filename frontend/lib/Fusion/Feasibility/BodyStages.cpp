//===- BodyStages.cpp - stages on tiles and in scalar code ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A forward pass numbers the stages, and a backward pass moves operations to
// the last possible one. Stages on tiles that scalar code computes in a few
// cycles are not worth a tensor between them: their operations become scalar
// code, and the stages are assigned again.
//
//===----------------------------------------------------------------------===//

#include "BodyStages.h"
#include "Access/OperationRates.h"
#include "TileFeasibility.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;

/// Returns whether tensors of these elements are operands of tile code.
static bool hasElements(Type type, const desc::VariantInfo &variant) {
  return hasFormat(type, variant) ||
         (type.isInteger(1) &&
          hasFormat(IntegerType::get(type.getContext(), 8), variant));
}

static bool isDivisible(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && !op.hasDynamicShape() &&
         !op.hasIndexSemantics() && op->getNumResults() == 1 &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) {
                        return map.isProjectedPermutation(
                            /*allowZeroInResults=*/true);
                      }) &&
         llvm::all_of(*op.getBody(), [](Operation &inner) {
           return inner.getNumRegions() == 0 && isMemoryEffectFree(&inner) &&
                  !isa<tensor::ExtractOp>(inner) &&
                  (inner.getNumResults() == 1 ||
                   inner.hasTrait<OpTrait::IsTerminator>());
         });
}

BodyStages::BodyStages(linalg::GenericOp op, const desc::VariantInfo &variant)
    : op(op) {
  if (!isDivisible(op))
    return;
  auto hasTypes = [&](Operation &inner) {
    auto isHeld = [&](Type type) { return hasElements(type, variant); };
    return llvm::all_of(inner.getOperandTypes(), isHeld) &&
           llvm::all_of(inner.getResultTypes(), isHeld);
  };
  for (Operation &inner : op.getBody()->without_terminator())
    if (!inner.hasTrait<OpTrait::ConstantLike>())
      onTiles[&inner] = hasTypes(inner) && computesOnTiles(&inner, variant);
  auto isOnTiles = [](auto &entry) { return entry.second; };
  while (llvm::any_of(onTiles, isOnTiles) &&
         !llvm::all_of(onTiles, isOnTiles)) {
    assign();
    if (!moveCheapStages()) {
      if (!usesResultsLast())
        last = 0;
      return;
    }
  }
  last = 0;
}

/// Only the last stage has the results of the operation, such as accumulators.
bool BodyStages::usesResultsLast() {
  return llvm::all_of(op.getRegionOutputArgs(), [&](BlockArgument result) {
    return llvm::all_of(result.getUsers(), [&](Operation *user) {
      return stages.lookup(user) == last;
    });
  });
}

void BodyStages::assign() {
  stages.clear();
  assignFirst();
  assignLast();
}

/// An operation is in the first stage of its kind that is not before those of
/// its operands. The terminator is in the stage of its operand.
void BodyStages::assignFirst() {
  for (auto [inner, isOnTiles] : onTiles) {
    int64_t stage = isOnTiles ? 0 : 1;
    for (Value operand : inner->getOperands())
      if (Operation *from = operand.getDefiningOp(); onTiles.contains(from))
        stage = std::max(stage, stages[from] + (onTiles[from] != isOnTiles));
    stages[inner] = stage;
  }
  Operation *terminator = op.getBody()->getTerminator();
  last = stages.lookup(terminator->getOperand(0).getDefiningOp());
  stages[terminator] = last;
}

void BodyStages::assignLast() {
  for (auto [inner, isOnTiles] : llvm::reverse(onTiles)) {
    int64_t stage = last + 1;
    for (Operation *user : inner->getUsers())
      stage = std::min(stage, stages[user]);
    // The last one of its kind, at the latest that of the users.
    if (isTileStage(stage) != isOnTiles)
      --stage;
    stages[inner] = std::max(stage, stages[inner]);
  }
}

/// Makes scalar code of stages that are not worth it; returns false if there is
/// none.
bool BodyStages::moveCheapStages() {
  bool isMoved = false;
  for (int64_t stage = 0; stage <= last; stage += 2) {
    if (isExpensive(stage))
      continue;
    for (auto &[inner, isOnTiles] : onTiles)
      if (stages[inner] == stage) {
        isOnTiles = false;
        isMoved = true;
      }
  }
  return isMoved;
}

/// Scalar code takes a cycle or two for most operations of an element, and a
/// call for functions. A value that passes to another stage is stored and
/// loaded.
bool BodyStages::isExpensive(int64_t stage) {
  constexpr int64_t kOperationsPerValue = 2;
  int64_t number = 0, values = 0;
  for (auto [inner, isOnTiles] : onTiles) {
    bool isInside = stages.lookup(inner) == stage;
    auto passes = [&](Operation *user) {
      return isInside ? stages.lookup(user) != stage
                      : stages.lookup(user) == stage;
    };
    values += llvm::any_of(inner->getUsers(), passes);
    if (isInside && hasTranscendentalRate(*inner))
      return true;
    number += isInside && !hasNoCost(*inner);
  }
  bool reduces = stage == last && op.getNumReductionLoops() > 0;
  return number > (reduces ? 0 : kOperationsPerValue * values);
}
