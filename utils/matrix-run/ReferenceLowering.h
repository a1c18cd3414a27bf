//===- ReferenceLowering.h - Linalg to LLVM by upstream -----------*- C++
//-*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers a module to the LLVM dialect for this machine. It is the oracle that
// the accelerator's compiler is compared with, so it shares no pass and no
// pattern with it: upstream's passes only, without fusion, and without the
// accelerator's decompositions. Formats without a type in LLVM are converted by
// calls to LLVM's APFloat.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_REFERENCELOWERING_H
#define MATRIX_RUN_REFERENCELOWERING_H

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace matrix {
namespace run {

/// Functions have C wrappers afterwards, and their results are arguments. A
/// failure has been printed.
llvm::LogicalResult lowerToLLVM(mlir::ModuleOp Module);

/// Replaces every float type by f64, and removes the conversions between them:
/// the same computation without the rounding of its formats. An operation whose
/// meaning depends on the bits of a float is an error that names it.
llvm::LogicalResult widenFloats(mlir::ModuleOp Module);

/// Composes operations of others that upstream does not lower.
void expandMath(mlir::ModuleOp Module);

/// Replaces conversions of formats below 16 bits by calls.
void callSmallFloatConversions(mlir::ModuleOp Module);
/// What these calls refer to.
void registerSmallFloatConversions(mlir::ExecutionEngine &Engine);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_REFERENCELOWERING_H
