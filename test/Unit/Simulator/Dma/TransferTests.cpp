//===- TransferTests.cpp - Transfers of one DMA channel -------------------===//
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

#include "TransferTest.h"

using namespace matrix;
using namespace matrix::sim;
using namespace matrix::sim::test;
namespace kind = desc::dma_kind;

namespace {

//===----------------------------------------------------------------------===//
// One channel
//===----------------------------------------------------------------------===//

// Slots at 1, 3, 5, 7; the last line arrives 120 cycles later.
TEST_F(TransferTest, LoadTakesOneSlotPerLineAndOneLatency) {
  start(0, load(1, 256), 1);
  EXPECT_EQ(events(), (Texts{"127 0.1>0", "127 0.1"}));
}

TEST_F(TransferTest, PartialLinesTakeWholeSlots) {
  Descriptor d = load(1, 20);
  d.source = 60; // bytes 60 .. 79: two lines, slots 1 and 3
  start(0, d, 1);
  EXPECT_EQ(completions(), (Texts{"123 0.1"}));
}

TEST_F(TransferTest, EachRowTakesTheLinesItTouches) {
  Descriptor d = load(4, 20);
  d.sourceRow = 20; // 0..19, 20..39, 40..59 in one line; 60..79 in two: 5 slots
  start(0, d, 1);
  EXPECT_EQ(completions(), (Texts{"129 0.1"}));
}

// Slots 1, 3 and 5, 7: the latency of the second descriptor is hidden.
TEST_F(TransferTest, DescriptorsOfAChannelFollowWithoutGap) {
  start(0, load(1, 128), 1);
  start(0, load(1, 128), 2);
  EXPECT_EQ(completions(), (Texts{"123 0.1", "127 0.2"}));
}

TEST_F(TransferTest, StoresTakeDramSlots) {
  Descriptor d = store(1, 128);
  start(0, d, 1, 10); // slots 11, 13
  EXPECT_EQ(completions(), (Texts{"133 0.1"}));
  EXPECT_EQ(timing->totals().dramLinesWritten, 2u);
}

TEST_F(TransferTest, FilledRowsTakeNoDramSlot) {
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

TEST_F(TransferTest, FillsAndLocalCopiesArriveInTheNextCycle) {
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

TEST_F(TransferTest, DescriptorWithoutRowsCompletesAfterTwoCycles) {
  start(0, load(0, 64), 1, 5);
  EXPECT_EQ(completions(), (Texts{"7 0.1"}));
}

TEST_F(TransferTest, GatherTakesTheLinesOfListedRows) {
  Descriptor d = transfer(kind::gather, 3, 64);
  d.sourceRow = 96;
  const uint32_t indices[] = {0, 1, 2}; // 0: 1 line, 96: 2, 192: 1
  start(0, d, 1, 0, indices);
  EXPECT_EQ(completions(), (Texts{"127 0.1"}));
}

TEST_F(TransferTest, ScatterTakesTheLinesOfListedRows) {
  Descriptor d = transfer(kind::scatter, 2, 64);
  d.destinationRow = 96;
  const uint32_t indices[] = {1, 3}; // 96: 2 lines, 288: 2
  start(0, d, 1, 0, indices);
  EXPECT_EQ(completions(), (Texts{"127 0.1"}));
}

//===----------------------------------------------------------------------===//
// Queue entries
//===----------------------------------------------------------------------===//

TEST_F(TransferTest, QueueEntryIsFreeAfterTheLastLine) {
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
// Handles
//===----------------------------------------------------------------------===//

TEST_F(TransferTest, HandleIsCompleteAfterItsEvent) {
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
