//===- ReferenceLowering.h - upstream lowering to LLVM ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lowers a module to the LLVM dialect for the host. It is the oracle for the
// accelerator's compiler and therefore shares neither passes nor patterns with
// it: upstream passes only, without fusion, and without the decompositions for
// the accelerator. Results in formats below 32 bits are independent of the
// host's instructions (NarrowFloats.cpp).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_REFERENCELOWERING_H
#define MATRIX_RUN_REFERENCELOWERING_H

#include "mlir/ExecutionEngine/ExecutionEngine.h"
#include "mlir/IR/BuiltinOps.h"
#include "llvm/Support/Error.h"

namespace matrix {
namespace run {

/// Converts operations of other dialects on tensors to Linalg. Failures have
/// been printed.
llvm::LogicalResult lowerToLinalg(mlir::ModuleOp Module);

/// Lowers to the LLVM dialect. Functions have C wrappers, and their results are
/// arguments. Failures have been printed.
llvm::LogicalResult lowerToLLVM(mlir::ModuleOp Module);

/// Rewrites operations that upstream does not lower to loops. A failure has
/// been printed.
llvm::LogicalResult decomposeOperations(mlir::ModuleOp Module);

/// Replaces every float type by f64, and removes conversions between them: the
/// same computation without rounding to the original formats. An operation on
/// the bits of a float is an error that names it.
llvm::LogicalResult widenFloats(mlir::ModuleOp Module);

/// Expands math operations on scalars that upstream does not lower.
void expandMath(mlir::ModuleOp Module);

/// Returns whether the type is a float below 32 bits.
bool isNarrow(mlir::Type Type);
/// Replaces operations on narrow floats that f32 would round twice by calls.
void callNarrowArithmetic(mlir::ModuleOp Module);
/// Replaces conversions that not all hosts have, or that depend on the host, by
/// calls.
void callNarrowConversions(mlir::ModuleOp Module);
/// Registers the functions called by these operations.
void registerNarrowFloats(mlir::ExecutionEngine &Engine);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_REFERENCELOWERING_H
