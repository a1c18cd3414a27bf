//===- TileMemoryTests.cpp - Tile loads and stores, hosts -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads and stores of tiles, and the equality of the results of all tile
// functions that the host supports, bit for bit.
//
//===----------------------------------------------------------------------===//

#include "TileTest.h"
#include <random>

using namespace matrix;
using namespace matrix::sim;
using namespace matrix::sim::test;

namespace {

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

TEST_F(TileTest, LoadsTakeOffsetsInRowsAndStridesInBytes) {
  for (int i = 0; i < 64 * RB; ++i)
    scratchpad(0)[i] = uint8_t(i % 251);
  core.x[5] = int64_t(core.view.ownBase) + 3;
  core.x[6] = RB + 8;
  run(Op_TLD, {0, 5, 6}, {2});
  EXPECT_EQ(at<uint8_t>(0, 4, 9), (3 + 2 * RB + 4 * (RB + 8) + 9) % 251);
  core.x[6] = 0; // row broadcast
  run(Op_TLD, {0, 5, 6}, {-0});
  EXPECT_EQ(at<uint8_t>(0, 9, 9), 12);
  run(Op_TLDT_H, {0, 5, 6}); // every row has the elements at 3 + 2 * i
  EXPECT_EQ(at<uint8_t>(0, 3, 4), 3 + 2 * 3);
  core.x[6] = 100;
  run(Op_TLDT_H, {0, 5, 6});
  EXPECT_EQ(at<uint8_t>(0, 3, 2 * 5), (3 + 5 * 100 + 2 * 3) % 251);
}

TEST_F(TileTest, StoresWriteTheirRowsOnly) {
  fill<uint8_t>(0, [](int i, int j) { return i * 3 + j; });
  core.x[5] = int64_t(core.view.ownBase) + 64;
  core.x[6] = RB + 1;
  run(Op_TST, {0, 5, 6}, {1});
  EXPECT_EQ(scratchpad(64 + RB + 2 * (RB + 1) + 7)[0], 2 * 3 + 7);
  EXPECT_EQ(scratchpad(64 + RB + RB)[0], 0);
  core.x[6] = RB;
  core.x[5] = int64_t(core.view.ownBase) + 8192;
  run(Op_TSTB_H, {0, 5, 6}, {1});
  EXPECT_EQ(scratchpad(8192 + 2 * RB + 7)[0],
            uint8_t(2 * 3 + 2 * (RB / 4) + 7));
  EXPECT_EQ(scratchpad(8192 + 2 * RB + RB / 2)[0], 0);
}

TEST_F(TileTest, TrappingStoreWritesNothing) {
  fill<uint8_t>(0, [](int, int) { return 1; });
  uint64_t end = core.view.ownSize;
  core.x[5] = int64_t(core.view.ownBase + end - uint64_t(2 * RB));
  core.x[6] = RB;
  run(Op_TST, {0, 5, 6}, {0});
  EXPECT_EQ(core.trapped.kind, TrapKind::TileOutsideScratchpad);
  EXPECT_EQ(scratchpad(end - 2 * RB)[0], 0);
}

TEST_F(TileTest, TileAccessToDramTraps) {
  core.x[5] = 4096;
  run(Op_TLD, {0, 5, 5}, {0});
  EXPECT_EQ(core.trapped.kind, TrapKind::TileOutsideScratchpad);
}

//===----------------------------------------------------------------------===//
// Hosts
//===----------------------------------------------------------------------===//

/// Random bits: include NaNs, infinities and subnormals of every format.
void randomize(Core &core, const desc::VariantInfo &variant, unsigned seed) {
  std::mt19937 random(seed);
  auto *words = reinterpret_cast<uint32_t *>(core.tiles);
  static const uint32_t special[] = {0x7f800001, 0xffc00001, 0x7f800000,
                                     0x80000000, 0x007fffff, 0x7c017c00,
                                     0x7f80ff80, 0x7e7f7cff};
  for (int64_t i = 0; i < variant.tileRegisters * variant.tileBytes() / 4; ++i)
    words[i] = random() % 32 ? random() % 8 ? random() & 0xbfffffff : random()
                             : special[random() % 8];
  for (unsigned i = 1; i < Core::numGeneral; ++i)
    core.x[i] = int64_t(core.view.ownBase + random() % 4096 * 8);
  core.setF32(3, 1.5f);
}

TEST_F(TileTest, AllHostsReturnTheSameBits) {
  std::vector<std::vector<TileFunction>> hosts;
  for (const TileHost &host : tileHosts())
    hosts.push_back(tileFunctions(host, R, RB));
  const std::vector<TileFunction> generic = hosts.back();
  hosts.pop_back();
  if (hosts.empty())
    GTEST_SKIP() << "this host has one kind of tile functions only";
  Machine other(variant, 1);
  size_t bytes = variant.tileRegisters * variant.tileBytes();
  unsigned compared = 0;
  for (unsigned opcode = 0; opcode < generic.size(); ++opcode)
    for (unsigned seed = 0; generic[opcode] && seed < 4; ++seed)
      for (const auto &host : hosts) {
        Decoded insn = {uint16_t(opcode), {2, 3, 4, 5, 6}, {1, 0, 0}};
        randomize(core, variant, seed);
        randomize(other.system().core(0), variant, seed);
        generic[opcode](core, insn);
        host[opcode](other.system().core(0), insn);
        ASSERT_EQ(std::memcmp(core.tiles, other.system().core(0).tiles, bytes),
                  0)
            << "opcode " << opcode;
        ++compared;
      }
  EXPECT_GT(compared, 100u);
}

} // namespace
