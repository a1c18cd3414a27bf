//===- Summary.cpp - derived statistics of a run --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sums statistics over cores and relates cycles to bounds. The bound of the
// ring is the bytes times hops of all transfers, divided by the bytes per cycle
// of all links: 2 directions * stations * line bytes * lines per cycle. It
// depends on the transfers of this run and is therefore no bound for other
// programs.
//
//===----------------------------------------------------------------------===//

#include "Summary.h"
#include <numeric>

using namespace matrix;
using namespace matrix::sim;

static uint64_t otherwise(const PipeTiming &pipe, uint64_t cycles) {
  uint64_t known = std::accumulate(std::begin(pipe.idle), std::end(pipe.idle),
                                   pipe.occupied);
  return cycles > known ? cycles - known : 0;
}

std::vector<PipeSummary>
sim::summarizePipes(const std::vector<CoreTiming> &cores) {
  std::vector<PipeSummary> all(cores.empty() ? 0 : numPipes());
  for (unsigned p = 0; p < all.size(); ++p)
    all[p].name = pipeName(p);
  for (const CoreTiming &core : cores)
    for (unsigned p = 0; p < core.pipes.size(); ++p) {
      const PipeTiming &pipe = core.pipes[p];
      all[p].instructions += pipe.instructions;
      all[p].occupied += pipe.occupied;
      for (unsigned c = 0; c < numStallCauses; ++c)
        all[p].idle[c] += pipe.idle[c];
      all[p].other += otherwise(pipe, core.cycles);
    }
  return all;
}

/// Capacity of all links in both directions; cores that do not run are
/// stations, too.
static std::optional<double> ringBoundOf(const RunStatistics &run,
                                         const desc::VariantInfo &variant) {
  auto line = variant.parameters.lineBytes;
  auto lines = variant.parameters.ringLines;
  if (!line || !lines || !run.transfers.ringByteHops)
    return std::nullopt;
  double rate = 2.0 * variant.cores * double(*line) * double(*lines);
  return double(run.transfers.ringByteHops) / rate;
}

static InstructionTraffic trafficOf(const RunStatistics &run) {
  InstructionTraffic sum;
  for (const CoreTiming &core : run.timing) {
    sum.read += core.dram.read;
    sum.written += core.dram.written;
  }
  return sum;
}

Summary::Summary(const RunStatistics &run)
    : run(run), variant(*desc::lookupVariant(std::string_view(run.variant))),
      numCores(unsigned(run.cores.size())),
      bounds(boundsOf(run.work, variant, numCores, trafficOf(run))),
      layers(layerByLayer(run.work, variant, numCores)),
      pipes(summarizePipes(run.timing)), ringBound(ringBoundOf(run, variant)) {
  for (const CoreTiming &core : run.timing) {
    executedMacs += core.macs;
    issued += core.issued;
    for (unsigned c = 0; c < numStallCauses; ++c)
      stalls[c] += core.stalls[c];
  }
}

std::optional<double> Summary::percentOf(double bound) const {
  if (!run.cycles || !bound || !run.cut.empty())
    return std::nullopt;
  return 100 * bound / double(run.cycles);
}

std::string Summary::violatedBound() const {
  const std::pair<const char *, std::optional<double>> all[] = {
      {"products at peak rate", bounds.mma},
      {"products of whole tiles", bounds.shape},
      {"bytes through DRAM", bounds.dram},
      {"latency of DRAM", bounds.latency},
      {"ring", ringBound}};
  if (run.timed && run.cut.empty())
    for (auto &[what, bound] : all)
      if (bound.value_or(0) > double(run.cycles))
        return "took " + std::to_string(run.cycles) +
               " cycles, less than the lower bound of " +
               std::to_string(uint64_t(*bound)) + " (" + what +
               "): docs/reference/statistics.md or the timing is wrong";
  return "";
}

const std::vector<std::string> &sim::ignoredByTiming() {
  static const std::vector<std::string> all = {
      "instruction fetch and caches",
      "DRAM refresh, row misses and read/write turnaround",
      "address translation",
      "bank conflicts between tile loads, tile stores, DMA and scalar accesses",
      "ports of the register file",
      "power and changes of the clock",
      "slots of DRAM for scalar accesses",
      "contention for links of the ring",
      "host calls, and transfers from and to the host"};
  return all;
}
