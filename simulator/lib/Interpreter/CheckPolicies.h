//===- CheckPolicies.h - execution with and without checks ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The parts of ExecutionContext that depend on hazard detection and on the
// shadow of registers. Functions that return bool return false for a hazard:
// the core has trapped.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKPOLICIES_H
#define MATRIX_SIMULATOR_CHECKPOLICIES_H

#include "Exit.h"
#include "Sanitizer/Checks.h"

namespace matrix {
namespace sim {

class Unchecked {
public:
  MATRIX_INLINE explicit Unchecked(Core &) {}
  static constexpr bool isChecked = false;

  MATRIX_INLINE bool isLoadable(const uint8_t *, uint64_t) { return true; }
  MATRIX_INLINE bool isStorable(const uint8_t *, uint64_t) { return true; }
  MATRIX_INLINE bool load(const uint8_t *, uint64_t) { return true; }
  MATRIX_INLINE bool store(const uint8_t *, uint64_t) { return true; }
  MATRIX_INLINE bool atomic(const uint8_t *, uint64_t) { return true; }

  MATRIX_INLINE bool isStackValid() { return true; }
  MATRIX_INLINE void leftStack() {}

  MATRIX_INLINE bool accessed(const Decoded &) { return true; }

  MATRIX_INLINE Exit enter(const Decoded &, uint64_t) { return Exit_None; }
  MATRIX_INLINE void settle() {}
};

class Checked {
public:
  MATRIX_INLINE explicit Checked(Core &core)
      : core(core), checks(*core.checks), flags(checks.accessFlags()) {}
  static constexpr bool isChecked = true;

  /// Fast path: no hazard. Otherwise load() or store() decides.
  MATRIX_INLINE bool isLoadable(const uint8_t *at, uint64_t size) {
    return flags.isLoadable(at, size);
  }
  MATRIX_INLINE bool isStorable(const uint8_t *at, uint64_t size) {
    return flags.isStorable(at, size);
  }
  MATRIX_INLINE bool load(const uint8_t *at, uint64_t size) {
    return checks.load(at, size);
  }
  MATRIX_INLINE bool store(const uint8_t *at, uint64_t size) {
    return checks.store(at, size);
  }
  MATRIX_INLINE bool atomic(const uint8_t *at, uint64_t size) {
    return checks.atomic(at, size);
  }

  MATRIX_INLINE bool isStackValid() {
    return checks.isStackPointer(core.x[desc::registers::stackPointer]);
  }
  MATRIX_INLINE void leftStack() {
    checks.leftStack(uint64_t(core.x[desc::registers::stackPointer]));
  }

  /// After a tile or row instruction.
  MATRIX_INLINE bool accessed(const Decoded &insn) {
    return checks.accessed(core, insn);
  }

  MATRIX_INLINE Exit enter(const Decoded &, uint64_t) { return Exit_None; }
  MATRIX_INLINE void settle() {}

protected:
  Core &core;
  Checks &checks;

private:
  const AccessFlags flags;
};

/// Also computes the shadow of each instruction before it executes.
class Shadowed : public Checked {
public:
  MATRIX_INLINE explicit Shadowed(Core &core) : Checked(core) {}

  MATRIX_INLINE Exit enter(const Decoded &insn, uint64_t pc) {
    if (!checks.isShadowed())
      return Exit_Leave;
    if (__builtin_expect(!checks.propagate(insn, pc), 0))
      return Exit_Trapped;
    return Exit_None;
  }
  MATRIX_INLINE void settle() { checks.settle(); }
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKPOLICIES_H
