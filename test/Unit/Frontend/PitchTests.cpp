//===- PitchTests.cpp - Row pitches of blocks -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pitches for scratchpads of different numbers of banks.
//
//===----------------------------------------------------------------------===//

#include "Plan/Blocks/BlockPlan.h"
#include "matrix/Description/Target.h"
#include "gtest/gtest.h"

using namespace matrix;

namespace {

/// The default variant with a scratchpad of `banks` banks.
class PitchTest : public testing::TestWithParam<unsigned> {
protected:
  PitchTest() : variant(desc::defaultVariant()) {
    scratchpad = *variant.memoryIn(desc::address_space::scratchpad);
    scratchpad.banks = GetParam();
    variant.memories = {&scratchpad, 1};
  }

  /// Returns the pitch of rows of `bytes` bytes, in bytes.
  int64_t pitch(int64_t bytes) { return getPitch(bytes, 8, variant); }

  desc::MemoryInfo scratchpad = {};
  desc::VariantInfo variant;
};

} // namespace

TEST_P(PitchTest, OnlyRowsInOneBankArePadded) {
  int64_t line = int64_t(scratchpad.alignment);
  int64_t round = line * int64_t(scratchpad.banks);
  for (int64_t bytes = line; bytes <= 4 * round; bytes += line) {
    bool conflicts = scratchpad.banks > 1 && bytes > line && bytes % round == 0;
    EXPECT_EQ(pitch(bytes), conflicts ? bytes + line : bytes);
    EXPECT_EQ(pitch(pitch(bytes)), pitch(bytes));
  }
}

INSTANTIATE_TEST_SUITE_P(Banks, PitchTest, testing::Values(1, 2, 16));
