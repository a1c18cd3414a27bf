//===- RowStepTests.cpp - Steps of contractions on rows -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps chosen for given cycles and memories.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowStep.h"
#include "gtest/gtest.h"

using namespace matrix;

namespace {

/// Products of 32 cycles, loads of 16 cycles that take 136.
constexpr RowRates rates = {32, 48, 16, 136, 16384, 1024};

RowBlocks blocks(int64_t m, int64_t n, int64_t k) { return {m, n, k, 16, 16}; }

} // namespace

TEST(RowStepTest, OneBlockIsOneStep) {
  EXPECT_EQ(chooseRowStep(blocks(1, 1, 1), rates).numProducts(), 1);
}

TEST(RowStepTest, StepsHideTheLatencyOfLoads) {
  RowStep step = chooseRowStep(blocks(32, 32, 32), rates);
  double products = 32.0 * 32 * 32 * double(rates.product);
  EXPECT_LT(estimateCycles(step, blocks(32, 32, 32), rates), 1.1 * products);
  EXPECT_GT(estimateCycles({}, blocks(32, 32, 32), rates), 4 * products);
}

TEST(RowStepTest, OneRowOfBlocksIsDividedAlongTheOthers) {
  RowStep step = chooseRowStep(blocks(1, 64, 64), rates);
  EXPECT_EQ(step.m, 1);
  EXPECT_GT(step.n * step.k, 4);
}

TEST(RowStepTest, ResultsFitTheirMemory) {
  RowRates small = rates;
  small.resultRows = 16;
  RowStep step = chooseRowStep(blocks(32, 32, 32), small);
  EXPECT_EQ(step.m * step.n, 1);
  EXPECT_GT(step.k, 1);
}

TEST(RowStepTest, OperandsFitTheirMemory) {
  RowRates small = rates;
  small.operandRows = 32;
  EXPECT_EQ(chooseRowStep(blocks(32, 32, 32), small).numProducts(), 1);
}

TEST(RowStepTest, RemainingBlocksAreCounted) {
  double whole = estimateCycles({4, 1, 1}, blocks(8, 1, 8), rates);
  double remainder = estimateCycles({4, 1, 1}, blocks(9, 1, 8), rates);
  EXPECT_GT(remainder, whole);
  EXPECT_LT(remainder, 1.5 * whole);
}

TEST(RowStepTest, StepsAlongTheInnerLoopOverlap) {
  RowBlocks innerN = blocks(4, 32, 32), innerM = innerN;
  innerM.isInnerM = true;
  RowStep step = {4, 2, 2};
  EXPECT_LT(estimateCycles(step, innerN, rates),
            estimateCycles(step, innerM, rates));
  // The last iteration over an odd depth reads the rows of the next loads.
  RowBlocks odd = innerN;
  odd.k = 33;
  double deeper = estimateCycles(step, odd, rates);
  odd.k = 34;
  EXPECT_GT(deeper, estimateCycles(step, odd, rates));
}
