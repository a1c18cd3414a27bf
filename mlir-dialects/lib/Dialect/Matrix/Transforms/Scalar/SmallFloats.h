//===- SmallFloats.h - arithmetic on the bits of small floats ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Floats of 4 to 8 bits. Their layout is derived from MLIR's float semantics,
// and conversions from and to f32 are integer arithmetic on the bits.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TRANSFORMS_SMALLFLOATS_H
#define MATRIX_TRANSFORMS_SMALLFLOATS_H

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <optional>

namespace matrix {

///   |s|  exponent  |  mantissa  |
struct SmallFloatLayout {
  /// The codes that are not finite numbers.
  enum Special {
    Infinities, // those of IEEE 754
    AllOnes,    // NaN; overflow gives it
    MinusZero,  // NaN; overflow gives it
    None        // overflow gives the largest number
  };
  int exponent, mantissa, bias;
  Special special;

  static std::optional<SmallFloatLayout> of(mlir::Type type);

  int width() const { return 1 + exponent + mantissa; }
  int shift() const { return 23 - mantissa; } // to the f32 mantissa
  int signBit() const { return 1 << (exponent + mantissa); }
  int magnitudeMask() const { return signBit() - 1; }
  int exponentMask() const { return ((1 << exponent) - 1) << mantissa; }
  int nan() const {
    if (special == Infinities)
      return exponentMask() | 1 << (mantissa - 1);
    return special == MinusZero ? signBit() : magnitudeMask();
  }
  /// The first magnitude that is not a finite number.
  int limit() const {
    if (special == Infinities)
      return exponentMask();
    return special == AllOnes ? magnitudeMask() : signBit();
  }
  int overflow() const { return special == None ? magnitudeMask() : limit(); }
};

/// Returns whether the format has neither sign nor mantissa.
bool hasExponentOnly(mlir::Type type);

/// Builds arithmetic on 32-bit words, scalars or vectors.
class SmallFloatWords {
public:
  SmallFloatWords(mlir::ImplicitLocOpBuilder b, mlir::Type like)
      : b(std::move(b)), like(like) {}

  mlir::Value decode(const SmallFloatLayout &f, mlir::Value code);
  mlir::Value encode(const SmallFloatLayout &f, mlir::Value x);
  mlir::Value decodeExponent(mlir::Value code);
  mlir::Value encodeExponent(mlir::Value x);
  /// Decrements the magnitude if it was rounded away from zero, then sets the
  /// last bit if inexact.
  mlir::Value adjust(mlir::Value x, mlir::Value isAway, mlir::Value isInexact);

private:
  mlir::Type of(mlir::Type element) {
    auto shaped = mlir::dyn_cast<mlir::ShapedType>(like);
    return shaped ? mlir::Type(shaped.clone(element)) : element;
  }
  mlir::Type word() { return of(b.getI32Type()); }
  mlir::Value number(uint32_t n) {
    auto attr = b.getI32IntegerAttr(int32_t(n));
    if (auto shaped = mlir::dyn_cast<mlir::ShapedType>(like))
      return mlir::arith::ConstantOp::create(
          b, mlir::DenseElementsAttr::get(mlir::cast<mlir::ShapedType>(word()),
                                          mlir::Attribute(attr)));
    return mlir::arith::ConstantOp::create(b, attr);
  }
  mlir::Value asFloat(mlir::Value bits) {
    return mlir::arith::BitcastOp::create(b, of(b.getF32Type()), bits);
  }
  mlir::Value asWord(mlir::Value x) {
    return mlir::arith::BitcastOp::create(b, word(), x);
  }
  template <typename Op> mlir::Value apply(mlir::Value x, mlir::Value y) {
    return Op::create(b, x, y);
  }
  template <typename Op> mlir::Value apply(mlir::Value x, uint32_t n) {
    return Op::create(b, x, number(n));
  }
  mlir::Value select(mlir::arith::CmpIPredicate p, mlir::Value x, uint32_t n,
                     mlir::Value yes, mlir::Value no) {
    mlir::Value holds = mlir::arith::CmpIOp::create(b, p, x, number(n));
    return mlir::arith::SelectOp::create(b, holds, yes, no);
  }
  mlir::Value roundNormal(const SmallFloatLayout &f, mlir::Value magnitude);
  mlir::Value roundSubnormal(const SmallFloatLayout &f, mlir::Value magnitude);

  mlir::ImplicitLocOpBuilder b;
  mlir::Type like;
};

} // namespace matrix

#endif // MATRIX_TRANSFORMS_SMALLFLOATS_H
