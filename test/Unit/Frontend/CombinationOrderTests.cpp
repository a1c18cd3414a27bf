//===- CombinationOrderTests.cpp - Accumulators that alternate ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders of the combinations of stacked tiles, for pipes of several latencies.
//
//===----------------------------------------------------------------------===//

#include "Plan/Windows/CombinationOrder.h"
#include "gtest/gtest.h"
#include <set>

using namespace matrix;

namespace {

constexpr int64_t kTiles = 7, kTaps = 9;

/// The default variant, whose elementwise pipe is occupied for 8 cycles and has
/// a latency of `GetParam()` times that.
class CombinationOrderTest : public testing::TestWithParam<int64_t> {
protected:
  CombinationOrderTest() : variant(desc::defaultVariant()) {
    variant.parameters.ewBytes = variant.tileBytes() / 8;
    variant.parameters.ewExtraLatency = 8 * (GetParam() - 1);
    order = orderCombinations(kTiles, kTaps, variant);
  }

  desc::VariantInfo variant;
  llvm::SmallVector<TapLoad::Use> order;
};

} // namespace

TEST_P(CombinationOrderTest, EachTileTakesItsTapsInOrder) {
  std::vector<int64_t> next(kTiles, 0);
  for (TapLoad::Use use : order)
    EXPECT_EQ(use.tap, next[use.tile]++);
  EXPECT_EQ(next, std::vector<int64_t>(kTiles, kTaps));
}

TEST_P(CombinationOrderTest, AsManyAccumulatorsAlternateAsTheLatencyRequires) {
  std::set<int64_t> live;
  size_t maximum = 0, repeated = 0;
  for (auto [i, use] : llvm::enumerate(order)) {
    live.insert(use.tile);
    maximum = std::max(maximum, live.size());
    if (use.tap + 1 == kTaps)
      live.erase(use.tile);
    repeated += i > 0 && GetParam() > 1 && order[i - 1].tile == use.tile;
  }
  EXPECT_EQ(maximum, size_t(GetParam()));
  // Only the first and the last tile are alone.
  EXPECT_LT(repeated, 2 * size_t(kTaps));
}

INSTANTIATE_TEST_SUITE_P(Latencies, CombinationOrderTest,
                         testing::Values(1, 2, 3));
