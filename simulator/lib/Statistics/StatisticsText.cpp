//===- StatisticsText.cpp - statistics as text ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints bounds, cycle attribution, pipes and DMA traffic as aligned text, in
// sections: cycles, work and bounds, the attribution of cycles to causes,
// traffic, advice. The column of the cause `queue` is omitted if it has no
// cycles, as in variants without queues.
//
//===----------------------------------------------------------------------===//

#include "Advice.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace matrix::sim;

namespace {

class Text {
public:
  explicit Text(const RunStatistics &run) : run(run), summary(run) {}

  std::string write() {
    if (!run.cut.empty())
      os << run.program << ": incomplete, " << run.cut << "\n";
    if (run.timed)
      writeTime();
    writeCores();
    if (run.work.known)
      writeBounds();
    if (run.timed) {
      writeCycles();
      writePipes();
      writeBytes();
      writeAdvice();
    }
    writeTotal();
    return os.str();
  }

private:
  void writeTime() {
    int64_t clock = summary.variant.parameters.clockMHz.value_or(0);
    os << formatv("{0}: {1} cycles on {2}, {3} core{4}", run.program,
                  run.cycles, run.variant, run.cores.size(),
                  run.cores.size() == 1 ? "" : "s");
    if (clock)
      os << formatv(" ({0:F3} ms at {1} MHz)",
                    double(run.cycles) / double(clock) / 1e3, clock);
    os << "\n";
  }

  void writeCores() {
    for (size_t i = 0; i < run.cores.size(); ++i) {
      const CoreStatistics &core = run.cores[i];
      os << formatv("core {0}: {1} instructions, {2} transfers of {3} bytes, "
                    "{4} barriers\n",
                    i, core.instructions, core.dmaTransfers, core.dmaBytes,
                    core.barriers);
    }
  }

  //===--------------------------------------------------------------------===//
  // Bounds
  //===--------------------------------------------------------------------===//

  void writeBounds() {
    os << formatv("work: {0} multiply-adds", run.work.macs());
    if (run.timed)
      os << formatv(" ({0} executed, padding included)", summary.executedMacs);
    os << formatv(", {0} bytes in, {1} bytes out",
                  run.work.in + run.work.constants, run.work.out);
    if (run.work.unknown)
      os << formatv(", and {0} operations whose work is not known",
                    run.work.unknown);
    os << "\nno program can take fewer cycles than\n";
    const Bounds &b = summary.bounds;
    bound("products at peak rate", b.mma);
    bound("products of whole tiles", b.shape);
    bound("bytes through DRAM", b.dram);
    bound("latency, in and out", b.latency);
    bound("ring, both directions", summary.ringBound);
    bound("roof", b.roof());
    bound("shape roof", b.shapeRoof());
    os << "estimates, which fused and rewritten programs beat\n";
    bound("elementwise operations", b.ew);
    bound("tile loads, best blocks", b.loads);
    bound("layer by layer", summary.layers);
  }

  void bound(StringRef what, std::optional<double> cycles) {
    if (!cycles || !*cycles)
      return;
    os << formatv("  {0,-26}{1,14}", what, std::llround(*cycles));
    if (auto percent = summary.percentOf(*cycles))
      os << formatv("  {0,5:F1} % of the run", *percent);
    os << "\n";
  }

  //===--------------------------------------------------------------------===//
  // Cycles
  //===--------------------------------------------------------------------===//

  void writeHead(StringRef what, StringRef first) {
    os << formatv("{0,-12}{1,9}", what, first);
    for (unsigned c = 0; c < numStallCauses; ++c)
      if (isShown(StallCause(c)))
        os << formatv("{0,9}", stallCauseName(StallCause(c)));
  }

  void writeShare(uint64_t part, uint64_t whole) {
    os << formatv("{0,8:F1}%", whole ? 100 * double(part) / double(whole) : 0.);
  }

  void writeShares(const std::string &name, uint64_t first,
                   const uint64_t (&stalls)[numStallCauses], uint64_t whole) {
    os << formatv("{0,-12}", name);
    writeShare(first, whole);
    for (unsigned c = 0; c < numStallCauses; ++c)
      if (isShown(StallCause(c)))
        writeShare(stalls[c], whole);
  }

  /// Most variants have no queues.
  bool isShown(StallCause cause) const {
    return cause != StallCause::Queue || summary.stalls[unsigned(cause)];
  }

  void writeCycles() {
    writeHead("cycles of", "issue");
    os << "\n";
    for (size_t i = 0; i < run.timing.size(); ++i) {
      const CoreTiming &core = run.timing[i];
      writeShares("  core " + std::to_string(i), core.issued, core.stalls,
                  core.cycles);
      os << "\n";
    }
  }

  void writePipes() {
    writeHead("pipes", "busy");
    os << formatv("{0,9}\n", "other");
    uint64_t whole = run.cycles * run.cores.size();
    for (const PipeSummary &pipe : summary.pipes) {
      if (!pipe.instructions)
        continue;
      writeShares("  " + pipe.name, pipe.occupied, pipe.idle, whole);
      writeShare(pipe.other, whole);
      os << formatv("  {0} instructions\n", pipe.instructions);
    }
  }

  void writeBytes() {
    MemoryTraffic own, dram, remote;
    for (const CoreTiming &core : run.timing) {
      add(own, core.own);
      add(dram, core.dram);
      add(remote, core.remote);
    }
    const TransferStatistics &t = run.transfers;
    os << "bytes             read      written\n";
    traffic("  DRAM, DMA", {t.dramRead, t.dramWritten});
    traffic("  DRAM, core", dram);
    traffic("  scratchpad", own);
    traffic("  remote", remote);
    if (t.ring || t.local)
      os << formatv("  DMA on the ring {0}, local {1}\n", t.ring, t.local);
  }
  static void add(MemoryTraffic &sum, const MemoryTraffic &one) {
    sum.read += one.read;
    sum.written += one.written;
  }
  void traffic(StringRef name, const MemoryTraffic &t) {
    if (t.read || t.written)
      os << formatv("{0,-12}{1,12} {2,12}\n", name, t.read, t.written);
  }

  void writeAdvice() {
    std::vector<Advice> all = adviceOn(summary);
    if (!all.empty())
      os << "advice, by percent of the cycles concerned\n";
    for (const Advice &advice : all)
      os << formatv("  {0,5:F1} %  {1}\n", advice.percent, advice.text);
  }

  void writeTotal() {
    uint64_t total = 0;
    for (const CoreStatistics &core : run.cores)
      total += core.instructions;
    os << formatv("total: {0} instructions in {1:F3} s ({2:F1} million/s)\n",
                  total, run.hostSeconds,
                  run.hostSeconds ? double(total) / 1e6 / run.hostSeconds : 0.);
    if (run.timed)
      os << "not modeled: " << join(ignoredByTiming(), "; ") << "\n";
  }

  const RunStatistics &run;
  Summary summary;
  std::string buffer;
  raw_string_ostream os{buffer};
};

} // namespace

std::string matrix::sim::statisticsText(const RunStatistics &run) {
  return Text(run).write();
}
