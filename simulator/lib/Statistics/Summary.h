//===- Summary.h - derived statistics of a run ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Totals, bounds and percentages computed from the raw statistics of a run,
// shared by the text, JSON and HTML output. A percentage relates a bound to the
// cycles of the run: 100 % means that no program is faster.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_SUMMARY_H
#define MATRIX_SIMULATOR_REPORT_SUMMARY_H

#include "Bounds.h"
#include "matrix/Sim/Statistics.h"
#include "llvm/Support/JSON.h"
#include <string>

namespace matrix {
namespace sim {

/// Cycles of one pipe on all cores. Invariant: `occupied`, `idle` and `other`
/// add up to cycles * cores.
struct PipeSummary {
  std::string name;
  uint64_t instructions = 0, occupied = 0, idle[numStallCauses] = {};
  uint64_t other = 0; // free while the core issued to other pipes
};

struct Summary {
  explicit Summary(const RunStatistics &run);

  const RunStatistics &run;
  const desc::VariantInfo &variant;
  unsigned numCores;
  Bounds bounds;
  double layers = 0;
  uint64_t executedMacs = 0;
  uint64_t issued = 0, stalls[numStallCauses] = {}; // of all cores
  std::vector<PipeSummary> pipes; // by number; empty if not timed
  std::optional<double> ringBound;

  /// `bound` as a percentage of the cycles. Absent if there is no bound, or if
  /// the run was interrupted and its work is incomplete.
  std::optional<double> percentOf(double bound) const;
  /// The first bound that the run is below, or empty. Example: "took 10 cycles,
  /// less than the lower bound of 12 (bytes through DRAM)"
  std::string violatedBound() const;
};

std::vector<PipeSummary> summarizePipes(const std::vector<CoreTiming> &cores);

/// The document printed by statisticsJson().
llvm::json::Value toJson(const Summary &summary);
llvm::json::Value toJson(const Bounds &bounds);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_SUMMARY_H
