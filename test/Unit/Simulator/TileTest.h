//===- TileTest.h - tile functions on one core ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TEST_UNIT_SIMULATOR_TILETEST_H
#define MATRIX_TEST_UNIT_SIMULATOR_TILETEST_H

#include "Core/Opcodes.h"
#include "Machine/Machine.h"
#include "Tiles/Tiles.h"
#include "gtest/gtest.h"

namespace matrix {
namespace sim {
namespace test {

/// Core 0 of the default variant, with its tile registers.
class TileTest : public testing::Test {
protected:
  TileTest()
      : variant(desc::defaultVariant()), machine(variant, 1),
        core(machine.system().core(0)),
        functions(tileFunctions(tileHosts().front(), variant.tileRows,
                                variant.tileRowBytes)),
        R(variant.tileRows), RB(variant.tileRowBytes) {
    machine.reset(0, 0);
  }

  template <typename T> T *tile(unsigned r) {
    return reinterpret_cast<T *>(core.tiles + r * variant.tileBytes());
  }
  template <typename T> T &at(unsigned r, int i, int j) {
    return tile<T>(r)[i * (RB / int(sizeof(T))) + j];
  }
  template <typename T, typename F> void fill(unsigned r, F value) {
    for (int i = 0; i < R; ++i)
      for (int j = 0; j < RB / int(sizeof(T)); ++j)
        at<T>(r, i, j) = T(value(i, j));
  }
  /// Registers and immediates in operand order.
  void run(Opcode opcode, std::vector<int> registers,
           std::vector<int> immediates = {}) {
    Decoded insn = {};
    insn.opcode = opcode;
    std::copy(registers.begin(), registers.end(), insn.reg);
    std::copy(immediates.begin(), immediates.end(), insn.imm);
    functions[opcode](core, insn);
  }
  uint8_t *scratchpad(uint64_t offset) { return core.view.own + offset; }

  const desc::VariantInfo &variant;
  Machine machine;
  Core &core;
  const std::vector<TileFunction> functions;
  const int R, RB;
};

} // namespace test
} // namespace sim
} // namespace matrix

#endif // MATRIX_TEST_UNIT_SIMULATOR_TILETEST_H
