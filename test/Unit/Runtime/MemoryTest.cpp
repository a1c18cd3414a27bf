//===- MemoryTest.cpp - Memory functions of the runtime -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gtest/gtest.h"
#include <array>
#include <cstring>
#include <numeric>

extern "C" {
void *runtime_memcpy(void *, const void *, size_t);
void *runtime_memmove(void *, const void *, size_t);
void *runtime_memset(void *, int, size_t);
int runtime_memcmp(const void *, const void *, size_t);
int runtime_bcmp(const void *, const void *, size_t);
}

namespace {

using Buffer = std::array<unsigned char, 64>;
constexpr size_t MaxOffset = 10, MaxSize = 40;

Buffer numbered() {
  alignas(8) Buffer B;
  std::iota(B.begin(), B.end(), 0);
  return B;
}

/// All combinations of alignments and sizes around one word.
template <typename Try> void forAllPlaces(Try Test) {
  for (size_t To = 0; To < MaxOffset; ++To)
    for (size_t From = 0; From < MaxOffset; ++From)
      for (size_t Size = 0; Size < MaxSize; ++Size)
        Test(To, From, Size);
}

TEST(Memory, MoveOverlapping) {
  forAllPlaces([](size_t To, size_t From, size_t Size) {
    alignas(8) Buffer Got = numbered(), Want = numbered();
    EXPECT_EQ(runtime_memmove(&Got[To], &Got[From], Size), &Got[To]);
    std::memmove(&Want[To], &Want[From], Size);
    EXPECT_EQ(Got, Want) << To << ' ' << From << ' ' << Size;
  });
}

TEST(Memory, Copy) {
  forAllPlaces([](size_t To, size_t From, size_t Size) {
    alignas(8) Buffer Source = numbered(), Got = {}, Want = {};
    EXPECT_EQ(runtime_memcpy(&Got[To], &Source[From], Size), &Got[To]);
    std::memcpy(&Want[To], &Source[From], Size);
    EXPECT_EQ(Got, Want) << To << ' ' << From << ' ' << Size;
  });
}

TEST(Memory, Set) {
  forAllPlaces([](size_t To, size_t Value, size_t Size) {
    alignas(8) Buffer Got = numbered(), Want = numbered();
    int Byte = static_cast<int>(Value) * 37 - 128;
    EXPECT_EQ(runtime_memset(&Got[To], Byte, Size), &Got[To]);
    std::memset(&Want[To], Byte, Size);
    EXPECT_EQ(Got, Want) << To << ' ' << Byte << ' ' << Size;
  });
}

TEST(Memory, Compare) {
  unsigned char A[] = {1, 2, 200}, B[] = {1, 2, 3};
  EXPECT_GT(runtime_memcmp(A, B, 3), 0);
  EXPECT_LT(runtime_memcmp(B, A, 3), 0);
  EXPECT_EQ(runtime_memcmp(A, B, 2), 0);
  EXPECT_NE(runtime_bcmp(A, B, 3), 0);
  EXPECT_EQ(runtime_bcmp(A, B, 0), 0);
}

} // namespace
