//===- CpuComparison.h - comparison of simulator and CPU --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Outcome of a run in comparison with the CPU. --check and --bisect use it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_CPUCOMPARISON_H
#define MATRIX_RUN_CPUCOMPARISON_H

#include "Session.h"
#include "llvm/Support/MemoryBuffer.h"

namespace matrix {
namespace run {

using Arrays = std::vector<sim::NpyArray>;

struct Outcome {
  Arrays Simulated, Expected; // Simulated is empty if the run failed
  size_t Wrong = 0;           // index of the first result that differs
  std::string Difference;     // difference or failure; empty if all agree

  bool isBad() const { return !Difference.empty(); }
  bool failed() const { return isBad() && Simulated.empty(); }
};

/// Compiles and runs a program for the accelerator and for the CPU. `Names`:
/// names of the results in messages; default: those of the program. An
/// interruption terminates the process.
llvm::Expected<Outcome> runAndCompare(const llvm::MemoryBuffer &Source,
                                      Arrays Given,
                                      llvm::ArrayRef<std::string> Names,
                                      const RunOptions &Run);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_CPUCOMPARISON_H
