//===- Techniques.h - techniques that can be disabled --------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Techniques of the compiler that `--disable` leaves out, to measure what each
// contributes or to find the one that causes a defect. Results are correct
// without any of them. `matrix-set-target` records them in the module, as
// `matrix.disabled = ["overlap", "fusion"]`.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_TECHNIQUES_H
#define MATRIX_FRONTEND_TECHNIQUES_H

#include "llvm/ADT/ArrayRef.h"
#include <optional>
#include <string>

namespace mlir {
class ModuleOp;
class Operation;
} // namespace mlir

namespace matrix {

enum class Technique {
  Tiles,          // tile and row instructions; without: scalar code
  Fusion,         // epilogues, fused elementwise operations, chains of groups
  RegisterBlocks, // several rows of accumulators in registers
  Pipelining,     // epilogues that overlap the products of the next block
  Overlap,        // DMA transfers during the computation (double buffering)
  Multicast,      // loads of one core for several
  KeptTensors,    // tensors in scratchpads between launches
  StagedCopies,   // elements that are rearranged in scratchpads
  StagedScalars,  // scalar operations that access scratchpads
  Reassociation   // vectors combined before elements are
};

/// Returns the names of all techniques: "tiles, fusion, ...".
std::string listTechniques();

/// Records that passes on the module do not use the techniques of these names.
/// Returns a name that is unknown, if there is one.
std::optional<std::string> disableTechniques(mlir::ModuleOp module,
                                             llvm::ArrayRef<std::string> names);

/// Returns a name that is unknown, if there is one.
std::optional<std::string>
findUnknownTechnique(llvm::ArrayRef<std::string> names);

/// Returns whether the module of an operation excludes the technique.
bool isDisabled(mlir::Operation *op, Technique technique);

} // namespace matrix

#endif // MATRIX_FRONTEND_TECHNIQUES_H
