//===- Inspect.h - named state of cores -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Access to tile registers, row memories and configuration state by name. Names
// come from the description: row memories and configuration state from the
// generated MatrixSimState.inc, control registers from Variants.h.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DEBUG_INSPECT_H
#define MATRIX_SIMULATOR_DEBUG_INSPECT_H

#include "DebugInfo/Registers.h"
#include "Elements.h"
#include "System/System.h"

namespace matrix {
namespace sim {

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
Block findBlock(const System &system, const Core &core, llvm::StringRef name);
/// One line per block: "NAME: row memory of R rows of B bytes".
std::vector<std::string> listBlocks(const System &system);

/// Formats elements in rows and right-aligned columns.
std::string printBlock(const Block &block, const ElementFormat &format,
                       uint64_t firstRow);
/// Converts a block to an array for a .npy file.
NpyArray blockArray(const Block &block, const ElementFormat &format);

/// Assembly of the instruction; empty if the address has no code.
std::string disassemble(const System &system, uint64_t address);

//===----------------------------------------------------------------------===//
// Other named numbers
//===----------------------------------------------------------------------===//

struct NamedNumber {
  std::string name, value;
};
/// Configuration state; empty for variants without row memories.
std::vector<NamedNumber> listState(const System &system, const Core &core);
std::vector<NamedNumber> listControlRegisters(Core &core);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DEBUG_INSPECT_H
