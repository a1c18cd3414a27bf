//===- MatrixVariadic.h - unnamed arguments ------------------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unnamed arguments of variadic functions and of calls in their tail position.
// The convention is that of RISC-V: the lowering of formal arguments stores
// those in registers adjacent to those on the stack, and `musttail` calls
// receive copies of these registers.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISEL_MATRIXVARIADIC_H
#define MATRIX_ISEL_MATRIXVARIADIC_H

#include "llvm/CodeGen/CallingConvLower.h"
#include "llvm/CodeGen/SelectionDAG.h"

namespace llvm::Matrix {

/// Stores the unnamed arguments of a function that are in registers, and keeps
/// them for `musttail` calls. State: the locations of the named arguments,
/// assigned by Assign. Returns the chain.
SDValue saveVariadicArguments(CCState &State, CCAssignFn *Assign, SDValue Chain,
                              const SDLoc &DL, SelectionDAG &DAG);

/// Adds the unnamed arguments of the function to those of a `musttail` call.
void forwardVariadicArguments(
    SDValue Chain, const SDLoc &DL, SelectionDAG &DAG,
    SmallVectorImpl<std::pair<Register, SDValue>> &InRegisters);

} // namespace llvm::Matrix

#endif // MATRIX_ISEL_MATRIXVARIADIC_H
