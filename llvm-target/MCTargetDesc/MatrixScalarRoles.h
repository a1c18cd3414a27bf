//===- MatrixScalarRoles.h - scalar instructions by their role --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The opcodes of the scalar instructions that the code generator emits itself
// (ScalarRole of td/Common/Roles.td): Matrix::role::AddImmediate.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_MCTARGETDESC_MATRIXSCALARROLES_H
#define MATRIX_MCTARGETDESC_MATRIXSCALARROLES_H

#include "MCTargetDesc/MatrixOpcodes.h"

namespace llvm::Matrix::role {

#include "MatrixGenScalarRoles.inc"

} // namespace llvm::Matrix::role

#endif // MATRIX_MCTARGETDESC_MATRIXSCALARROLES_H
