//===- Masks.h - truth values as 32-bit tiles -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Masks represent truth values in tile registers: i32 tiles whose elements are
// all ones (true) or zero (false). `and`, `or` and `xor` of masks are the
// logical operations, so that truth values need no instructions of their own.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_MASKS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_MASKS_H

#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// Builds masks: i32 tiles of all ones or zeros.
class Masks {
public:
  Masks(mlir::ImplicitLocOpBuilder builder, llvm::ArrayRef<int64_t> shape)
      : b(std::move(builder)),
        type(mlir::VectorType::get(shape, b.getI32Type())) {}

  mlir::Value mask(mlir::Value truth) {
    return mlir::arith::ExtSIOp::create(b, type, truth);
  }
  mlir::Value truth(mlir::Value mask) {
    return compare(mlir::arith::CmpIPredicate::ne, mask, number(0));
  }
  mlir::Value number(double n) { return createSplat(b, type, n); }
  mlir::Value compare(mlir::arith::CmpIPredicate p, mlir::Value x,
                      mlir::Value y) {
    return mlir::arith::CmpIOp::create(b, p, x, y);
  }
  mlir::Value compare(mlir::arith::CmpFPredicate p, mlir::Value x,
                      mlir::Value y) {
    return mlir::arith::CmpFOp::create(b, p, x, y);
  }
  mlir::Value invert(mlir::Value mask) {
    return mlir::arith::XOrIOp::create(b, mask, number(-1));
  }
  mlir::Value both(mlir::Value x, mlir::Value y) {
    return mlir::arith::AndIOp::create(b, x, y);
  }
  mlir::Value either(mlir::Value x, mlir::Value y) {
    return mlir::arith::OrIOp::create(b, x, y);
  }
  mlir::Value less(mlir::Value x, mlir::Value y) {
    return mask(compare(mlir::arith::CmpFPredicate::OLT, x, y));
  }
  mlir::Value lessOrEqual(mlir::Value x, mlir::Value y) {
    return mask(compare(mlir::arith::CmpFPredicate::OLE, x, y));
  }
  mlir::Value equal(mlir::Value x, mlir::Value y) {
    return mask(compare(mlir::arith::CmpFPredicate::OEQ, x, y));
  }

  mlir::Value of(mlir::arith::CmpFOp op);
  mlir::Value of(mlir::arith::CmpIOp op);

private:
  mlir::ImplicitLocOpBuilder b;
  mlir::VectorType type;
};

/// Returns whether Masks::of uses the comparison as an elementary one.
bool isElementary(mlir::Operation *comparison);

/// Returns whether every element is known to be all ones or zero.
bool isMask(mlir::Value value);
/// Returns x of `cmpi ne x, 0`, or null.
mlir::Value comparedWithZero(mlir::Value truth);
/// Returns the mask that `xori mask, -1` inverts, or null.
mlir::Value invertedMask(mlir::Value value);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_MASKS_H
