//===- DmaTests.cpp - the DMA engine --------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Dma.h"
#include "gtest/gtest.h"
#include <numeric>

using namespace matrix;
using namespace matrix::sim;
namespace field = desc::dma_field;
namespace kind = desc::dma_kind;
namespace flag = desc::dma_flag;

namespace {

/// The default variant with two cores. DRAM holds 0, 1, 2, .. from its first
/// byte, from which low addresses count here.
class DmaTest : public testing::Test {
protected:
  static constexpr uint64_t descriptorAt = 0, dataAt = 4096;

  explicit DmaTest(const desc::VariantInfo &v = desc::defaultVariant())
      : variant(v), memory(variant, 2), cores(makeCores()),
        semaphores(cores, 2), engine(variant.dma, memory, semaphores, 0, 2),
        own(variant.map.ownScratchpad) {
    std::iota(dram(0), dram(4096), 0);
    set(field::source, 0);
  }

  static std::vector<std::unique_ptr<Core>> makeCores() {
    std::vector<std::unique_ptr<Core>> cores;
    for (unsigned number : {0, 1}) {
      cores.push_back(std::make_unique<Core>());
      cores.back()->number = number;
    }
    return cores;
  }
  uint8_t *dram(uint64_t byte) {
    return memory.resolve(0, variant.map.program + byte, 1);
  }
  uint8_t *scratchpad(uint64_t offset, unsigned core = 0) {
    return memory.resolveOwn(core, own + offset, 1);
  }
  void set(const desc::DmaField &f, uint64_t value) {
    bool isAddress = f.offset == field::source.offset ||
                     f.offset == field::destination.offset;
    if (isAddress && value < variant.map.program / 2)
      value += variant.map.program;
    std::memcpy(scratchpad(descriptorAt) + f.offset, &value, f.bits / 8);
  }
  /// rows of `bytes`, dense in the scratchpad, `stride` apart in DRAM.
  void load(uint64_t rows, uint64_t bytes, uint64_t stride) {
    set(field::kind, kind::load);
    set(field::row_bytes, bytes);
    set(field::n1, rows);
    set(field::n2, 1);
    set(field::destination, own + dataAt);
    set(field::s1, stride);
    set(field::d1, bytes);
    set(field::hi1, rows);
    set(field::hi2, 1);
  }
  uint64_t start() {
    std::string error;
    uint64_t ticket = engine.start(own + descriptorAt, 0, error);
    EXPECT_EQ(error, "");
    return ticket;
  }
  void finish(uint64_t ticket) {
    std::string error;
    uint64_t pc;
    EXPECT_TRUE(engine.finish(ticket, error, pc)) << error;
  }
  std::string errorOf(uint64_t address) {
    std::string error;
    EXPECT_EQ(engine.start(address, 0, error), 0u);
    return error;
  }
  std::string errorOf() { return errorOf(own + descriptorAt); }
  static bool contains(const std::string &text, const std::string &part) {
    return text.find(part) != std::string::npos;
  }
  std::vector<int> data(size_t n, unsigned core = 0) {
    uint8_t *p = scratchpad(dataAt, core);
    return std::vector<int>(p, p + n);
  }

  const desc::VariantInfo &variant;
  Memory memory;
  std::vector<std::unique_ptr<Core>> cores;
  Semaphores semaphores;
  DmaEngine engine;
  uint64_t own;
};

TEST_F(DmaTest, DataMoveWhenWaitedForAndNotBefore) {
  load(2, 4, 16);
  uint64_t ticket = start();
  EXPECT_EQ(ticket, 1u);
  EXPECT_EQ(data(8), std::vector<int>(8, 0));
  finish(ticket);
  EXPECT_EQ(data(8), (std::vector<int>{0, 1, 2, 3, 16, 17, 18, 19}));
  EXPECT_TRUE(engine.isIdle());
}

TEST_F(DmaTest, TheDescriptorIsCopiedWhenStarted) {
  load(1, 4, 0);
  uint64_t ticket = start();
  set(field::source, 100);
  finish(ticket);
  EXPECT_EQ(data(4), (std::vector<int>{0, 1, 2, 3}));
}

TEST_F(DmaTest, WaitingForATicketFinishesItsChannelUpToIt) {
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
  finish(second); // again: nothing
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
  set(field::cores, uint32_t(-1)); // there is no list
  finish(start());
  load(4, 0, 16);
  set(field::destination, uint64_t(1) << 62);
  finish(start());
  EXPECT_TRUE(engine.isIdle());
}

TEST_F(DmaTest, AListThatLeadsOutOfMemoryIsFoundWhenItMoves) {
  uint32_t list = 0xffffffff;
  std::memcpy(scratchpad(512), &list, sizeof(list));
  load(1, 4, 1 << 30);
  set(field::kind, kind::gather);
  set(field::cores, 512);
  uint64_t ticket = start(), pc = 0;
  std::string error;
  EXPECT_FALSE(engine.finish(ticket, error, pc));
  EXPECT_TRUE(
      contains(error, "transfer 1: row 0 (4294967295 in the index list)"))
      << error;
}

TEST_F(DmaTest, AListThatLeadsIntoAnotherMemoryIsFoundWhenItMoves) {
  uint32_t list[] = {0, 4}; // 4 * 2^30 bytes on is the next core's scratchpad
  std::memcpy(scratchpad(512), list, sizeof(list));
  load(2, 4, 1 << 30);
  set(field::kind, kind::gather);
  set(field::source, desc::defaultVariant().map.scratchpads);
  set(field::cores, 512);
  uint64_t ticket = start(), pc = 0;
  std::string error;
  EXPECT_FALSE(engine.finish(ticket, error, pc));
  EXPECT_TRUE(contains(error, "transfer 1: row 1 (4 in the index list)") &&
              contains(error, "have to be in one memory"))
      << error;
}

TEST_F(DmaTest, AListMayNotCountFromACoreThatDoesNotRun) {
  uint64_t third = variant.map.scratchpads + 2 * variant.map.scratchpadPitch;
  load(2, 4, 16);
  set(field::cores, 512);
  set(field::kind, kind::gather);
  set(field::source, third);
  EXPECT_TRUE(contains(errorOf(), "rows of the list count from")) << errorOf();
  set(field::kind, kind::scatter);
  set(field::source, own);
  set(field::destination, third);
  EXPECT_TRUE(contains(errorOf(), "which is in no memory")) << errorOf();
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

TEST_F(DmaTest, BadDescriptorsAreRefused) {
  load(1, 4, 0);
  EXPECT_TRUE(contains(errorOf(own + 8), "must be aligned to"));
  EXPECT_TRUE(contains(errorOf(0), "must be in the own scratchpad"));
  set(field::kind, 99);
  EXPECT_TRUE(contains(errorOf(), "kind 99 is not known"));
  load(1, 4, 0);
  set(field::flags, flag::post | 0x80);
  EXPECT_TRUE(contains(errorOf(), ": only known are post (0x"));
  set(field::flags, flag::post);
  set(field::semaphore, 2);
  EXPECT_TRUE(contains(errorOf(), "semaphore 2, but each core has 2"));
  set(field::flags, 0);
  set(field::left, 5);
  EXPECT_TRUE(contains(errorOf(), "exceed the row of 4"));
  set(field::left, 0);
  set(field::destination, 0);
  EXPECT_TRUE(contains(errorOf(), "destination of 4 bytes from 0x10000"));
  load(2, 4, 0);
  set(field::d1, uint64_t(-2 * int64_t(dataAt)));
  EXPECT_TRUE(contains(errorOf(), "is not in the own scratchpad"));
  load(1, 4, 0);
  set(field::source, memory.dramBytes() - 2);
  EXPECT_TRUE(contains(errorOf(), "source of 4 bytes"));
  load(1, 4, 0);
  set(field::flags, flag::multicast);
  set(field::cores, 4);
  EXPECT_TRUE(
      contains(errorOf(), "core mask 0x4 names cores beyond the 2 that run"));
}

/// The default variant without its interconnect.
class CutOffTest : public DmaTest {
protected:
  static const desc::VariantInfo &cutOff() {
    static desc::VariantInfo variant = desc::defaultVariant();
    variant.interconnect = "none";
    return variant;
  }
  CutOffTest() : DmaTest(cutOff()) {}
};

TEST_F(CutOffTest, WithoutAnInterconnectOtherCoresAreOutOfReach) {
  uint64_t other = variant.map.scratchpads + variant.map.scratchpadPitch;
  EXPECT_NE(memory.resolve(0, variant.map.scratchpads, 8), nullptr);
  EXPECT_EQ(memory.resolve(0, other, 8), nullptr);
  EXPECT_NE(memory.resolve(1, other, 8), nullptr);
  load(1, 4, 0);
  set(field::source, other);
  EXPECT_TRUE(contains(errorOf(), "and no interconnect) is not in one memory"))
      << errorOf();
  set(field::source, 0);
  set(field::flags, flag::multicast);
  set(field::cores, 1);
  finish(start());
  set(field::cores, 3);
  EXPECT_TRUE(contains(errorOf(), "core mask 0x3 names other cores, and the "
                                  "variant has no interconnect"));
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
  uint64_t ticket = start();
  EXPECT_EQ(cores[1]->state, CoreState::AtSemaphore);
  finish(ticket);
  EXPECT_EQ(cores[1]->state, CoreState::Running);
  EXPECT_EQ(data(4, 1), (std::vector<int>{0, 1, 2, 3}));
  // It was taken, and core 0 has none.
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

TEST_F(DmaTest, VariantsWithoutAnEngineSaySo) {
  DmaEngine none(nullptr, memory, semaphores, 0, 1);
  std::string error;
  EXPECT_EQ(none.start(own, 0, error), 0u);
  EXPECT_TRUE(contains(error, "no DMA engine"));
}

} // namespace
