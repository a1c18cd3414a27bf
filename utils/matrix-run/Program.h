//===- Program.h - one compiled module in the simulator ----------*- C++
//-*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_PROGRAM_H
#define MATRIX_RUN_PROGRAM_H

#include "Session.h"
#include "Tensors.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace run {

/// Its signature, known from the compiled program.
class Program {
public:
  /// Compiles and loads it.
  static llvm::Expected<Program> make(const llvm::MemoryBuffer &Source,
                                      const RunOptions &Run);

  std::vector<sim::Argument> Inputs, Outputs;

  /// Results; nothing, and what happened in `Trap`, if the run failed.
  llvm::Expected<std::vector<sim::NpyArray>>
  simulate(const std::vector<sim::NpyArray> &Given, std::string &Trap);

private:
  std::shared_ptr<sim::Simulator> Simulator;
};

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_PROGRAM_H
