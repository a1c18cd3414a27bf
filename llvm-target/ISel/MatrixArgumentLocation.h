//===- MatrixArgumentLocation.h - values in their locations -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conversion of arguments and results between their own type and the type that
// the calling convention assigns. Calls, formal arguments and returns share it.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TARGET_MATRIX_MATRIXARGUMENTLOCATION_H
#define LLVM_LIB_TARGET_MATRIX_MATRIXARGUMENTLOCATION_H

#include "llvm/CodeGen/CallingConvLower.h"
#include "llvm/CodeGen/SelectionDAG.h"

namespace llvm::Matrix {

/// Converts an argument or result to the type of its register or stack slot,
/// as the calling convention assigns it.
SDValue toLocation(SDValue Value, const CCValAssign &VA, const SDLoc &DL,
                   SelectionDAG &DAG);

/// The inverse of toLocation.
SDValue fromLocation(SDValue Value, const CCValAssign &VA, const SDLoc &DL,
                     SelectionDAG &DAG);

} // namespace llvm::Matrix

#endif // LLVM_LIB_TARGET_MATRIX_MATRIXARGUMENTLOCATION_H
