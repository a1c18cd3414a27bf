//===- Inspect.h - what cores hold, by name ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Names come from the description: row memories and configuration state from
// the generated MatrixSimState.inc, control registers from Variants.h.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_INSPECT_H
#define MATRIX_SIMULATOR_DEBUG_INSPECT_H

#include "Elements.h"
#include "Machine.h"

namespace matrix {
namespace sim {

//===----------------------------------------------------------------------===//
// Scalar registers: general ones, floating-point ones, the program counter
//===----------------------------------------------------------------------===//

constexpr unsigned pcRegister = Core::numGeneral + Core::numFloat,
                   numScalarRegisters = pcRegister + 1;

/// "r5", "f3", "pc"
std::string registerName(unsigned number);
/// numScalarRegisters if there is none of that name; "sp" is one as well.
unsigned registerNumber(llvm::StringRef name);
/// The register that debug information means; numScalarRegisters if there is
/// none. GDB numbers them alike.
unsigned registerOfDwarf(unsigned dwarf);
uint64_t readRegister(const Core &core, unsigned number);
/// The register that reads as zero stays so.
void writeRegister(Core &core, unsigned number, uint64_t value);

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// The host writes, as the core would; false if it isn't all in one memory.
bool writeMemory(Machine &machine, unsigned core, uint64_t address,
                 const void *data, uint64_t size);

//===----------------------------------------------------------------------===//
// Blocks of bytes that are matrices
//===----------------------------------------------------------------------===//

/// Rows of bytes, one after the other, in the simulator's memory.
struct Block {
  const uint8_t *data = nullptr; // null: there is no such thing
  uint64_t rows = 0, rowBytes = 0;
  std::string format; // of its elements, if that is known

  uint64_t bytes() const { return rows * rowBytes; }
};

/// A tile register ("t3"), a whole row memory ("d1"), a state that is a matrix.
Block findBlock(const Machine &machine, const Core &core, llvm::StringRef name);
/// "row memory d1 has 128 rows of 128 bytes": what findBlock finds, one a line.
std::vector<std::string> listBlocks(const Machine &machine);

/// Elements in rows and columns, right-aligned.
std::string printBlock(const Block &block, const ElementFormat &format,
                       uint64_t firstRow);
/// The same as an array for a file.
NpyArray blockArray(const Block &block, const ElementFormat &format);

/// The instruction in assembly; empty where there is no code.
std::string disassemble(const Machine &machine, uint64_t address);

//===----------------------------------------------------------------------===//
// Numbers that are no registers
//===----------------------------------------------------------------------===//

struct NamedNumber {
  std::string name, value;
};
/// Configuration state; empty for variants without row memories.
std::vector<NamedNumber> listState(const Machine &machine, const Core &core);
std::vector<NamedNumber> listControlRegisters(Core &core);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_INSPECT_H
