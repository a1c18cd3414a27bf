//===- ExecutionContext.h - execution of one core ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of the generated instruction functions (MatrixSimScalar.inc):
// registers, memory, system and tile instructions, and those of
// InstructionFlow. A context is a local variable of the interpreter loop; its
// members are always inlined, so that its fields are in registers.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_EXECUTIONCONTEXT_H
#define MATRIX_SIMULATOR_EXECUTIONCONTEXT_H

#include "InstructionFlow.h"

namespace matrix {
namespace sim {

template <class Timing, class Checking>
class ExecutionContext : public InstructionFlow<Timing, Checking> {
  using Flow = InstructionFlow<Timing, Checking>;
  using Flow::checking;
  using Flow::core;
  using Flow::publish;
  using Flow::timing;

public:
  using Flow::current;
  using Flow::next;
  using Flow::retire;

  MATRIX_INLINE ExecutionContext(Core &core, const Code &code,
                                 const TileFunction *tiles, int64_t budget)
      : Flow(core, code, budget), tiles(tiles) {}

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
    if (__builtin_expect(core.state != CoreState::Blocked, 1))
      return Exit_None;
    timing.block();
    return Exit_Blocked;
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

private:
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

  const TileFunction *const tiles; // by opcode
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_EXECUTIONCONTEXT_H
