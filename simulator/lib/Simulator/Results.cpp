//===- Results.cpp - collection of statistics -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the statistics of cores, pipes and DMA channels from the machine.
// Lines are converted to bytes here. A run in progress has statistics, too:
// they are those up to the current cycle.
//
//===----------------------------------------------------------------------===//

#include "Loader/Executable.h"
#include "Machine/Machine.h"
#include "matrix/Sim/Simulator.h"

using namespace matrix::sim;

static TransferStatistics convert(const TransferTotals &totals) {
  TransferStatistics all;
  all.channelsPerCore = totals.channelsPerCore;
  for (const TransferTotals::Channel &c : totals.channels)
    all.channels.push_back({c.transfers, c.bytes, c.busy});
  all.dramRead = totals.dramLinesRead * totals.lineBytes;
  all.dramWritten = totals.dramLinesWritten * totals.lineBytes;
  all.local = totals.localLines * totals.lineBytes;
  all.ring = totals.ringLines * totals.lineBytes;
  all.ringByteHops = totals.ringByteHops;
  all.dramUsed = totals.dramUsed;
  all.multicasts = totals.multicasts;
  return all;
}

static void addTime(RunStatistics &run, const Machine &machine) {
  run.timed = true;
  run.cycles = machine.cycles();
  for (unsigned core = 0; core < machine.system().numCores(); ++core)
    run.timing.push_back(machine.timing(core));
  if (const TransferTotals *totals = machine.transferTotals())
    run.transfers = convert(*totals);
}

RunStatistics Simulator::results() const {
  RunStatistics run;
  run.program = program().path;
  run.variant = variant();
  run.hash = program().hash;
  run.work = program().work;
  run.cores = statistics();
  run.cut = machine().reasonOfCut();
  if (machine().isTimed())
    addTime(run, machine());
  return run;
}

Progress Simulator::progress() const {
  Progress now;
  for (const CoreStatistics &core : statistics())
    now.instructions += core.instructions;
  now.cycles = machine().isTimed() ? machine().cycles() : 0;
  now.clockMHz =
      double(machine().system().variant().parameters.clockMHz.value_or(0));
  return now;
}
