//===- ScalarCodeKinds.h - how code runs on several cores -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCALARCODEKINDS_H
#define MATRIX_FRONTEND_LIB_SCALARCODEKINDS_H

#include "mlir/IR/Operation.h"

namespace matrix {

/// The cores that execute an operation in code that all cores run.
enum class CodeKind {
  Anywhere,  // all cores; no effects in DRAM
  Reads,     // all cores
  Writes,    // core 0 only
  Together,  // all cores, which divide the work
  Structured // all cores, including its blocks
};

/// `isAlone`: one core runs the code.
CodeKind classify(mlir::Operation *op, bool isAlone);

/// Calls `fn` with each memref in DRAM that the operation itself has the effect
/// on: MemoryEffects::Read or MemoryEffects::Write.
template <typename Effect>
void forEachInDram(mlir::Operation *op,
                   llvm::function_ref<void(mlir::Value)> fn);

/// Returns an identity of the buffer underlying a view; null if it is unknown.
const void *getBase(mlir::Value memref);

/// Whether the test holds for the operation or one inside it.
bool contains(mlir::Operation *op,
              llvm::function_ref<bool(mlir::Operation *)> test);

bool isLaunch(mlir::Operation *op);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCALARCODEKINDS_H
