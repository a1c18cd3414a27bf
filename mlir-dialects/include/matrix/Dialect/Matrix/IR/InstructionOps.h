//===- InstructionOps.h - classes of the operations -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The C++ classes of the operations of instructions. matrix-tblgen
// -gen-op-classes generates one for each operation:
//
//   auto product = SomeOp::create(builder, loc, type, acc, lhs, rhs);
//   if (auto op = dyn_cast<SomeOp>(other)) use(op.getAcc());
//
// Only files that include this header are compiled again after an edit of the
// description.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONOPS_H
#define MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONOPS_H

#include "matrix/Dialect/Matrix/IR/InstructionOpBase.h"

#define GET_INSTRUCTION_OP_CLASSES
#include "matrix/Dialect/Matrix/IR/MatrixInstructionOps.h.inc"

#endif // MATRIX_DIALECT_MATRIX_IR_INSTRUCTIONOPS_H
