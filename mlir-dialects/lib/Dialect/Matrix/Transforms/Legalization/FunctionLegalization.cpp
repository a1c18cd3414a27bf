//===- FunctionLegalization.cpp - functions of other functions ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rewrites functions for which the target has no instruction by exponentials,
// logarithms, sines and square roots. The formulas keep the relative error of
// f32 at a few units in the last place, also near zeros of the functions, and
// infinities, NaN and the sign of zero as C has them:
//
//   log1p, expm1  Kahan's corrections of 1 + x and exp(x) - 1 for the rounding
//                 of the intermediate result (Goldberg, "What Every Computer
//                 Scientist Should Know About Floating-Point Arithmetic",
//                 theorem 4)
//   sinh, atanh.. odd functions of |x|, by expm1 and log1p
//   exp2, log2    exact for powers of two: the exponent is built or compared
//                 as bits
//
//===----------------------------------------------------------------------===//

#include "Legalization/LegalizationPattern.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include <cmath>

using namespace mlir;
using namespace matrix;
using arith::CmpFPredicate;

namespace {

/// Arithmetic on tiles of f32.
class Tiles {
public:
  Tiles(ImplicitLocOpBuilder &b, VectorType type) : b(b), type(type) {}

  Value number(double value) { return createSplat(b, type, value); }
  Value add(Value x, Value y) { return arith::AddFOp::create(b, x, y); }
  Value sub(Value x, Value y) { return arith::SubFOp::create(b, x, y); }
  Value mul(Value x, Value y) { return arith::MulFOp::create(b, x, y); }
  Value div(Value x, Value y) { return arith::DivFOp::create(b, x, y); }
  Value add(Value x, double y) { return add(x, number(y)); }
  Value sub(Value x, double y) { return sub(x, number(y)); }
  Value mul(Value x, double y) { return mul(x, number(y)); }
  Value abs(Value x) { return math::AbsFOp::create(b, x); }
  Value exp(Value x) { return math::ExpOp::create(b, x); }
  Value log(Value x) { return math::LogOp::create(b, x); }
  Value floor(Value x) { return math::FloorOp::create(b, x); }
  Value sqrt(Value x) { return math::SqrtOp::create(b, x); }
  Value withSign(Value magnitude, Value sign) {
    return math::CopySignOp::create(b, magnitude, sign);
  }

  /// Returns y where the comparison holds, else z.
  Value select(CmpFPredicate predicate, Value x, Value limit, Value y,
               Value z) {
    Value holds = arith::CmpFOp::create(b, predicate, x, limit);
    return arith::SelectOp::create(b, holds, y, z);
  }

  /// log(u) x / (u - 1) for u = 1 + x: the quotient corrects the rounding of u.
  Value log1p(Value x) {
    Value one = number(1), u = add(x, one);
    Value result = mul(log(u), div(x, sub(u, one)));
    result = select(CmpFPredicate::OEQ, u, one, x, result);
    return select(CmpFPredicate::OEQ, x, number(HUGE_VAL), x, result);
  }

  /// (u - 1) x / log(u) for u = exp(x). Without fraction or near -1, u - 1 is
  /// the result.
  Value expm1(Value x) {
    Value one = number(1), u = exp(x), less = sub(u, one);
    Value result = mul(less, div(x, log(u)));
    result = select(CmpFPredicate::OEQ, less, u, less, result);
    result = select(CmpFPredicate::OEQ, less, number(-1), less, result);
    return select(CmpFPredicate::OEQ, u, one, x, result);
  }

  /// exp(x) / 2 by the square of exp(x / 2), which overflows later.
  Value halfExp(Value x) {
    Value root = exp(mul(x, 0.5));
    return mul(mul(root, 0.5), root);
  }

  /// 2^h 2^(n - h) exp(f ln 2) for an integer n, h about n / 2, and the rest f
  /// of the exponent. Two powers reach overflow and subnormal numbers.
  Value exp2(Value n, Value rest) {
    Value half = floor(mul(n, 0.5)), fraction = exp(mul(rest, M_LN2));
    return mul(mul(fraction, power(half)), power(sub(n, half)));
  }

  /// 2 to the power of an integer in the range of normal numbers.
  Value power(Value exponent) {
    VectorType bits = type.clone(b.getI32Type());
    Value whole = arith::FPToSIOp::create(
        b, bits, math::RoundEvenOp::create(b, exponent));
    Value biased = arith::AddIOp::create(b, whole, createSplat(b, bits, 127));
    Value shifted = arith::ShLIOp::create(b, biased, createSplat(b, bits, 23));
    return arith::BitcastOp::create(b, type, shifted);
  }

private:
  ImplicitLocOpBuilder &b;
  VectorType type;
};

/// A function of one tile of f32.
template <typename Op, Value expand(Tiles &, Value)>
struct LegalizeFunction : Legalization<Op> {
  using Legalization<Op>::Legalization;
  Value rewrite(Op op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    if (!type.getElementType().isF32())
      return {};
    Tiles tiles(b, type);
    return expand(tiles, op.getOperand());
  }
};

/// From here on, one half of the larger exponential is the function.
constexpr double kOneExponential = 16;
/// From here on, squares exceed 1 by more than the precision.
constexpr double kLarge = 1 << 14;

Value expandLog1p(Tiles &t, Value x) { return t.log1p(x); }
Value expandLog10(Tiles &t, Value x) { return t.mul(t.log(x), M_LOG10E); }
Value expandExpm1(Tiles &t, Value x) { return t.expm1(x); }

Value expandSinh(Tiles &t, Value x) {
  Value a = t.abs(x), e = t.expm1(a);
  Value small = t.mul(t.add(e, t.div(e, t.add(e, 1))), 0.5);
  Value both = t.select(CmpFPredicate::OGT, a, t.number(kOneExponential),
                        t.halfExp(a), small);
  return t.withSign(both, x);
}

Value expandCosh(Tiles &t, Value x) {
  Value a = t.abs(x), e = t.exp(a);
  Value small = t.mul(t.add(e, t.div(t.number(1), e)), 0.5);
  return t.select(CmpFPredicate::OGT, a, t.number(kOneExponential),
                  t.halfExp(a), small);
}

/// a + a^2 / (1 + sqrt(1 + a^2)) is sqrt(1 + a^2) + a - 1.
Value expandAsinh(Tiles &t, Value x) {
  Value a = t.abs(x), square = t.mul(a, a);
  Value root = t.add(t.sqrt(t.add(square, 1)), 1);
  Value small = t.log1p(t.add(a, t.div(square, root)));
  Value large = t.add(t.log(a), M_LN2);
  return t.withSign(
      t.select(CmpFPredicate::OGT, a, t.number(kLarge), large, small), x);
}

/// Two roots instead of that of (x - 1) (x + 1), for NaN below -1.
Value expandAcosh(Tiles &t, Value x) {
  Value less = t.sub(x, 1);
  Value root = t.mul(t.sqrt(less), t.sqrt(t.add(less, 2)));
  Value large = t.add(t.log(x), M_LN2);
  return t.select(CmpFPredicate::OGT, x, t.number(kLarge), large,
                  t.log1p(t.add(less, root)));
}

Value expandAtanh(Tiles &t, Value x) {
  Value a = t.abs(x);
  Value quotient = t.div(t.add(a, a), t.sub(t.number(1), a));
  return t.withSign(t.mul(t.log1p(quotient), 0.5), x);
}

struct LegalizeTan : Legalization<math::TanOp> {
  using Legalization::Legalization;
  Value rewrite(math::TanOp op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    Value sine = math::SinOp::create(b, op.getOperand());
    return arith::DivFOp::create(b, sine,
                                 math::CosOp::create(b, op.getOperand()));
  }
};

/// 2^x = 2^h 2^(n - h) exp(f ln 2) for the nearest integer n, h about n / 2,
/// and f = x - n, which is exact. Two powers reach overflow and subnormal
/// numbers.
struct LegalizeExp2 : Legalization<math::Exp2Op> {
  using Legalization::Legalization;
  Value rewrite(math::Exp2Op op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    if (!type.getElementType().isF32())
      return {};
    Tiles t(b, type);
    Value limited = arith::MinimumFOp::create(
        b, arith::MaximumFOp::create(b, op.getOperand(), t.number(-252)),
        t.number(252));
    Value n = math::RoundEvenOp::create(b, limited);
    return t.exp2(n, t.sub(limited, n));
  }
};

/// log(x) / ln 2, or the nearest integer if x is that power of two.
struct LegalizeLog2 : Legalization<math::Log2Op> {
  using Legalization::Legalization;
  Value rewrite(math::Log2Op op, VectorType type,
                ImplicitLocOpBuilder &b) const override {
    if (!type.getElementType().isF32())
      return {};
    Tiles t(b, type);
    Value x = op.getOperand(), result = t.mul(t.log(x), M_LOG2E);
    Value limited = arith::MinimumFOp::create(
        b, arith::MaximumFOp::create(b, result, t.number(-126)), t.number(127));
    Value n = math::RoundEvenOp::create(b, limited);
    return t.select(CmpFPredicate::OEQ, x, t.power(n), n, result);
  }
};

/// Halves are rounded away from zero. The fraction is exact.
Value expandRound(Tiles &t, Value x) {
  Value a = t.abs(x);
  Value whole = t.floor(a);
  Value up = t.select(CmpFPredicate::OGE, t.sub(a, whole), t.number(0.5),
                      t.number(1), t.number(0));
  return t.withSign(t.add(whole, up), x);
}

//===----------------------------------------------------------------------===//
// Powers with a constant exponent
//===----------------------------------------------------------------------===//

/// A positive number m 2^n with m from sqrt(1/2) to sqrt(2), also a subnormal
/// one.
struct Scaled {
  Value m, n;

  Scaled(ImplicitLocOpBuilder &b, VectorType type, Value x) {
    Tiles t(b, type);
    VectorType bits = type.clone(b.getI32Type());
    auto number = [&](double value) { return createSplat(b, bits, value); };
    Value smallest = t.number(std::ldexp(1, -126));
    Value normal = t.select(CmpFPredicate::OLT, x, smallest,
                            t.mul(x, std::ldexp(1, 24)), x);
    Value word = arith::BitcastOp::create(b, bits, normal);
    // Carries into the exponent from sqrt(2) on, whose bits are 0x3fb504f3.
    Value carried = arith::AddIOp::create(b, word, number(0x4afb0d));
    Value biased = arith::ShRUIOp::create(b, carried, number(23));
    Value exponent = arith::SubIOp::create(b, biased, number(127));
    Value scale = arith::ShLIOp::create(b, exponent, number(23));
    m = arith::BitcastOp::create(b, type,
                                 arith::SubIOp::create(b, word, scale));
    n = arith::SIToFPOp::create(b, type, exponent);
    n = t.select(CmpFPredicate::OLT, x, smallest, t.sub(n, 24), n);
  }
};

} // namespace

/// x^y = 2^(y n + y log2(m)). The product of n and the upper bits of y is
/// exact.
Value matrix::expandFractionalPower(ImplicitLocOpBuilder &b, VectorType type,
                                    Value x, double y) {
  /// The error is proportional to the exponent.
  constexpr double kMaxExponent = 4;
  if (!type.getElementType().isF32() || std::abs(y) > kMaxExponent || y == 0)
    return {};
  int scale;
  std::frexp(y, &scale);
  double upper = std::ldexp(std::trunc(std::ldexp(y, 12 - scale)), scale - 12);
  Tiles t(b, type);
  Scaled parts(b, type, x);
  Value logarithm = t.mul(t.log(parts.m), M_LOG2E);
  Value exact = t.mul(parts.n, upper);
  Value rest = t.add(t.mul(parts.n, y - upper), t.mul(logarithm, y));
  Value whole = math::RoundEvenOp::create(b, t.add(exact, rest));
  Value n = arith::MinimumFOp::create(
      b, arith::MaximumFOp::create(b, whole, t.number(-252)), t.number(252));
  Value result = t.exp2(n, t.add(t.sub(exact, whole), rest));
  Value zero = t.number(0), infinity = t.number(HUGE_VAL);
  result = t.select(CmpFPredicate::OGE, x, zero, result, t.number(NAN));
  result =
      t.select(CmpFPredicate::OEQ, x, zero, y > 0 ? zero : infinity, result);
  return t.select(CmpFPredicate::OEQ, t.abs(x), infinity,
                  y > 0 ? infinity : zero, result);
}

void matrix::populateFunctionLegalization(RewritePatternSet &patterns,
                                          const InstructionSet &set) {
  patterns.add<LegalizeFunction<math::Log1pOp, expandLog1p>,
               LegalizeFunction<math::ExpM1Op, expandExpm1>,
               LegalizeFunction<math::Log10Op, expandLog10>,
               LegalizeFunction<math::SinhOp, expandSinh>,
               LegalizeFunction<math::CoshOp, expandCosh>,
               LegalizeFunction<math::AsinhOp, expandAsinh>,
               LegalizeFunction<math::AcoshOp, expandAcosh>,
               LegalizeFunction<math::AtanhOp, expandAtanh>,
               LegalizeFunction<math::RoundOp, expandRound>, LegalizeTan,
               LegalizeExp2, LegalizeLog2>(patterns.getContext(), set);
}
