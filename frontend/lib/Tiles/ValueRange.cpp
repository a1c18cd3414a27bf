//===- ValueRange.cpp - ranges of the elements of tiles -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds of magnitudes, and intervals of clamps, on demand: each query walks
// along the operands as far as they are clamps, conversions of integers, sums
// and products.
//
//===----------------------------------------------------------------------===//

#include "ValueRange.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

std::optional<double> matrix::constantOf(Value columnBlock) {
  DenseElementsAttr elements;
  if (!matchPattern(columnBlock, m_Constant(&elements)) || !elements.isSplat())
    return std::nullopt;
  if (isa<FloatType>(elements.getElementType()))
    return elements.getSplatValue<APFloat>().convertToDouble();
  return double(elements.getSplatValue<APInt>().getSExtValue());
}

Bounds matrix::boundsOf(Value columnBlock, Value &source) {
  Operation *op = columnBlock.getDefiningOp();
  source = columnBlock;
  bool isMax = isa_and_present<arith::MaximumFOp, arith::MaxSIOp>(op);
  bool isMin = isa_and_present<arith::MinimumFOp, arith::MinSIOp>(op);
  if (!isMax && !isMin)
    return {};
  unsigned position = constantOf(op->getOperand(1)) ? 1 : 0;
  std::optional<double> limit = constantOf(op->getOperand(position));
  if (!limit)
    return {};
  Bounds bounds = boundsOf(op->getOperand(1 - position), source);
  bounds.low =
      isMax ? std::max(bounds.low, *limit) : std::min(bounds.low, *limit);
  bounds.high =
      isMax ? std::max(bounds.high, *limit) : std::min(bounds.high, *limit);
  return bounds;
}

bool matrix::isWithin(Value columnBlock, unsigned bits, bool isSigned) {
  Value source;
  Bounds bounds = boundsOf(columnBlock, source);
  double limit = std::ldexp(1.0, isSigned ? bits - 1 : bits);
  return bounds.low >= (isSigned ? -limit : 0) && bounds.high <= limit - 1;
}

static double largestMagnitude(Value columnBlock, unsigned depth) {
  if (std::optional<double> number = constantOf(columnBlock))
    return std::abs(*number);
  Value source;
  Bounds bounds = boundsOf(columnBlock, source);
  double clamped = std::max(std::abs(bounds.low), std::abs(bounds.high));
  Operation *op = columnBlock.getDefiningOp();
  if (!op || !depth || std::isfinite(clamped))
    return clamped;
  if (isa<arith::SIToFPOp>(op)) {
    Type type = getElementTypeOrSelf(op->getOperand(0).getType());
    return std::ldexp(1.0, type.getIntOrFloatBitWidth() - 1);
  }
  if (!isa<arith::AddFOp, arith::SubFOp, arith::MulFOp>(op))
    return INFINITY;
  double lhs = largestMagnitude(op->getOperand(0), depth - 1),
         rhs = largestMagnitude(op->getOperand(1), depth - 1);
  if (std::isinf(lhs) || std::isinf(rhs))
    return INFINITY;
  return isa<arith::MulFOp>(op) ? lhs * rhs : lhs + rhs;
}

/// The depth limits the time on expressions whose operands are shared.
double matrix::largestMagnitude(Value columnBlock) {
  return ::largestMagnitude(columnBlock, /*depth=*/6);
}
