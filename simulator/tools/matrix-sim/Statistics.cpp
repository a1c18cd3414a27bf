//===- Statistics.cpp - figures of a run ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Statistics.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix::sim;

static void printText(const Simulator &simulator, double seconds) {
  uint64_t total = 0;
  unsigned number = 0;
  for (const CoreStatistics &core : simulator.statistics()) {
    errs() << "core " << number++ << ": " << core.instructions
           << " instructions, " << core.dmaTransfers << " transfers of "
           << core.dmaBytes << " bytes, " << core.barriers << " barriers\n";
    total += core.instructions;
  }
  errs() << "total: " << total << " instructions in " << format("%.3f", seconds)
         << " s (" << format("%.1f", total / 1e6 / seconds) << " million/s)\n";
}

static void printJson(const Simulator &simulator, const std::string &program,
                      double seconds) {
  json::OStream out(errs(), 2);
  out.object([&] {
    out.attribute("program", program);
    out.attribute("variant", simulator.variant());
    out.attribute("host_seconds", seconds);
    out.attributeArray("cores", [&] {
      for (const CoreStatistics &core : simulator.statistics())
        out.object([&] {
          out.attribute("instructions", int64_t(core.instructions));
          out.attribute("dma_transfers", int64_t(core.dmaTransfers));
          out.attribute("dma_bytes", int64_t(core.dmaBytes));
          out.attribute("barriers", int64_t(core.barriers));
        });
    });
  });
  out.flush();
  errs() << "\n";
}

void matrix::sim::printStatistics(const Simulator &simulator,
                                  const CommandLine &line, double seconds) {
  if (line.statistics == StatisticsFormat::Text)
    printText(simulator, seconds);
  if (line.statistics == StatisticsFormat::Json)
    printJson(simulator, line.program, seconds);
}
