//===- TileReduction.cpp - reductions within a tile -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A multi-dimensional reduction of the vector dialect with the neutral element
// as its start, and a broadcast. The broadcast adds the leading dimension, so
// that a reduction along columns is transposed.
//
//===----------------------------------------------------------------------===//

#include "TileReduction.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace matrix;

Value matrix::reduceAlong(ImplicitLocOpBuilder &builder,
                          vector::CombiningKind kind, Value tile, int64_t dim) {
  auto type = cast<VectorType>(tile.getType());
  Type element = type.getElementType();
  int64_t kept = type.getDimSize(1 - dim), gone = type.getDimSize(dim);
  auto line = VectorType::get({kept}, element);
  Attribute neutral = getNeutral(kind, element);
  Value start =
      arith::ConstantOp::create(builder, DenseElementsAttr::get(line, neutral));
  Value reduced = vector::MultiDimReductionOp::create(
      builder, line, kind, tile, start, ArrayRef<int64_t>{dim});
  Value result = vector::BroadcastOp::create(
      builder, VectorType::get({gone, kept}, element), reduced);
  if (dim == 0)
    return result;
  return vector::TransposeOp::create(builder, result, ArrayRef<int64_t>{1, 0});
}
