//===- Registers.h - names and numbers of scalar registers ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalar registers of a core in one numbering: general ones, floating-point
// ones, the program counter. The debugger, the C interface and unwinding use
// it; the mapping from DWARF numbers is generated.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUGINFO_REGISTERS_H
#define MATRIX_SIMULATOR_DEBUGINFO_REGISTERS_H

#include "Core/Core.h"
#include "llvm/ADT/StringRef.h"
#include <string>

namespace matrix {
namespace sim {

constexpr unsigned pcRegister = Core::numGeneral + Core::numFloat,
                   numScalarRegisters = pcRegister + 1;

/// Names: "r5", "f3", "pc".
std::string registerName(unsigned number);
/// Returns numScalarRegisters if the name is unknown; accepts "sp", too.
unsigned registerNumber(llvm::StringRef name);
/// Register of a DWARF number, which GDB uses as well; numScalarRegisters if
/// there is none.
unsigned registerOfDwarf(unsigned dwarf);
uint64_t readRegister(const Core &core, unsigned number);
/// Writes to the register that reads as zero are ignored.
void writeRegister(Core &core, unsigned number, uint64_t value);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUGINFO_REGISTERS_H
