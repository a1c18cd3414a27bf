//===- RacesTests.cpp - Happens-before and data races ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Sanitizer/HappensBefore/Ordering.h"
#include "Sanitizer/HappensBefore/Races.h"
#include "gtest/gtest.h"
#include <random>

using namespace matrix::sim;

namespace {

/// Two cores with two channels each.
class RacesTest : public testing::Test {
protected:
  std::optional<Conflict> access(unsigned thread, uint64_t at, uint64_t size,
                                 bool write, uint32_t site = 0) {
    Accessor me = {Epoch(thread, site, order.tick(thread)), order.now(thread),
                   order.version(thread)};
    return races.access(me, at, size, write, /*record=*/true);
  }
  bool reads(unsigned thread, uint64_t at, uint64_t size) {
    return !access(thread, at, size, false);
  }
  bool writes(unsigned thread, uint64_t at, uint64_t size) {
    return !access(thread, at, size, true);
  }

  Ordering order{2, 2};
  Races races{1 << 20};
};

TEST_F(RacesTest, CoresWithoutOrder) {
  EXPECT_TRUE(writes(0, 100, 8));
  EXPECT_TRUE(reads(0, 100, 8));
  EXPECT_FALSE(reads(1, 104, 1));
  EXPECT_FALSE(writes(1, 99, 2));
  EXPECT_TRUE(reads(1, 200, 8));
  EXPECT_TRUE(reads(0, 200, 8));
  EXPECT_FALSE(writes(0, 207, 1));
}

TEST_F(RacesTest, NeighborsInALineDoNotMeet) {
  for (unsigned i = 0; i < 64; ++i)
    EXPECT_TRUE(writes(i % 2, 640 + i, 1));
  for (unsigned i = 0; i < 64; ++i) {
    EXPECT_TRUE(reads(i % 2, 640 + i, 1));
    EXPECT_FALSE(reads(1 - i % 2, 640 + i, 1));
  }
}

TEST_F(RacesTest, ConflictNamesTheBytesAndTheOther) {
  access(0, 70, 20, true, /*site=*/1234);
  std::optional<Conflict> c = access(1, 64, 16, false);
  ASSERT_TRUE(c);
  EXPECT_EQ(c->first, 70u);
  EXPECT_EQ(c->last, 79u);
  EXPECT_TRUE(c->otherWrote);
  EXPECT_EQ(c->other.thread(), 0u);
  EXPECT_EQ(c->other.site(), 1234u);
}

TEST_F(RacesTest, SemaphoresOrder) {
  EXPECT_TRUE(writes(0, 0, 64));
  order.arrived(order.post(0), 1, 3);
  EXPECT_TRUE(writes(0, 64, 64)); // after the post
  order.acquire(1, 3, 1);
  EXPECT_TRUE(reads(1, 0, 64));
  EXPECT_FALSE(reads(1, 64, 64));
}

TEST_F(RacesTest, OnlyWhatWasWaitedForOrders) {
  EXPECT_TRUE(writes(0, 0, 8));
  order.arrived(order.post(0), 1, 3);
  EXPECT_TRUE(writes(0, 8, 8));
  order.arrived(order.post(0), 1, 3);
  order.acquire(1, 3, 1);
  EXPECT_TRUE(reads(1, 0, 8));
  EXPECT_FALSE(reads(1, 8, 8));
  order.acquire(1, 3, 1);
  EXPECT_TRUE(reads(1, 8, 8));
}

TEST_F(RacesTest, BarriersOrderAll) {
  EXPECT_TRUE(writes(0, 0, 8));
  EXPECT_TRUE(writes(1, 8, 8));
  order.barrier();
  EXPECT_TRUE(writes(0, 8, 8));
  EXPECT_TRUE(writes(1, 0, 8));
  EXPECT_FALSE(reads(0, 0, 8));
}

TEST_F(RacesTest, PlacesOrderBothWays) {
  EXPECT_TRUE(writes(0, 0, 8));
  order.synchronize(0, 77, false, true);
  EXPECT_TRUE(writes(0, 8, 8));
  order.synchronize(1, 77, true, false);
  EXPECT_TRUE(writes(1, 0, 8));
  EXPECT_FALSE(reads(1, 8, 8));
}

TEST_F(RacesTest, TransfersUntilTheWait) {
  unsigned channel = order.channelThread(0, 0);
  EXPECT_TRUE(writes(0, 0, 64)); // before the start
  order.start(0, 0, 1, 0);
  EXPECT_TRUE(reads(channel, 0, 64));
  EXPECT_TRUE(writes(channel, 128, 64));
  EXPECT_TRUE(reads(0, 0, 64));
  EXPECT_FALSE(writes(0, 63, 1));
  EXPECT_FALSE(reads(0, 128, 1));
  order.waited(0, 1);
  EXPECT_TRUE(writes(0, 63, 1));
  EXPECT_TRUE(reads(0, 128, 1));
}

TEST_F(RacesTest, ChannelsAreInOrderAloneOnly) {
  unsigned first = order.channelThread(0, 0),
           second = order.channelThread(0, 1);
  order.start(0, 0, 1, 0);
  EXPECT_TRUE(writes(first, 0, 64));
  order.start(0, 0, 2, 0);
  EXPECT_TRUE(reads(first, 0, 64));
  order.start(0, 1, 3, 0);
  EXPECT_FALSE(reads(second, 0, 64));
  order.waited(0, 2);
  order.start(0, 1, 4, 0);
  EXPECT_TRUE(reads(second, 0, 64));
}

TEST_F(RacesTest, TransfersThatPost) {
  unsigned channel = order.channelThread(0, 1);
  EXPECT_TRUE(writes(0, 0, 8));
  order.start(0, 1, 1, 2);
  EXPECT_TRUE(writes(channel, 512, 64));
  EXPECT_TRUE(writes(0, 8, 8)); // after the start
  order.posted(0, 1, 1, 5);
  EXPECT_FALSE(reads(1, 512, 1));
  order.acquire(1, 5, 1);
  EXPECT_TRUE(reads(1, 512, 64));
  EXPECT_TRUE(reads(1, 0, 8));
  EXPECT_FALSE(reads(1, 8, 8));
  EXPECT_FALSE(reads(0, 512, 1)); // has not waited
}

TEST_F(RacesTest, ThreadsInOrderDoNotHideOthers) {
  unsigned channel = order.channelThread(0, 0);
  EXPECT_TRUE(writes(0, 0, 8));
  order.start(0, 0, 1, 0);
  EXPECT_TRUE(reads(channel, 0, 8));
  Accessor other = {Epoch(1, 0, order.tick(1)), order.now(1), order.version(1)};
  EXPECT_EQ(races.access(other, 0, 8, true, false)->other.thread(), 0u);
  other.inOrder = 3; // both cores
  EXPECT_EQ(races.access(other, 0, 8, true, false)->other.thread(), channel);
  EXPECT_FALSE(races.access(other, 0, 8, false, false));
}

/// Every round has another set of readers.
TEST_F(RacesTest, SetsOfReadersAreFreed) {
  EXPECT_TRUE(reads(0, 4096, 8));
  EXPECT_TRUE(reads(1, 4096, 8)); // a set that stays in use
  for (unsigned round = 0; round < 20000; ++round) {
    EXPECT_TRUE(reads(0, 0, 64));
    EXPECT_TRUE(reads(1, 0, 32));
    EXPECT_TRUE(reads(1, 16, 48));
    if (round % 2) {
      EXPECT_FALSE(writes(0, 32, 8));
      EXPECT_FALSE(writes(1, 56, 8));
    }
    order.barrier();
  }
  EXPECT_LT(races.numReaderSets(), 2500u);
  EXPECT_TRUE(reads(0, 0, 64));
  EXPECT_TRUE(writes(1, 4096, 8));
  EXPECT_FALSE(writes(1, 60, 1));
}

//===----------------------------------------------------------------------===//
// Against a model that records the complete access history of every byte
//===----------------------------------------------------------------------===//

struct Event {
  unsigned thread;
  uint32_t tick;
  bool write;
};

TEST_F(RacesTest, AgreesWithAllOfHistory) {
  constexpr unsigned bytes = 192;
  std::mt19937 random(7);
  auto below = [&](unsigned n) { return unsigned(random() % n); };
  unsigned conflicts = 0;
  for (int run = 0; run < 50; ++run) {
    Ordering order{3, 1};
    Races races{bytes};
    std::vector<std::vector<Event>> history(bytes);
    for (int step = 0; step < 400; ++step) {
      unsigned thread = below(3);
      if (below(4) == 0) {
        unsigned to = below(3);
        order.arrived(order.post(thread), to, 0);
        order.acquire(to, 0, 1);
        continue;
      }
      bool write = below(3) == 0;
      unsigned at = below(bytes), size = 1 + below(std::min(80u, bytes - at));
      const VectorClock &now = order.now(thread);
      bool expected = false;
      for (unsigned i = at; i < at + size; ++i)
        for (const Event &e : history[i])
          expected |= (write || e.write) && e.tick > now[e.thread];
      Accessor me = {Epoch(thread, step, order.tick(thread)), now,
                     order.version(thread)};
      // A conflict ends a real run: continue without the access.
      bool found =
          races.access(me, at, size, write, /*record=*/false).has_value();
      ASSERT_EQ(found, expected) << "run " << run << " step " << step;
      conflicts += found;
      if (found)
        continue;
      ASSERT_FALSE(races.access(me, at, size, write, /*record=*/true));
      for (unsigned i = at; i < at + size; ++i)
        history[i].push_back({thread, order.tick(thread), write});
    }
  }
  EXPECT_GT(conflicts, 1000u);
}

} // namespace
