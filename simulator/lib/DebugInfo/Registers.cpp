//===- Registers.cpp - names and numbers of scalar registers --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// DWARF numbers of registers come from the generated MatrixSimState.inc. A
// write, by the debugger or the C interface, also defines the register for
// hazard detection, and general register 0 remains zero.
//
//===----------------------------------------------------------------------===//

#include "Registers.h"
#include "Sanitizer/Checks.h"
#include <map>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;
namespace registers = matrix::desc::registers;

std::string sim::registerName(unsigned number) {
  if (number == pcRegister)
    return "pc";
  bool general = number < Core::numGeneral;
  return (general ? registers::generalPrefix : registers::floatPrefix) +
         std::to_string(general ? number : number - Core::numGeneral);
}

unsigned sim::registerNumber(StringRef name) {
  if (name == "sp")
    return registers::stackPointer;
  for (unsigned i = 0; i < numScalarRegisters; ++i)
    if (name == registerName(i))
      return i;
  return numScalarRegisters;
}

unsigned sim::registerOfDwarf(unsigned dwarf) {
  static const std::map<unsigned, unsigned> numbers = {
#define DEBUG_NUMBER(name, number) {number, registerNumber(name)},
#include "MatrixSimState.inc"
  };
  auto found = numbers.find(dwarf);
  return found == numbers.end() ? numScalarRegisters : found->second;
}

/// The program counter of a halted core is that of its last instruction: the
/// next one may belong to another function.
uint64_t sim::readRegister(const Core &core, unsigned number) {
  if (number == pcRegister)
    return core.pc - (core.state == CoreState::Halted ? 4 : 0);
  return number < Core::numGeneral ? uint64_t(core.x[number])
                                   : core.f[number - Core::numGeneral];
}

void sim::writeRegister(Core &core, unsigned number, uint64_t value) {
  if (number == pcRegister)
    core.pc = value;
  else if (number >= Core::numGeneral)
    core.f[number - Core::numGeneral] = value;
  else if (number)
    core.x[number] = int64_t(value);
  if (core.checks && number != pcRegister)
    core.checks->defineRegister(number);
}
