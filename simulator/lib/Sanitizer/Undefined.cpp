//===- Undefined.cpp - uninitialized bits of registers --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets the generated propagation rules for one instruction at a time and
// reports uses of uninitialized values. propagate() computes the shadow before
// the instruction executes, while its sources are intact, and settle() commits
// it after execution, so that an instruction that traps leaves the shadow
// unchanged. The set `which` of registers with uninitialized bits makes the
// common case one test: an instruction that reads none of them has an
// initialized result unless it loads.
//
//===----------------------------------------------------------------------===//

#include "Undefined.h"
#include "Checks.h"
#include "Core/Opcodes.h"
#include "Instructions.h"
#include "Numerics/ScalarNumerics.h"
#include "UndefinedBits.h"
#include "llvm/ADT/bit.h"

using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Propagation through one instruction
//===----------------------------------------------------------------------===//

/// Source registers with uninitialized bits.
uint64_t Undefined::registersRead(const Decoded &insn) const {
  const CheckedInstruction &info = checkedInstructions[insn.opcode];
  uint64_t read = 0;
  for (unsigned slots = info.generals, slot = 0; slots; slots >>= 1, ++slot)
    read |= uint64_t(slots & 1) << (insn.reg[slot] % 64);
  for (unsigned slots = info.floats, slot = 0; slots; slots >>= 1, ++slot)
    read |= uint64_t(slots & 1) << ((firstFloat + insn.reg[slot]) % 64);
  return read & which;
}

/// Results written to r0 are discarded.
int Undefined::resultOf(const Decoded &insn) {
  const CheckedInstruction &info = checkedInstructions[insn.opcode];
  if (info.floating >= 0)
    return int(firstFloat) + insn.reg[info.floating];
  if (info.general < 0)
    return -1;
  unsigned number = insn.reg[info.general];
  return number == Core::discarded ? -1 : int(number);
}

bool Undefined::propagate(const Decoded &insn, uint64_t pc) {
  if (insn.opcode >= numInstructions)
    return true;
  const CheckedInstruction &info = checkedInstructions[insn.opcode];
  result.number = resultOf(insn);
  result.mask = result.stored = 0;
  uint64_t read = registersRead(insn);
  if (read)
    result.origin = origins[llvm::countr_zero(read)];
  if (info.kind == CheckedInstruction::Atomic)
    return !read || propagateAtomic(insn, pc, read);
  switch (info.unit) {
  case CheckedInstruction::Scalar:
    return !read || compute(insn, pc);
  case CheckedInstruction::Memory:
    return compute(insn, pc);
  case CheckedInstruction::Tile:
    return !read || decided("gives a tile instruction an operand");
  case CheckedInstruction::System:
    return !read || decided("gives a system instruction an operand");
  case CheckedInstruction::Halt:
    return !read || isStatusDefined(unsigned(llvm::countr_zero(read)));
  }
  return true;
}

/// Atomic operations on bytes and halves compare and exchange the word around
/// them. Uninitialized bits of operands are those of the word, with its values,
/// so that the exchange leaves them as they are. They count as initialized from
/// then on, in memory and in registers, since the exchange has observed them.
/// An initialized bit of the expected value, on the other hand, must not be
/// compared with an uninitialized one of memory.
bool Undefined::propagateAtomic(const Decoded &insn, uint64_t pc,
                                uint64_t read) {
  if (!compute(insn, pc))
    return false;
  uint64_t word = undef::all >> (64 - 8 * result.size);
  uint64_t inMemory = result.mask & word, old = 0;
  if (result.at)
    std::memcpy(&old, result.at, result.size);
  if (comparesWith(insn, old, inMemory, word))
    return decided("compares a value");
  llvm::SmallVector<OriginNumber, 4> observed;
  for (uint64_t left = read; left; left &= left - 1) {
    unsigned number = unsigned(llvm::countr_zero(left));
    observed.push_back(origins[number]);
    uint64_t changed = old ^ core.x[number];
    if (general[number] & word & (~inMemory | changed)) {
      result.origin = origins[number];
      return decided("gives an atomic instruction an operand");
    }
  }
  result.mask = result.stored = 0;
  checks.defineObserved(result.at, result.size);
  for (OriginNumber origin : observed)
    defineRegistersOf(origin);
  return true;
}

/// Returns true if an atomic instruction compares initialized bits of a
/// register with bits of memory in the mask `inMemory`, and no initialized bit
/// differs. It compares the register of its result if it reads it.
bool Undefined::comparesWith(const Decoded &insn, uint64_t old,
                             uint64_t inMemory, uint64_t word) const {
  const CheckedInstruction &info = checkedInstructions[insn.opcode];
  if (info.general < 0 || !(info.generals >> info.general & 1))
    return false;
  unsigned expected = insn.reg[info.general];
  uint64_t known = word & ~general[expected];
  bool differs = (old ^ uint64_t(core.x[expected])) & known & ~inMemory;
  return known & inMemory && !differs;
}

void Undefined::defineRegistersOf(OriginNumber origin) {
  for (unsigned number = 0; number < firstFloat; ++number)
    if (which >> number & 1 && origins[number] == origin)
      setRegister(number, 0);
}

void Undefined::settle() {
  if (result.number >= 0 && (result.mask || which >> result.number & 1))
    setRegister(unsigned(result.number), result.mask);
  if (result.stored)
    checks.storeUndefined(result.at, result.size,
                          {result.stored, result.origin});
  result.number = -1;
  result.stored = 0;
  on = which != 0;
}

void Undefined::setRegister(unsigned number, uint64_t mask) {
  uint64_t bit = uint64_t(1) << number;
  (number < firstFloat ? general[number] : floating[number - firstFloat]) =
      mask;
  which = mask ? which | bit : which & ~bit;
  origins[number] = result.origin;
}

/// Example: "branches on a value that depends on memory which was never
/// written"
bool Undefined::decided(const char *what) {
  return checks.reportUndefined(std::string(what) +
                                    " that depends on memory which was never "
                                    "written",
                                result.origin);
}

bool Undefined::isDefinedRegister(unsigned number, uint64_t bits,
                                  const char *what) {
  if (!(general[number] & bits))
    return true;
  result.origin = origins[number];
  return decided(what);
}

bool Undefined::isStatusDefined(unsigned number) {
  return isDefinedRegister(number, Core::statusBits,
                           "ends with an exit status");
}

//===----------------------------------------------------------------------===//
// Loads and stores
//===----------------------------------------------------------------------===//

/// `at`: null for an invalid address; the instruction itself traps.
uint64_t Undefined::loaded(const uint8_t *at, unsigned size, uint64_t pc) {
  if (!at || checks.accessFlags().isLoadable(at, size))
    return 0;
  UndefinedBits bits = checks.undefinedBits(at, size, pc);
  result.origin = bits.origin;
  return bits.mask;
}

bool Undefined::stores(uint64_t address, unsigned size, uint64_t mask) {
  result.at = memory.resolve(core.number, address, size);
  result.size = size;
  result.stored = mask & (undef::all >> (64 - 8 * size));
  if (!result.at || address % size)
    result.stored = 0;
  std::string name = result.stored ? checks.resultAt(result.at) : "";
  return name.empty() ||
         decided(("stores into result '" + name + "' a value").c_str());
}

//===----------------------------------------------------------------------===//
// Generated propagation rules
//===----------------------------------------------------------------------===//

/// Values of registers and memory, and the masks of their uninitialized bits.
/// Functions that return bool return false if the core has trapped.
class Undefined::Operations {
public:
  Operations(Undefined &shadow, uint64_t pc) : shadow(shadow), pc(pc) {}

  int64_t x(unsigned r) const { return shadow.core.x[r]; }
  float f32(unsigned r) const { return shadow.core.f32(r); }
  double f64(unsigned r) const { return shadow.core.f64(r); }
  int64_t pcRelative(int64_t offset) const { return int64_t(pc) + offset; }

  uint64_t maskOfX(unsigned r) const { return shadow.general[r]; }
  uint64_t maskOfF(unsigned r) const { return shadow.floating[r]; }
  void setResult(uint64_t mask) { shadow.result.mask = mask; }

  /// Invalid addresses read as 0.
  template <typename T>
  bool load(T &value, uint64_t &mask, int64_t address, uint64_t ofAddress) {
    if (ofAddress)
      return shadow.decided("loads from an address");
    value = {};
    const uint8_t *at =
        shadow.memory.resolve(shadow.core.number, uint64_t(address), sizeof(T));
    if (at)
      std::memcpy(&value, at, sizeof(T));
    if (uint64_t(address) % sizeof(T))
      at = nullptr;
    mask = shadow.loaded(at, sizeof(T), pc);
    if (std::is_integral<T>::value && std::is_signed<T>::value)
      mask = uint64_t(num::signExtend(int64_t(mask), 8 * sizeof(T)));
    return true;
  }
  bool store(unsigned size, int64_t address, uint64_t ofAddress,
             uint64_t ofValue) {
    if (ofAddress)
      return shadow.decided("stores to an address");
    return shadow.stores(uint64_t(address), size, ofValue);
  }
  bool branchesOn(uint64_t mask) {
    return !mask || shadow.decided("branches on a value");
  }
  bool jumpsTo(uint64_t mask) {
    return !mask || shadow.decided("jumps to an address");
  }

private:
  Undefined &shadow;
  const uint64_t pc;
};

namespace matrix {
namespace sim {
#define GET_FUNCTIONS
#include "MatrixSimUndefined.inc"
} // namespace sim
} // namespace matrix

bool Undefined::compute(const Decoded &insn, uint64_t pc) {
  static constexpr bool (*rules[])(Operations &, const Decoded &) = {
#define GET_RULES
#include "MatrixSimUndefined.inc"
  };
  Operations operations(*this, pc);
  return rules[insn.opcode](operations, insn);
}
