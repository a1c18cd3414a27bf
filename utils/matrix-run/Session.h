//===- Session.h - one run of a program -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_SESSION_H
#define MATRIX_RUN_SESSION_H

#include "Tensors.h"
#include "llvm/Support/Error.h"
#include <optional>
#include <string>
#include <vector>

namespace matrix {
namespace run {

struct RunOptions {
  std::string Program; // MLIR, or an executable made from it
  std::string Cpu;     // empty: what the program says, else the default
  unsigned Cores = 0;  // 0: what the program says
  std::vector<std::string> Inputs, Outputs, Expected; // .npy files
  bool Check = false;              // compare with CPU execution
  std::optional<double> Tolerance; // else by type
  std::optional<uint64_t> Seed;    // make up inputs that are not given
  std::string SaveTemps;           // folder, or empty
  /// Options of the simulator (matrix_sim.h) and their values.
  std::vector<std::pair<std::string, std::string>> Simulator;
  std::optional<double> Progress; // seconds; else on terminals only
  std::string Statistics;         // "text" or "json", or empty
  bool Reports = false;           // the simulator is to write files
  std::string BisectFolder;       // for what --bisect finds
  std::string Executable;         // of the running tool
};

bool isExecutable(llvm::StringRef Path);

/// Files, or random numbers, for a program's inputs.
llvm::Expected<std::vector<sim::NpyArray>>
readInputs(const RunOptions &Run, const std::vector<Tensor> &Inputs);

/// Compiles unless it is an executable, simulates, writes results, compares.
/// Gives the exit status, or what kept the program from running.
llvm::Expected<int> runProgram(const RunOptions &Options);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_SESSION_H
