//===- Session.h - one run of a program -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Options of a run, and its steps: compilation, inputs, simulation, comparison
// and output. A difference is a status of 1; what prevents the run is an error.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_SESSION_H
#define MATRIX_RUN_SESSION_H

#include "Support/Tensors.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace matrix {
namespace run {

struct CpuResults;

/// Reference of comparisons: CPU execution in the formats of the module, or
/// also in f64, which decides in case of differences.
enum class CheckMode { Off, Native, Double };

struct RunOptions {
  std::string Program;                        // MLIR, or a compiled executable
  std::shared_ptr<llvm::MemoryBuffer> Source; // contents
  std::string Cpu;                   // empty: the program's, or the default
  unsigned Cores = 0;                // 0: the program's
  std::string Plans, Tuned;          // plan file, database of plans; or empty
  std::vector<std::string> Disabled; // techniques of the compiler
  bool HideWarnings = false;         // of the compiler
  std::vector<std::string> Inputs, Outputs, Expected; // .npy files
  CheckMode Check = CheckMode::Off;
  std::optional<double> Tolerance; // default by type
  std::optional<uint64_t> Seed;    // generate missing inputs
  std::string SaveTemps;           // folder, or empty
  /// Options of the simulator (matrix_sim.h) and their values.
  std::vector<std::pair<std::string, std::string>> Simulator;
  std::optional<double> Progress; // seconds; default: on terminals only
  std::string Statistics;         // "text" or "json", or empty
  bool Reports = false;           // the simulator writes report files
  bool ShowPlans = false;         // in the page of the report
  std::string BisectFolder;       // output of --bisect
  std::string Executable;         // of the running tool

  /// Whether results, the trace or the report are written to standard output.
  bool writesToStandardOutput() const;
};

bool isExecutable(const RunOptions &Run);

/// Reads the inputs from files, or generates random numbers.
llvm::Expected<std::vector<sim::NpyArray>>
readInputs(const RunOptions &Run, const std::vector<Tensor> &Inputs);

/// Compiles unless the program is an executable, simulates, writes results,
/// compares. Returns the exit status, or the error that prevented the run.
/// `Reference` is computed if it is needed and absent.
llvm::Expected<int> runProgram(const RunOptions &Options,
                               std::optional<CpuResults> &Reference);

/// Runs the program on each variant, with one execution on the CPU for all. A
/// failure on one does not prevent the other runs. Returns the largest status.
int runOnVariants(RunOptions Options, llvm::ArrayRef<std::string> Variants);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_SESSION_H
