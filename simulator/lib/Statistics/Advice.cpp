//===- Advice.cpp - findings about a run in words -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// One function per finding. Each compares a share of the cycles with a
// threshold, below which it is not worth a sentence.
//
//===----------------------------------------------------------------------===//

#include "Advice.h"
#include "Timing/IssueTable.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <numeric>

using namespace llvm;
using namespace matrix::sim;

/// Findings about fewer percent of the cycles are omitted.
static constexpr double leastPercent = 5;

namespace {

class Findings {
public:
  explicit Findings(const Summary &summary)
      : summary(summary), run(summary.run), dma(run.transfers) {}

  std::vector<Advice> find() {
    findTraffic();
    findShortRows();
    findDmaWaits();
    findLoneCore();
    findWaits();
    findScalarCode();
    findPadding();
    findConflicts();
    llvm::sort(all, [](const Advice &a, const Advice &b) {
      return std::tie(b.percent, a.text) < std::tie(a.percent, b.text);
    });
    return std::move(all);
  }

private:
  void add(double percent, std::string text) {
    if (percent >= leastPercent)
      all.push_back({percent, std::move(text)});
  }

  /// Percentage of the cycles of all cores.
  double ofCores(double cycles) const {
    return 100 * cycles / double(run.cycles) / double(summary.numCores);
  }
  double stall(StallCause cause) const {
    return ofCores(double(summary.stalls[unsigned(cause)]));
  }

  //===--------------------------------------------------------------------===//
  // DRAM
  //===--------------------------------------------------------------------===//

  double rate() const {
    return double(summary.variant.parameters.dramBytes.value_or(0));
  }
  double moved() const { return double(dma.dramRead + dma.dramWritten); }
  /// Percentage of the cycles in which DRAM serves transfers.
  double dramBusy() const {
    return rate() ? 100 * moved() / rate() / double(run.cycles) : 0;
  }

  /// Transfers of more bytes than the arguments, constants and results have.
  void findTraffic() {
    double compulsory = double(run.work.in + run.work.constants + run.work.out);
    if (!run.work.known || run.work.unknown || !compulsory || !moved())
      return;
    double excess = (1 - compulsory / moved()) * dramBusy();
    add(excess, formatv("moves {0:F1} times the compulsory bytes: {1}",
                        moved() / compulsory, reasonOfTraffic()));
  }

  std::string reasonOfTraffic() const {
    double in = double(run.work.in + run.work.constants);
    bool writesMore = double(dma.dramWritten) - double(run.work.out) >
                      double(dma.dramRead) - in;
    if (writesMore)
      return "intermediate results are stored to DRAM";
    if (summary.numCores > 1 && !dma.multicasts)
      return "no multicast, each core loads its own copy";
    return "operands and intermediate results are loaded repeatedly";
  }

  /// DRAM transfers whole lines.
  void findShortRows() {
    if (!moved())
      return;
    double used = double(dma.dramUsed) / moved();
    if (used < .75)
      add((1 - used) * dramBusy(),
          formatv("uses {0:F0} % of the bytes of the DRAM lines it transfers: "
                  "rows of transfers are shorter than a line, or not aligned",
                  100 * used));
  }

  /// Cores wait for transfers although DRAM is idle.
  void findDmaWaits() {
    double waits = stall(StallCause::Dma);
    uint64_t number = 0;
    for (const ChannelStatistics &channel : dma.channels)
      number += channel.transfers;
    if (!number)
      return;
    const char *reason =
        dramBusy() > 75 ? "limited by bandwidth"
                        : "transfers start late, or are too short to cover "
                          "the latency";
    add(waits, formatv("cores wait {0:F0} % of the time for DMA transfers "
                       "({1:F0} bytes on average) while DRAM is busy {2:F0} %: "
                       "{3}",
                       waits, moved() / double(number), dramBusy(), reason));
  }

  //===--------------------------------------------------------------------===//
  // Cores
  //===--------------------------------------------------------------------===//

  static uint64_t idleOf(const CoreTiming &core) {
    return core.stalls[unsigned(StallCause::Sync)] +
           core.stalls[unsigned(StallCause::Drain)];
  }

  /// One core works while the others wait, or all wait for each other.
  void findLoneCore() {
    double waits = stall(StallCause::Sync) + stall(StallCause::Drain);
    if (summary.numCores == 1)
      return;
    auto busiest = llvm::min_element(
        run.timing, [](const CoreTiming &a, const CoreTiming &b) {
          return idleOf(a) < idleOf(b);
        });
    double own = 100 * double(idleOf(*busiest)) / double(run.cycles);
    double others = (waits * summary.numCores - own) / (summary.numCores - 1);
    if (others > 50 && own < others / 2)
      return add(waits, formatv("core {0} works while the others wait {1:F0} % "
                                "of the time: work that is not divided",
                                busiest - run.timing.begin(), others));
    add(waits, formatv("cores wait {0:F0} % of the time for each other: work "
                       "is divided unevenly, or barriers are frequent",
                       waits));
  }

  /// Dependences and busy pipes.
  void findWaits() {
    double operand = stall(StallCause::Operand);
    add(operand,
        formatv("instructions wait {0:F0} % of the time for operands: too "
                "little independent work between an instruction and its users",
                operand));
    double pipe = stall(StallCause::Pipe) + stall(StallCause::Queue);
    if (summary.pipes.empty())
      return;
    auto busiest = llvm::max_element(summary.pipes, [](auto &a, auto &b) {
      return a.occupied < b.occupied;
    });
    if (busiest->name != contractionPipe(summary.variant))
      add(pipe,
          formatv("instructions wait {0:F0} % of the time for pipes; {1} "
                  "is the busiest, {2:F0} % of the time",
                  pipe, busiest->name, ofCores(double(busiest->occupied))));
  }

  /// The busiest core issues instructions of the scalar pipe.
  void findScalarCode() {
    unsigned pipe = IssueTable::scalarPipe();
    uint64_t maximum = 0;
    for (const CoreTiming &core : run.timing)
      maximum = std::max(maximum, core.pipes[pipe].occupied);
    double percent = 100 * double(maximum) / double(run.cycles);
    if (percent > 25)
      add(percent, formatv("scalar instructions issue in {0:F0} % of the "
                           "cycles of a core: addresses and loops, or "
                           "operations without instructions on tiles",
                           percent));
  }

  //===--------------------------------------------------------------------===//
  // Instructions
  //===--------------------------------------------------------------------===//

  void findPadding() {
    double products = summary.bounds.mma.value_or(0) * summary.numCores;
    double occupied = 0;
    for (const PipeSummary &pipe : summary.pipes)
      if (pipe.name == contractionPipe(summary.variant))
        occupied = double(pipe.occupied);
    if (!products || run.work.unknown)
      return;
    add(ofCores(occupied - products),
        formatv("executes {0:F1} times the products at the peak rate: extents "
                "are not a multiple of a tile, or products are repeated",
                occupied / products));
  }

  void findConflicts() {
    uint64_t cycles = 0;
    for (const CoreTiming &core : run.timing)
      cycles += core.conflictCycles;
    double percent = ofCores(double(cycles));
    add(percent, formatv("bank conflicts of tile loads and stores take {0:F0} "
                         "% of the time: change the distance of rows",
                         percent));
  }

  const Summary &summary;
  const RunStatistics &run;
  const TransferStatistics &dma;
  std::vector<Advice> all;
};

} // namespace

std::vector<Advice> matrix::sim::adviceOn(const Summary &summary) {
  const RunStatistics &run = summary.run;
  if (!run.timed || !run.cut.empty() || !run.cycles || run.timing.empty())
    return {};
  return Findings(summary).find();
}
