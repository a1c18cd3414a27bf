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
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace matrix {
namespace run {

/// What results are compared with: CPU execution in the formats of the module,
/// or in f64 as well, which decides where they differ.
enum class CheckMode { Off, Native, Double };

struct RunOptions {
  std::string Program; // MLIR, or an executable made from it
  std::shared_ptr<llvm::MemoryBuffer> Source; // its contents, read once
  bool IsStandardInput = false;               // there is no file to read again
  std::string Cpu;    // empty: what the program says, else the default
  unsigned Cores = 0; // 0: what the program says
  std::vector<std::string> Inputs, Outputs, Expected; // .npy files
  CheckMode Check = CheckMode::Off;
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

bool isExecutable(const RunOptions &Run);

/// Files, or random numbers, for a program's inputs.
llvm::Expected<std::vector<sim::NpyArray>>
readInputs(const RunOptions &Run, const std::vector<Tensor> &Inputs);

/// Leaves the program with its assembly in the folder for --save-temps, as
/// `stem`.elf and `stem`.s; nothing without one.
llvm::Error saveTemps(const llvm::MemoryBuffer &Source, llvm::StringRef Stem,
                      const RunOptions &Run);

/// Compiles unless it is an executable, simulates, writes results, compares.
/// Gives the exit status, or what kept the program from running.
llvm::Expected<int> runProgram(const RunOptions &Options);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_SESSION_H
