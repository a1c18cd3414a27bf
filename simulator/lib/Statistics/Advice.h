//===- Advice.h - findings about a run in words -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Explains where the cycles of a run beyond its bounds go, from statistics
// only. docs/reference/statistics.md lists the findings and their conditions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_STATISTICS_ADVICE_H
#define MATRIX_SIMULATOR_STATISTICS_ADVICE_H

#include "Summary.h"

namespace matrix {
namespace sim {

struct Advice {
  double percent; // of the cycles, of all cores, that the finding concerns
  std::string text;
};

/// Findings in descending order of their cycles. Empty if the run is incomplete
/// or not timed.
std::vector<Advice> adviceOn(const Summary &summary);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_STATISTICS_ADVICE_H
