//===- FindCopies.cpp - copies and fills in DRAM --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-find-copies. A Linalg operation that yields one of its inputs
// is a copy between two strided views: the stride of a loop is the stride of
// the dimension it indexes, and 0 if it indexes none. A fill followed by a copy
// to a part of its target is padding.
//
//===----------------------------------------------------------------------===//

#include "Access/DramTensor.h"
#include "Copies/CopyPlan.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-find-copies"

namespace matrix {
#define GEN_PASS_DEF_MATRIXFINDCOPIESPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// A transfer takes one latency of DRAM to load, one to store, and a barrier;
/// scalar code takes one for each element. Fewer elements remain scalar.
static constexpr int64_t kMinElements = 4;

static bool isEligible(Operation *op, Value memref) {
  auto type = dyn_cast<MemRefType>(memref.getType());
  return type && isDramCopyable(op, type) &&
         type.getNumElements() >= kMinElements;
}

//===----------------------------------------------------------------------===//
// Views
//===----------------------------------------------------------------------===//

static std::optional<LoopStrides> getStrides(MemRefType type, AffineMap map) {
  SmallVector<int64_t> strides;
  int64_t offset;
  if (failed(type.getStridesAndOffset(strides, offset)))
    return std::nullopt;
  return getLoopStrides(map, strides);
}

//===----------------------------------------------------------------------===//
// Operations
//===----------------------------------------------------------------------===//

static bool replaceCopy(memref::CopyOp op) {
  auto from = cast<MemRefType>(op.getSource().getType());
  if (!isEligible(op, op.getSource()) || !isEligible(op, op.getTarget()) ||
      from.getElementType() !=
          cast<MemRefType>(op.getTarget().getType()).getElementType())
    return false;
  OpBuilder builder(op);
  CopyOp::create(builder, op.getLoc(), op.getSource(), op.getTarget());
  return true;
}

static bool replaceFill(linalg::LinalgOp op, OpOperand &target, Value yielded) {
  Attribute value;
  if (!matchPattern(yielded, m_Constant(&value)))
    return false;
  auto typed = dyn_cast<TypedAttr>(value);
  if (!typed || !isa<FloatAttr, IntegerAttr>(value) || !getFillPattern(typed))
    return false;
  OpBuilder builder(op);
  FillOp::create(builder, op.getLoc(), target.get(), typed);
  return true;
}

static bool replaceMove(linalg::LinalgOp op, OpOperand &target,
                        OpOperand &source) {
  if (!isEligible(op, source.get()))
    return false;
  auto getStridesOf = [&](OpOperand &operand) {
    return getStrides(cast<MemRefType>(operand.get().getType()),
                      op.getMatchingIndexingMap(&operand));
  };
  std::optional<LoopStrides> from = getStridesOf(source),
                             to = getStridesOf(target);
  if (!from || !to)
    return false;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  ImplicitLocOpBuilder builder(op.getLoc(), op);
  auto getView = [&](OpOperand &operand, const LoopStrides &access) {
    return getStridedView(builder, operand.get(), extents, access.strides,
                          access.offset);
  };
  CopyOp::create(builder, getView(source, *from), getView(target, *to));
  return true;
}

/// Replaces an operation whose body is its terminator.
static bool replaceStructured(linalg::LinalgOp op) {
  if (!op.hasPureBufferSemantics() || op.getNumDpsInits() != 1 ||
      op.getNumParallelLoops() != op.getNumLoops() ||
      !op.getBlock()->without_terminator().empty())
    return false;
  OpOperand &target = *op.getDpsInitOperand(0);
  if (!isEligible(op, target.get()) ||
      !op.getMatchingIndexingMap(&target).isPermutation())
    return false;
  Value yielded = op.getBlock()->getTerminator()->getOperand(0);
  auto argument = dyn_cast<BlockArgument>(yielded);
  if (!argument || argument.getOwner() != op.getBlock())
    return replaceFill(op, target, yielded);
  OpOperand &source = *op.getMatchingOpOperand(argument);
  if (&source == &target)
    return false;
  return isa<MemRefType>(source.get().getType())
             ? replaceMove(op, target, source)
             : replaceFill(op, target, source.get());
}

//===----------------------------------------------------------------------===//
// Padding
//===----------------------------------------------------------------------===//

/// Returns the fill of `memref` before the copy, if nothing is in between that
/// reads or writes memory.
static FillOp getFillBefore(CopyOp copy, Value memref) {
  for (Operation *op = copy->getPrevNode(); op; op = op->getPrevNode()) {
    if (auto fill = dyn_cast<FillOp>(op))
      return fill.getTarget() == memref ? fill : FillOp();
    if (!isMemoryEffectFree(op))
      return FillOp();
  }
  return FillOp();
}

/// Replaces a copy to a part of a memref that is filled before.
static bool replacePadding(CopyOp copy) {
  auto part = copy.getTarget().getDefiningOp<memref::SubViewOp>();
  if (!part || !part.hasUnitStride() ||
      part.getType().getRank() != part.getSourceType().getRank() ||
      ShapedType::isDynamicShape(part.getStaticOffsets()))
    return false;
  FillOp fill = getFillBefore(copy, part.getSource());
  if (!fill)
    return false;
  OpBuilder builder(copy);
  PadOp::create(builder, copy.getLoc(), copy.getSource(), part.getSource(),
                part.getStaticOffsets(), fill.getValue());
  copy.erase();
  fill.erase();
  return true;
}

namespace {

struct FindCopies : matrix::impl::MatrixFindCopiesPassBase<FindCopies> {
  void runOnOperation() override {
    getOperation().walk([&](Operation *op) {
      auto copy = dyn_cast<memref::CopyOp>(op);
      auto structured = dyn_cast<linalg::LinalgOp>(op);
      if ((copy && replaceCopy(copy)) ||
          (structured && replaceStructured(structured)))
        replaced(op);
    });
    getOperation().walk([&](CopyOp copy) {
      if (replacePadding(copy))
        ++numPaddings;
    });
  }

private:
  /// Erases an operation that the one before it replaces.
  void replaced(Operation *op) {
    LDBG() << *op->getPrevNode() << " for " << *op;
    ++(isa<CopyOp>(op->getPrevNode()) ? numCopies : numFills);
    op->erase();
  }
};

} // namespace
