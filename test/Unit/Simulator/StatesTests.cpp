//===- StatesTests.cpp - Row instructions and configuration state ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The machine of Inputs/States.td: scalar, tile and pointer states,
// alternatives selected by a state and by an address bit.
//
//===----------------------------------------------------------------------===//

#include "Machine/Machine.h"
#include "Numerics/Numerics.h"
#include "gtest/gtest.h"

using namespace matrix;
using namespace matrix::sim;

namespace {

constexpr int64_t accumulate = int64_t(1) << 30;

class StatesTest : public testing::Test {
protected:
  StatesTest()
      : variant(*desc::lookupVariant("states")), machine(variant, 1),
        core(machine.system().core(0)) {}

  /// Executes one instruction, fn of op 0x3B, on the registers ra and rb.
  void run(int fn, int ra, int rb = 0) {
    uint32_t words[2] = {0x3Bu << 26 | fn << 21 | ra << 16 | rb << 11,
                         0x2Eu << 26 | 1}; // halt r0
    auto *bytes = reinterpret_cast<const uint8_t *>(words);
    machine.system().code() = Code();
    machine.system().code().add(machine.system().decoder(), variant.map.program,
                                bytes, 8);
    core.state = CoreState::Running;
    core.pc = variant.map.program;
    machine.run(0);
  }
  /// Bytes of DRAM after the program, and their address.
  int64_t address(int64_t byte) const {
    return variant.map.program + 64 + byte;
  }
  int8_t *dram(int64_t byte) {
    return reinterpret_cast<int8_t *>(
        machine.system().memory().resolve(0, uint64_t(address(byte)), 1));
  }
  int32_t &acc(int row, int column) {
    return reinterpret_cast<int32_t *>(
        core.rowMemories->SpaceAcc)[row * 16 + column];
  }
  int8_t &spad(int row, int column) {
    return reinterpret_cast<int8_t *>(
        core.rowMemories->SpaceSpad)[row * 16 + column];
  }
  /// Weights: the identity matrix times 2, at row 0; input at row 16: i - j.
  void prepare() {
    for (int i = 0; i < 16; ++i)
      for (int j = 0; j < 16; ++j) {
        spad(i, j) = i == j ? 2 : 0;
        spad(16 + i, j) = int8_t(i - j);
      }
    core.x[5] = 0;
    core.x[6] = 16;
  }

  enum { Stride, Output, In, Preload, Compute, Out };
  const desc::VariantInfo &variant;
  Machine machine;
  Core &core;
};

TEST_F(StatesTest, StatesBeginWithTheirResetValues) {
  EXPECT_EQ(core.rows.RowStride, 16);
  EXPECT_EQ(core.rows.Scale, 1.0f);
}

TEST_F(StatesTest, ClearRestoresStatesAndRowMemories) {
  core.x[5] = 40;
  run(Stride, 5);
  spad(3, 4) = 7;
  acc(31, 15) = -1;
  machine.clear();
  EXPECT_EQ(core.rows.RowStride, 16);
  EXPECT_EQ(spad(3, 4), 0);
  EXPECT_EQ(acc(31, 15), 0);
}

TEST_F(StatesTest, ScalarStatesAreWritten) {
  core.x[5] = 40;
  run(Stride, 5);
  EXPECT_EQ(core.rows.RowStride, 40);
  core.x[5] = 1;
  core.setF32(6, 0.25f);
  run(Output, 5, 6);
  EXPECT_EQ(core.rows.Activation, 1);
  EXPECT_EQ(core.rows.Scale, 0.25f);
}

TEST_F(StatesTest, RowsInDramAreAStrideApart) {
  for (int i = 0; i < 1024; ++i)
    *dram(256 + i) = int8_t(i);
  core.x[5] = 32;
  run(Stride, 5);
  core.x[5] = 3;
  core.x[6] = address(256);
  run(In, 5, 6);
  EXPECT_EQ(spad(3 + 2, 5), 2 * 32 + 5);
}

TEST_F(StatesTest, AnAddressBitChoosesTheAlternative) {
  prepare();
  core.x[7] = 4; // accumulator row
  run(Preload, 5, 7);
  run(Compute, 6);
  EXPECT_EQ(acc(4 + 3, 1), 2 * (3 - 1));
  run(Compute, 6);
  EXPECT_EQ(acc(4 + 3, 1), 2 * (3 - 1)) << "started again";
  core.x[7] = 4 | accumulate;
  run(Preload, 5, 7);
  run(Compute, 6);
  EXPECT_EQ(acc(4 + 3, 1), 4 * (3 - 1)) << "accumulated";
}

TEST_F(StatesTest, AStateChoosesTheAlternative) {
  acc(0, 0) = -300;
  acc(0, 1) = 7;
  core.setF32(6, 0.5f);
  core.x[5] = 0;
  run(Output, 5, 6);
  core.x[5] = address(512);
  core.x[6] = 0;
  run(Out, 5, 6);
  EXPECT_EQ(*dram(512), -128) << "saturated";
  EXPECT_EQ(*dram(513), 4) << "3.5 to even";
  core.x[7] = 1;
  run(Output, 7, 6);
  run(Out, 5, 6);
  EXPECT_EQ(*dram(512), 0) << "activation";
}

TEST_F(StatesTest, AStateWithoutAlternativeTraps) {
  core.x[7] = 2;
  run(Output, 7, 6);
  run(Out, 5, 6);
  EXPECT_EQ(core.trapped.kind, TrapKind::UndefinedState);
}

TEST_F(StatesTest, PointersAreCheckedWhenUsed) {
  prepare();
  core.x[7] = 20; // rows 20 to 35 of 32
  run(Preload, 5, 7);
  EXPECT_EQ(core.trapped.kind, TrapKind::None);
  run(Compute, 6);
  EXPECT_EQ(core.trapped.kind, TrapKind::RowsOutsideMemory);
}

} // namespace
