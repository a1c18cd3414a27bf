//===- Statistics.h - statistics of a run -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The statistics that --stats and reports print. docs/reference/statistics.md
// defines each of them. Does not depend on LLVM.
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
  uint64_t dmaBytes = 0; // written by DMA transfers
  uint64_t barriers = 0;
};

struct ChannelStatistics {
  uint64_t transfers = 0, bytes = 0;
  uint64_t busy = 0; // cycles with a descriptor
};

/// DMA transfers of all cores.
struct TransferStatistics {
  unsigned channelsPerCore = 0;
  /// By core, then channel.
  std::vector<ChannelStatistics> channels;
  uint64_t dramRead = 0, dramWritten = 0, local = 0, ring = 0; // bytes
  uint64_t ringByteHops = 0;
  uint64_t dramUsed = 0;   // bytes of rows in DRAM; the rest of their lines is
                           // transferred in vain
  uint64_t multicasts = 0; // transfers from DRAM to several cores
};

struct RunStatistics {
  std::string program, variant, hash;
  bool timed = false;
  int status = 0;  // of the run
  std::string cut; // reason of an interruption, or empty
  uint64_t cycles = 0;
  double hostSeconds = 0;
  std::vector<CoreStatistics> cores;
  std::vector<CoreTiming> timing; // by core; empty if not timed
  TransferStatistics transfers;   // all zero if not timed
  ProgramWork work;
};

/// As text, and as JSON with the schema of docs/reference/statistics.md.
std::string statisticsText(const RunStatistics &run);
std::string statisticsJson(const RunStatistics &run);

/// Effects that timed runs do not model, one per entry.
const std::vector<std::string> &ignoredByTiming();

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_STATISTICS_H
