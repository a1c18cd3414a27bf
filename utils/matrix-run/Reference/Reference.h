//===- Reference.h - CPU execution of the module ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the module with upstream passes only and executes it on the host.
// The compiler and the simulator of the accelerator are not involved, neither
// in the formats of the module nor in f64.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_REFERENCE_H
#define MATRIX_RUN_REFERENCE_H

#include "Support/Tensors.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace run {

/// Format of floating-point computation: the types of the module, or f64.
enum class Precision { Native, Double };

/// Runs `main` of the MLIR file on `Inputs`; `Outputs` are its results. In f64
/// mode, results of floating-point types are arrays of f64. An error with an
/// empty message has already been printed.
llvm::Expected<std::vector<sim::NpyArray>>
runReference(std::unique_ptr<llvm::MemoryBuffer> Source,
             std::vector<sim::NpyArray> Inputs,
             const std::vector<Tensor> &Outputs, Precision Format);

/// Returns the dialects of modules that can be executed on the host.
mlir::DialectRegistry makeReferenceRegistry();

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_REFERENCE_H
