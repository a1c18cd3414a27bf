//===- MovedElements.h - elements before movements --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of a tensor that operations only move, such as a transposed and
// reshaped one, are elements of the tensor that these operations read. A gather
// from it replaces the movements, too.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_MOVEDELEMENTS_H
#define MATRIX_FRONTEND_LIB_MOVEDELEMENTS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/ArrayRef.h"

namespace matrix {

/// Returns the tensor from which movements without other users than `user` take
/// the elements of `tensor`, and replaces element numbers, which count in the
/// order of memory, by numbers in that tensor.
mlir::Value traceMovements(mlir::Value tensor, mlir::Operation *user,
                           llvm::MutableArrayRef<int64_t> numbers);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_MOVEDELEMENTS_H
