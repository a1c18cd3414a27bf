//===- WideWindows.h - windows of narrow images in f32 ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pooling and convolutions of single channels in formats of fewer than 32 bits.
// Where windows move in steps over the contiguous dimension, tiles of the image
// are transposed in the scratchpad, which only square tiles permit: those of 32
// bits. Narrow images are widened in DRAM first, which changes no value.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WIDEWINDOWS_H
#define MATRIX_FRONTEND_LIB_WIDEWINDOWS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {

/// Widens the floats of reductions over windows that have no plan with windows
/// otherwise (WindowReduction.h), and have one then.
void widenWindowImages(mlir::func::FuncOp function);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WIDEWINDOWS_H
