//===- Undefined.cpp - uninitialized bits of registers --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interprets the generated propagation rules for one instruction at a time and
// reports uses of uninitialized values.
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
    return !read || decided("gives an atomic instruction an operand");
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

/// Invalid addresses read as 0: the instruction itself traps.
template <typename T> T Undefined::peek(uint64_t address) const {
  T value = {};
  if (const uint8_t *at = memory.resolve(core.number, address, sizeof(T)))
    std::memcpy(&value, at, sizeof(T));
  return value;
}

template <typename T>
uint64_t Undefined::loaded(uint64_t address, uint64_t pc) {
  const uint8_t *at = memory.resolve(core.number, address, sizeof(T));
  if (!at || address % sizeof(T) || checks.isLoadable(at, sizeof(T)))
    return 0;
  UndefinedBits bits = checks.undefinedBits(at, sizeof(T), pc);
  result.origin = bits.origin;
  if (std::is_integral<T>::value && std::is_signed<T>::value)
    return uint64_t(num::signExtend(int64_t(bits.mask), 8 * sizeof(T)));
  return bits.mask;
}

template <typename T> bool Undefined::stores(uint64_t address, uint64_t mask) {
  result.at = memory.resolve(core.number, address, sizeof(T));
  result.size = sizeof(T);
  result.stored = mask & (undef::all >> (64 - 8 * sizeof(T)));
  if (!result.at || address % sizeof(T))
    result.stored = 0;
  std::string name = result.stored ? checks.resultAt(result.at) : "";
  return name.empty() ||
         decided(("stores into result '" + name + "' a value").c_str());
}

//===----------------------------------------------------------------------===//
// Generated propagation rules
//===----------------------------------------------------------------------===//

#define GENERAL(slot) general[insn->reg[slot]]
#define FLOAT(slot) floating[insn->reg[slot]]
#define SET_GENERAL(slot, undefined) result.mask = (undefined)
#define SET_FLOAT(slot, undefined) result.mask = (undefined)
#define LOAD(type, address) peek<type>(uint64_t(address))
#define LOADED(type, address, ofAddress)                                       \
  ({                                                                           \
    if (ofAddress)                                                             \
      return decided("loads from an address");                                 \
    loaded<type>(uint64_t(address), pc);                                       \
  })
#define STORED(type, address, ofAddress, ofValue)                              \
  do {                                                                         \
    if (ofAddress)                                                             \
      return decided("stores to an address");                                  \
    if (!stores<type>(uint64_t(address), ofValue))                             \
      return false;                                                            \
  } while (0)
#define IF_DEFINED(undefined, what)                                            \
  ({                                                                           \
    if (undefined)                                                             \
      return decided(what);                                                    \
    uint64_t(0);                                                               \
  })
#define DECIDES(undefined) IF_DEFINED(undefined, "branches on a value")
#define JUMPS_TO(undefined) IF_DEFINED(undefined, "jumps to an address")
#define HERE(offset) (int64_t(pc) + (offset))
#define UNDEFINED(name, ...)                                                   \
  case Op_##name:                                                              \
    __VA_ARGS__;                                                               \
    break;

bool Undefined::compute(const Decoded &decoded, uint64_t pc) {
  [[maybe_unused]] const int64_t *const x = core.x;
  const Decoded *const insn = &decoded;
  switch (insn->opcode) {
#include "MatrixSimUndefined.inc"
  }
  return true;
}
