//===- FusionControl.cpp - which operations are fused ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A producer is fused with its consumer unless a value would be computed twice;
// producers that only move and widen elements may be. Exceptions keep the
// operands of contractions in one type, values of row memories rounded,
// reductions together with the operation that narrows their results, and
// gathers apart. Bounds on operands and bodies limit the buffers of a group and
// compile time.
//
//===----------------------------------------------------------------------===//

#include "FusionControl.h"
#include "Access/FusionGroup.h"
#include "Movement/Copies/CopyPlan.h"
#include "Slices/InterleavedSlices.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;

/// With more operands per operation, the blocks of each would be too small.
static constexpr int64_t kMaxOperands = 8;

/// Fusion clones both bodies; without a bound, a chain of n operations would
/// take n^2 steps.
static constexpr size_t kMaxBody = 256;

static bool isBodyTooLong(linalg::GenericOp producer, linalg::GenericOp user) {
  return producer.getBody()->getOperations().size() +
             user.getBody()->getOperations().size() >
         kMaxBody;
}

/// Returns whether the operation only moves and widens elements, so that it can
/// be recomputed at no cost.
static bool isFreeToRecompute(linalg::GenericOp op) {
  return llvm::all_of(op.getBody()->without_terminator(), [](Operation &body) {
    return isa<arith::ExtFOp, arith::ExtSIOp, arith::ExtUIOp,
               arith::ConstantOp>(body);
  });
}

static bool readsEachElementOnce(OpOperand *operand, linalg::GenericOp user) {
  return user.getMatchingIndexingMap(operand).getNumResults() ==
         user.getNumLoops();
}

/// Returns whether the operation only widens the operands of contractions. It
/// is then fused with these rather than with its producer.
static bool widensForContractions(linalg::GenericOp op) {
  return isFreeToRecompute(op) && !op.getBody()->without_terminator().empty() &&
         llvm::all_of(op->getUsers(), [](Operation *user) {
           auto generic = dyn_cast<linalg::GenericOp>(user);
           return generic && isContraction(generic);
         });
}

/// Returns the element type before widening, if the producer widens.
static Type getSourceType(Value tensor) {
  auto producer = tensor.getDefiningOp<linalg::GenericOp>();
  bool widens = producer && isFreeToRecompute(producer) &&
                producer.getNumDpsInputs() == 1;
  return getElementTypeOrSelf(widens ? producer.getDpsInputs()[0] : tensor);
}

/// Contraction instructions take operands of one type.
static bool mayFuseIntoContraction(OpOperand *operand,
                                   linalg::GenericOp contraction) {
  Type source = getSourceType(operand->get());
  if (source == getElementTypeOrSelf(operand->get()))
    return true;
  return llvm::all_of(contraction.getDpsInputs(), [&](Value other) {
    return getSourceType(other) == source;
  });
}

/// Row memories hold rounded values, so widening is fused with the consumer.
static bool widensRounded(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto user = dyn_cast<linalg::GenericOp>(operand->getOwner());
  return producer && user && !isFreeToRecompute(producer) &&
         isFreeToRecompute(user) &&
         !user.getBody()->without_terminator().empty();
}

/// Bounds the search for the reductions that a value depends on.
static constexpr unsigned kMaxProducers = 8;

/// Returns the reduction whose result an elementwise operation, or a value
/// computed from it by others, is; null if there is none.
static linalg::GenericOp findReduction(Value value, unsigned depth = 0) {
  Operation *op = value.getDefiningOp();
  if (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return findReduction(op->getOperand(0), depth);
  auto generic = dyn_cast_or_null<linalg::GenericOp>(op);
  if (!generic || generic.getNumReductionLoops() > 0 || !op->hasOneUse() ||
      depth == kMaxProducers)
    return generic && generic.getNumReductionLoops() > 0 ? generic
                                                         : linalg::GenericOp();
  for (Value input : generic.getDpsInputs())
    if (linalg::GenericOp found = findReduction(input, depth + 1))
      return found;
  return {};
}

/// Returns whether fusion separates a reduction from an epilogue that narrows
/// its result: the consumer is the epilogue of a later one, and would read the
/// wide result.
static bool separatesNarrowing(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto user = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !user || producer.getNumReductionLoops() > 0)
    return false;
  linalg::GenericOp own = findReduction(operand->get());
  if (!own)
    return false;
  Type wide = getElementTypeOrSelf(own.getResult(0)),
       type = getElementTypeOrSelf(operand->get());
  if (!wide.isIntOrFloat() || !type.isIntOrFloat() ||
      wide.getIntOrFloatBitWidth() <= type.getIntOrFloatBitWidth())
    return false;
  return llvm::any_of(user.getDpsInputs(), [&](Value input) {
    linalg::GenericOp other = findReduction(input);
    return input != operand->get() && other && other != own &&
           other->getBlock() == own->getBlock() && own->isBeforeInBlock(other);
  });
}

/// Returns whether the body extracts elements of tensors other than operands,
/// or has assertions. Fusion would make scalar code of the user, and assertions
/// keep the producer alive.
static bool isGather(linalg::GenericOp op) {
  return llvm::any_of(op.getBody()->getOperations(), [](Operation &body) {
    return isa<tensor::ExtractOp>(body) || !isMemoryEffectFree(&body);
  });
}

/// Fusion keeps the result of a producer that reads its init, and would update
/// elements that the user reads repeatedly as often.
static bool updatesRepeatedly(linalg::GenericOp producer, AffineMap read) {
  return !read.isPermutation() &&
         llvm::any_of(producer.getDpsInitsMutable(), [&](OpOperand &init) {
           return producer.payloadUsesValueFromOperand(&init);
         });
}

/// Returns whether the operation permutes rows of few elements into columns:
/// products would read each of them by a transfer of its own.
static bool movesShortRows(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op.getNumDpsInits() != 1 ||
      !getTarget(op).dma)
    return false;
  AffineMap read = op.getMatchingIndexingMap(op.getDpsInputOperand(0)),
            written = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  auto type = dyn_cast<RankedTensorType>(op.getInputs().front().getType());
  if (!type || !type.hasStaticShape() ||
      !type.getElementType().isIntOrFloat() || !read.isPermutation() ||
      !written.isPermutation() || type.getRank() == 0 ||
      read.getResults().back() == written.getResults().back())
    return false;
  const desc::VariantInfo &variant = getTarget(op);
  int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8),
          elements = type.getNumElements();
  return type.getShape().back() * bytes <= variant.dma->lineBytes / 4 &&
         takesFewerCyclesTransposed(variant, elements, bytes, elements * bytes);
}

static bool isFusible(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto user = dyn_cast<linalg::GenericOp>(operand->getOwner());
  if (!producer || !user || isGather(producer) ||
      updatesRepeatedly(producer, user.getMatchingIndexingMap(operand)))
    return false;
  if (isDisabled(user, Technique::Fusion) && !isFreeToRecompute(producer))
    return false;
  bool contracts = isContraction(user);
  if (isFreeToRecompute(producer))
    return !contracts ||
           (mayFuseIntoContraction(operand, user) && !movesShortRows(producer));
  if (contracts || widensForContractions(user) || !producer->hasOneUse() ||
      isBodyTooLong(producer, user) ||
      producer->getNumOperands() + user->getNumOperands() > kMaxOperands + 2)
    return false;
  // A producer is fused with a reduction that reads each of its elements once.
  return user.getNumReductionLoops() > 0
             ? user.getMatchingIndexingMap(operand).isPermutation()
             : readsEachElementOnce(operand, user);
}

/// Returns whether the index of the loop decreases in the element that an input
/// of the operation has there.
static bool readsBackwards(linalg::GenericOp op, unsigned loop) {
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    auto type = dyn_cast<RankedTensorType>(input->get().getType());
    if (!type || !type.hasStaticShape())
      return false;
    std::optional<LoopStrides> access = getLoopStrides(
        op.getMatchingIndexingMap(input), computeStrides(type.getShape()));
    return access && access->strides[loop] < 0;
  });
}

/// Returns whether the user would read tiles backwards, which makes scalar code
/// of it: only rows of elementwise operations can be. By itself, a producer
/// that moves elements is a copy.
static bool readsTilesBackwards(OpOperand *operand) {
  auto producer = operand->get().getDefiningOp<linalg::GenericOp>();
  auto user = cast<linalg::GenericOp>(operand->getOwner());
  AffineMap written = producer.getIndexingMapsArray().back();
  if (producer->getNumResults() != 1 || !written.isPermutation() ||
      producer.hasDynamicShape() || user->getNumResults() == 0)
    return false;
  AffineMap read = user.getMatchingIndexingMap(operand),
            result = user.getMatchingIndexingMap(user.getDpsInitOperand(0));
  for (unsigned i = 0; i < written.getNumResults(); ++i) {
    unsigned loop = written.getDimPosition(i);
    bool isColumn = result.getNumResults() > 0 &&
                    read.getResult(i) == result.getResults().back();
    if (producer.getStaticLoopRanges()[loop] > 1 &&
        (isColumn || user.getNumReductionLoops() > 0) &&
        readsBackwards(producer, loop))
      return true;
  }
  return false;
}

bool matrix::mayFuse(OpOperand *operand, bool hasRows) {
  if (!isFusible(operand))
    return false;
  return hasRows
             ? !widensRounded(operand)
             : !separatesNarrowing(operand) && !readsTilesBackwards(operand);
}

/// Returns whether the reshape splits or fuses dimensions other than those of
/// extent 1. Moving other reshapes has no benefit and does not terminate:
/// operations with two consumers would acquire unit dimensions from each in
/// turn.
template <typename Reshape>
static bool changesExtents(Reshape reshape, ArrayRef<int64_t> expanded) {
  return llvm::any_of(reshape.getReassociationIndices(),
                      [&](ReassociationIndicesRef group) {
                        return llvm::count_if(group, [&](int64_t dim) {
                                 return expanded[dim] != 1;
                               }) > 1;
                      });
}

/// Returns whether the operation repeats elements next to each other, as
/// upsampling to the nearest element does.
static bool repeatsElements(linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1 ||
      !llvm::hasSingleElement(*op.getBody()) || op.getNumLoops() == 0)
    return false;
  AffineMap written = op.getMatchingIndexingMap(op.getDpsInitOperand(0)),
            read = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  auto last = dyn_cast<AffineDimExpr>(written.getResults().back());
  return last && op.getStaticLoopRanges()[last.getPosition()] > 1 &&
         !read.isFunctionOfDim(last.getPosition());
}

/// Expanding a fused dimension is free, because operands are addressed by
/// strides. It is done for results of operations only, not for the constant
/// shapes of fills, not for gathers, whose rows it would divide, and not for
/// repeated elements, which would become the rows of the user.
bool matrix::mayMoveReshape(OpOperand *operand) {
  Operation *producer = operand->get().getDefiningOp();
  for (Operation *op : {producer, operand->getOwner()})
    if (auto generic = dyn_cast_or_null<linalg::GenericOp>(op))
      if (isGather(generic))
        return false;
  if (auto expand = dyn_cast<tensor::ExpandShapeOp>(operand->getOwner()))
    return isa_and_nonnull<linalg::GenericOp, tensor::CollapseShapeOp>(
               producer) &&
           changesExtents(expand, expand.getResultType().getShape());
  auto collapse = dyn_cast_or_null<tensor::CollapseShapeOp>(producer);
  if (auto source = collapse
                        ? collapse.getSrc().getDefiningOp<linalg::GenericOp>()
                        : linalg::GenericOp();
      source && repeatsElements(source))
    return false;
  return isa<linalg::GenericOp>(operand->getOwner()) &&
         (isa_and_nonnull<linalg::GenericOp>(producer) ||
          (collapse &&
           changesExtents(collapse, collapse.getSrcType().getShape())));
}
