//===- Inspect.h - named state of cores -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access to registers, row memories and configuration state by name. Names come
// from the description: row memories and configuration state from the generated
// MatrixSimState.inc, control registers from Variants.h.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_INSPECT_H
#define MATRIX_SIMULATOR_DEBUG_INSPECT_H

#include "Elements.h"
#include "Machine/Machine.h"

namespace matrix {
namespace sim {

//===----------------------------------------------------------------------===//
// Scalar registers: general ones, floating-point ones, the program counter
//===----------------------------------------------------------------------===//

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

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Writes memory as the core would, and marks the bytes as initialized. Returns
/// false if the range is not within one memory.
bool writeMemory(Machine &machine, unsigned core, uint64_t address,
                 const void *data, uint64_t size);

//===----------------------------------------------------------------------===//
// Blocks: state that is a matrix
//===----------------------------------------------------------------------===//

/// Contiguous rows of bytes in the simulator's memory.
struct Block {
  const uint8_t *data = nullptr; // null: does not exist
  uint64_t rows = 0, rowBytes = 0;
  std::string format; // of its elements, if known

  uint64_t bytes() const { return rows * rowBytes; }
};

/// Finds a tile register ("t3"), a row memory ("d1"), or a configuration state
/// that is a matrix.
Block findBlock(const Machine &machine, const Core &core, llvm::StringRef name);
/// One line per block: "row memory d1 has 128 rows of 128 bytes".
std::vector<std::string> listBlocks(const Machine &machine);

/// Formats elements in rows and right-aligned columns.
std::string printBlock(const Block &block, const ElementFormat &format,
                       uint64_t firstRow);
/// Converts a block to an array for a .npy file.
NpyArray blockArray(const Block &block, const ElementFormat &format);

/// Assembly of the instruction; empty if the address has no code.
std::string disassemble(const Machine &machine, uint64_t address);

//===----------------------------------------------------------------------===//
// Other named numbers
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
