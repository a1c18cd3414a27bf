//===- Steps.cpp - steps of the interpreter loop --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The step of each opcode: the generated table of instructions, followed by the
// pseudo-opcodes in the order of Decoder.cpp.
//
//===----------------------------------------------------------------------===//

#include "Steps.h"
#include <iterator>

using namespace matrix::sim;

static constexpr Step steps[] = {
#include "MatrixSimSteps.inc"
    Step_Illegal, Step_Outside, Step_Pause};

static_assert(std::size(steps) <= maxOpcodes,
              "more pseudo-opcodes than GET_MAX_OPCODES reserves");

bool matrix::sim::setLabels(const void *(&labels)[maxOpcodes],
                            const void *const (&labelsByStep)[numSteps]) {
  for (unsigned opcode = 0; opcode < std::size(steps); ++opcode)
    labels[opcode] = labelsByStep[steps[opcode]];
  return true;
}
