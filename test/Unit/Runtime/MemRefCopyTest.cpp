//===- MemRefCopyTest.cpp - Copies between strided tensors ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <cstdint>
#include <vector>

extern "C" void runtime_memrefCopy(int64_t, void *, void *);

namespace {

/// A descriptor as passed by MLIR: rank and a pointer to the words
/// allocated, aligned, offset, sizes, strides.
struct MemRef {
  std::vector<int64_t> Words;
  struct {
    int64_t Rank;
    int64_t *Descriptor;
  } Unranked;

  MemRef(std::vector<int16_t> &Data, int64_t Offset, std::vector<int64_t> Sizes,
         std::vector<int64_t> Strides)
      : Words{0, reinterpret_cast<intptr_t>(Data.data()), Offset} {
    Words.insert(Words.end(), Sizes.begin(), Sizes.end());
    Words.insert(Words.end(), Strides.begin(), Strides.end());
    Unranked = {static_cast<int64_t>(Sizes.size()), Words.data()};
  }
};

std::vector<int16_t> copy(MemRef From, std::vector<int16_t> &Target,
                          MemRef To) {
  runtime_memrefCopy(sizeof(int16_t), &From.Unranked, &To.Unranked);
  return Target;
}

TEST(MemRefCopy, Transpose) {
  std::vector<int16_t> A = {1, 2, 3, 4, 5, 6}, B(6);
  EXPECT_EQ(copy(MemRef(A, 0, {3, 2}, {1, 3}), B, MemRef(B, 0, {3, 2}, {2, 1})),
            (std::vector<int16_t>{1, 4, 2, 5, 3, 6}));
}

TEST(MemRefCopy, RowsIntoTheMiddle) {
  std::vector<int16_t> A = {1, 2, 3, 4}, B(8);
  EXPECT_EQ(copy(MemRef(A, 0, {2, 2}, {2, 1}), B, MemRef(B, 1, {2, 2}, {4, 1})),
            (std::vector<int16_t>{0, 1, 2, 0, 0, 3, 4, 0}));
}

TEST(MemRefCopy, SingleElementAndNothing) {
  std::vector<int16_t> A = {7, 8}, B(2);
  EXPECT_EQ(copy(MemRef(A, 1, {}, {}), B, MemRef(B, 0, {}, {})),
            (std::vector<int16_t>{8, 0}));
  EXPECT_EQ(copy(MemRef(A, 0, {0, 2}, {2, 1}), B, MemRef(B, 0, {0, 2}, {2, 1})),
            (std::vector<int16_t>{8, 0}));
}

} // namespace
