//===- Opcodes.h - the description's instructions by number -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_OPCODES_H
#define MATRIX_SIMULATOR_OPCODES_H

#include <cstdint>

namespace matrix {
namespace sim {

/// Decoded::opcode. Changes with every new instruction: for files that
/// generated tables come into, and for tests.
enum Opcode : uint16_t {
#define OP(name) Op_##name,
#include "MatrixSimOpcodes.inc"
#undef OP
  numInstructions
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_OPCODES_H
