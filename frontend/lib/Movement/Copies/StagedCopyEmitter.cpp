//===- StagedCopyEmitter.cpp - transfers of staged copies -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop over the blocks of a core, which are distributed cyclically. Each
// buffer exists twice if the core has several blocks:
//
//   wait for the load of block i; start that of i + 1
//   rearrange block i and wait
//   start the store of block i; wait for that of i - 1
//
//===----------------------------------------------------------------------===//

#include "CoreBlocks.h"
#include "Emit/BlockEmitter.h"
#include "StagedCopy.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace matrix;

namespace {

class StagedCopyEmitter {
public:
  StagedCopyEmitter(ImplicitLocOpBuilder &builder, const StagedCopy &plan,
                    Value source, Value target, int64_t cores)
      : builder(builder), plan(plan), source(source), target(target),
        cores(cores), numBuffers(plan.pieces() > cores ? 2 : 1),
        loaded(allocate(plan.source)), arranged(allocate(plan.target)),
        blocks(builder, plan.pieces(), cores) {}

  void emit() {
    blocks.ifAny(builder, [&](ImplicitLocOpBuilder &b) { emitBlocks(b); });
  }

private:
  Value allocate(const StagedCopy::Side &side) {
    return memref::AllocOp::create(
        builder,
        MemRefType::get(numBuffers * side.size, elementType(), AffineMap(),
                        getScratchpadSpace(builder.getContext())));
  }

  Type elementType() const {
    return cast<MemRefType>(target.getType()).getElementType();
  }

  void emitBlocks(ImplicitLocOpBuilder &b) {
    Value zero = IndexMath(b).constant(0);
    if (numBuffers > 1)
      emitDelay(b);
    Value none = DmaDoneOp::create(b).getToken();
    SmallVector<Value> last =
        emitLoop(b, zero, blocks.total, 1, {load(b, zero), none},
                 [&](ImplicitLocOpBuilder &inner, Value index, ValueRange t) {
                   return emitStep(inner, index, t[0], t[1]);
                 });
    DmaWaitOp::create(b, last[1]);
  }

  /// Cores that rearrange their blocks at the same time also store them at the
  /// same time. Core k of n starts k / n of the rearrangement later: it moves
  /// as many elements within its buffer, which are overwritten.
  void emitDelay(ImplicitLocOpBuilder &b) {
    int64_t elements = plan.delay(cores);
    if (cores == 1 || elements == 0)
      return;
    StagedCopy::Level level{elements, 0, 0};
    emitLoop(b, blocks.core, 1, [&](ImplicitLocOpBuilder &inner, Value) {
      Value view = getView(inner, arranged, IndexMath(inner).constant(0), 1,
                           level, &StagedCopy::Level::to);
      DmaWaitOp::create(
          inner, DmaCopyOp::create(inner, TokenType::get(inner.getContext()),
                                   view, view)
                     .getToken());
    });
  }

  SmallVector<Value> emitStep(ImplicitLocOpBuilder &b, Value index,
                              Value loading, Value storing) {
    DmaWaitOp::create(b, loading);
    SmallVector<Value> tokens = {loading};
    if (numBuffers > 1)
      tokens = blocks.loadNext(b, index, /*number=*/1,
                               [&](ImplicitLocOpBuilder &inside, Value block) {
                                 return SmallVector<Value>{load(inside, block)};
                               });
    DmaWaitOp::create(b, rearrange(b, index));
    tokens.push_back(store(b, index));
    DmaWaitOp::create(b, storing);
    return tokens;
  }

  Value load(ImplicitLocOpBuilder &b, Value index) {
    const StagedCopy::Side &side = plan.source;
    return DmaLoadOp::create(b,
                             getRows(b, source,
                                     getStart(b, index, &CopyDim::source), side,
                                     &StagedCopy::Level::from),
                             ValueRange(),
                             getRows(b, loaded, getBuffer(b, index, side), side,
                                     &StagedCopy::Level::to),
                             ValueRange())
        .getToken();
  }

  Value store(ImplicitLocOpBuilder &b, Value index) {
    const StagedCopy::Side &side = plan.target;
    return DmaStoreOp::create(b, TokenType::get(b.getContext()),
                              getRows(b, arranged, getBuffer(b, index, side),
                                      side, &StagedCopy::Level::to),
                              getRows(b, target,
                                      getStart(b, index, &CopyDim::target),
                                      side, &StagedCopy::Level::from),
                              ValueRange(), ValueRange())
        .getToken();
  }

  /// Returns the token of the last transfer; those before are complete then.
  Value rearrange(ImplicitLocOpBuilder &b, Value index) {
    IndexMath math(b);
    Value from = getBuffer(b, index, plan.source),
          to = getBuffer(b, index, plan.target), token;
    for (int64_t i = 0, e = plan.transfers(); i < e; ++i) {
      int64_t rest = i, fromOffset = plan.firstElement, toOffset = 0;
      for (const StagedCopy::Level &level : plan.outer) {
        fromOffset += rest % level.count * level.from;
        toOffset += rest % level.count * level.to;
        rest /= level.count;
      }
      token = DmaCopyOp::create(
                  b, TokenType::get(b.getContext()),
                  getView(b, loaded, math.add(from, fromOffset), plan.run,
                          plan.inner, &StagedCopy::Level::from),
                  getView(b, arranged, math.add(to, toOffset), plan.run,
                          plan.inner, &StagedCopy::Level::to))
                  .getToken();
    }
    return token;
  }

  /// Returns the number of the block's first element in memory.
  Value getStart(ImplicitLocOpBuilder &b, Value index,
                 int64_t CopyDim::*stride) {
    IndexMath math(b);
    Value number = math.add(blocks.core, math.mul(index, cores));
    Value start = math.constant(0);
    for (const CopyDim &dim : llvm::reverse(plan.dims)) {
      if (dim.*stride < 0)
        start = math.add(start, (dim.block - 1) * dim.*stride);
      if (dim.count() == 1)
        continue;
      start = math.add(start, math.mul(math.rem(number, dim.count()),
                                       dim.block * dim.*stride));
      number = math.div(number, dim.count());
    }
    return start;
  }

  Value getBuffer(ImplicitLocOpBuilder &b, Value index,
                  const StagedCopy::Side &side) {
    IndexMath math(b);
    return math.mul(math.rem(index, numBuffers), side.size);
  }

  Value getRows(ImplicitLocOpBuilder &b, Value memref, Value start,
                const StagedCopy::Side &side,
                int64_t StagedCopy::Level::*stride) {
    return getView(b, memref, start, side.row, side.rows, stride);
  }

  /// Returns rows of `memref` from element `start` on, the last level
  /// outermost.
  Value getView(ImplicitLocOpBuilder &b, Value memref, Value start, int64_t row,
                ArrayRef<StagedCopy::Level> levels,
                int64_t StagedCopy::Level::*stride) {
    SmallVector<int64_t> extents, strides;
    for (const StagedCopy::Level &level : llvm::reverse(levels)) {
      extents.push_back(level.count);
      strides.push_back(level.*stride);
    }
    extents.push_back(row);
    strides.push_back(1);
    auto metadata = memref::ExtractStridedMetadataOp::create(b, memref);
    auto old = cast<MemRefType>(memref.getType());
    auto layout =
        StridedLayoutAttr::get(b.getContext(), ShapedType::kDynamic, strides);
    auto type =
        MemRefType::get(extents, elementType(), layout, old.getMemorySpace());
    Value offset = IndexMath(b).add(metadata.getOffset(), start);
    return memref::ReinterpretCastOp::create(
        b, type, metadata.getBaseBuffer(), OpFoldResult(offset),
        getAsIndexOpFoldResult(b.getContext(), extents),
        getAsIndexOpFoldResult(b.getContext(), strides));
  }

  ImplicitLocOpBuilder &builder;
  const StagedCopy &plan;
  Value source, target;
  int64_t cores, numBuffers;
  Value loaded, arranged; // buffers of the two sides
  CoreBlocks blocks;
};

} // namespace

void matrix::emitStagedCopy(ImplicitLocOpBuilder &builder,
                            const StagedCopy &plan, Value source, Value target,
                            int64_t cores) {
  StagedCopyEmitter(builder, plan, source, target, cores).emit();
}
