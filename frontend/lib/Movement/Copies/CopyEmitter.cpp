//===- CopyEmitter.cpp - DMA transfers of copies in DRAM ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop over the blocks of a core, with two buffers in the scratchpad if the
// core has several blocks. The number of a block is a mixed-radix number of the
// positions in all dimensions, innermost last. Loads fill padding: `skip` and
// `valid` bound the elements that the source has, clamped to the block. A fill
// writes its buffer once and stores it for each block.
//
//===----------------------------------------------------------------------===//

#include "CopyEmitter.h"
#include "Access/DramTensor.h"
#include "Emit/BlockEmitter.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

/// Returns a view in which the last `count` dimensions are one.
static Value collapseLast(ImplicitLocOpBuilder &b, Value memref,
                          int64_t count) {
  int64_t rank = cast<MemRefType>(memref.getType()).getRank();
  SmallVector<ReassociationIndices> dims(rank - count + 1);
  for (int64_t i = 0; i < rank; ++i)
    dims[std::min(i, rank - count)].push_back(i);
  return memref::CollapseShapeOp::create(b, memref, dims);
}

CopyEmitter::CopyEmitter(ImplicitLocOpBuilder &builder, const CopyPlan &plan,
                         Value source, Value target, TypedAttr fill,
                         int64_t cores)
    : builder(builder), plan(plan), cores(cores),
      elementType(cast<MemRefType>(target.getType()).getElementType()),
      source(source), target(target), fill(fill),
      blocks(builder, plan.pieces(), cores) {}

void CopyEmitter::emitCopy() {
  allocate(plan.pieces() > cores ? 2 : 1);
  blocks.ifAny(builder, [&](ImplicitLocOpBuilder &b) {
    Value zero = IndexMath(b).constant(0);
    SmallVector<Value> last = emitLoop(
        b, zero, blocks.total, 1, {load(b, zero), done(b)},
        [&](ImplicitLocOpBuilder &inner, Value index, ValueRange tokens) {
          return emitStep(inner, index, tokens[0], tokens[1]);
        });
    DmaWaitOp::create(b, last[1]);
  });
}

void CopyEmitter::emitFill() {
  allocate(1);
  blocks.ifAny(builder, [&](ImplicitLocOpBuilder &b) {
    Value zero = IndexMath(b).constant(0);
    SmallVector<Value> none(plan.blockDims().size(), zero);
    SmallVector<Value> start(plan.dims.size(), zero);
    Value filled =
        DmaLoadOp::create(b, target, start, getBlock(b, zero), none, fill)
            .getToken();
    DmaWaitOp::create(b, filled);
    SmallVector<Value> last = emitLoop(
        b, zero, blocks.total, 1, {done(b)},
        [&](ImplicitLocOpBuilder &inner, Value index, ValueRange tokens) {
          Value stored = store(inner, index);
          DmaWaitOp::create(inner, tokens[0]);
          return SmallVector<Value>{stored};
        });
    DmaWaitOp::create(b, last[0]);
  });
}

void CopyEmitter::allocate(int64_t count) {
  numBuffers = count;
  SmallVector<int64_t> shape = {numBuffers};
  shape.append(plan.blockShape());
  shape.back() = plan.pitch();
  buffer = memref::AllocOp::create(
      builder, MemRefType::get(shape, elementType, AffineMap(),
                               getScratchpadSpace(builder.getContext())));
}

SmallVector<Value> CopyEmitter::emitStep(ImplicitLocOpBuilder &b, Value index,
                                         Value loaded, Value before) {
  DmaWaitOp::create(b, loaded);
  Value stored = store(b, index);
  DmaWaitOp::create(b, before);
  if (numBuffers == 1)
    return {done(b), stored};
  SmallVector<Value> tokens = blocks.loadNext(
      b, index, /*number=*/1, [&](ImplicitLocOpBuilder &inside, Value block) {
        return SmallVector<Value>{load(inside, block)};
      });
  tokens.push_back(stored);
  return tokens;
}

Value CopyEmitter::done(ImplicitLocOpBuilder &b) {
  return DmaDoneOp::create(b).getToken();
}

Value CopyEmitter::load(ImplicitLocOpBuilder &b, Value index) {
  if (plan.isPadded())
    return loadPadded(b, index);
  auto [start, valid] = getPosition(b, index);
  return DmaLoadOp::create(b, source, start, getBlock(b, index), valid)
      .getToken();
}

/// The elements of a block in one dimension that the source has.
struct CopyEmitter::Present {
  Value begin, end;
};

CopyEmitter::Present CopyEmitter::getPresent(ImplicitLocOpBuilder &b,
                                             const CopyDim &dim, Value start,
                                             Value extent) {
  IndexMath math(b);
  Value zero = math.constant(0);
  auto clamp = [&](Value value) {
    return b.createOrFold<arith::MinSIOp>(
        b.createOrFold<arith::MaxSIOp>(value, zero), extent);
  };
  Value begin = math.sub(math.constant(dim.low), start);
  return {clamp(begin), clamp(math.add(begin, dim.present))};
}

/// Loads the elements that the source has, and fills the others.
Value CopyEmitter::loadPadded(ImplicitLocOpBuilder &b, Value index) {
  IndexMath math(b);
  auto [start, extents] = getPosition(b, index);
  int64_t numOuter = plan.dims.size() - plan.blockDims().size();
  SmallVector<Value> skip, valid;
  Value isPadding = b.createOrFold<arith::ConstantIntOp>(0, 1);
  for (int64_t i = 0, e = plan.dims.size(); i < e; ++i) {
    const CopyDim &dim = plan.dims[i];
    bool isWhole = i < numOuter || extents.empty();
    auto [begin, end] =
        getPresent(b, dim, start[i],
                   isWhole ? math.constant(dim.block) : extents[i - numOuter]);
    start[i] = math.sub(start[i], math.constant(dim.low));
    if (i < numOuter && dim.isPadded())
      isPadding =
          b.createOrFold<arith::OrIOp>(isPadding, math.equal(begin, end));
    if (i < numOuter)
      continue;
    skip.push_back(begin);
    valid.push_back(end);
  }
  valid.front() = math.select(isPadding, skip.front(), valid.front());
  return DmaLoadOp::create(b, TokenType::get(b.getContext()), source, start,
                           getBlock(b, index), skip, valid, fill,
                           /*receivers=*/Value(), /*semaphore=*/Value())
      .getToken();
}

Value CopyEmitter::store(ImplicitLocOpBuilder &b, Value index) {
  if (plan.numMerged() > 1)
    return storeMerged(b, index);
  auto [start, valid] = getPosition(b, index);
  return DmaStoreOp::create(b, TokenType::get(b.getContext()),
                            getBlock(b, index), target, start, valid)
      .getToken();
}

/// Stores the dimensions that are one row of the target as one.
Value CopyEmitter::storeMerged(ImplicitLocOpBuilder &b, Value index) {
  int64_t count = plan.numMerged(), inner = 1;
  for (const CopyDim &dim : plan.blockDims().take_back(count - 1))
    inner *= dim.extent;
  auto merge = [&](SmallVector<Value> values) {
    values.pop_back_n(count - 1);
    values.back() = IndexMath(b).mul(values.back(), inner);
    return values;
  };
  auto [start, valid] = getPosition(b, index);
  SmallVector<int64_t> extents, strides;
  for (const CopyDim &dim : ArrayRef(plan.dims).drop_back(count - 1)) {
    extents.push_back(dim.extent);
    strides.push_back(dim.target);
  }
  extents.back() *= inner;
  strides.back() = 1;
  return DmaStoreOp::create(b, TokenType::get(b.getContext()),
                            collapseLast(b, getBlock(b, index), count),
                            getStridedView(b, target, extents, strides),
                            merge(start), valid.empty() ? valid : merge(valid))
      .getToken();
}

CopyEmitter::Position CopyEmitter::getPosition(ImplicitLocOpBuilder &b,
                                               Value index) {
  IndexMath math(b);
  Value number = math.add(blocks.core, math.mul(index, cores));
  SmallVector<Value> start(plan.dims.size()), valid;
  bool isPartial = false;
  for (auto [dim, first] : llvm::reverse(llvm::zip_equal(plan.dims, start))) {
    first = math.mul(math.rem(number, dim.count()), dim.block);
    number = math.div(number, dim.count());
  }
  for (auto [dim, first] :
       llvm::zip_equal(plan.blockDims(),
                       ArrayRef(start).take_back(plan.blockDims().size()))) {
    bool isCut = dim.extent % dim.block != 0;
    isPartial |= isCut;
    valid.push_back(
        isCut ? math.min(math.sub(math.constant(dim.extent), first), dim.block)
              : math.constant(dim.block));
  }
  return {start, isPartial ? valid : SmallVector<Value>()};
}

Value CopyEmitter::getBlock(ImplicitLocOpBuilder &b, Value index) {
  SmallVector<int64_t> shape = plan.blockShape();
  unsigned rank = shape.size() + 1;
  SmallVector<OpFoldResult> offsets(rank, b.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, b.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = {b.getIndexAttr(1)};
  llvm::append_range(sizes, getAsIndexOpFoldResult(b.getContext(), shape));
  offsets[0] = getAsOpFoldResult(IndexMath(b).rem(index, numBuffers));
  auto type = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
      shape, cast<MemRefType>(buffer.getType()), offsets, sizes, strides));
  return memref::SubViewOp::create(b, type, buffer, offsets, sizes, strides);
}
