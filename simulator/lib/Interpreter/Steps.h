//===- Steps.h - steps of the interpreter loop ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The loop has one step per scalar and system instruction, and one for all tile
// instructions. Which step an opcode has is a table in another file, so that a
// new tile instruction does not recompile the interpreters.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_STEPS_H
#define MATRIX_SIMULATOR_STEPS_H

#include <cstdint>

namespace matrix {
namespace sim {

enum Step : uint16_t {
#define STEP(name) Step_##name,
#include "Steps.def"
  numSteps
};

/// At least the number of opcodes. A constant, so that the interpreters load
/// labels from a constant address.
constexpr unsigned maxOpcodes =
#define GET_MAX_OPCODES
#include "MatrixSimScalar.inc"
    ;

/// Sets the label of each opcode, including pseudo-opcodes.
bool setLabels(const void *(&labels)[maxOpcodes],
               const void *const (&labelsByStep)[numSteps]);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_STEPS_H
