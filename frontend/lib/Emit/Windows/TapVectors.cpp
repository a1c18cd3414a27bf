//===- TapVectors.cpp - vectors of the taps of a window -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whole tiles are transposed: a tile whose rows are consecutive taps is read by
// a transposing load, and stored to rows of the buffer. A vector of a tap is
// then contiguous, and a load broadcasts it along rows or columns.
//
//===----------------------------------------------------------------------===//

#include "TapVectors.h"
#include "Emit/BlockEmitter.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

TapVectors::TapVectors(const OperandBlock &block, const BlockPlan &plan,
                       const desc::VariantInfo &variant)
    : block(block), tileType(block.getTileType()),
      shape(plan, variant, tileType.getElementTypeBitWidth()) {}

bool TapVectors::areNeeded(const OperandBlock &block) {
  return block.hasTapRows();
}

void TapVectors::allocate(ImplicitLocOpBuilder &builder) {
  auto type =
      MemRefType::get({shape.taps, shape.rows}, tileType.getElementType(),
                      AffineMap(), getScratchpadSpace(builder.getContext()));
  buffer = memref::AllocOp::create(builder, type);
}

void TapVectors::transpose(ImplicitLocOpBuilder &builder, Value view) const {
  IndexMath math(builder);
  for (int64_t tap = 0; tap < shape.taps; tap += tileType.getDimSize(0))
    emitLoop(builder, math.constant(shape.rows), tileType.getDimSize(1),
             [&](ImplicitLocOpBuilder &b, Value row) {
               Value tile = block.readTapRows(b, view, tap, row);
               vector::TransferWriteOp::create(
                   b, tile, buffer, ValueRange{IndexMath(b).constant(tap), row},
                   ArrayRef<bool>{true, true});
             });
}

Value TapVectors::read(ImplicitLocOpBuilder &builder, Value tap, Value row,
                       bool asColumns) const {
  SmallVector<AffineExpr> results = {builder.getAffineDimExpr(1),
                                     builder.getAffineConstantExpr(0)};
  if (asColumns)
    std::swap(results[0], results[1]);
  auto map = AffineMap::get(2, 0, results, builder.getContext());
  Value padding = arith::ConstantOp::create(
      builder, builder.getZeroAttr(tileType.getElementType()));
  return vector::TransferReadOp::create(builder, tileType, buffer,
                                        ValueRange{tap, row}, padding, map,
                                        ArrayRef<bool>{true, true});
}

Value WindowBlock::readTapRows(ImplicitLocOpBuilder &builder, Value view,
                               int64_t tap, Value row) const {
  IndexMath math(builder);
  Value zero = math.constant(0);
  Value first = math.add(view, tap * elementBytes());
  Value matrix = getView(builder, buffers, getStart(builder, first, row, zero),
                         {tileType.getDimSize(1), layout.rows.front().stride},
                         tileType.getElementType());
  Value padding = arith::ConstantOp::create(
      builder, builder.getZeroAttr(tileType.getElementType()));
  return vector::TransferReadOp::create(
      builder, tileType, matrix, ValueRange{zero, zero}, padding,
      AffineMap::getPermutationMap(ArrayRef<unsigned>{1, 0},
                                   builder.getContext()),
      ArrayRef<bool>{true, true});
}
