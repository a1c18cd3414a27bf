//===- Decoded.h - one instruction, ready to execute ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DECODED_H
#define MATRIX_SIMULATOR_DECODED_H

#include <cstdint>

namespace matrix {
namespace sim {

/// Slots follow the operand list of the description; immediates are already
/// signed, shifted and biased.
struct Decoded {
  int32_t imm[3];
  uint16_t opcode;
  uint8_t reg[5];
};

/// Opcodes count the description's instructions from 0 (Opcodes.h); these come
/// behind. Most of the simulator needs no others, and is not compiled again
/// when there is a new instruction.
namespace opcode {
extern const uint16_t illegal; // a word that no instruction of the variant has
extern const uint16_t outside; // no code here
/// Put over an instruction: leave the interpreter before it.
extern const uint16_t pause;
extern const unsigned count; // with these
} // namespace opcode

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DECODED_H
