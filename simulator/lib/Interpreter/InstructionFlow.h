//===- InstructionFlow.h - order of instructions on one core ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The position of a core in its code: issue and completion of instructions,
// jumps, and exits from the interpreter loop. The base of ExecutionContext,
// which has the operations on registers and memory.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_INSTRUCTIONFLOW_H
#define MATRIX_SIMULATOR_INSTRUCTIONFLOW_H

#include "CheckPolicies.h"
#include "CodePosition.h"
#include "Support/Hex.h"
#include "TimingPolicies.h"

namespace matrix {
namespace sim {

inline void jumpedOutside(Core &core, uint64_t address) {
  bool isWord = address % instructionBytes == 0;
  core.trap(TrapKind::FetchOutsideCode,
            "jump to " + hex(address) +
                (isWord ? std::string(", where there is no code")
                        : ", which is not a multiple of " +
                              std::to_string(instructionBytes)));
}

template <class Timing, class Checking> class InstructionFlow {
public:
  MATRIX_INLINE InstructionFlow(Core &core, const Code &code, int64_t budget)
      : core(core), position(core, code, budget), timing(core, code),
        checking(core) {}

  MATRIX_INLINE const Decoded &current() const { return position.current(); }

  /// Before each instruction.
  MATRIX_INLINE Exit enter() {
    return checking.enter(current(), position.address());
  }

  //===--------------------------------------------------------------------===//
  // Instructions without memory access and jump
  //===--------------------------------------------------------------------===//

  MATRIX_INLINE void issue() { timing.issue(current()); }
  MATRIX_INLINE Exit retire() {
    timing.commit(current());
    checking.settle();
    return next();
  }
  /// `written`: number of the general register that has been written.
  MATRIX_INLINE Exit retire(unsigned written) {
    timing.commit(current());
    checking.settle();
    if (Checking::isChecked &&
        __builtin_expect(written == desc::registers::stackPointer, 0))
      return Exit_MovedStack;
    return next();
  }
  MATRIX_INLINE Exit trap() {
    publish();
    core.software();
    return Exit_Trapped;
  }

  //===--------------------------------------------------------------------===//
  // Jumps, which issue before their effect
  //===--------------------------------------------------------------------===//

  MATRIX_INLINE void issueJump() {
    timing.issue(current());
    timing.commit(current());
    checking.settle();
  }
  MATRIX_INLINE void issueIndirectJump() {
    issueJump();
    timing.loseBranch();
  }
  /// Address at an offset from the instruction.
  MATRIX_INLINE int64_t pcRelative(int64_t offset) const {
    return int64_t(position.wordAddress()) + offset;
  }
  MATRIX_INLINE int64_t returnAddress() const {
    return int64_t(position.wordAddress() + instructionBytes);
  }
  template <class Target> MATRIX_INLINE Exit jump(Target target) {
    const Decoded *insn = position.at(target);
    if (__builtin_expect(!insn, 0)) {
      badTarget = position.addressOf(target);
      return Exit_BadJump;
    }
    return position.jump(insn) ? enter() : Exit_Leave;
  }
  /// Static prediction: backward branches are predicted taken.
  MATRIX_INLINE Exit branch(int32_t offset) {
    if (offset > 0)
      timing.loseBranch();
    return jump(RelativeTarget{offset});
  }
  MATRIX_INLINE Exit fallThrough(int32_t offset) {
    if (offset <= 0)
      timing.loseBranch();
    return next();
  }
  MATRIX_INLINE Exit next() {
    position.advance();
    return enter();
  }

  //===--------------------------------------------------------------------===//
  // Exits
  //===--------------------------------------------------------------------===//

  MATRIX_INLINE Exit illegal() {
    core.illegal();
    return Exit_Trapped;
  }
  MATRIX_INLINE Exit checkStack() {
    if (__builtin_expect(checking.isStackValid(), 1))
      return next();
    publish();
    checking.leftStack();
    return Exit_Trapped;
  }
  MATRIX_INLINE void leave(Exit exit) {
    if (exit == Exit_Blocked || (exit == Exit_Stopped && core.hasTrapped()))
      return;
    if (exit == Exit_Stopped)
      position.advance();
    publish();
    if (exit == Exit_Yield)
      timing.yield();
    if (exit == Exit_BadJump)
      jumpedOutside(core, badTarget);
    if (exit == Exit_Outside)
      jumpedOutside(core, core.pc);
  }

protected:
  /// Makes the state visible to hooks and traps, up to but without the
  /// current instruction.
  MATRIX_INLINE void publish() {
    core.pc = position.address();
    core.retired = position.retired();
    timing.publish();
  }

  Core &core;
  CodePosition position;
  Timing timing;
  Checking checking;

private:
  uint64_t badTarget = 0;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_INSTRUCTIONFLOW_H
