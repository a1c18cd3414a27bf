//===- TileReduction.cpp - reductions of what is in a tile ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileReduction.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace matrix;

TypedAttr matrix::getNeutral(OpBuilder &builder, vector::CombiningKind kind,
                             Type type) {
  using Kind = vector::CombiningKind;
  auto integer = [&](APInt value) -> TypedAttr {
    return builder.getIntegerAttr(type, value);
  };
  switch (kind) {
  case Kind::ADD:
    return builder.getZeroAttr(type);
  case Kind::MUL:
    return builder.getOneAttr(type);
  case Kind::MAXIMUMF:
  case Kind::MINIMUMF:
    return builder.getFloatAttr(
        type, APFloat::getInf(cast<FloatType>(type).getFloatSemantics(),
                              kind == Kind::MAXIMUMF));
  case Kind::MAXSI:
    return integer(APInt::getSignedMinValue(32));
  case Kind::MINSI:
    return integer(APInt::getSignedMaxValue(32));
  case Kind::MINUI:
    return integer(APInt::getAllOnes(32));
  default:
    return integer(APInt::getZero(32));
  }
}

Value matrix::reduceAlong(OpBuilder &builder, Location loc,
                          vector::CombiningKind kind, Value tile, int64_t dim) {
  auto type = cast<VectorType>(tile.getType());
  Type element = type.getElementType();
  int64_t kept = type.getDimSize(1 - dim), gone = type.getDimSize(dim);
  auto line = VectorType::get({kept}, element);
  Attribute neutral = getNeutral(builder, kind, element);
  Value start = arith::ConstantOp::create(
      builder, loc, DenseElementsAttr::get(line, neutral));
  Value reduced = vector::MultiDimReductionOp::create(
      builder, loc, line, kind, tile, start, ArrayRef<int64_t>{dim});
  Value result = vector::BroadcastOp::create(
      builder, loc, VectorType::get({gone, kept}, element), reduced);
  if (dim == 0)
    return result;
  return vector::TransposeOp::create(builder, loc, result,
                                     ArrayRef<int64_t>{1, 0});
}
