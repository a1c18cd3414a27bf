//===- Instructions.h - what checks know of instructions --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_INSTRUCTIONS_H
#define MATRIX_SIMULATOR_CHECKS_INSTRUCTIONS_H

#include <cstdint>

namespace matrix {
namespace sim {

/// Generated (utils/matrix-tblgen/SimChecks.cpp, which says what it means).
struct CheckedInstruction {
  enum Kind : uint8_t { Copies, Stores, Atomic, Other };
  enum Class : uint8_t { Scalar, Memory, Tile, System, Halt };
  uint8_t reads;          // mask of slots
  int8_t result, general; // slots
  Kind kind;
  Class unit;
  uint8_t generals, floats; // masks of slots
  int8_t floating;          // slot
};

/// By opcode.
inline constexpr CheckedInstruction checkedInstructions[] = {
#define CHECKED(name, reads, result, general, kind, unit, generals, floats,    \
                floating)                                                      \
  {reads,                                                                      \
   result,                                                                     \
   general,                                                                    \
   CheckedInstruction::kind,                                                   \
   CheckedInstruction::unit,                                                   \
   generals,                                                                   \
   floats,                                                                     \
   floating},
#include "MatrixSimChecks.inc"
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_INSTRUCTIONS_H
