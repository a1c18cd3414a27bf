//===- Undefined.h - uninitialized bits of registers ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Detection of uninitialized values by shadow propagation, as in
// MemorySanitizer: the shadow mask of a register marks the bits that depend on
// memory that was never written, and an origin identifies the load they come
// from. Uninitialized values may be computed with, copied and stored. It is an
// error if they affect observable behavior: a branch, an address, or data that
// another core, a DMA transfer or the host reads.
//
// A core executes without shadow until a load reads uninitialized bits. From
// then on, until all registers are initialized, the interpreter calls
// propagate() before each instruction and settle() after it. The propagation
// rules are generated from the semantics of the instructions
// (MatrixSimUndefined.inc).
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_UNDEFINED_H
#define MATRIX_SIMULATOR_CHECKS_UNDEFINED_H

#include "Core/Core.h"
#include "Memory/Memory.h"
#include "UndefinedMemory.h"

namespace matrix {
namespace sim {

class Checks;

class Undefined {
public:
  Undefined(Checks &checks, Core &core, const Memory &memory)
      : checks(checks), core(core), memory(memory) {}

  /// True while the interpreter maintains the shadow.
  bool isOn() const { return on; }
  /// Enables the shadow: the current instruction loads uninitialized bits.
  void enter() { on = true; }
  /// Computes the shadow of the instruction's results. Returns false if an
  /// uninitialized value affects observable behavior: the core has trapped.
  bool propagate(const Decoded &insn, uint64_t pc);
  /// Commits the computed shadow after the instruction has executed.
  void settle();

  /// Check the bits of a register used outside of instructions, by a host call
  /// or as exit status.
  bool isDefinedRegister(unsigned number, uint64_t bits, const char *what);
  bool isStatusDefined(unsigned number);
  /// The host has written the register.
  void defineRegister(unsigned number) { setRegister(number, 0); }

private:
  /// Operations of the generated propagation rules (Undefined.cpp).
  class Operations;
  /// Effect of an instruction on the shadow.
  struct Result {
    int number = -1; // register: general, then floating-point ones
    uint64_t mask = 0;
    OriginNumber origin = 0;
    const uint8_t *at = nullptr; // destination of a store
    unsigned size = 0;
    uint64_t stored = 0; // mask of the stored bytes
  };

  static constexpr unsigned firstFloat = Core::numGeneral;
  static_assert(Core::numGeneral + Core::numFloat <= 64);

  uint64_t registersRead(const Decoded &insn) const;
  static int resultOf(const Decoded &insn);
  bool compute(const Decoded &insn, uint64_t pc);
  bool propagateAtomic(const Decoded &insn, uint64_t pc, uint64_t read);
  bool comparesWith(const Decoded &insn, uint64_t old, uint64_t inMemory,
                    uint64_t word) const;
  void defineRegistersOf(OriginNumber origin);
  uint64_t loaded(const uint8_t *at, unsigned size, uint64_t pc);
  bool stores(uint64_t address, unsigned size, uint64_t mask);
  void setRegister(unsigned number, uint64_t mask);
  bool decided(const char *what);

  Checks &checks;
  Core &core;
  const Memory &memory;
  bool on = false;
  uint64_t which = 0; // set of registers with uninitialized bits
  uint64_t general[Core::numGeneral + 1] = {}, floating[Core::numFloat] = {};
  OriginNumber origins[Core::numGeneral + Core::numFloat] = {};
  Result result;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_UNDEFINED_H
