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

#include "Legalization/TileFormulas.h"

using namespace mlir;
using namespace matrix;
using arith::CmpFPredicate;

namespace {

/// log(u) x / (u - 1) for u = 1 + x: the quotient corrects the rounding of u.
Value expandLog1p(Tiles &t, Value x) {
  Value one = t.number(1), u = t.add(x, one);
  Value result = t.mul(t.log(u), t.div(x, t.sub(u, one)));
  result = t.select(CmpFPredicate::OEQ, u, one, x, result);
  return t.select(CmpFPredicate::OEQ, x, HUGE_VAL, x, result);
}

/// (u - 1) x / log(u) for u = exp(x). Without fraction or near -1, u - 1 is
/// the result.
Value expandExpm1(Tiles &t, Value x) {
  Value one = t.number(1), u = t.exp(x), less = t.sub(u, one);
  Value result = t.mul(less, t.div(x, t.log(u)));
  result = t.select(CmpFPredicate::OEQ, less, u, less, result);
  result = t.select(CmpFPredicate::OEQ, less, -1, less, result);
  return t.select(CmpFPredicate::OEQ, u, one, x, result);
}

/// exp(x) / 2 by the square of exp(x / 2), which overflows later.
Value halfExp(Tiles &t, Value x) {
  Value root = t.exp(t.mul(x, 0.5));
  return t.mul(t.mul(root, 0.5), root);
}

/// From here on, one half of the larger exponential is the function.
constexpr double kOneExponential = 16;
/// From here on, squares exceed 1 by more than the precision.
constexpr double kLarge = 1 << 14;

Value expandLog10(Tiles &t, Value x) { return t.mul(t.log(x), M_LOG10E); }

Value expandSinh(Tiles &t, Value x) {
  Value a = t.abs(x), e = expandExpm1(t, a);
  Value small = t.mul(t.add(e, t.div(e, t.add(e, 1))), 0.5);
  Value both =
      t.select(CmpFPredicate::OGT, a, kOneExponential, halfExp(t, a), small);
  return t.withSign(both, x);
}

Value expandCosh(Tiles &t, Value x) {
  Value a = t.abs(x), e = t.exp(a);
  Value small = t.mul(t.add(e, t.div(t.number(1), e)), 0.5);
  return t.select(CmpFPredicate::OGT, a, kOneExponential, halfExp(t, a), small);
}

/// a + a^2 / (1 + sqrt(1 + a^2)) is sqrt(1 + a^2) + a - 1.
Value expandAsinh(Tiles &t, Value x) {
  Value a = t.abs(x), square = t.mul(a, a);
  Value root = t.add(t.sqrt(t.add(square, 1)), 1);
  Value small = expandLog1p(t, t.add(a, t.div(square, root)));
  Value large = t.add(t.log(a), M_LN2);
  return t.withSign(t.select(CmpFPredicate::OGT, a, kLarge, large, small), x);
}

/// Two roots instead of that of (x - 1) (x + 1), for NaN below -1.
Value expandAcosh(Tiles &t, Value x) {
  Value less = t.sub(x, 1);
  Value root = t.mul(t.sqrt(less), t.sqrt(t.add(less, 2)));
  Value large = t.add(t.log(x), M_LN2);
  return t.select(CmpFPredicate::OGT, x, kLarge, large,
                  expandLog1p(t, t.add(less, root)));
}

Value expandAtanh(Tiles &t, Value x) {
  Value a = t.abs(x);
  Value quotient = t.div(t.add(a, a), t.sub(t.number(1), a));
  return t.withSign(t.mul(expandLog1p(t, quotient), 0.5), x);
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

} // namespace

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
