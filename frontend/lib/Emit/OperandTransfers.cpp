//===- OperandTransfers.cpp - DMA transfers of blocks ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the transfers of blocks, and of pieces of them, between tensors and
// buffers. The tensor is seen as a memref with the strides of the block's
// dimensions, at the offset of the step in the other dimensions. Elements
// beyond the edge of the tensor are filled with zeros by the transfer. A
// resident value is not transferred, apart from outputs that are also stored.
//
//===----------------------------------------------------------------------===//

#include "OperandBlock.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

using namespace mlir;
using namespace matrix;

/// Returns the buffer of the tensor, of bytes instead of truth values.
Value OperandBlock::getMemory(ImplicitLocOpBuilder &builder) const {
  auto type = cast<MemRefType>(memory.getType());
  if (type.getElementType() == getElementType())
    return memory;
  MemRefType stored =
      MemRefType::Builder(type).setElementType(getElementType());
  return UnrealizedConversionCastOp::create(builder, stored, memory)
      .getResult(0);
}

/// Returns a view of the tensor in the dimensions of the block, at the step's
/// position in the other dimensions.
Value OperandBlock::getTensorView(ImplicitLocOpBuilder &builder,
                                  const BlockStep &step) const {
  IndexMath math(builder);
  Value offset = math.constant(operand.offset);
  for (int dim = 0, e = operand.strides.size(); dim < e; ++dim)
    if (dim != rowDim && dim != colDim && operand.dependsOn(dim))
      offset =
          math.add(offset, math.mul(step.start[dim], operand.strides[dim]));
  auto layout = StridedLayoutAttr::get(builder.getContext(),
                                       ShapedType::kDynamic, strides);
  auto type = MemRefType::get(extents, getElementType(), layout);
  auto toAttributes = [&](ArrayRef<int64_t> values) {
    return llvm::map_to_vector(values, [&](int64_t v) -> OpFoldResult {
      return builder.getIndexAttr(v);
    });
  };
  return memref::ReinterpretCastOp::create(
      builder, type, getMemory(builder), OpFoldResult(offset),
      toAttributes(extents), toAttributes(strides));
}

SmallVector<Value> OperandBlock::getStart(IndexMath &math,
                                          const BlockStep &step) const {
  SmallVector<Value> start;
  for (int dim : memoryDims())
    start.push_back(operand.dependsOn(dim) ? step.start[dim]
                                           : math.constant(0));
  return start;
}

/// Returns no values if every block is complete.
SmallVector<Value>
OperandBlock::getValidExtents(IndexMath &math, const BlockStep &step,
                              const BlockPiece &piece) const {
  SmallVector<int64_t> sizes(transferred);
  sizes.front() /= piece.count;
  SmallVector<Value> valid;
  bool partial = false;
  for (auto [dim, size] : llvm::zip_equal(memoryDims(), sizes)) {
    bool isPartial = operand.dependsOn(dim) && step.valid[dim];
    partial |= isPartial;
    valid.push_back(isPartial ? step.valid[dim] : math.constant(size));
  }
  return partial ? valid : SmallVector<Value>();
}

int64_t OperandBlock::getDivisibleRows() const {
  bool varies = !window && !resident && operand.dependsOn(memoryDims().front());
  return varies && transferred.size() > 1 ? transferred.front() : 1;
}

/// Returns the part of `step` that a piece of `rows` rows of dimension `dim`
/// has.
static BlockStep getPart(IndexMath &math, const BlockStep &step, int dim,
                         int64_t rows, const BlockPiece &piece) {
  BlockStep part = step;
  if (piece.count == 1)
    return part;
  Value first = math.mul(piece.index, rows);
  part.start[dim] = math.add(step.start[dim], first);
  if (Value valid = step.valid[dim]) {
    Value before = math.select(math.less(valid, first), valid, first);
    part.valid[dim] = math.min(math.sub(valid, before), rows);
  }
  return part;
}

Value OperandBlock::load(ImplicitLocOpBuilder &builder, const BlockStep &whole,
                         Value bufferIndex, const BlockPiece &piece,
                         Value receivers, Value semaphore) const {
  if (window)
    return window->load(builder, getMemory(builder), whole,
                        window->getBufferView(builder, bufferIndex), receivers,
                        semaphore);
  if (resident)
    return DmaDoneOp::create(builder).getToken();
  IndexMath math(builder);
  BlockStep step = getPart(math, whole, memoryDims().front(),
                           transferred.front() / piece.count, piece);
  return DmaLoadOp::create(
             builder, TokenType::get(builder.getContext()),
             getTensorView(builder, step), getStart(math, step),
             getTransferredView(builder, bufferIndex, step, piece),
             /*skip=*/ValueRange(), getValidExtents(math, step, piece),
             /*fill=*/TypedAttr(), receivers, semaphore)
      .getToken();
}

bool OperandBlock::canStorePieces(int64_t rows, int64_t count) const {
  if (window)
    return window->canStorePieces(rowDim, rows, count);
  return getDivisibleRows() == rows && rows % count == 0 &&
         memoryDims().front() == rowDim;
}

Value OperandBlock::store(ImplicitLocOpBuilder &builder, const BlockStep &whole,
                          Value bufferIndex, const BlockPiece &piece) const {
  if (window)
    return window->store(builder, getMemory(builder), whole,
                         window->getBufferView(builder, bufferIndex), rowDim,
                         piece);
  if (resident)
    return storeResident(builder, whole, bufferIndex);
  IndexMath math(builder);
  BlockStep step = getPart(math, whole, memoryDims().front(),
                           transferred.front() / piece.count, piece);
  return emitStore(builder, step, bufferIndex, piece);
}

Value OperandBlock::emitStore(ImplicitLocOpBuilder &builder,
                              const BlockStep &step, Value bufferIndex,
                              const BlockPiece &piece) const {
  IndexMath math(builder);
  return DmaStoreOp::create(
             builder, TokenType::get(builder.getContext()),
             getTransferredView(builder, bufferIndex, step, piece),
             getTensorView(builder, step), getStart(math, step),
             getValidExtents(math, step, piece))
      .getToken();
}
