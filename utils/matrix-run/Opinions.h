//===- Opinions.h - the accelerator against the CPU -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A result that differs from the CPU's is not always the accelerator's mistake:
// in narrow formats the CPU rounds after every operation, and errors of both
// add up. A run of the same module in f64 decides which of the two is off. What
// it allows follows from the narrowest format that a result was rounded to on
// its way, not from the type of the result alone.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_OPINIONS_H
#define MATRIX_RUN_OPINIONS_H

#include "Reference.h"
#include "Session.h"
#include <optional>

namespace matrix {
namespace run {

/// Results of the same module on this machine.
struct Opinions {
  std::vector<sim::NpyArray> Native;
  std::vector<sim::NpyArray> Double; // empty unless asked for
  std::vector<double> Rounding;      // of results on their way (Rounding.h)
};

llvm::Expected<Opinions> askCpu(const llvm::MemoryBuffer &Source,
                                const std::vector<sim::NpyArray> &Inputs,
                                const std::vector<Tensor> &Outputs,
                                CheckMode Check);

/// Of one result.
struct Judgement {
  Comparison Native; // the accelerator against the CPU
  /// Of both against f64, if that was asked for.
  std::optional<Comparison> Accelerator, Cpu;

  bool differs() const { return !Native.Mismatch.empty(); }
  /// It is off, not the CPU.
  bool isWrong() const {
    return differs() && !(Accelerator && Accelerator->Mismatch.empty());
  }
  /// How it differs, and which of the two is off.
  std::string describe() const;
};

/// `Tolerance`: else by type.
Judgement judge(const Tensor &Output, const Opinions &Given, size_t Number,
                const sim::NpyArray &Got, std::optional<double> Tolerance);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_OPINIONS_H
