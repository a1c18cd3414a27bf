//===- OperandTiles.cpp - tiles of operands in the scratchpad -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits loads and stores of tiles of blocks as vector transfers. The
// permutation map of a transfer expresses the layout: (d0, d1) as stored, (d1,
// d0) transposed, and a constant 0 for a broadcast along rows or columns.
// Transfers are in bounds, because blocks have whole tiles.
//
//===----------------------------------------------------------------------===//

#include "OperandBlock.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

Value OperandBlock::read(ImplicitLocOpBuilder &builder, Value view, Value row,
                         Value col) const {
  if (window) {
    Value tile = window->read(builder, view, row, col, transposedInRegister);
    return transposedInRegister ? vector::TransposeOp::create(
                                      builder, tile, ArrayRef<int64_t>{1, 0})
                                      .getResult()
                                : tile;
  }
  AffineExpr d0 = builder.getAffineDimExpr(0), d1 = builder.getAffineDimExpr(1);
  AffineExpr zero = builder.getAffineConstantExpr(0);
  auto map = [&](unsigned dims, AffineExpr r, AffineExpr c) {
    return AffineMap::get(dims, 0, {r, c}, builder.getContext());
  };
  SmallVector<Value> indices;
  AffineMap permutation;
  switch (layout) {
  case Layout::Plain:
    indices = {row, col};
    permutation = map(2, d0, d1);
    break;
  case Layout::Replicated:
    indices = {row, IndexMath(builder).constant(0)};
    permutation = map(2, d0, d1);
    break;
  case Layout::Transposed:
    indices = {col, row};
    permutation = transposedInRegister ? map(2, d0, d1) : map(2, d1, d0);
    break;
  case Layout::RowVector:
    indices = {col};
    permutation = map(1, zero, d0);
    break;
  case Layout::ColumnVector:
    indices = {row};
    permutation = map(1, d0, zero);
    break;
  case Layout::Scalar:
    indices = {IndexMath(builder).constant(0)};
    permutation = map(1, zero, d0);
    break;
  }
  Value padding =
      arith::ConstantOp::create(builder, builder.getZeroAttr(getElementType()));
  Value tile =
      vector::TransferReadOp::create(builder, tileType, view, indices, padding,
                                     permutation, ArrayRef<bool>{true, true});
  if (!transposedInRegister)
    return tile;
  return vector::TransposeOp::create(builder, tile, ArrayRef<int64_t>{1, 0});
}

void OperandBlock::write(ImplicitLocOpBuilder &builder, Value view, Value tile,
                         Value row, Value col) const {
  if (window)
    return window->write(builder, view, tile, row, col);
  vector::TransferWriteOp::create(builder, tile, view, ValueRange{row, col},
                                  ArrayRef<bool>{true, true});
}
