//===- Statistics.h - figures of a run --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Everything that --stats and reports show. docs/statistics.md says what each
// figure means. Free of LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_STATISTICS_H
#define MATRIX_SIM_STATISTICS_H

#include "matrix/Sim/Timing.h"
#include "matrix/Sim/Work.h"
#include <string>
#include <vector>

namespace matrix {
namespace sim {

struct CoreStatistics {
  uint64_t instructions = 0;
  uint64_t dmaTransfers = 0;
  uint64_t dmaBytes = 0; // written by them
  uint64_t barriers = 0;
};

struct ChannelStatistics {
  uint64_t transfers = 0, bytes = 0;
  uint64_t busy = 0; // cycles in which it had a descriptor
};

/// Of all transfers.
struct TransferStatistics {
  unsigned channelsPerCore = 0;
  std::vector<ChannelStatistics> channels;                     // core by core
  uint64_t dramRead = 0, dramWritten = 0, local = 0, ring = 0; // bytes
  uint64_t ringByteHops = 0;
};

struct RunStatistics {
  std::string program, variant, hash;
  bool timed = false;
  int status = 0;  // of the run
  std::string cut; // why it has not come to its end, or empty
  uint64_t cycles = 0;
  double hostSeconds = 0;
  std::vector<CoreStatistics> cores;
  std::vector<CoreTiming> timing; // by core; empty if not timed
  TransferStatistics transfers;   // likewise
  ProgramWork work;
};

/// For people, and for programs (docs/statistics.md has the schema).
std::string statisticsText(const RunStatistics &run);
std::string statisticsJson(const RunStatistics &run);

/// What timed runs don't model, one thing each.
const std::vector<std::string> &ignoredByTiming();

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_STATISTICS_H
