//===- Work.h - what an operation has to do at least ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WORK_H
#define MATRIX_FRONTEND_LIB_WORK_H

#include "mlir/IR/Operation.h"
#include "mlir/IR/Types.h"
#include <optional>

namespace matrix {

/// On a module, from matrix-describe-work to matrix-kernel-abi.
inline constexpr llvm::StringLiteral kWorkAttrName = "matrix.work";

struct Work {
  llvm::StringRef kind;
  llvm::SmallVector<int64_t> extents;
  llvm::SmallVector<mlir::Type> types; // of inputs, then results
  int64_t gemm[4] = {1, 1, 1, 1};      // batch, m, n, k
  int64_t macs = 0;
  int64_t read = 0, written = 0;          // bytes, once
  int64_t simple = 0, transcendental = 0; // bytes computed element by element
};

/// An operation on tensors that computes or moves something.
bool hasWork(mlir::Operation *op);
/// Empty if extents are not known.
std::optional<Work> workOf(mlir::Operation *op);

/// Empty if the shape is not known.
std::optional<int64_t> bytesOf(mlir::Value tensor);
/// Whether elements come from memory; one number for all does not.
bool isData(mlir::Value tensor);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WORK_H
