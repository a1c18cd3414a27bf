//===- MinimumWork.h - minimum work of an operation -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The minimum work of an operation on tensors, from which tools derive bounds.
// It is that of the operation by itself, independent of how it is compiled.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_MINIMUMWORK_H
#define MATRIX_FRONTEND_LIB_MINIMUMWORK_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"
#include <optional>

namespace matrix {

/// Attribute of modules, set by matrix-describe-work for matrix-kernel-abi.
inline constexpr llvm::StringLiteral kWorkAttrName = "matrix.work";

/// The loops of one operation, and what it moves and computes.
/// docs/reference/statistics.md defines the kinds.
struct MinimumWork {
  llvm::StringRef kind;
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<mlir::Type> types; // of inputs, then results
  int64_t gemm[4] = {1, 1, 1, 1};      // batch, m, n, k
  int64_t macs = 0;
  int64_t read = 0, written = 0;               // bytes, each counted once
  int64_t elementwise = 0, transcendental = 0; // bytes computed elementwise
};

/// Returns whether the operation computes or moves elements.
bool hasMinimumWork(mlir::Operation *op);
/// Requires hasMinimumWork(op). Returns no value if extents are unknown.
std::optional<MinimumWork> getMinimumWork(mlir::Operation *op);

/// Returns the bytes of all elements, 0 for a scalar. Returns no value if the
/// shape is unknown.
std::optional<int64_t> bytesOf(mlir::Value tensor);
/// Returns whether the elements are in memory; splats are not.
bool isInMemory(mlir::Value tensor);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_MINIMUMWORK_H
