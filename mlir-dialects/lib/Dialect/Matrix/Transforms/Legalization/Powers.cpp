//===- Powers.cpp - powers with constant exponents ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integral powers are products by repeated squaring, at most 2*log2(n) of them,
// in the order of upstream's expansion, which fixes the rounding; a negative
// exponent inverts the product. Fractions are square roots. A root differs from
// a power at two values, which are treated apart:
//
//   x            sqrt(x)    x^e, 0 < e < 1    x^e, e < 0
//   -infinity    NaN        +infinity         +0
//   -0           -0         +0                +infinity
//
// Upstream's patterns for the same purpose ignore both.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/Transforms/Powers.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;

namespace {

constexpr double kLargestExponent = 16;

struct PowerExpansion {
  ImplicitLocOpBuilder &b;
  Value x;
  arith::FastMathFlags flags;

  Value constant(double value) const {
    Type type = x.getType();
    TypedAttr attr = FloatAttr::get(getElementTypeOrSelf(type), value);
    if (auto shaped = dyn_cast<ShapedType>(type))
      attr = DenseElementsAttr::get(shaped, cast<Attribute>(attr));
    return arith::ConstantOp::create(b, attr);
  }

  Value multiply(Value lhs, Value rhs) const {
    return arith::MulFOp::create(b, lhs, rhs, flags);
  }

  Value product(int64_t exponent) const {
    Value result, square = x;
    for (uint64_t rest = std::abs(exponent); rest; rest /= 2) {
      if (rest & 1)
        result = result ? multiply(result, square) : square;
      if (rest > 1)
        square = multiply(square, square);
    }
    if (!result)
      return constant(1);
    return exponent < 0 ? arith::DivFOp::create(b, constant(1), result, flags)
                        : result;
  }

  /// The root of a value that is not -infinity; that of -0 is +0.
  Value root(double exponent) const {
    Value positive = arith::AddFOp::create(b, x, constant(0));
    if (exponent == -0.5)
      return math::RsqrtOp::create(b, positive, flags);
    Value root = math::SqrtOp::create(b, positive, flags);
    return exponent == 0.75
               ? multiply(root, math::SqrtOp::create(b, root, flags))
               : root;
  }

  Value fraction(double exponent) const {
    Value isInfinite = arith::CmpFOp::create(b, arith::CmpFPredicate::OEQ, x,
                                             constant(-INFINITY));
    return arith::SelectOp::create(
        b, isInfinite, constant(exponent < 0 ? 0 : INFINITY), root(exponent));
  }
};

} // namespace

Value matrix::expandPower(ImplicitLocOpBuilder &builder, Value x,
                          double exponent, arith::FastMathFlags flags) {
  PowerExpansion expansion{builder, x, flags};
  if (std::abs(exponent) <= kLargestExponent &&
      exponent == std::floor(exponent))
    return expansion.product(int64_t(exponent));
  if (exponent == 0.5 || exponent == -0.5 || exponent == 0.75)
    return expansion.fraction(exponent);
  return {};
}
