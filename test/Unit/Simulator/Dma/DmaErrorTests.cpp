//===- DmaErrorTests.cpp - Invalid DMA descriptors ------------------------===//
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

TEST_F(DmaTest, AListThatLeadsOutOfMemoryIsFoundWhenItMoves) {
  uint32_t list = 0xffffffff;
  std::memcpy(scratchpad(512), &list, sizeof(list));
  load(1, 4, 1 << 30);
  set(field::kind, kind::gather);
  set(field::cores, 512);
  std::string error = llvm::toString(engine.finish(start()));
  EXPECT_TRUE(
      contains(error, "transfer 1: row 0 (4294967295 in the index list)"))
      << error;
}

TEST_F(DmaTest, AListThatLeadsIntoAnotherMemoryIsFoundWhenItMoves) {
  uint32_t list[] = {0, 4}; // offset 4 * 2^30: the next core's scratchpad
  std::memcpy(scratchpad(512), list, sizeof(list));
  load(2, 4, 1 << 30);
  set(field::kind, kind::gather);
  set(field::source, desc::defaultVariant().map.scratchpads);
  set(field::cores, 512);
  std::string error = llvm::toString(engine.finish(start()));
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

TEST_F(DmaTest, BadDescriptorsAreRejected) {
  load(1, 4, 0);
  EXPECT_TRUE(contains(errorOf(own + 8), "must be aligned to"));
  EXPECT_TRUE(contains(errorOf(0), "must be in the core's own scratchpad"));
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
  EXPECT_TRUE(contains(errorOf(), "is not in the core's own scratchpad"));
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

TEST_F(DmaTest, VariantsWithoutAnEngineSaySo) {
  DmaEngine none(nullptr, memory, semaphores, 0, 1);
  EXPECT_TRUE(contains(llvm::toString(none.start(own, 0).takeError()),
                       "no DMA engine"));
}

} // namespace
