//===- Opcodes.h - opcodes of the description -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The opcode enumeration, for files that include generated tables. Values are
// consecutive from 0, in the order of the generated list; they are not the
// opcodes of instruction words.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_OPCODES_H
#define MATRIX_SIMULATOR_OPCODES_H

#include <cstdint>

namespace matrix {
namespace sim {

/// Values of Decoded::opcode. The enumeration changes with every new
/// instruction: it is for files that include generated tables, and for tests.
enum Opcode : uint16_t {
#define OP(name) Op_##name,
#include "MatrixSimOpcodes.inc"
#undef OP
  numInstructions
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_OPCODES_H
