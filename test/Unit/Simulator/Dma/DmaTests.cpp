//===- DmaTests.cpp - Functional DMA transfers ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DmaTest.h"

using namespace matrix;
using namespace matrix::sim;
namespace field = desc::dma_field;
namespace kind = desc::dma_kind;
namespace flag = desc::dma_flag;

namespace {

TEST_F(DmaTest, DataMoveWhenWaitedForAndNotBefore) {
  load(2, 4, 16);
  uint64_t handle = start();
  EXPECT_EQ(handle, 1u);
  EXPECT_EQ(data(8), std::vector<int>(8, 0));
  finish(handle);
  EXPECT_EQ(data(8), (std::vector<int>{0, 1, 2, 3, 16, 17, 18, 19}));
  EXPECT_TRUE(engine.isIdle());
}

TEST_F(DmaTest, TheDescriptorIsCopiedWhenStarted) {
  load(1, 4, 0);
  uint64_t handle = start();
  set(field::source, 100);
  finish(handle);
  EXPECT_EQ(data(4), (std::vector<int>{0, 1, 2, 3}));
}

TEST_F(DmaTest, WaitingForAHandleFinishesItsChannelUpToIt) {
  load(1, 1, 0);
  start();
  set(field::destination, own + dataAt + 1);
  set(field::source, 7);
  uint64_t second = start();
  set(field::destination, own + dataAt + 2);
  start();
  finish(second);
  EXPECT_EQ(data(3), (std::vector<int>{0, 7, 0}));
  EXPECT_FALSE(engine.isIdle());
  finish(second); // a second completion has no effect
  EXPECT_EQ(data(3), (std::vector<int>{0, 7, 0}));
}

TEST_F(DmaTest, AFullQueueMovesTheOldest) {
  load(1, 1, 0);
  set(field::source, 9);
  for (unsigned i = 0; i < variant.dma->queueEntries; ++i)
    start();
  EXPECT_EQ(data(1), std::vector<int>{0});
  start();
  EXPECT_EQ(data(1), std::vector<int>{9});
}

TEST_F(DmaTest, RowsAndPlanesOutsideTheirLimitsAndEdgesAreFilled) {
  load(3, 6, 16);
  set(field::n2, 2);
  set(field::d2, 18);
  set(field::lo1, 1);
  set(field::hi1, 2);
  set(field::left, 1);
  set(field::right, 2);
  set(field::fill, 0x04030201);
  finish(start());
  EXPECT_EQ(data(18), (std::vector<int>{
                          1, 2, 3, 4, 1, 2,    // filled from its start
                          1, 17, 18, 19, 1, 2, // byte b comes from source + b
                          1, 2, 3, 4, 1, 2}));
  uint8_t *second = scratchpad(dataAt + 18); // plane 1 is outside [0, 1)
  EXPECT_EQ(std::vector<int>(second, second + 6),
            (std::vector<int>{1, 2, 3, 4, 1, 2}));
}

TEST_F(DmaTest, StoresGoTheOtherWay) {
  scratchpad(dataAt)[0] = 42;
  load(1, 1, 0);
  set(field::kind, kind::store);
  set(field::source, own + dataAt);
  set(field::destination, 5000);
  finish(start());
  EXPECT_EQ(*dram(5000), 42);
}

TEST_F(DmaTest, FillsReadNothing) {
  load(2, 3, 0);
  set(field::kind, kind::fill);
  set(field::source, uint64_t(-1));
  set(field::fill, 0x0d0c0b0a);
  finish(start());
  EXPECT_EQ(data(6), (std::vector<int>{10, 11, 12, 10, 11, 12}));
}

TEST_F(DmaTest, GatherAndScatterFollowTheList) {
  uint32_t list[2] = {3, 1};
  std::memcpy(scratchpad(512), list, sizeof(list));
  load(2, 2, 16);
  set(field::kind, kind::gather);
  set(field::cores, 512);
  finish(start());
  EXPECT_EQ(data(4), (std::vector<int>{48, 49, 16, 17}));

  set(field::kind, kind::scatter);
  set(field::source, own + dataAt);
  set(field::destination, 8192);
  set(field::s1, 2);
  set(field::d1, 4);
  finish(start());
  EXPECT_EQ(*dram(8192 + 3 * 4), 48);
  EXPECT_EQ(*dram(8192 + 1 * 4), 16);
}

TEST_F(DmaTest, RowsWithoutBytesAreNotLookedAt) {
  load(4, 0, 16);
  set(field::kind, kind::gather);
  set(field::cores, uint32_t(-1)); // no index list
  finish(start());
  load(4, 0, 16);
  set(field::destination, uint64_t(1) << 62);
  finish(start());
  EXPECT_TRUE(engine.isIdle());
}

TEST_F(DmaTest, PutsAndMulticastReachEveryCoreOfTheMask) {
  load(1, 2, 0);
  set(field::source, 20);
  set(field::flags, flag::multicast);
  set(field::cores, 3);
  finish(start());
  EXPECT_EQ(data(2, 0), (std::vector<int>{20, 21}));
  EXPECT_EQ(data(2, 1), (std::vector<int>{20, 21}));

  scratchpad(64)[0] = 99;
  set(field::kind, kind::put);
  set(field::flags, 0);
  set(field::source, own + 64);
  set(field::row_bytes, 1);
  set(field::cores, 2);
  finish(start());
  EXPECT_EQ(data(1, 1), std::vector<int>{99});
  EXPECT_EQ(data(1, 0), std::vector<int>{20});
}

TEST_F(DmaTest, WhatIsFilledNeedNotBeInMemory) {
  load(2, 4, 16);
  set(field::source, variant.map.program - 16);
  set(field::lo1, 1);
  finish(start());
  EXPECT_EQ(data(8), (std::vector<int>{0, 0, 0, 0, 0, 1, 2, 3}));
}

TEST_F(DmaTest, ReceiversHearOfTheirData) {
  load(1, 4, 0);
  set(field::flags, flag::post | flag::multicast);
  set(field::cores, 2);
  set(field::semaphore, 1);
  semaphores.wait(*cores[1], 1, 1);
  uint64_t handle = start();
  EXPECT_EQ(cores[1]->state, CoreState::AtSemaphore);
  finish(handle);
  EXPECT_EQ(cores[1]->state, CoreState::Running);
  EXPECT_EQ(data(4, 1), (std::vector<int>{0, 1, 2, 3}));
  // Core 1 consumed the post; core 0 has none.
  for (unsigned core : {0, 1}) {
    semaphores.wait(*cores[core], 1, 1);
    EXPECT_EQ(cores[core]->state, CoreState::AtSemaphore);
  }
}

TEST_F(DmaTest, EmptyTransfersAreDone) {
  load(0, 4, 0);
  finish(start());
  load(4, 0, 0);
  finish(start());
  EXPECT_EQ(engine.bytes(), 0u);
}

} // namespace
