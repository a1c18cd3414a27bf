//===- ConcatenatedSlices.h - slices joined by operations -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reading of concatenated slices in their source, so that neither the slices
// nor the concatenation are copied. Rotary embeddings are such operations.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CONCATENATEDSLICES_H
#define MATRIX_FRONTEND_LIB_CONCATENATEDSLICES_H

#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {

/// Lets elementwise operations read a concatenation of evenly spaced slices of
/// a tensor, some of them negated, from that tensor:
///
///   generic(concat dim(0) (negate(x[16:32]), x[0:16]))
///
/// reads x[16 - 16 * i + j], times -1 for i = 0, in loops i over the slices and
/// j over their elements in place of the loop over both. Returns the number of
/// concatenations.
unsigned readConcatenatedSlices(mlir::func::FuncOp function);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CONCATENATEDSLICES_H
