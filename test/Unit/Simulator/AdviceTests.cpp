//===- AdviceTests.cpp - Findings about runs ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Statistics made by hand for `base`, 32 bytes of DRAM per cycle.
//
//===----------------------------------------------------------------------===//

#include "Statistics/Advice.h"
#include "gtest/gtest.h"

using namespace matrix::sim;

namespace {

/// A run of 1000 cycles in which every core issues all the time.
RunStatistics busyRun(unsigned cores) {
  RunStatistics run;
  run.variant = "base";
  run.timed = true;
  run.cycles = 1000;
  run.cores.resize(cores);
  CoreTiming timing;
  timing.cycles = timing.issued = 1000;
  timing.pipes.resize(numPipes());
  run.timing.assign(cores, timing);
  return run;
}

void stall(CoreTiming &timing, StallCause cause, uint64_t cycles) {
  timing.issued -= cycles;
  timing.stalls[unsigned(cause)] += cycles;
}

std::vector<Advice> advice(const RunStatistics &run) {
  return adviceOn(Summary(run));
}

/// The first finding that contains a text, or one of -1 percent.
Advice find(const RunStatistics &run, const char *text) {
  for (const Advice &one : advice(run))
    if (one.text.find(text) != std::string::npos)
      return one;
  return {-1, ""};
}

} // namespace

TEST(Advice, NoneWithoutLosses) { EXPECT_TRUE(advice(busyRun(4)).empty()); }

TEST(Advice, NoneForIncompleteAndFunctionalRuns) {
  RunStatistics run = busyRun(1);
  stall(run.timing[0], StallCause::Operand, 500);
  EXPECT_EQ(advice(run).size(), 1u);
  run.cut = "interrupted";
  EXPECT_TRUE(advice(run).empty());
  run.cut.clear();
  run.timed = false;
  EXPECT_TRUE(advice(run).empty());
}

TEST(Advice, TrafficWithoutMulticast) {
  RunStatistics run = busyRun(4);
  run.work.known = true;
  run.work.in = 3000;
  run.work.out = 1000;
  run.transfers.dramRead = 25000;
  run.transfers.dramWritten = 1000;
  run.transfers.dramUsed = 26000;
  // 26000 bytes are 812.5 cycles, 22 / 26 of them in excess.
  Advice found =
      find(run, "moves 6.5 times the compulsory bytes: no multicast");
  EXPECT_NEAR(found.percent, 68.75, 1e-9);
  run.transfers.multicasts = 1;
  EXPECT_GT(find(run, "loaded repeatedly").percent, 0);
  run.transfers.dramWritten = 30000;
  EXPECT_GT(find(run, "intermediate results are stored to DRAM").percent, 0);
  run.work.unknown = 1;
  EXPECT_EQ(find(run, "compulsory").percent, -1);
}

TEST(Advice, ShortRows) {
  RunStatistics run = busyRun(1);
  run.transfers.dramRead = 16000;
  run.transfers.dramUsed = 12000;
  EXPECT_TRUE(advice(run).empty());
  run.transfers.dramUsed = 4000;
  EXPECT_NEAR(find(run, "uses 25 % of the bytes").percent, 37.5, 1e-9);
}

TEST(Advice, WaitsForTransfers) {
  RunStatistics run = busyRun(1);
  stall(run.timing[0], StallCause::Dma, 400);
  run.transfers.channels = {{10, 3200, 500}};
  run.transfers.dramRead = run.transfers.dramUsed = 3200;
  Advice found = find(run, "wait 40 % of the time for DMA transfers (320 bytes "
                           "on average) while DRAM is busy 10 %");
  EXPECT_NEAR(found.percent, 40, 1e-9);
  EXPECT_NE(found.text.find("start late"), std::string::npos);
  run.transfers.dramRead = run.transfers.dramUsed = 30000;
  EXPECT_GT(find(run, "limited by bandwidth").percent, 0);
}

TEST(Advice, OneCoreWorks) {
  RunStatistics run = busyRun(4);
  for (unsigned core = 1; core < 4; ++core)
    stall(run.timing[core], StallCause::Sync, 900);
  EXPECT_NEAR(find(run, "core 0 works while the others wait 90 %").percent,
              67.5, 1e-9);
  stall(run.timing[0], StallCause::Sync, 800);
  EXPECT_GT(find(run, "wait 88 % of the time for each other").percent, 0);
}

TEST(Advice, LargestFirst) {
  RunStatistics run = busyRun(1);
  stall(run.timing[0], StallCause::Operand, 300);
  run.timing[0].conflictCycles = 400;
  run.timing[0].pipes[0].occupied = 1000;
  std::vector<Advice> all = advice(run);
  for (size_t i = 1; i < all.size(); ++i)
    EXPECT_GE(all[i - 1].percent, all[i].percent);
  EXPECT_NEAR(find(run, "for operands").percent, 30, 1e-9);
  EXPECT_NEAR(find(run, "bank conflicts").percent, 40, 1e-9);
}

TEST(Advice, Padding) {
  RunStatistics run = busyRun(1);
  run.work.known = true;
  OperationWork work;
  work.kind = "contraction";
  work.types = {"f32", "f32", "f32"};
  work.macs = 256 * 400; // 400 cycles
  run.work.operations = {work};
  for (unsigned pipe = 0; pipe < numPipes(); ++pipe)
    if (std::string(pipeName(pipe)) ==
        contractionPipe(*matrix::desc::lookupVariant("base")))
      run.timing[0].pipes[pipe].occupied = 800;
  EXPECT_NEAR(find(run, "executes 2.0 times the products").percent, 40, 1e-9);
}
