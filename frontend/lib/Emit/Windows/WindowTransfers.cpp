//===- WindowTransfers.cpp - boxes between DRAM and scratchpad ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Transfers move the part of the box that is within the tensor; `skip` counts
// the elements of padding before it, and `valid` ends it. Pieces of a
// block are boxes of fewer elements in one dimension.
//
//===----------------------------------------------------------------------===//

#include "Emit/WindowBlock.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace matrix;

static Value getStart(IndexMath &math, const TensorDim &dim,
                      const BlockStep &step) {
  Value start = math.constant(dim.offset);
  for (auto [factor, loop] : llvm::zip_equal(dim.factors, step.start))
    if (factor)
      start = math.add(start, math.mul(loop, factor));
  return start;
}

/// Returns the tensor in the dimensions of the box.
Value WindowBlock::getTensorView(ImplicitLocOpBuilder &builder, Value memory,
                                 const BlockStep &step) const {
  IndexMath math(builder);
  Value offset = math.constant(0);
  SmallVector<int64_t> spans, strides;
  for (const BoxDim &dim : layout.others)
    offset =
        math.add(offset, math.mul(::getStart(math, dim, step), dim.stride));
  for (const BoxDim &dim : layout.box) {
    spans.push_back(dim.span);
    strides.push_back(dim.stride);
  }
  auto type =
      MemRefType::get(spans, tileType.getElementType(),
                      StridedLayoutAttr::get(builder.getContext(),
                                             ShapedType::kDynamic, strides));
  return memref::ReinterpretCastOp::create(
      builder, type, memory, OpFoldResult(offset),
      getAsIndexOpFoldResult(builder.getContext(), spans),
      getAsIndexOpFoldResult(builder.getContext(), strides));
}

/// Returns the first element of the step's box, which padding precedes.
SmallVector<Value> WindowBlock::getStarts(ImplicitLocOpBuilder &builder,
                                          const BlockStep &step) const {
  IndexMath math(builder);
  SmallVector<Value> starts;
  for (const BoxDim &dim : layout.box)
    starts.push_back(::getStart(math, dim, step));
  return starts;
}

bool WindowBlock::isComplete() const {
  return llvm::all_of(layout.box,
                      [](const BoxDim &dim) { return dim.isComplete; });
}

static Value clamp(ImplicitLocOpBuilder &builder, Value value,
                   int64_t maximum) {
  IndexMath math(builder);
  Value positive =
      builder.createOrFold<arith::MaxSIOp>(value, math.constant(0));
  return builder.createOrFold<arith::MinSIOp>(positive, math.constant(maximum));
}

Value WindowBlock::load(ImplicitLocOpBuilder &builder, Value memory,
                        const BlockStep &step, Value view, Value receivers,
                        Value semaphore) const {
  IndexMath math(builder);
  SmallVector<Value> skip, valid;
  bool isPadded = false;
  for (const BoxDim &dim : layout.box) {
    isPadded |= dim.offset < 0;
    Value start = ::getStart(math, dim, step);
    skip.push_back(
        dim.offset < 0
            ? clamp(builder, math.sub(math.constant(0), start), dim.span)
            : math.constant(0));
    valid.push_back(dim.isComplete
                        ? math.constant(dim.span)
                        : clamp(builder,
                                math.sub(math.constant(dim.size), start),
                                dim.span));
  }
  if (isComplete())
    valid.clear();
  if (!isPadded)
    skip.clear();
  return DmaLoadOp::create(builder, TokenType::get(builder.getContext()),
                           getTensorView(builder, memory, step),
                           getStarts(builder, step), getBox(builder, view),
                           skip, valid, padding, receivers, semaphore)
      .getToken();
}

Value WindowBlock::store(ImplicitLocOpBuilder &builder, Value memory,
                         const BlockStep &step, Value view) const {
  IndexMath math(builder);
  SmallVector<Value> valid;
  if (!isComplete())
    for (const BoxDim &dim : layout.box)
      valid.push_back(dim.isComplete
                          ? math.constant(dim.span)
                          : clamp(builder,
                                  math.sub(math.constant(dim.size),
                                           ::getStart(math, dim, step)),
                                  dim.span));
  return DmaStoreOp::create(builder, TokenType::get(builder.getContext()),
                            getBox(builder, view),
                            getTensorView(builder, memory, step),
                            getStarts(builder, step), valid)
      .getToken();
}

int WindowBlock::findDim(int loop) const {
  int found = -1;
  for (auto [i, dim] : llvm::enumerate(layout.box))
    if (dim.factors[loop]) {
      if (found >= 0)
        return -1;
      found = int(i);
    }
  return found;
}

bool WindowBlock::canStorePieces(int dim, int64_t extent, int64_t count) const {
  int found = findDim(dim);
  return found >= 0 && extent % count == 0 &&
         layout.box[found].span == extent * layout.box[found].factors[dim];
}

Value WindowBlock::store(ImplicitLocOpBuilder &builder, Value memory,
                         const BlockStep &step, Value view, int dim,
                         const BlockPiece &piece) const {
  if (piece.count == 1)
    return store(builder, memory, step, view);
  IndexMath math(builder);
  WindowBlock part = *this;
  BoxDim &own = part.layout.box[findDim(dim)];
  own.span /= piece.count;
  Value first = math.mul(piece.index, own.span);
  BlockStep partStep = step;
  partStep.start[dim] = math.add(
      step.start[dim], math.mul(piece.index, own.span / own.factors[dim]));
  return part.store(
      builder, memory, partStep,
      math.add(view, math.mul(first, own.pitch * elementBytes())));
}
