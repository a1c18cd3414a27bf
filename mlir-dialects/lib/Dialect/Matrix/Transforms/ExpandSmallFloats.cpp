//===- ExpandSmallFloats.cpp - 8-bit floats as integers -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expands scalar conversions between 8-bit floats and f32 to integer arithmetic
// on their bits: LLVM has no 8-bit float types, and CPUs do not convert them.
// Other operations on such floats are computed in f32
// (arith-emulate-unsupported-floats).
//
//===----------------------------------------------------------------------===//

#include "PassStatistics.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/ADT/bit.h"
#include <optional>

#define DEBUG_TYPE "matrix-expand-small-floats"

namespace matrix {
#define GEN_PASS_DEF_EXPANDSMALLFLOATS
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h.inc"
} // namespace matrix

using namespace mlir;
using arith::CmpIPredicate;

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

namespace {
///   |s|  exponent  |  mantissa  |      bias 2^(exponent-1) - 1
///
/// finiteOnly: no infinities, NaN is all ones, overflow gives NaN.
struct Layout {
  int exponent, mantissa;
  bool finiteOnly;

  static std::optional<Layout> of(Type type);

  int bias() const { return (1 << (exponent - 1)) - 1; }
  int shift() const { return 23 - mantissa; } // to the f32 mantissa
  int signBit() const { return 1 << (exponent + mantissa); }
  int magnitudeMask() const { return signBit() - 1; }
  int exponentMask() const { return ((1 << exponent) - 1) << mantissa; }
  int nan() const {
    return finiteOnly ? magnitudeMask() : exponentMask() | 1 << (mantissa - 1);
  }
  int overflow() const { return finiteOnly ? nan() : exponentMask(); }
};
} // namespace

std::optional<Layout> Layout::of(Type type) {
  auto floating = dyn_cast<FloatType>(getElementTypeOrSelf(type));
  if (!floating || floating.getWidth() != 8)
    return std::nullopt;
  const llvm::fltSemantics &s = floating.getFloatSemantics();
  int mantissa = int(APFloat::semanticsPrecision(s)) - 1;
  Layout layout{7 - mantissa, mantissa, !APFloat::semanticsHasInf(s)};
  bool usual = mantissa > 0 && APFloat::semanticsHasNaN(s) &&
               APFloat::semanticsMinExponent(s) == 1 - layout.bias();
  return usual ? std::optional(layout) : std::nullopt;
}

//===----------------------------------------------------------------------===//
// Conversions
//===----------------------------------------------------------------------===//

namespace {

/// Builds arithmetic on 32-bit words, scalars or vectors.
class Words {
public:
  Words(ImplicitLocOpBuilder b, Type like) : b(std::move(b)), like(like) {}

  Value decode(const Layout &f, Value code);
  Value encode(const Layout &f, Value x);
  /// Decrements the magnitude if it was rounded away from zero, then sets the
  /// last bit if inexact.
  Value adjust(Value x, Value isAway, Value isInexact);

private:
  Type of(Type element) {
    auto shaped = dyn_cast<ShapedType>(like);
    return shaped ? Type(shaped.clone(element)) : element;
  }
  Type word() { return of(b.getI32Type()); }
  Value number(uint32_t n) {
    auto attr = b.getI32IntegerAttr(int32_t(n));
    if (auto shaped = dyn_cast<ShapedType>(like))
      return arith::ConstantOp::create(
          b, DenseElementsAttr::get(cast<ShapedType>(word()), Attribute(attr)));
    return arith::ConstantOp::create(b, attr);
  }
  Value asFloat(Value bits) {
    return arith::BitcastOp::create(b, of(b.getF32Type()), bits);
  }
  Value asWord(Value x) { return arith::BitcastOp::create(b, word(), x); }
  template <typename Op> Value apply(Value x, Value y) {
    return Op::create(b, x, y);
  }
  template <typename Op> Value apply(Value x, uint32_t n) {
    return Op::create(b, x, number(n));
  }
  Value select(CmpIPredicate p, Value x, uint32_t n, Value yes, Value no) {
    Value holds = arith::CmpIOp::create(b, p, x, number(n));
    return arith::SelectOp::create(b, holds, yes, no);
  }
  Value roundNormal(const Layout &f, Value magnitude);
  Value roundSubnormal(const Layout &f, Value magnitude);

  ImplicitLocOpBuilder b;
  Type like;
};

} // namespace

Value Words::adjust(Value x, Value isAway, Value isInexact) {
  Value bits = asWord(x);
  Value closer = apply<arith::SubIOp>(bits, 1);
  bits = arith::SelectOp::create(b, isAway, closer, bits);
  Value odd = apply<arith::OrIOp>(bits, 1);
  return asFloat(arith::SelectOp::create(b, isInexact, odd, bits));
}

static uint32_t powerOfTwo(int exponent) {
  return uint32_t(127 + exponent) << 23;
}

/// A multiplication by a power of two adjusts the bias and normalizes
/// subnormals.
Value Words::decode(const Layout &f, Value code) {
  Value bits = arith::BitcastOp::create(b, of(b.getI8Type()), code);
  bits = arith::ExtUIOp::create(b, word(), bits);
  Value magnitude = apply<arith::AndIOp>(bits, f.magnitudeMask());
  Value sign = apply<arith::ShLIOp>(apply<arith::AndIOp>(bits, f.signBit()),
                                    31 - f.exponent - f.mantissa);
  Value shifted = asFloat(apply<arith::ShLIOp>(magnitude, f.shift()));
  Value value = asWord(apply<arith::MulFOp>(
      shifted, asFloat(number(powerOfTwo(127 - f.bias())))));
  if (!f.finiteOnly)
    value = select(CmpIPredicate::eq, magnitude, f.exponentMask(),
                   number(0x7f800000), value);
  value = apply<arith::OrIOp>(value, sign);
  uint32_t firstNaN = f.finiteOnly ? f.nan() : f.exponentMask() + 1;
  return asFloat(select(CmpIPredicate::uge, magnitude, firstNaN,
                        number(0x7fc00000), value));
}

/// Rounds to nearest even: adds half a unit in the last place minus one plus
/// the last bit retained, then truncates.
Value Words::roundNormal(const Layout &f, Value magnitude) {
  Value last =
      apply<arith::AndIOp>(apply<arith::ShRUIOp>(magnitude, f.shift()), 1);
  Value half = apply<arith::AddIOp>(magnitude, (1u << (f.shift() - 1)) - 1);
  return apply<arith::ShRUIOp>(apply<arith::AddIOp>(half, last), f.shift());
}

/// Adds a constant whose unit in the last place is that of the subnormal, so
/// that the addition rounds at this bit.
Value Words::roundSubnormal(const Layout &f, Value magnitude) {
  uint32_t magic = powerOfTwo(23 + 1 - f.bias() - f.mantissa);
  Value sum = apply<arith::AddFOp>(asFloat(magnitude), asFloat(number(magic)));
  return apply<arith::SubIOp>(asWord(sum), magic);
}

Value Words::encode(const Layout &f, Value x) {
  Value bits = asWord(x);
  Value sign = apply<arith::ShLIOp>(apply<arith::ShRUIOp>(bits, 31),
                                    f.exponent + f.mantissa);
  Value magnitude = apply<arith::AndIOp>(bits, 0x7fffffff);
  Value rounded = roundNormal(f, magnitude);
  uint32_t rebias = uint32_t(127 - f.bias()) << f.mantissa;
  Value code = apply<arith::SubIOp>(rounded, rebias);
  code = select(CmpIPredicate::ult, magnitude, powerOfTwo(1 - f.bias()),
                roundSubnormal(f, magnitude), code);
  code = select(CmpIPredicate::uge, rounded, rebias + f.overflow(),
                number(f.overflow()), code);
  Value value = apply<arith::OrIOp>(code, sign);
  if (f.finiteOnly) // without the sign
    value = select(CmpIPredicate::uge, code, f.nan(), number(f.nan()), value);
  value =
      select(CmpIPredicate::ugt, magnitude, 0x7f800000, number(f.nan()), value);
  return arith::TruncIOp::create(b, of(b.getI8Type()), value);
}

/// Converts x to f32, rounding toward zero and setting the last bit if inexact
/// (rounding to odd). A second rounding to at most half as many digits then
/// equals a single rounding of x.
static Value roundToOdd(ImplicitLocOpBuilder &b, Value x, Type word) {
  Words words(b, word);
  Value nearest = arith::TruncFOp::create(b, word, x);
  Value back = arith::ExtFOp::create(b, x.getType(), nearest);
  auto holds = [&](arith::CmpFPredicate p, Value lhs, Value rhs) -> Value {
    return arith::CmpFOp::create(b, p, lhs, rhs);
  };
  Value isAway = holds(arith::CmpFPredicate::OGT, math::AbsFOp::create(b, back),
                       math::AbsFOp::create(b, x));
  Value isInexact = holds(arith::CmpFPredicate::UNE, back, x);
  return words.adjust(nearest, isAway, isInexact);
}

//===----------------------------------------------------------------------===//
// Patterns
//===----------------------------------------------------------------------===//

static LogicalResult expandExtF(arith::ExtFOp op, PatternRewriter &b) {
  Value in = op.getIn();
  std::optional<Layout> layout = Layout::of(in.getType());
  if (!layout)
    return b.notifyMatchFailure(op, "not a float of 8 bits");
  ImplicitLocOpBuilder build(op.getLoc(), b);
  Value x = Words(build, in.getType()).decode(*layout, in);
  if (x.getType() == op.getType()) {
    b.replaceOp(op, x);
    return success();
  }
  if (getElementTypeOrSelf(op.getType()).getIntOrFloatBitWidth() > 32)
    b.replaceOpWithNewOp<arith::ExtFOp>(op, op.getType(), x);
  else
    b.replaceOpWithNewOp<arith::TruncFOp>(op, op.getType(), x);
  return success();
}

static LogicalResult expandTruncF(arith::TruncFOp op, PatternRewriter &b) {
  Value in = op.getIn();
  std::optional<Layout> layout = Layout::of(op.getType());
  unsigned bits = getElementTypeOrSelf(in.getType()).getIntOrFloatBitWidth();
  if (!layout)
    return b.notifyMatchFailure(op, "not a float of 8 bits");
  ImplicitLocOpBuilder build(op.getLoc(), b);
  Type word = b.getF32Type();
  if (auto shaped = dyn_cast<ShapedType>(in.getType()))
    word = shaped.clone(word);
  if (bits < 32)
    in = arith::ExtFOp::create(build, word, in);
  if (bits > 32)
    in = roundToOdd(build, in, word);
  Value code = Words(build, in.getType()).encode(*layout, in);
  b.replaceOpWithNewOp<arith::BitcastOp>(op, op.getType(), code);
  return success();
}

/// Upstream's emulation marks its conversions `contract`, which permits folding
/// of pairs; but each operation rounds to its format (docs/contracts.md). The
/// attribute is removed rather than set to `none`, which upstream's vector
/// lowering would preserve.
static void keepRoundings(Operation *scope) {
  scope->walk([](arith::ArithFastMathInterface op) {
    if (isa<arith::ExtFOp, arith::TruncFOp>(op))
      op->removeAttr(op.getFastMathAttrName());
  });
}

namespace {

struct ExpandSmallFloats
    : public matrix::impl::ExpandSmallFloatsBase<ExpandSmallFloats> {
  void runOnOperation() override {
    keepRoundings(getOperation());
    RewritePatternSet patterns(&getContext());
    patterns.add(expandExtF).add(expandTruncF);
    matrix::ReplacementCounter counter(DEBUG_TYPE, numExpanded);
    if (failed(
            applyPatternsGreedily(getOperation(), std::move(patterns),
                                  GreedyRewriteConfig().setListener(&counter))))
      signalPassFailure();
  }
};

} // namespace
