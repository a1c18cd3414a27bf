//===- Code.h - decoded program ---------------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The executable segments as an array of decoded instructions, indexed by
// (address - base) / instructionBytes. All instructions are decoded once, when
// the program is loaded; a jump is then a subtraction and a comparison.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CODE_H
#define MATRIX_SIMULATOR_CODE_H

#include "Decoder.h"
#include "matrix/Description/Target.h"
#include <vector>

namespace matrix {
namespace sim {

using desc::instructionBytes;

/// The decoded program, shared by all cores. Stores to code have no effect on
/// it. A sentinel follows the last instruction.
class Code {
public:
  /// Adds the words of a segment. Segments may be added in any order and may
  /// have gaps.
  void add(const Decoder &decoder, uint64_t address, const uint8_t *bytes,
           uint64_t size);

  const Decoded *begin() const { return instructions.data(); }
  /// Number of instructions, without the sentinel.
  size_t size() const {
    return instructions.empty() ? 0 : instructions.size() - 1;
  }
  uint64_t base() const { return start; }
  uint64_t end() const { return addressOf(size()); }

  uint64_t indexOf(uint64_t address) const {
    return (address - start) / instructionBytes;
  }
  uint64_t addressOf(uint64_t index) const {
    return start + instructionBytes * index;
  }
  const Decoded *at(uint64_t address) const {
    bool aligned = (address - start) % instructionBytes == 0;
    uint64_t index = indexOf(address);
    return aligned && index < size() ? begin() + index : nullptr;
  }

  /// Replaces the instruction at an address in the code.
  void set(uint64_t address, const Decoded &insn) {
    instructions[indexOf(address)] = insn;
  }

private:
  void cover(uint64_t from, uint64_t to);

  uint64_t start = 0;
  std::vector<Decoded> instructions;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CODE_H
