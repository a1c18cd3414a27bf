//===- Passes.h - Linalg on tensors to tiles -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_PASSES_H
#define MATRIX_FRONTEND_PASSES_H

#include "mlir/Pass/Pass.h"
#include <string>

namespace mlir {
class DialectRegistry;
class ModuleOp;
class OpPassManager;
namespace func {
class FuncOp;
} // namespace func
} // namespace mlir

namespace matrix {

#define GEN_PASS_DECL
#include "matrix/Frontend/Passes.h.inc"

/// How far the pipeline goes.
enum class Stage {
  Tiles,   // loops, transfers and vectors of tile shape
  Dialect, // tile instructions, scratchpad allocated
  LLVM     // LLVM dialect, ready to translate
};

struct PipelineOptions {
  std::string cpu;   // empty: what the module says, else the default
  int64_t cores = 0; // 0: all of the target
  Stage stopAfter = Stage::LLVM;
  bool explain = false;          // remarks about the choice of instructions
  bool reportScalarCode = false; // remarks about scalar code; all if `explain`
  /// Without, every result gets a buffer of its own: to compare with.
  bool shareBuffers = true;
};

/// From Linalg on tensors, or any later form, to what `stopAfter` says. The
/// module gets its target attribute before anything else.
void buildPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);

/// The passes above and `matrix-pipeline`.
void registerFrontendPasses();

/// Dialects that a module for the pipeline may use, with the interfaces that
/// the pipeline needs.
void registerFrontendDialects(mlir::DialectRegistry &registry);

} // namespace matrix

#endif // MATRIX_FRONTEND_PASSES_H
