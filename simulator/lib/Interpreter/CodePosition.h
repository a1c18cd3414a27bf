//===- CodePosition.h - position of a core in its code ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The current instruction, targets of jumps, and the number of executed
// instructions. Instructions are counted at jumps only: `block` is the start of
// the current straight-line code.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CODEPOSITION_H
#define MATRIX_SIMULATOR_CODEPOSITION_H

#include "Core/Code.h"
#include "Core/Core.h"

namespace matrix {
namespace sim {

/// Target of a jump.
struct JumpTarget {
  const Decoded *insn; // null: not in the code
  uint64_t address;
};

class CodePosition {
public:
  /// At core.pc, which must be in the code.
  MATRIX_INLINE CodePosition(const Core &core, const Code &code, int64_t budget)
      : code(code), first(code.begin()), base(code.base()), size(code.size()),
        insn(code.at(core.pc)), block(insn), remaining(budget),
        retiredAtEnd(core.retired + uint64_t(budget)) {}

  MATRIX_INLINE const Decoded &current() const { return *insn; }
  MATRIX_INLINE uint64_t address() const {
    return base + uint64_t(insn - first) * instructionBytes;
  }
  /// Number of instructions that the core has executed.
  MATRIX_INLINE uint64_t retired() const {
    return retiredAtEnd - uint64_t(remaining) + uint64_t(insn - block);
  }

  MATRIX_INLINE JumpTarget absolute(int64_t target) const {
    return {code.at(uint64_t(target)), uint64_t(target)};
  }
  MATRIX_INLINE JumpTarget relative(int32_t offset) const {
    const Decoded *target = insn + offset / int32_t(instructionBytes);
    bool inside = size_t(target - first) < size;
    return {inside ? target : nullptr, address() + int64_t(offset)};
  }

  MATRIX_INLINE void advance() { ++insn; }
  /// Returns false if the budget is used up.
  MATRIX_INLINE bool jump(const Decoded *target) {
    remaining -= insn + 1 - block;
    insn = block = target;
    return __builtin_expect(remaining > 0, 1);
  }

private:
  const Code &code;
  const Decoded *const first;
  const uint64_t base;
  const size_t size;
  const Decoded *insn;
  const Decoded *block;
  int64_t remaining;           // of the budget, at `block`
  const uint64_t retiredAtEnd; // when the budget is used up
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CODEPOSITION_H
