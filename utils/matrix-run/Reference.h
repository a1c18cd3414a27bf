//===- Reference.h - the same MLIR on this machine --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the module with upstream's passes alone and runs it here. Nothing of
// the accelerator's compiler or simulator is involved, neither in the formats
// of the module nor in f64.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_REFERENCE_H
#define MATRIX_RUN_REFERENCE_H

#include "Tensors.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace run {

/// What floats are computed in: their own formats, or f64 throughout.
enum class Precision { Native, Double };

/// Runs `main` of the MLIR file on `Inputs`; `Outputs` are its results. In f64,
/// the results of float types are arrays of f64. An error with an empty message
/// has been printed already.
llvm::Expected<std::vector<sim::NpyArray>>
runReference(std::unique_ptr<llvm::MemoryBuffer> Source,
             std::vector<sim::NpyArray> Inputs,
             const std::vector<Tensor> &Outputs, Precision Format);

/// What is needed to read modules that may be run here.
mlir::DialectRegistry makeReferenceRegistry();

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_REFERENCE_H
