//===- BothWays.h - simulated and on this machine ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_BOTHWAYS_H
#define MATRIX_RUN_BOTHWAYS_H

#include "Session.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace run {

using Arrays = std::vector<sim::NpyArray>;

struct Outcome {
  Arrays Simulated, Expected; // Simulated is empty if the run failed
  size_t Wrong = 0;           // number of the first result that differs
  std::string Difference;     // how, or why the run failed; empty if all agree

  bool isBad() const { return !Difference.empty(); }
  bool failed() const { return isBad() && Simulated.empty(); }
};

/// Compiles and runs a program for the accelerator and for the CPU. `Names`:
/// what results are called in messages; else as in the program. An interruption
/// ends the process.
llvm::Expected<Outcome> runBothWays(const llvm::MemoryBuffer &Source,
                                    Arrays Given,
                                    llvm::ArrayRef<std::string> Names,
                                    const RunOptions &Run);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_BOTHWAYS_H
