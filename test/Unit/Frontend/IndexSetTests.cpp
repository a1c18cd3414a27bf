//===- IndexSetTests.cpp - Sets of indices --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations on random small sets equal those on std::set; results of large
// sets are subsets.
//
//===----------------------------------------------------------------------===//

#include "Report/IndexSet.h"
#include "llvm/ADT/STLExtras.h"
#include "gtest/gtest.h"
#include <random>
#include <set>

using namespace matrix;

namespace {

using Reference = std::set<int64_t>;

class IndexSetTest : public testing::TestWithParam<unsigned> {
protected:
  int64_t number(int64_t from, int64_t to) {
    return std::uniform_int_distribution<int64_t>(from, to)(random);
  }

  /// A union of runs.
  Reference makeReference() {
    Reference all;
    for (int64_t i = number(0, 3); i > 0; --i) {
      int64_t first = number(-20, 40), step = number(1, 7);
      for (int64_t k = number(1, 12); k > 0; --k)
        all.insert(first + k * step);
    }
    return all;
  }

  static IndexSet make(const Reference &all) {
    llvm::SmallVector<int64_t> elements(all.begin(), all.end());
    return IndexSet::ofElements(elements);
  }

  static Reference listed(const IndexSet &set) {
    auto elements = set.elements();
    EXPECT_TRUE(llvm::is_sorted(elements));
    EXPECT_EQ(int64_t(elements.size()), set.count());
    return Reference(elements.begin(), elements.end());
  }

  static Reference filter(const Reference &all,
                          llvm::function_ref<bool(int64_t)> isKept) {
    Reference kept;
    for (int64_t i : all)
      if (isKept(i))
        kept.insert(i);
    return kept;
  }

  std::mt19937 random{GetParam()};
};

} // namespace

TEST_P(IndexSetTest, CombinationsOfTwoSets) {
  Reference a = makeReference(), b = makeReference(), both = a, sums;
  both.insert(b.begin(), b.end());
  for (int64_t i : a)
    for (int64_t j : b)
      sums.insert(i + j);
  EXPECT_EQ(listed(make(a)), a);
  EXPECT_EQ(listed(make(a).united(make(b))), both);
  EXPECT_EQ(listed(make(a).plus(make(b))), sums);
  EXPECT_EQ(listed(make(a).intersected(make(b))),
            filter(a, [&](int64_t i) { return b.count(i); }));
}

TEST_P(IndexSetTest, ImagesAndTheirInverses) {
  Reference a = makeReference(), image, inverse;
  int64_t factor = number(-5, 5), offset = number(-9, 9),
          extent = number(0, 40);
  for (int64_t i : a)
    image.insert(factor * i + offset);
  for (int64_t i = 0; i < extent; ++i)
    if (a.count(factor * i + offset))
      inverse.insert(i);
  EXPECT_EQ(listed(make(a).scaled(factor, offset)), image);
  EXPECT_EQ(listed(make(a).unscaled(factor, offset, extent)), inverse);
}

TEST_P(IndexSetTest, Parts) {
  Reference a = makeReference(), blocks;
  int64_t begin = number(-20, 60), end = begin + number(0, 30),
          size = number(1, 4);
  EXPECT_EQ(listed(make(a).clipped(begin, end)),
            filter(a, [&](int64_t i) { return i >= begin && i < end; }));
  EXPECT_EQ(listed(make(a).without(begin, end)),
            filter(a, [&](int64_t i) { return i < begin || i >= end; }));
  for (int64_t block : listed(make(a).wholeBlocks(size)))
    for (int64_t i = 0; i < size; ++i)
      EXPECT_TRUE(a.count(block * size + i));
}

INSTANTIATE_TEST_SUITE_P(Seeds, IndexSetTest, testing::Range(0u, 200u));

TEST(IndexSet, LargeSetsAreRuns) {
  int64_t large = int64_t(1) << 40;
  IndexSet all = IndexSet::all(large);
  EXPECT_EQ(all.scaled(2, 0).plus(IndexSet::all(3)).count(), 2 * large + 1);
  EXPECT_EQ(all.clipped(5, large).united(all.clipped(0, 9)).count(), large);
  EXPECT_EQ(all.scaled(6, 0).intersected(all.scaled(4, 2)).count(), large / 3);
  EXPECT_EQ(all.wholeBlocks(1 << 20).count(), 1 << 20);
}

TEST(IndexSet, SubsetsOfWhatTakesManyRuns) {
  IndexSet all = IndexSet::all(100000);
  IndexSet windows = all.scaled(5, 0).plus(IndexSet::all(2));
  EXPECT_EQ(windows.count(), 100000);
  EXPECT_EQ(windows.intersected(all.scaled(5, 0)).count(), 100000);
  IndexSet interleaved = all.scaled(2, 0).united(all.scaled(2, 1));
  EXPECT_EQ(interleaved.clipped(0, 200000).count(), interleaved.count());
  EXPECT_GE(interleaved.count(), 100000);
}

TEST(IndexSet, NumbersThatOverflowAreDropped) {
  EXPECT_TRUE(IndexSet::all(3).scaled(INT64_MAX, 0).empty());
  EXPECT_TRUE(IndexSet::all(INT64_MAX).empty());
  EXPECT_TRUE(IndexSet::all(4).unscaled(INT64_MIN, 1, 3).empty());
}
