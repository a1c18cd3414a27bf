//===- UndefinedTests.cpp - Undefined bits of results ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compares each mask with an enumeration of all values of a few undefined bits:
// it must contain all bits that change, and no other bits if it is documented
// as exact.
//
//===----------------------------------------------------------------------===//

#include "Sanitizer/UndefinedBits.h"
#include "gtest/gtest.h"
#include <functional>
#include <random>

namespace {

using Value = std::function<uint64_t(int64_t, int64_t)>;
using Mask = std::function<uint64_t(int64_t, uint64_t, int64_t, uint64_t)>;

/// Bits of f(a, b) that change with the bits of both masks.
uint64_t changing(const Value &f, int64_t a, uint64_t ofA, int64_t b,
                  uint64_t ofB) {
  uint64_t first = f(a, b), changes = 0, partA = 0;
  do { // all subsets of a mask
    uint64_t partB = 0;
    do {
      changes |= first ^ f(int64_t((uint64_t(a) & ~ofA) | partA),
                           int64_t((uint64_t(b) & ~ofB) | partB));
      partB = (partB - ofB) & ofB;
    } while (partB);
    partA = (partA - ofA) & ofA;
  } while (partA);
  return changes;
}

void compare(const Value &f, const Mask &mask, bool isExact) {
  std::mt19937_64 random(7);
  auto few = [&] { // up to four bits, adjacent ones and high ones
    uint64_t bits = uint64_t(random() % 16) << (random() % 61);
    return random() % 3 ? bits : bits & (uint64_t(1) << 63 | 1);
  };
  auto value = [&] {
    return int64_t(random() % 2 ? random() : random() % 16 - 8);
  };
  for (int i = 0; i < 3000; ++i) {
    int64_t a = value(), b = random() % 4 ? value() : a;
    uint64_t ofA = few(), ofB = random() % 2 ? few() : 0;
    uint64_t changes = changing(f, a, ofA, b, ofB),
             known = mask(a, ofA, b, ofB);
    ASSERT_EQ(changes & ~known, 0u)
        << a << " " << ofA << " " << b << " " << ofB;
    if (isExact)
      ASSERT_EQ(known, changes) << a << " " << ofA << " " << b << " " << ofB;
  }
}

TEST(UndefinedBits, BitwiseOperationsAreExact) {
  compare([](int64_t a, int64_t b) { return uint64_t(a & b); }, undef::bitAnd,
          true);
  compare([](int64_t a, int64_t b) { return uint64_t(a | b); }, undef::bitOr,
          true);
}

TEST(UndefinedBits, SumsAndDifferencesHoldAllChanges) {
  compare([](int64_t a, int64_t b) { return uint64_t(a) + uint64_t(b); },
          undef::sum, false);
  compare([](int64_t a, int64_t b) { return uint64_t(a) - uint64_t(b); },
          undef::difference, false);
}

TEST(UndefinedBits, NoCarryOutOfDefinedZeros) {
  EXPECT_EQ(undef::sum(5, 0xff00, int64_t(0xffffffff00000000), 0), 0xff00u);
  EXPECT_EQ(undef::difference(0x500, 0xff, 0, 0), 0xffu);
}

TEST(UndefinedBits, ProductsHoldAllChanges) {
  compare([](int64_t a, int64_t b) { return uint64_t(a) * uint64_t(b); },
          [](int64_t, uint64_t ofA, int64_t, uint64_t ofB) {
            return undef::upwards(ofA | ofB);
          },
          false);
}

TEST(UndefinedBits, ComparisonsAreExact) {
  compare([](int64_t a, int64_t b) { return uint64_t(a == b); }, undef::equal,
          true);
  compare([](int64_t a, int64_t b) { return uint64_t(a < b); },
          undef::orderedSigned, false);
  compare(
      [](int64_t a, int64_t b) { return uint64_t(uint64_t(a) < uint64_t(b)); },
      [](int64_t a, uint64_t ofA, int64_t b, uint64_t ofB) {
        return undef::ordered(uint64_t(a), ofA, uint64_t(b), ofB);
      },
      false);
}

TEST(UndefinedBits, SelectionsTakeTheChosenMask) {
  EXPECT_EQ(undef::select(int64_t(1), 0, 5, 0xf, 9, 0xf0), 0xfu);
  EXPECT_EQ(undef::select(int64_t(2), 1, 5, 0xf, 9, 0xf0), 0xfu); // not 0
  EXPECT_EQ(undef::select(int64_t(0), 1, 5, 0, 9, 0),
            12u); // bits in which they differ
}

} // namespace
