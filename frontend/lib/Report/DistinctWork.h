//===- DistinctWork.h - copy of a program without redundancy ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy of a program with the work that every program for the same results has
// to perform. Lower bounds of cycles are counted on it, so that work that is
// repeated or has no effect does not count.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_DISTINCTWORK_H
#define MATRIX_FRONTEND_LIB_DISTINCTWORK_H

#include "mlir/IR/BuiltinOps.h"

namespace matrix {

/// Returns a copy in which calls of @main are inlined, constants are folded,
/// and each computation occurs once. Linalg operations become `linalg.generic`.
mlir::OwningOpRef<mlir::ModuleOp> copyDistinctWork(mlir::ModuleOp module);

/// Returns the name that an operation of the copy has in the program.
llvm::StringRef originalNameOf(mlir::Operation *op);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DISTINCTWORK_H
