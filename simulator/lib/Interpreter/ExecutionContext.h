//===- ExecutionContext.h - execution of one core ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of the generated instruction functions (MatrixSimScalar.inc):
// registers, memory, jumps, and the phases of an instruction. A context is a
// local variable of the interpreter loop; its members are always inlined, so
// that its fields are in registers.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_EXECUTIONCONTEXT_H
#define MATRIX_SIMULATOR_EXECUTIONCONTEXT_H

#include "CheckPolicies.h"
#include "CodePosition.h"
#include "Support/Hex.h"
#include "TimingPolicies.h"

namespace matrix {
namespace sim {

inline void jumpedOutside(Core &core, uint64_t address) {
  core.trap(TrapKind::FetchOutsideCode,
            "jump to " + hex(address) + ", where there is no code");
}

template <class Timing, class Checking> class ExecutionContext {
public:
  MATRIX_INLINE ExecutionContext(Core &core, const Code &code,
                                 const TileFunction *tiles, int64_t budget)
      : core(core), tiles(tiles), position(core, code, budget),
        timing(core, code), checking(core) {}

  MATRIX_INLINE const Decoded &current() const { return position.current(); }

  /// Before each instruction.
  MATRIX_INLINE Exit enter() {
    return checking.enter(current(), position.address());
  }

  //===--------------------------------------------------------------------===//
  // Registers
  //===--------------------------------------------------------------------===//

  MATRIX_INLINE int64_t x(unsigned r) const { return core.x[r]; }
  MATRIX_INLINE float f32(unsigned r) const { return core.f32(r); }
  MATRIX_INLINE double f64(unsigned r) const { return core.f64(r); }

  MATRIX_INLINE void setX(unsigned r, int64_t value) { core.x[r] = value; }
  /// The decoder redirects results in r0, but not those that are also read.
  MATRIX_INLINE void setTiedX(unsigned r, int64_t value) {
    core.x[r] = value;
    core.x[0] = 0;
  }
  MATRIX_INLINE void setF32(unsigned r, float value) { core.setF32(r, value); }
  MATRIX_INLINE void setF64(unsigned r, double value) { core.setF64(r, value); }

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
  // Loads and stores
  //===--------------------------------------------------------------------===//

  MATRIX_INLINE void issueAccess() {
    timing.issue(current());
    timing.beginAccess();
  }
  template <typename T> MATRIX_INLINE Exit load(T &value, uint64_t address) {
    if (!timing.read(address, sizeof(T)))
      return Exit_Yield;
    const uint8_t *at = core.scalar(address, sizeof(T));
    if (__builtin_expect(!at, 0))
      return Exit_Trapped;
    if (__builtin_expect(!checking.isLoadable(at, sizeof(T)), 0)) {
      publish();
      if (!checking.load(at, sizeof(T)))
        return Exit_Trapped;
    }
    std::memcpy(&value, at, sizeof(T));
    return Exit_None;
  }
  template <typename T> MATRIX_INLINE Exit store(uint64_t address, T value) {
    if (!timing.write(address, sizeof(T)))
      return Exit_Yield;
    uint8_t *at = core.scalar(address, sizeof(T));
    if (__builtin_expect(!at, 0))
      return Exit_Trapped;
    if (__builtin_expect(!checking.isStorable(at, sizeof(T)), 0)) {
      publish();
      if (!checking.store(at, sizeof(T)))
        return Exit_Trapped;
    }
    std::memcpy(at, &value, sizeof(T));
    return Exit_None;
  }
  /// The load of an atomic read-modify-write also checks the store.
  template <typename T>
  MATRIX_INLINE Exit loadAtomic(T &value, uint64_t address) {
    if (!timing.readAtomic(address, sizeof(T)))
      return Exit_Yield;
    const uint8_t *at = core.scalar(address, sizeof(T));
    if (__builtin_expect(!at, 0))
      return Exit_Trapped;
    if (Checking::isChecked) {
      publish();
      if (!checking.atomic(at, sizeof(T)))
        return Exit_Trapped;
    }
    std::memcpy(&value, at, sizeof(T));
    return Exit_None;
  }
  template <typename T>
  MATRIX_INLINE Exit storeAtomic(uint64_t address, T value) {
    if (!timing.write(address, sizeof(T)))
      return Exit_Yield;
    uint8_t *at = core.scalar(address, sizeof(T));
    if (__builtin_expect(!at, 0))
      return Exit_Trapped;
    std::memcpy(at, &value, sizeof(T));
    return Exit_None;
  }
  MATRIX_INLINE Exit retireAccess() {
    timing.endAccess();
    return retire();
  }
  MATRIX_INLINE Exit retireAccess(unsigned written) {
    timing.endAccess();
    return retire(written);
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
    return int64_t(position.address()) + offset;
  }
  MATRIX_INLINE int64_t returnAddress() const {
    return int64_t(position.address() + 4);
  }
  MATRIX_INLINE JumpTarget absolute(int64_t address) const {
    return position.absolute(address);
  }
  MATRIX_INLINE JumpTarget relative(int32_t offset) const {
    return position.relative(offset);
  }
  MATRIX_INLINE Exit jump(JumpTarget target) {
    if (__builtin_expect(!target.insn, 0)) {
      badTarget = target.address;
      return Exit_BadJump;
    }
    return position.jump(target.insn) ? enter() : Exit_Leave;
  }
  /// Static prediction: backward branches are predicted taken.
  MATRIX_INLINE Exit branch(int32_t offset) {
    JumpTarget target = relative(offset);
    if (offset > 0)
      timing.loseBranch();
    return jump(target);
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
  // System instructions: hooks of the core, which see its state
  //===--------------------------------------------------------------------===//

  MATRIX_INLINE Exit issueSystem() {
    timing.issueSystem(current());
    publish();
    return timing.mayIssue() ? Exit_None : Exit_Yield;
  }
  MATRIX_INLINE Core &hooks() { return core; }
  /// After the hook.
  MATRIX_INLINE Exit complete() {
    return timing.isBlocked() ? Exit_Blocked : Exit_None;
  }
  MATRIX_INLINE Exit retireSystem() {
    checking.settle();
    timing.commitSystem(current());
    if (__builtin_expect(core.state != CoreState::Running, 0))
      return Exit_Stopped;
    return next();
  }

  //===--------------------------------------------------------------------===//
  // Tile and row instructions: functions (SimTile.cpp)
  //===--------------------------------------------------------------------===//

  MATRIX_INLINE Exit tile() {
    if (Exit exit = execute())
      return exit;
    bool isHazard = !checkLog();
    timing.issueTile(current());
    return retireLogged(isHazard);
  }
  MATRIX_INLINE Exit rows() {
    if (Exit exit = execute())
      return exit;
    bool isHazard = !checkLog();
    timing.issueRows(current());
    return retireLogged(isHazard);
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

private:
  /// Makes the state visible to hooks and traps, up to but without the
  /// current instruction.
  MATRIX_INLINE void publish() {
    core.pc = position.address();
    core.retired = position.retired();
    timing.publish();
  }

  MATRIX_INLINE Exit execute() {
    if (Timing::usesLog || Checking::isChecked)
      core.log->clear();
    tiles[current().opcode](core, current());
    if (!core.hasTrapped())
      return Exit_None;
    timing.issue(current());
    return Exit_Trapped;
  }
  MATRIX_INLINE bool checkLog() {
    if (Checking::isChecked)
      publish();
    return checking.accessed(current());
  }
  MATRIX_INLINE Exit retireLogged(bool isHazard) {
    if (__builtin_expect(isHazard, 0))
      return Exit_Trapped;
    timing.commitLogged(current());
    checking.settle();
    return next();
  }

  Core &core;
  const TileFunction *const tiles; // by opcode
  CodePosition position;
  uint64_t badTarget = 0;
  Timing timing;
  Checking checking;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_EXECUTIONCONTEXT_H
