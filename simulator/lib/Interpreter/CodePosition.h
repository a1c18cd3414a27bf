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
// code, so that a jump neither divides nor multiplies by the size of Decoded.
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
  int32_t offset; // from the jump, a multiple of instructionBytes
};

class CodePosition {
public:
  /// At core.pc, which must be in the code.
  MATRIX_INLINE CodePosition(const Core &core, const Code &code, int64_t budget)
      : first(code.begin()), base(code.base()),
        codeBytes(code.size() * instructionBytes), insn(code.at(core.pc)),
        start(bytesOf(insn)), budget(uint64_t(budget) * sizeof(Decoded)),
        retiredBefore(core.retired) {}

  MATRIX_INLINE const Decoded &current() const { return *insn; }
  MATRIX_INLINE uint64_t address() const {
    return base + uint64_t(insn - first) * instructionBytes;
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
    return notNull(at(first, int64_t(offset)));
  }
  MATRIX_INLINE const Decoded *at(RelativeTarget target) const {
    const Decoded *to = at(insn, target.offset);
    if (bytesOf(to) - bytesOf(first) >= codeBytes * scale)
      return nullptr;
    return notNull(to);
  }
  MATRIX_INLINE uint64_t addressOf(AbsoluteTarget target) const {
    return uint64_t(target.address);
  }
  MATRIX_INLINE uint64_t addressOf(RelativeTarget target) const {
    return address() + uint64_t(int64_t(target.offset));
  }

  MATRIX_INLINE void advance() { ++insn; }
  /// Returns false if the budget is used up.
  MATRIX_INLINE bool jump(const Decoded *target) {
    start += bytesOf(target) - bytesOf(insn + 1);
    insn = target;
    return __builtin_expect(bytesOf(insn) - start < budget, 1);
  }

private:
  static constexpr int64_t scale = sizeof(Decoded) / instructionBytes;
  static_assert(sizeof(Decoded) % instructionBytes == 0);

  static MATRIX_INLINE uint64_t bytesOf(const Decoded *insn) {
    return reinterpret_cast<uintptr_t>(insn);
  }
  /// The instruction at an offset, a multiple of instructionBytes, from another
  /// one; it may be outside the code.
  static MATRIX_INLINE const Decoded *at(const Decoded *from, int64_t offset) {
    return reinterpret_cast<const Decoded *>(bytesOf(from) +
                                             uint64_t(offset * scale));
  }

  const Decoded *const first;
  const uint64_t base, codeBytes;
  const Decoded *insn;
  uint64_t start;
  const uint64_t budget; // in bytes of decoded code
  const uint64_t retiredBefore;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CODEPOSITION_H
