//===- FirstFitTests.cpp - First-fit allocation ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets of buffers with given sizes and live ranges.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/Transforms/FirstFit.h"
#include "gtest/gtest.h"
#include <vector>

using namespace matrix;

namespace {

/// Places buffers of {size, first use, last use} in order.
std::vector<int64_t> place(std::vector<LiveBuffer> buffers) {
  std::vector<LiveBuffer> placed;
  std::vector<int64_t> offsets;
  for (LiveBuffer buffer : buffers) {
    buffer.offset = findFirstFit(buffer, placed);
    placed.push_back(buffer);
    offsets.push_back(buffer.offset);
  }
  return offsets;
}

} // namespace

using Offsets = std::vector<int64_t>;

TEST(FirstFitTest, SimultaneouslyLiveBuffersAreDisjoint) {
  EXPECT_EQ(place({{16, 0, 9}, {8, 1, 9}, {4, 2, 9}}), (Offsets{0, 16, 24}));
}

TEST(FirstFitTest, OffsetsOfDeadBuffersAreReused) {
  EXPECT_EQ(place({{16, 0, 3}, {16, 4, 9}}), (Offsets{0, 0}));
}

TEST(FirstFitTest, LastUseAndFirstUseInOneOperationOverlap) {
  EXPECT_EQ(place({{16, 0, 4}, {16, 4, 9}}), (Offsets{0, 16}));
}

TEST(FirstFitTest, LowestGapThatIsLargeEnough) {
  // At operation 5, the first and the third buffer are dead.
  EXPECT_EQ(place({{8, 0, 2}, {4, 0, 9}, {16, 0, 2}, {4, 0, 9}, {12, 5, 6}}),
            (Offsets{0, 8, 12, 28, 12}));
}

TEST(FirstFitTest, GapOfExactlyTheSize) {
  EXPECT_EQ(place({{8, 0, 2}, {4, 0, 9}, {8, 5, 6}}), (Offsets{0, 8, 0}));
}

TEST(FirstFitTest, OverlappingOccupiedIntervals) {
  // The second and third buffer share offsets, but both are live with the
  // fourth.
  EXPECT_EQ(place({{4, 0, 9}, {16, 1, 3}, {8, 4, 6}, {2, 2, 5}}),
            (Offsets{0, 4, 4, 20}));
}
