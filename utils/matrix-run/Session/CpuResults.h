//===- CpuResults.h - accelerator against CPU and f64 -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A difference from CPU execution is not necessarily an error of the
// accelerator: in narrow formats the CPU rounds after every operation, and
// errors of both add up. A run of the same module in f64 determines which
// result is inaccurate. Its tolerance is a multiple of the distance between the
// CPU's results in the module's formats and in f64, which is the effect of the
// module's roundings: at least the tolerance of the result's type, at most that
// of the narrowest format in the backward slice of the result.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_RUN_CPURESULTS_H
#define MATRIX_RUN_CPURESULTS_H

#include "Reference/Reference.h"
#include "Session.h"
#include <optional>

namespace matrix {
namespace run {

/// Results of the same module on the CPU.
struct CpuResults {
  std::vector<sim::NpyArray> Native;
  std::vector<sim::NpyArray> Double; // only with f64 run
  std::vector<double> Rounding;      // tolerance by slice (Rounding.h)
};

llvm::Expected<CpuResults> runOnCpu(const llvm::MemoryBuffer &Source,
                                    const std::vector<sim::NpyArray> &Inputs,
                                    const std::vector<Tensor> &Outputs,
                                    CheckMode Check);

/// Comparison of one result.
struct Verdict {
  Comparison Native; // accelerator against CPU
  /// Both against f64, if requested.
  std::optional<Comparison> Accelerator, Cpu;

  bool differs() const { return !Native.Mismatch.empty(); }
  /// Returns true if the accelerator, not the CPU, exceeds the tolerance.
  bool isWrong() const {
    return differs() && !(Accelerator && Accelerator->Mismatch.empty());
  }
  /// Describes the difference and which of the two is inaccurate.
  std::string describe() const;
};

/// `Tolerance`: default by type.
Verdict compareResult(const Tensor &Output, const CpuResults &Given,
                      size_t Number, const sim::NpyArray &Got,
                      std::optional<double> Tolerance);

} // namespace run
} // namespace matrix

#endif // MATRIX_RUN_CPURESULTS_H
