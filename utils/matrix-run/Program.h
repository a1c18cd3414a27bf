//===- Program.h - one compiled module in the simulator ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The simulator is known by its C library alone (matrix_sim.h).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_PROGRAM_H
#define MATRIX_RUN_PROGRAM_H

#include "Compiler.h"
#include "Session.h"
#include "Tensors.h"
#include "matrix_sim.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace run {

/// How a run has ended.
struct RunEnd {
  int Status = 0;      // 0: there are results
  std::string Message; // of a trap; empty if there is nothing to say
  bool Interrupted = false;
};

class Program {
public:
  /// Compiles it and loads it. `KeepAt`: where to leave the executable.
  static llvm::Expected<Program> make(const llvm::MemoryBuffer &Source,
                                      const RunOptions &Run,
                                      llvm::StringRef KeepAt = "");
  /// Loads the executable that the options name.
  static llvm::Expected<Program> load(const RunOptions &Run);

  /// Of the kernel, in the order of its arguments and results.
  std::vector<Tensor> Inputs, Outputs;

  llvm::Error setInputs(const std::vector<sim::NpyArray> &Given);
  /// SIGINT and SIGTERM end it early.
  RunEnd run(const RunOptions &Run);
  llvm::Expected<std::vector<sim::NpyArray>> results();

  std::string variant() const { return matrix_sim_variant(Sim.get()); }
  unsigned cores() const { return matrix_sim_cores(Sim.get()); }
  matrix_sim_progress progress() const;
  /// Of the run so far: "text" or "json".
  std::string statistics(const std::string &Format);
  /// Files that options ask for. What the user should know, or nothing.
  llvm::Expected<std::string> writeReports();

private:
  Program() : Sim(matrix_sim_create(), matrix_sim_destroy) {}
  llvm::Error open(llvm::StringRef Path, const RunOptions &Run);
  llvm::Error openTemporary(llvm::StringRef Contents, const RunOptions &Run);
  llvm::Error listTensors();
  std::string message() const;

  std::unique_ptr<matrix_sim, void (*)(matrix_sim *)> Sim;
  std::string File, Name; // as the simulator, and as the user knows it
};

/// Compiles a module, into a file.
llvm::Expected<compiler::Bytes> compile(const llvm::MemoryBuffer &Source,
                                        bool AsAssembly, const RunOptions &Run);
llvm::Error compileTo(llvm::StringRef Path, const llvm::MemoryBuffer &Source,
                      bool AsAssembly, const RunOptions &Run);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_PROGRAM_H
