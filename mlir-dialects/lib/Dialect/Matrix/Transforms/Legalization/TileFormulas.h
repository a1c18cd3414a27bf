//===- TileFormulas.h - formulas on tiles of f32 ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A builder in which the formulas of functions are written like arithmetic on
// numbers, and the pattern of functions of one tile. A number operand is a
// constant tile, rounded to f32. Every operation rounds once, so that fma(x, y,
// -x * y) is the rounding error of the product.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_TILEFORMULAS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_TILEFORMULAS_H

#include "Legalization/LegalizationPattern.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

namespace matrix {

/// Arithmetic on tiles of f32.
class Tiles {
  using Value = mlir::Value;
  using Predicate = mlir::arith::CmpFPredicate;

public:
  Tiles(mlir::ImplicitLocOpBuilder &b, mlir::VectorType type)
      : b(b), type(type) {}

  Value number(double value) { return createSplat(b, type, value); }
  Value add(Value x, Value y) { return mlir::arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return mlir::arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return mlir::arith::MulFOp::create(b, x, y); }
  Value div(Value x, Value y) { return mlir::arith::DivFOp::create(b, x, y); }
  Value add(Value x, double y) { return add(x, number(y)); }
  Value sub(Value x, double y) { return sub(x, number(y)); }
  Value mul(Value x, double y) { return mul(x, number(y)); }
  Value neg(Value x) { return sub(number(-0.0), x); }
  Value abs(Value x) { return mlir::math::AbsFOp::create(b, x); }
  Value exp(Value x) { return mlir::math::ExpOp::create(b, x); }
  Value log(Value x) { return mlir::math::LogOp::create(b, x); }
  Value erf(Value x) { return mlir::math::ErfOp::create(b, x); }
  Value floor(Value x) { return mlir::math::FloorOp::create(b, x); }
  Value round(Value x) { return mlir::math::RoundEvenOp::create(b, x); }
  Value sqrt(Value x) { return mlir::math::SqrtOp::create(b, x); }
  Value fma(Value x, Value y, Value z) {
    return mlir::math::FmaOp::create(b, x, y, z);
  }
  Value fma(Value x, double y, Value z) { return fma(x, number(y), z); }
  /// Both propagate NaN.
  Value min(Value x, Value y) {
    return mlir::arith::MinimumFOp::create(b, x, y);
  }
  Value max(Value x, Value y) {
    return mlir::arith::MaximumFOp::create(b, x, y);
  }
  Value clamp(Value x, double limit) {
    return min(max(x, number(-limit)), number(limit));
  }
  Value withSign(Value magnitude, Value sign) {
    return mlir::math::CopySignOp::create(b, magnitude, sign);
  }

  /// c[0] + c[1] x + c[2] x^2 + ..
  Value polynomial(Value x, llvm::ArrayRef<double> c) {
    Value sum = number(c.back());
    for (double coefficient : llvm::reverse(c.drop_back()))
      sum = fma(sum, x, number(coefficient));
    return sum;
  }

  /// Returns y where the comparison holds, else z.
  Value select(Predicate predicate, Value x, Value limit, Value y, Value z) {
    Value holds = mlir::arith::CmpFOp::create(b, predicate, x, limit);
    return mlir::arith::SelectOp::create(b, holds, y, z);
  }
  Value select(Predicate predicate, Value x, double limit, Value y, Value z) {
    return select(predicate, x, number(limit), y, z);
  }

  /// 2^h 2^(n - h) exp(f ln 2) for an integer n, h about n / 2, and the rest f
  /// of the exponent. Two powers reach overflow and subnormal numbers.
  Value exp2(Value n, Value rest) {
    Value half = floor(mul(n, 0.5)), fraction = exp(mul(rest, M_LN2));
    return mul(mul(fraction, power(half)), power(sub(n, half)));
  }

  /// 2 to the power of an integer in the range of normal numbers.
  Value power(Value exponent) {
    mlir::VectorType bits = type.clone(b.getI32Type());
    Value whole = mlir::arith::FPToSIOp::create(b, bits, round(exponent));
    Value biased =
        mlir::arith::AddIOp::create(b, whole, createSplat(b, bits, 127));
    Value shifted =
        mlir::arith::ShLIOp::create(b, biased, createSplat(b, bits, 23));
    return mlir::arith::BitcastOp::create(b, type, shifted);
  }

private:
  mlir::ImplicitLocOpBuilder &b;
  mlir::VectorType type;
};

/// A function of one tile of f32.
template <typename Op, mlir::Value expand(Tiles &, mlir::Value)>
struct LegalizeFunction : Legalization<Op> {
  using Legalization<Op>::Legalization;
  mlir::Value rewrite(Op op, mlir::VectorType type,
                      mlir::ImplicitLocOpBuilder &b) const override {
    if (!type.getElementType().isF32())
      return {};
    Tiles tiles(b, type);
    return expand(tiles, op.getOperand());
  }
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_TILEFORMULAS_H
