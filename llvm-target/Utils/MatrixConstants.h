//===- MatrixConstants.h - 64-bit constants as movz, movn, movk -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sequences of instructions for 64-bit constants. Instruction selection, frame
// lowering and cost model share them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MATRIXCONSTANTS_H
#define MATRIX_MATRIXCONSTANTS_H

#include "llvm/ADT/SmallVector.h"

namespace llvm::Matrix {

/// One instruction of a sequence that materializes a constant in a register;
/// all but the first preserve the other halfwords.
struct ConstantStep {
  unsigned Opcode;
  unsigned Imm, HalfWord;
};

/// Returns the shortest sequence of movz or movn, and movk.
SmallVector<ConstantStep, 4> stepsTo(int64_t Value);

} // namespace llvm::Matrix

#endif // MATRIX_MATRIXCONSTANTS_H
