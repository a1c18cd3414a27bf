//===- Passes.h - passes and pipeline of the frontend -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the passes of Passes.td and the pipeline that compiles Linalg on
// tensors to the LLVM dialect. matrix-opt, matrix-compile and the plugin share
// this interface. Passes read the target and the disabled techniques from
// attributes of the module, which the first pass sets.
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

/// The last step of the pipeline.
enum class Stage {
  Plan,    // Linalg with plans of fusion groups
  Tiles,   // loops, DMA transfers and vectors of tile shape
  Dialect, // tile instructions, scratchpad allocated
  LLVM     // LLVM dialect, ready for translation
};

struct PipelineOptions {
  std::string cpu;   // empty: that of the module, else the default
  int64_t cores = 0; // 0: all cores of the target
  /// Bytes of each core's stack; 0: that of the module, else of the variant.
  uint64_t stack = 0;
  Stage stopAfter = Stage::LLVM;
  std::string plans;             // a file that prescribes plans; empty: none
  std::string tuned;             // a database of plans; empty: none
  int64_t candidates = 0;        // plans of each group to record
  bool explain = false;          // remarks on plans and instruction selection
  bool reportScalarCode = false; // remarks on scalar code; all if `explain`
  /// If false, every result gets its own buffer, for comparison.
  bool shareBuffers = true;
  /// Names of techniques that are not used, for comparison.
  llvm::SmallVector<std::string> disabled;
};

/// Adds the passes that compile Linalg on tensors, or any later form, up to
/// `stopAfter`. The first pass sets the module's target attribute.
void buildPipeline(mlir::OpPassManager &pm, const PipelineOptions &options);

/// Prints the plans of the module's fusion groups, for that many cores, as a
/// file for PipelineOptions::plans.
void printPlans(mlir::ModuleOp module, int64_t cores, llvm::raw_ostream &os);

/// Returns the predicted cycles of the module on that many cores, whose fusion
/// groups have plans; none if it contains loops or scalar code.
std::optional<double> predictProgram(mlir::ModuleOp module, int64_t cores);

/// Prints the candidates that were recorded for the module's fusion groups, for
/// that many cores, with a program of each group, as JSON.
void printPlanCandidates(mlir::ModuleOp module, int64_t cores,
                         llvm::raw_ostream &os);

/// Registers the passes above and `matrix-pipeline`.
void registerFrontendPasses();

/// Registers the dialects of modules for the pipeline with the interfaces that
/// the pipeline requires.
void registerFrontendDialects(mlir::DialectRegistry &registry);

} // namespace matrix

#endif // MATRIX_FRONTEND_PASSES_H
