//===- Program.h - a compiled module in the simulator -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Uses the simulator only through its C library (matrix_sim.h), as a program of
// a user would. A Program owns one simulator with one loaded executable.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_PROGRAM_H
#define MATRIX_RUN_PROGRAM_H

#include "Compiler.h"
#include "Session.h"
#include "Support/Tensors.h"
#include "matrix_sim.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace run {

/// Result of a run.
struct RunEnd {
  int Status = 0;      // 0: results are available
  std::string Message; // of a trap, or empty
  bool Interrupted = false;
};

class Program {
public:
  /// Compiles and loads a module. `KeepAt`: path at which to keep the
  /// executable.
  static llvm::Expected<Program> make(const llvm::MemoryBuffer &Source,
                                      const RunOptions &Run,
                                      llvm::StringRef KeepAt = "");
  /// Loads the executable named by the options.
  static llvm::Expected<Program> load(const RunOptions &Run);

  /// Arguments and results of the kernel, in order.
  std::vector<Tensor> Inputs, Outputs;

  llvm::Error setInputs(const std::vector<sim::NpyArray> &Given);
  /// Runs until completion, SIGINT or SIGTERM.
  RunEnd run(const RunOptions &Run);
  llvm::Expected<std::vector<sim::NpyArray>> results();

  std::string variant() const { return matrix_sim_variant(Sim.get()); }
  unsigned cores() const { return matrix_sim_cores(Sim.get()); }
  matrix_sim_progress progress() const;
  /// Statistics of the run so far: "text" or "json".
  std::string statistics(const std::string &Format);
  /// Writes the requested files. Returns a note for the user, or an empty
  /// string.
  llvm::Expected<std::string> writeReports();

private:
  Program() : Sim(matrix_sim_create(), matrix_sim_destroy) {}
  /// `PlanFile`: file of plans for the report, or empty.
  llvm::Error open(llvm::StringRef Contents, const RunOptions &Run,
                   llvm::StringRef PlanFile);
  /// `Plans`: their text.
  llvm::Error openWithPlans(llvm::StringRef Contents, const RunOptions &Run,
                            llvm::StringRef Plans);
  llvm::Error listTensors();
  std::string message() const;

  std::unique_ptr<matrix_sim, void (*)(matrix_sim *)> Sim;
  std::string Name; // of the module or executable
};

/// Compiles a module into a file.
llvm::Expected<compiler::Bytes> compile(const llvm::MemoryBuffer &Source,
                                        compiler::Emit Kind,
                                        const RunOptions &Run);
llvm::Error compileTo(llvm::StringRef Path, const llvm::MemoryBuffer &Source,
                      compiler::Emit Kind, const RunOptions &Run);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_PROGRAM_H
