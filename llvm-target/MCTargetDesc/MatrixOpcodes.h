//===- MatrixOpcodes.h - opcodes of instructions ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The generated enumeration of instructions. It changes with every new one:
// this header is for files that include tables of opcodes, or name a pseudo
// instruction or, by MatrixScalarRoles.h, a role.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MCTARGETDESC_MATRIXOPCODES_H
#define MATRIX_MCTARGETDESC_MATRIXOPCODES_H

#define GET_INSTRINFO_ENUM
#include "MatrixGenInstrInfo.inc"

#endif // MATRIX_MCTARGETDESC_MATRIXOPCODES_H
