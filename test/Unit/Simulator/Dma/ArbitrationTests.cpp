//===- ArbitrationTests.cpp - DMA arbitration between channels and cores --===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expected cycles are computed by hand from the rules of docs/timing.md.
//
//===----------------------------------------------------------------------===//

#include "TransferTest.h"

using namespace matrix;
using namespace matrix::sim;
using namespace matrix::sim::test;
namespace kind = desc::dma_kind;
namespace flag = desc::dma_flag;

namespace {

//===----------------------------------------------------------------------===//
// DRAM and engines
//===----------------------------------------------------------------------===//

// Core 0 in 1, 5, 9; core 2 in 3, 7, 11.
TEST_F(TransferTest, DramAlternatesBetweenCores) {
  start(0, load(1, 192), 1);
  start(2, load(1, 192), 1);
  EXPECT_EQ(completions(), (Texts{"129 0.1", "131 2.1"}));
}

// Round robin: 0 in 1; then 1 and 2 arrive, and 0 is last.
TEST_F(TransferTest, RoundRobinContinuesAfterTheLastServed) {
  start(0, load(1, 128), 1);
  start(1, load(1, 64), 1, 1);
  start(2, load(1, 64), 1, 1); // 1 in 3, 2 in 5, 0 in 7
  EXPECT_EQ(completions(), (Texts{"123 1.1", "125 2.1", "127 0.1"}));
}

TEST_F(TransferTest, DramAlternatesBetweenChannels) {
  start(0, load(1, 128), 1);  // 1, 5
  start(0, store(1, 128), 2); // 3, 7
  EXPECT_EQ(completions(), (Texts{"125 0.1", "127 0.2"}));
}

// An engine moves one line: the fill has priority, the store uses free cycles.
TEST_F(TransferTest, ChannelZeroHasPriorityInAnEngine) {
  start(0, transfer(kind::fill, 1, 256), 1); // 1 .. 4
  start(0, store(1, 64), 2);                 // 5
  EXPECT_EQ(completions(), (Texts{"5 0.1", "125 0.2"}));
}

// A put moves in cycles in which the DRAM does not serve its engine.
TEST_F(TransferTest, PutUsesFreeCyclesOfALoad) {
  start(0, load(1, 192), 1);     // 1, 3, 5
  start(0, put(1, 192, 0x2), 2); // 2, 4, 6; arrive 9 later
  EXPECT_EQ(completions(), (Texts{"15 0.2", "125 0.1"}));
}

TEST_F(TransferTest, FastDramServesSeveralEnginesPerCycle) {
  parameters.dramBytes = 128;
  use(parameters);
  start(0, load(1, 128), 1); // 1, 2: its engine moves one line per cycle
  start(1, load(1, 128), 1);
  EXPECT_EQ(completions(), (Texts{"122 0.1", "122 1.1"}));
}

TEST_F(TransferTest, DramRateMayBeAFraction) {
  parameters.dramBytes = 48; // three lines in four cycles, from 1 on: 1 2 3 5 6
  use(parameters);
  start(0, load(1, 5 * 64), 1);
  EXPECT_EQ(completions(), (Texts{"126 0.1"}));
}

TEST_F(TransferTest, EngineOfTwoLinesMovesLinesOfTwoDescriptors) {
  parameters.dramBytes = 128, parameters.dmaLines = 2;
  use(parameters);
  start(0, load(1, 192), 1); // 1 1 2
  start(0, load(1, 64), 2);  // 2
  EXPECT_EQ(completions(), (Texts{"122 0.1", "122 0.2"}));
}

TEST_F(TransferTest, MulticastTakesSlotsOnceForAllReceivers) {
  Descriptor d = load(1, 128);
  d.flags = flag::multicast, d.cores = 0xf;
  start(1, d, 1);
  EXPECT_EQ(events(), (Texts{"123 1.1>0", "123 1.1>1", "123 1.1>2", "123 1.1>3",
                             "123 1.1"}));
  EXPECT_EQ(timing->totals().dramLinesRead, 2u);
}

//===----------------------------------------------------------------------===//
// The ring
//===----------------------------------------------------------------------===//

// 0 -> 3 is one hop in the other direction: 1 + 9, then the second line.
TEST_F(TransferTest, PutTakesTheShorterDirection) {
  start(0, put(1, 128, 0x8), 1);
  EXPECT_EQ(events(), (Texts{"11 0.1>3", "11 0.1"}));
}

TEST_F(TransferTest, MulticastPutCompletesAtTheFarthestReceiver) {
  start(0, put(1, 64, 0xf), 1); // local in 2, one hop 10, two hops 19
  EXPECT_EQ(events(),
            (Texts{"2 0.1>0", "10 0.1>1", "10 0.1>3", "19 0.1>2", "19 0.1"}));
  EXPECT_EQ(timing->totals().ringByteHops, 3u * 64);
}

TEST_F(TransferTest, PutArrivesAfterTheCompletionOfThePrecedingPut) {
  start(0, put(1, 64, 0x4), 1); // arrives in 19
  start(0, put(1, 64, 0x2), 2); // its line arrives in 11
  EXPECT_EQ(completions(), (Texts{"19 0.1", "19 0.2"}));
}

// Lines arrive in 10 and 11 at one port: lower sender first, 10 12, 11 13.
TEST_F(TransferTest, EjectPortsServeInOrderOfArrival) {
  start(0, put(1, 128, 0x2), 1);
  start(2, put(1, 128, 0x2), 1);
  EXPECT_EQ(completions(), (Texts{"12 0.1", "13 2.1"}));
}

TEST_F(TransferTest, InjectPortsLimitAFasterEngine) {
  parameters.dmaLines = 4, parameters.ringLines = 2;
  use(parameters);
  start(0, put(1, 256, 0x2), 1); // two lines in 1, two in 2
  EXPECT_EQ(completions(), (Texts{"11 0.1"}));
}

} // namespace
