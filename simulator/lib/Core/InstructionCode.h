//===- InstructionCode.h - encodings of instructions ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A row of GET_INSTRUCTIONS in MatrixSimDecoder.inc, which the decoder and the
// fuzzer of instruction words read. A word is an instruction if its bits under
// the mask are the value.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_LIB_CORE_INSTRUCTIONCODE_H
#define MATRIX_SIMULATOR_LIB_CORE_INSTRUCTIONCODE_H

#include <cstdint>

namespace matrix::sim {

struct InstructionCode {
  const char *mnemonic, *assembly;
  uint32_t mask, value;
  uint64_t features;
  uint16_t firstOperand, numOperands;
  bool transfers; // control
};

} // namespace matrix::sim

#endif // MATRIX_SIMULATOR_LIB_CORE_INSTRUCTIONCODE_H
