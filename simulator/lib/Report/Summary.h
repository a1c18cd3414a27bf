//===- Summary.h - what the figures of a run amount to ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// The cycles of one pipe on all cores together. `occupied`, `idle` and `other`
/// add up to cycles * cores.
struct PipeSummary {
  std::string name;
  uint64_t instructions = 0, occupied = 0, idle[numStallCauses] = {};
  uint64_t other = 0; // free while the core issued something else
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
  std::vector<PipeSummary> pipes; // all, by number; none without time
  std::optional<double> ringBound;

  /// Share of the cycles, in percent; nothing if there is no bound, or if the
  /// run was cut: it has not done the work.
  std::optional<double> percentOf(double bound) const;
  /// "took 10 cycles, but its bytes through DRAM need 12 at least": the first
  /// bound that a whole run is below, or empty.
  std::string beatenBound() const;
};

std::vector<PipeSummary> summarisePipes(const std::vector<CoreTiming> &cores);

/// The document that statisticsJson() prints.
llvm::json::Value toJson(const Summary &summary);
llvm::json::Value toJson(const Bounds &bounds);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_SUMMARY_H
