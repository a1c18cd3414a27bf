//===- Schema/Opcode.td - rows of the opcode map --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The class of rows of the opcode map. A row reserves one major opcode or
// several consecutive ones, and names the encoding format of their instructions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SCHEMA_OPCODE_TD
#define MATRIX_SCHEMA_OPCODE_TD

/// Opcodes of one format, the upper six bits of an instruction. The manual
/// prints the map; -check-description reports instructions outside of it, and
/// overlapping rows.
///   format: class of the instructions; unset: each defines its own.
class Opcode<int value, string format, string summary, int count = 1> {
  list<int> Values = !range(value, !add(value, count));
  bits<6> Value = Values[0];
  string Format = format;
  string Summary = summary;
}

#endif // MATRIX_SCHEMA_OPCODE_TD
