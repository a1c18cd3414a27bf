//===- ComplementaryError.cpp - the function erfc -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// erfc(x) is 1 - erf(x) up to kNear, beyond which the subtraction would lose
// digits. There it is a product, in which small values keep their relative
// precision:
//
//   erfc(x) = exp(-x^2) u p(t),  u = 1 / (x + c),  t = 1 - 2 c u
//
// The rounding errors of x^2, u and p(t), of which the first one is large, are
// known to the next digits, and corrected in one of the factors.
//
//===----------------------------------------------------------------------===//

#include "Legalization/TileFormulas.h"

using namespace mlir;
using namespace matrix;
using arith::CmpFPredicate;

namespace {

constexpr double kNear = 0.47, kOffset = 1.5;
/// A Chebyshev fit of p for x from kNear to 10.1, with an error of 6e-9.
constexpr double kFirst = 0.9647562499490956;
constexpr double kOthers[] = {
    -0.5078501094333313,   0.07562173400707561,   0.04777256692089084,
    -0.008119459892405466, -0.009510680842246369, -0.000795856947156647,
    0.0019962795274782877, 0.0007601824427777817, -0.0004273324003094722};
/// exp(-x^2) is 0 from this square on, also times the other factor.
constexpr double kLargestSquare = 200;

Value expandErfc(Tiles &t, Value x) {
  Value sum = t.add(x, kOffset), u = t.div(t.number(1), sum);
  // 1 - u (x + c), with the rounding error of the sum.
  Value error = t.fma(t.neg(u), sum, t.number(1));
  error = t.fma(t.sub(t.sub(sum, kOffset), x), u, error);
  Value ratio = t.fma(u, -2 * kOffset, t.number(1));
  ratio = t.fma(t.mul(u, error), -2 * kOffset, ratio);

  Value others = t.polynomial(ratio, kOthers), first = t.number(kFirst);
  Value value = t.fma(others, ratio, first);
  Value valueError = t.fma(others, ratio, t.sub(first, value));
  Value square = t.mul(x, x), negative = t.neg(square);
  Value squareError = t.fma(x, x, negative);

  Value factor = t.mul(value, u);
  factor = t.add(
      factor, t.fma(factor, t.sub(error, squareError), t.mul(valueError, u)));
  // Infinities have no errors.
  factor =
      t.select(CmpFPredicate::OLT, square, kLargestSquare, factor, t.number(0));
  return t.select(CmpFPredicate::OLT, x, kNear, t.sub(t.number(1), t.erf(x)),
                  t.mul(factor, t.exp(negative)));
}

} // namespace

void matrix::populateComplementaryError(RewritePatternSet &patterns,
                                        const InstructionSet &set) {
  patterns.add<LegalizeFunction<math::ErfcOp, expandErfc>>(
      patterns.getContext(), set);
}
