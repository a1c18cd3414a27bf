//===- Undefined.h - undefined bits of one core's registers -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Detection of uninitialized memory as in MemorySanitizer: a shadow mask for
// each register says which bits depend on memory that was never written, and
// an origin names the load that they come from. An undefined value may be
// computed with, copied and stored. It is an error where it decides something:
// a branch, an address, what another core, a transfer or the host sees.
//
// The core executes without shadow until a load reads undefined bits. From then
// on, until no register has any, the interpreter calls propagate() before each
// instruction and settle() behind it. What results depend on is generated from
// the meanings of the instructions (MatrixSimUndefined.inc).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_UNDEFINED_H
#define MATRIX_SIMULATOR_CHECKS_UNDEFINED_H

#include "Core.h"
#include "UndefinedMemory.h"

namespace matrix {
namespace sim {

class Checks;

class Undefined {
public:
  Undefined(Checks &checks, Core &core) : checks(checks), core(core) {}

  /// Does the interpreter keep the shadow?
  bool isOn() const { return on; }
  /// The instruction that is about to execute loads undefined bits.
  void enter() { on = true; }
  /// Undefined bits of the results of an instruction; false: an undefined value
  /// decides something, and the core has trapped.
  bool propagate(const Decoded &insn, uint64_t pc);
  /// The instruction has executed.
  void settle();

  /// Uses outside of instructions: of bits of a register by a host call.
  bool isDefinedRegister(unsigned number, uint64_t bits, const char *what);
  bool isStatusDefined(unsigned number);

private:
  /// What an instruction does to the shadow.
  struct Result {
    int number = -1; // of the register: general, then floating-point ones
    uint64_t mask = 0;
    OriginNumber origin = 0;
    const uint8_t *at = nullptr; // of a store
    unsigned size = 0;
    uint64_t stored = 0; // mask
  };

  static constexpr unsigned firstFloat = Core::numGeneral;
  static_assert(Core::numGeneral + Core::numFloat <= 64);

  uint64_t registersRead(const Decoded &insn) const;
  static int resultOf(const Decoded &insn);
  bool compute(const Decoded &insn, uint64_t pc);
  template <typename T> uint64_t loaded(uint64_t address, uint64_t pc);
  template <typename T> T peek(uint64_t address) const;
  template <typename T> bool stores(uint64_t address, uint64_t mask);
  void setRegister(unsigned number, uint64_t mask);
  bool decided(const char *what);

  Checks &checks;
  Core &core;
  bool on = false;
  uint64_t which = 0; // registers with undefined bits
  uint64_t general[Core::numGeneral + 1] = {}, floating[Core::numFloat] = {};
  OriginNumber origins[Core::numGeneral + Core::numFloat] = {};
  Result result;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_UNDEFINED_H
