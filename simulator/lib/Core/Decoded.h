//===- Decoded.h - decoded instructions -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The internal representation of instructions that the interpreter executes. It
// has a fixed size and the operands of every encoding at the same offsets, so
// that the interpreter neither extracts bit fields nor distinguishes formats.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_DECODED_H
#define MATRIX_SIMULATOR_DECODED_H

#include <cstdint>

namespace matrix {
namespace sim {

/// Slots follow the operand list of the description. Immediates are
/// sign-extended, shifted and biased. The opcode, which the interpreter loads
/// for each jump to the next instruction, has the address of the instruction.
struct Decoded {
  uint16_t opcode;
  uint8_t reg[5];
  int32_t imm[3];
  uint32_t offset; // of the address from the start of the code

  /// Jumps relative to the instruction have one immediate; here is their
  /// distance to the target in bytes of decoded code.
  static constexpr unsigned distanceSlot = 2;
  static constexpr int32_t noTarget = INT32_MIN; // outside the code
};

/// Opcodes number the description's instructions from 0 (Opcodes.h), followed
/// by the pseudo-opcodes below. Most of the simulator needs only these and is
/// therefore not recompiled when an instruction is added.
namespace opcode {
/// Word that encodes no instruction of the variant.
extern const uint16_t illegal;
extern const uint16_t outside; // address without code
/// Breakpoint, placed over an instruction: the interpreter returns before it.
extern const uint16_t pause;
extern const unsigned count; // including pseudo-opcodes
} // namespace opcode

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_DECODED_H
