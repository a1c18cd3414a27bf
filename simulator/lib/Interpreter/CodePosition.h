//===- CodePosition.h - position of a core in its code ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The current instruction, targets of jumps, and the number of executed
// instructions. Distances between instructions are in bytes of the decoded
// code, so that a jump neither divides nor multiplies by the size of Decoded;
// those of relative jumps are known since the program was loaded.
// Executed instructions are counted at jumps only: `start` is where the core
// would have started, had it executed the same number of instructions in
// sequence.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CODEPOSITION_H
#define MATRIX_SIMULATOR_CODEPOSITION_H

#include "Core/Code.h"
#include "Core/Core.h"

namespace matrix {
namespace sim {

/// Targets of jumps.
struct AbsoluteTarget {
  int64_t address;
};
struct RelativeTarget {
  int32_t offset; // from the word of the jump, a multiple of instructionBytes
};

class CodePosition {
public:
  /// At core.pc, which must be in the code.
  MATRIX_INLINE CodePosition(const Core &core, const Code &code, int64_t budget)
      : first(code.begin()), base(code.base()),
        codeBytes(code.end() - code.base()), firsts(code.firstOfWords()),
        insn(code.at(core.pc)), start(bytesOf(insn)),
        budget(uint64_t(budget) * sizeof(Decoded)),
        retiredBefore(core.retired) {}

  MATRIX_INLINE const Decoded &current() const { return *insn; }
  MATRIX_INLINE uint64_t address() const { return base + insn->offset; }
  /// The address of the word, which the instructions of a pair share.
  MATRIX_INLINE uint64_t wordAddress() const {
    return base + insn->offset / instructionBytes * instructionBytes;
  }
  /// Number of instructions that the core has executed.
  MATRIX_INLINE uint64_t retired() const {
    return retiredBefore + (bytesOf(insn) - start) / sizeof(Decoded);
  }

  /// Null if the target is not in the code.
  MATRIX_INLINE const Decoded *at(AbsoluteTarget target) const {
    uint64_t offset = uint64_t(target.address) - base;
    if (offset >= codeBytes || offset % instructionBytes)
      return nullptr;
    return notNull(first + firsts[offset / instructionBytes]);
  }
  /// The target of the current instruction.
  MATRIX_INLINE const Decoded *at(RelativeTarget) const {
    int32_t distance = insn->imm[Decoded::distanceSlot];
    if (distance == Decoded::noTarget)
      return nullptr;
    return notNull(
        reinterpret_cast<const Decoded *>(bytesOf(insn) + int64_t(distance)));
  }
  MATRIX_INLINE uint64_t addressOf(AbsoluteTarget target) const {
    return uint64_t(target.address);
  }
  MATRIX_INLINE uint64_t addressOf(RelativeTarget target) const {
    return wordAddress() + uint64_t(int64_t(target.offset));
  }

  MATRIX_INLINE void advance() { ++insn; }
  /// Returns false if the budget is used up.
  MATRIX_INLINE bool jump(const Decoded *target) {
    start += bytesOf(target) - bytesOf(insn + 1);
    insn = target;
    return __builtin_expect(bytesOf(insn) - start < budget, 1);
  }

private:
  static MATRIX_INLINE uint64_t bytesOf(const Decoded *insn) {
    return reinterpret_cast<uintptr_t>(insn);
  }

  const Decoded *const first;
  const uint64_t base, codeBytes;
  const uint32_t *const firsts; // index of the first instruction of each word
  const Decoded *insn;
  uint64_t start;
  const uint64_t budget; // in bytes of decoded code
  const uint64_t retiredBefore;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CODEPOSITION_H
