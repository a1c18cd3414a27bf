//===- MatrixBFloatFusion.h - fused products of bfloat ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// a * b + c of bfloat, rounded once. Common code computes it with f32, whose
// result may be in the middle of two numbers of bfloat although the exact one
// is not: 1.5 * 1.0078125 - 2^-40. A product is exact in f64. The sum is
// rounded to odd: inexact results have the last digit 1, so that rounding them
// to bfloat equals rounding the exact sum.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_IRPASSES_MATRIXBFLOATFUSION_H
#define MATRIX_IRPASSES_MATRIXBFLOATFUSION_H

#include "llvm/IR/IRBuilder.h"

namespace llvm {
class IntrinsicInst;

namespace Matrix {

/// Returns the value of a call of llvm.fma; null for other types.
Value *fuseBFloat(IRBuilder<> &Builder, const IntrinsicInst &Call);

} // namespace Matrix
} // namespace llvm

#endif // MATRIX_IRPASSES_MATRIXBFLOATFUSION_H
