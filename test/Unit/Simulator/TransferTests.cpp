//===- TransferTests.cpp - Timed DMA transfers ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expected cycles are computed by hand from the rules of docs/timing.md, for
// machines with the given parameters. TransferModelTests.cpp compares with a
// second model.
//
//===----------------------------------------------------------------------===//

#include "TransferMachine.h"
#include "gtest/gtest.h"

using namespace matrix;
using namespace matrix::sim;
using namespace matrix::sim::test;
namespace kind = desc::dma_kind;
namespace flag = desc::dma_flag;

namespace {

/// Events as text: "120 0.1" is the completion of handle 1 of core 0,
/// "120 0.1>3" its arrival at core 3, "50 0:1 room" a free entry in channel 1
/// of core 0.
std::string text(const DmaEvent &e) {
  std::string who = std::to_string(e.time) + " " + std::to_string(e.core);
  switch (e.kind) {
  case DmaEvent::Arrived:
    return who + "." + std::to_string(e.handle) + ">" +
           std::to_string(e.receiver);
  case DmaEvent::Completed:
    return who + "." + std::to_string(e.handle);
  case DmaEvent::Room:
    return who + ":" + std::to_string(e.channel) + " room";
  }
  return "";
}

class TransferTest : public testing::Test {
protected:
  /// The DRAM serves one line in two cycles, an engine one per cycle.
  Parameters parameters;
  TestMachine machine{parameters, 4};
  std::unique_ptr<TransferTiming> timing;

  void use(Parameters f, unsigned cores = 4) {
    machine = TestMachine(f, cores);
    timing = std::make_unique<TransferTiming>(machine.variant, cores);
  }
  void SetUp() override { use(parameters); }

  void start(unsigned core, Descriptor d, uint64_t handle, uint64_t now = 0,
             const uint32_t *indices = nullptr) {
    ASSERT_EQ(timing->advance(now), nullptr);
    timing->start(core, d, indices, handle, 0, now);
  }
  /// All events until the end.
  std::vector<std::string> events() {
    std::vector<std::string> all;
    while (const DmaEvent *e = timing->advance(~uint64_t(0)))
      all.push_back(text(*e));
    EXPECT_TRUE(timing->isIdle());
    return all;
  }
  /// The completions only, "time core.handle".
  std::vector<std::string> completions() {
    std::vector<std::string> all;
    for (const std::string &e : events())
      if (e.find('>') == std::string::npos && e.find(':') == std::string::npos)
        all.push_back(e);
    return all;
  }
  using Texts = std::vector<std::string>;
};

//===----------------------------------------------------------------------===//
// One channel
//===----------------------------------------------------------------------===//

// Slots at 1, 3, 5, 7; the last line arrives 120 cycles later.
TEST_F(TransferTest, ALoadTakesItsSlotsAndOneLatency) {
  start(0, load(1, 256), 1);
  EXPECT_EQ(events(), (Texts{"127 0.1>0", "127 0.1"}));
}

TEST_F(TransferTest, ALineThatIsTouchedCostsAWholeOne) {
  Descriptor d = load(1, 20);
  d.source = 60; // bytes 60 .. 79: two lines, slots 1 and 3
  start(0, d, 1);
  EXPECT_EQ(completions(), (Texts{"123 0.1"}));
}

TEST_F(TransferTest, RowsCostTheirLinesEach) {
  Descriptor d = load(4, 20);
  d.sourceRow = 20; // 0..19, 20..39, 40..59 in one line; 60..79 in two: 5 slots
  start(0, d, 1);
  EXPECT_EQ(completions(), (Texts{"129 0.1"}));
}

// Slots 1, 3 and 5, 7: the latency of the second descriptor is hidden.
TEST_F(TransferTest, LinesOfTheNextDescriptorFollowWithoutAGap) {
  start(0, load(1, 128), 1);
  start(0, load(1, 128), 2);
  EXPECT_EQ(completions(), (Texts{"123 0.1", "127 0.2"}));
}

TEST_F(TransferTest, StoresTakeSlotsToo) {
  Descriptor d = store(1, 128);
  start(0, d, 1, 10); // slots 11, 13
  EXPECT_EQ(completions(), (Texts{"133 0.1"}));
  EXPECT_EQ(timing->totals().dramLinesWritten, 2u);
}

TEST_F(TransferTest, FilledRowsNeedNoSlot) {
  Descriptor d = load(3, 128);
  d.firstRow = 1, d.lastRow = 2; // fill 1, 2; DRAM 3, 5; fill 6, 7
  start(0, d, 1);
  EXPECT_EQ(completions(), (Texts{"125 0.1"}));
  EXPECT_EQ(timing->record().lastLine, 7u);
}

TEST_F(TransferTest, FilledBytesBeyondTheLinesReadAreLocal) {
  Descriptor d = load(1, 192);
  d.left = 64, d.right = 64; // one line read in 1, two filled in 2, 3
  start(0, d, 1);
  EXPECT_EQ(completions(), (Texts{"121 0.1"}));
  EXPECT_EQ(timing->record().lastLine, 3u);
}

TEST_F(TransferTest, FillsAndLocalCopiesAreThereInTheNextCycle) {
  start(0, transfer(kind::fill, 1, 130), 1); // 1, 2, 3
  start(0, transfer(kind::copy, 2, 65), 2);  // 4 .. 7
  EXPECT_EQ(completions(), (Texts{"4 0.1", "8 0.2"}));
}

// The fill moves in cycle 2, but completes after the load in 121.
TEST_F(TransferTest, HandlesOfAChannelCompleteInOrder) {
  start(0, load(1, 64), 1);
  start(0, transfer(kind::fill, 1, 64), 2);
  EXPECT_EQ(events(), (Texts{"121 0.1>0", "121 0.1", "121 0.2>0", "121 0.2"}));
}

TEST_F(TransferTest, ADescriptorWithoutRowsCompletesAfterItsTurn) {
  start(0, load(0, 64), 1, 5);
  EXPECT_EQ(completions(), (Texts{"7 0.1"}));
}

TEST_F(TransferTest, GathersCostWhatTheListedRowsTouch) {
  Descriptor d = transfer(kind::gather, 3, 64);
  d.sourceRow = 96;
  const uint32_t indices[] = {0, 1, 2}; // 0: 1 line, 96: 2, 192: 1
  start(0, d, 1, 0, indices);
  EXPECT_EQ(completions(), (Texts{"127 0.1"}));
}

TEST_F(TransferTest, ScattersCostWhatTheListedRowsTouch) {
  Descriptor d = transfer(kind::scatter, 2, 64);
  d.destinationRow = 96;
  const uint32_t indices[] = {1, 3}; // 96: 2 lines, 288: 2
  start(0, d, 1, 0, indices);
  EXPECT_EQ(completions(), (Texts{"127 0.1"}));
}

//===----------------------------------------------------------------------===//
// The FIFO
//===----------------------------------------------------------------------===//

TEST_F(TransferTest, ThereIsRoomAfterTheLastLineOfTheFirst) {
  for (uint64_t handle = 1; handle <= 8; ++handle) {
    EXPECT_TRUE(timing->hasRoom(0, 0));
    start(0, load(1, 128), handle);
  }
  EXPECT_FALSE(timing->hasRoom(0, 0));
  EXPECT_TRUE(timing->hasRoom(0, 1));
  EXPECT_EQ(timing->advance(3), nullptr); // slots 1, 3
  EXPECT_FALSE(timing->hasRoom(0, 0));
  const DmaEvent *e = timing->advance(100);
  ASSERT_NE(e, nullptr);
  EXPECT_EQ(text(*e), "4 0:0 room");
  EXPECT_TRUE(timing->hasRoom(0, 0));
}

//===----------------------------------------------------------------------===//
// Arbitration
//===----------------------------------------------------------------------===//

// Core 0 in 1, 5, 9; core 2 in 3, 7, 11.
TEST_F(TransferTest, CoresTakeTurnsAtTheDram) {
  start(0, load(1, 192), 1);
  start(2, load(1, 192), 1);
  EXPECT_EQ(completions(), (Texts{"129 0.1", "131 2.1"}));
}

// Round robin: 0 in 1; then 1 and 2 arrive, and 0 is last.
TEST_F(TransferTest, TheRoundGoesOnBehindTheLastOneServed) {
  start(0, load(1, 128), 1);
  start(1, load(1, 64), 1, 1);
  start(2, load(1, 64), 1, 1); // 1 in 3, 2 in 5, 0 in 7
  EXPECT_EQ(completions(), (Texts{"123 1.1", "125 2.1", "127 0.1"}));
}

TEST_F(TransferTest, ChannelsTakeTurnsToo) {
  start(0, load(1, 128), 1);  // 1, 5
  start(0, store(1, 128), 2); // 3, 7
  EXPECT_EQ(completions(), (Texts{"125 0.1", "127 0.2"}));
}

// An engine moves one line: the fill has priority, the store uses free cycles.
TEST_F(TransferTest, ChannelZeroOfAnEngineGoesFirst) {
  start(0, transfer(kind::fill, 1, 256), 1); // 1 .. 4
  start(0, store(1, 64), 2);                 // 5
  EXPECT_EQ(completions(), (Texts{"5 0.1", "125 0.2"}));
}

// A put moves in cycles in which the DRAM does not serve its engine.
TEST_F(TransferTest, APutUsesWhatALoadLeaves) {
  start(0, load(1, 192), 1);     // 1, 3, 5
  start(0, put(1, 192, 0x2), 2); // 2, 4, 6; arrive 9 later
  EXPECT_EQ(completions(), (Texts{"15 0.2", "125 0.1"}));
}

TEST_F(TransferTest, AFasterDramServesSeveralEnginesInACycle) {
  parameters.dramBytes = 128;
  use(parameters);
  start(0, load(1, 128), 1); // 1, 2: its engine moves one line per cycle
  start(1, load(1, 128), 1);
  EXPECT_EQ(completions(), (Texts{"122 0.1", "122 1.1"}));
}

TEST_F(TransferTest, RatesNeedNotDivide) {
  parameters.dramBytes = 48; // three lines in four cycles, from 1 on: 1 2 3 5 6
  use(parameters);
  start(0, load(1, 5 * 64), 1);
  EXPECT_EQ(completions(), (Texts{"126 0.1"}));
}

TEST_F(TransferTest, AnEngineOfTwoLinesGoesOnToTheNextDescriptor) {
  parameters.dramBytes = 128, parameters.dmaLines = 2;
  use(parameters);
  start(0, load(1, 192), 1); // 1 1 2
  start(0, load(1, 64), 2);  // 2
  EXPECT_EQ(completions(), (Texts{"122 0.1", "122 0.2"}));
}

TEST_F(TransferTest, AMulticastTakesItsSlotsOnceAndArrivesEverywhere) {
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
TEST_F(TransferTest, APutTakesTheShorterWay) {
  start(0, put(1, 128, 0x8), 1);
  EXPECT_EQ(events(), (Texts{"11 0.1>3", "11 0.1"}));
}

TEST_F(TransferTest, AMulticastPutIsCompleteAtTheFarthest) {
  start(0, put(1, 64, 0xf), 1); // local in 2, one hop 10, two hops 19
  EXPECT_EQ(events(),
            (Texts{"2 0.1>0", "10 0.1>1", "10 0.1>3", "19 0.1>2", "19 0.1"}));
  EXPECT_EQ(timing->totals().ringByteHops, 3u * 64);
}

TEST_F(TransferTest, NothingIsSeenBeforeThePutBeforeIsComplete) {
  start(0, put(1, 64, 0x4), 1); // arrives in 19
  start(0, put(1, 64, 0x2), 2); // its line arrives in 11
  EXPECT_EQ(completions(), (Texts{"19 0.1", "19 0.2"}));
}

// Lines arrive in 10 and 11 at one port: lower sender first, 10 12, 11 13.
TEST_F(TransferTest, EjectPortsServeWhoComesFirst) {
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

//===----------------------------------------------------------------------===//
// Handles
//===----------------------------------------------------------------------===//

TEST_F(TransferTest, AHandleIsCompleteOnceItsEventWasSeen) {
  start(0, load(1, 64), 1);
  EXPECT_EQ(timing->advance(120), nullptr);
  EXPECT_FALSE(timing->isComplete(0, 1));
  ASSERT_NE(timing->advance(121), nullptr); // arrival
  EXPECT_FALSE(timing->isComplete(0, 1));
  ASSERT_NE(timing->advance(121), nullptr);
  EXPECT_TRUE(timing->isComplete(0, 1));
  EXPECT_EQ(timing->advance(121), nullptr);
}

} // namespace
