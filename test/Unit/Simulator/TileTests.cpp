//===- TileTests.cpp - Generated tile functions ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Semantics are tested against their reference expansion elsewhere
// (test/Instructions). These tests compare each structured operator with
// independent expected results.
//
//===----------------------------------------------------------------------===//

#include "Numerics/ScalarNumerics.h"
#include "TileTest.h"
#include <random>

using namespace matrix;
using namespace matrix::sim;
using namespace matrix::sim::test;

namespace {

//===----------------------------------------------------------------------===//
// Contractions and reductions
//===----------------------------------------------------------------------===//

TEST_F(TileTest, ContractionIsAChainOfFusedMultiplyAdds) {
  std::minstd_rand random(1);
  auto small = [&](int, int) {
    return num::toBF16(float(int(random() % 4001) - 2000) / 731);
  };
  fill<uint16_t>(1, small);
  fill<uint16_t>(2, small);
  fill<float>(0, [&](int i, int j) { return i * 0.37f - j; });
  std::vector<float> want;
  for (int i = 0; i < R; ++i)
    for (int j = 0; j < RB / 4; ++j) {
      float sum = at<float>(0, i, j);
      for (int k = 0; k < RB / 2; ++k)
        sum = std::fma(num::fromBF16(at<uint16_t>(1, i, k)),
                       num::fromBF16(at<uint16_t>(2, j, k)), sum);
      want.push_back(sum);
    }
  run(Op_TMMA_F32_BF16, {0, 1, 2});
  EXPECT_EQ(std::memcmp(tile<float>(0), want.data(), want.size() * 4), 0);
}

TEST_F(TileTest, IntegerContractionWrapsAndMixesSigns) {
  fill<uint8_t>(1, [](int i, int k) { return 255 - i - k % 3; });
  fill<int8_t>(2, [](int j, int k) { return -128 + j + k % 5; });
  fill<int32_t>(0, [](int, int) { return INT32_MIN + 5; });
  int64_t sum = 0;
  for (int k = 0; k < RB; ++k)
    sum += (255 - 3 - k % 3) * (-128 + 7 + k % 5);
  run(Op_TMMA_I32_U8, {0, 1, 2});
  EXPECT_EQ(at<int32_t>(0, 3, 7),
            int32_t(uint32_t(INT32_MIN + 5) + uint32_t(sum)));
}

TEST_F(TileTest, ContractionsReturnCanonicalNaNs) {
  fill<float>(1, [](int i, int) {
    return i == 2 ? num::floatFromBits(0xffc01234) : 1.0f;
  });
  fill<float>(2, [](int, int) { return 1.0f; });
  fill<float>(0, [](int, int) { return 0.0f; });
  run(Op_TMMA_F32_F32, {0, 1, 2});
  EXPECT_EQ(at<uint32_t>(0, 2, 1), num::canonicalNaN);
  EXPECT_EQ(at<float>(0, 1, 1), float(RB / 4));
}

// -0 + -0 * 1 is -0, but +0 * 1 in its place would give +0.
TEST_F(TileTest, ContractionsKeepSignsOfZeros) {
  for (unsigned r : {0, 1})
    fill<float>(r, [](int, int) { return -0.0f; });
  fill<float>(2, [](int, int) { return 1.0f; });
  run(Op_TMMA_F32_F32, {0, 1, 2});
  EXPECT_EQ(at<uint32_t>(0, 3, 2), 0x80000000u);
}

TEST_F(TileTest, ResultMayBeAnOperand) {
  fill<float>(1, [](int i, int j) { return i == j ? 2.0f : 0.0f; });
  run(Op_TMMA_F32_F32, {1, 1, 1});
  EXPECT_EQ(at<float>(1, 3, 3), 6.0f);
  EXPECT_EQ(at<float>(1, 3, 4), 0.0f);
}

TEST_F(TileTest, ReductionsBroadcastTheirResult) {
  fill<float>(1, [](int i, int j) { return float(i * 100 - j); });
  run(Op_TRMAX_F32, {0, 1});
  run(Op_TRSUM_F32, {2, 1});
  run(Op_TCSUM_F32, {3, 1});
  run(Op_TCMAX_F32, {4, 1});
  int columns = RB / 4;
  for (int j = 0; j < columns; ++j) {
    EXPECT_EQ(at<float>(0, 2, j), 200.0f);
    EXPECT_EQ(at<float>(2, 2, j),
              float(200 * columns - columns * (columns - 1) / 2));
    EXPECT_EQ(at<float>(3, 5, j), float(100 * (R * (R - 1) / 2) - R * j));
    EXPECT_EQ(at<float>(4, 5, j), float((R - 1) * 100 - j));
  }
}

//===----------------------------------------------------------------------===//
// Column blocks, conversions, bits
//===----------------------------------------------------------------------===//

TEST_F(TileTest, NarrowingWritesOneColumnBlock) {
  fill<int8_t>(0, [](int, int) { return 11; });
  fill<float>(1, [](int i, int j) { return i * 40.0f - j * 0.5f; });
  run(Op_TCVTN_I8_F32, {0, 1}, {2});
  int block = RB / 4;
  EXPECT_EQ(at<int8_t>(0, 1, 2 * block - 1), 11);
  EXPECT_EQ(at<int8_t>(0, 1, 2 * block), 40);
  EXPECT_EQ(at<int8_t>(0, 1, 2 * block + 1), 40); // 39.5 to even
  EXPECT_EQ(at<int8_t>(0, 1, 2 * block + 3), 38); // 38.5 to even
  EXPECT_EQ(at<int8_t>(0, 9, 2 * block), 127);
  EXPECT_EQ(at<int8_t>(0, 1, 3 * block), 11);
}

TEST_F(TileTest, OtherColumnBlocksKeepTheirBits) {
  fill<uint16_t>(
      0, [](int i, int j) { return 0x7f80 + i + j; }); // infinity and NaNs
  fill<float>(1, [](int, int) { return 1.0f; });
  run(Op_TCVTN_BF16_F32, {0, 1}, {1});
  EXPECT_EQ(at<uint16_t>(0, 3, 2), 0x7f85);
  EXPECT_EQ(at<uint16_t>(0, 3, RB / 4), 0x3f80);
}

TEST_F(TileTest, WideningReadsOneColumnBlock) {
  fill<uint8_t>(1, [](int i, int j) { return 200 + i + j % 7; });
  run(Op_TCVTW_I32_U8, {0, 1}, {3});
  EXPECT_EQ(at<int32_t>(0, 2, 1), 202 + (3 * (RB / 4) + 1) % 7);
  run(Op_TCVTW_I32_I8, {0, 1}, {0});
  EXPECT_EQ(at<int32_t>(0, 2, 1), 202 + 1 - 256);
}

TEST_F(TileTest, ColumnBlocksBeyondTheFormatAreIllegal) {
  run(Op_TCVTW_F32_BF16, {0, 1}, {2});
  EXPECT_EQ(core.trapped.kind, TrapKind::IllegalInstruction);
}

TEST_F(TileTest, SelectionMovesBits) {
  fill<uint32_t>(0, [](int, int j) { return j % 2 ? 0xffffffffu : 0u; });
  fill<uint32_t>(1, [](int, int) { return 0x7f800001u; }); // a signaling NaN
  fill<uint32_t>(2, [](int, int) { return 0xffc12345u; });
  run(Op_TSEL_F32, {0, 1, 2});
  EXPECT_EQ(at<uint32_t>(0, 3, 1), 0x7f800001u);
  EXPECT_EQ(at<uint32_t>(0, 3, 2), 0xffc12345u);
}

TEST_F(TileTest, MasksSplatsAndCounting) {
  core.x[5] = 3;
  core.x[6] = -1;
  run(Op_TIOTA_C, {0, 5});
  EXPECT_EQ(at<int32_t>(0, 7, 4), 7);
  run(Op_TIOTA_R, {1, 6});
  EXPECT_EQ(at<int32_t>(1, 7, 4), 6);
  run(Op_TMASKR, {0, 1, 5}); // rows below 3 are register 1's
  EXPECT_EQ(at<int32_t>(0, 2, 4), 1);
  EXPECT_EQ(at<int32_t>(0, 3, 4), 7);
  run(Op_TMASKC_B, {0, 1, 6}); // no column is below -1
  EXPECT_EQ(at<int32_t>(0, 3, 4), 7);
  core.x[7] = 0x1234;
  run(Op_TSPLAT_B, {2, 7});
  EXPECT_EQ(at<uint8_t>(2, 1, RB - 1), 0x34);
  core.setF32(4, -2.5f);
  run(Op_TSPLATF, {2, 4});
  EXPECT_EQ(at<float>(2, 1, 1), -2.5f);
}

TEST_F(TileTest, OutputStageFollowsTheFormulaOfTheContract) {
  // Row 4q bias, scale, scale2, zero point | low | high.
  fill<uint32_t>(3, [](int, int) { return 0u; });
  int q = 1, block = RB / 4;
  for (int j = 0; j < block; ++j) {
    at<int32_t>(3, 4 * q, j) = 10;
    at<float>(3, 4 * q + 1, j) = 0.5f;
    at<float>(3, 4 * q + 2, j) = 2.0f;
    at<uint32_t>(3, 4 * q + 3, j) =
        0x0064fb03; // zero point 3, low -5, high 100
  }
  fill<int32_t>(1, [](int i, int) { return 20 * i - 60; });
  fill<int8_t>(0, [](int, int) { return 4; });
  run(Op_TPOSTA_I8_I32, {0, 1, 3}, {q});
  auto want = [](int x) {
    return std::clamp(int(std::nearbyint((x + 10) * 0.5 + 8)) + 3, -5, 100);
  };
  for (int i = 0; i < R; ++i)
    EXPECT_EQ(at<int8_t>(0, i, block + 2), want(20 * i - 60)) << i;
  EXPECT_EQ(at<int8_t>(0, 5, 0), 4);
}

} // namespace
