//===- Reference.h - the same MLIR on this machine --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles the module with upstream's passes alone and runs it here. Nothing of
// the accelerator's compiler or simulator is involved.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_REFERENCE_H
#define MATRIX_RUN_REFERENCE_H

#include "Tensors.h"
#include "mlir/IR/DialectRegistry.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace run {

/// Runs `main` of the MLIR file on `Inputs`; `Results` have their types and
/// shapes and receive the numbers. An error with an empty message has been
/// printed already.
llvm::Error runReference(const std::string &Path,
                         std::vector<sim::NpyArray> &Inputs,
                         std::vector<sim::NpyArray> &Results);
llvm::Error runReference(std::unique_ptr<llvm::MemoryBuffer> Source,
                         std::vector<sim::NpyArray> &Inputs,
                         std::vector<sim::NpyArray> &Results);

/// What is needed to read modules that may be run here.
mlir::DialectRegistry makeReferenceRegistry();

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_REFERENCE_H
