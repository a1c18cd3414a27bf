//===- GroupFunction.h - functions that compute groups ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile code is generated before bufferization, on buffers. It goes into private
// functions that take buffers, and `matrix.launch` takes the place of the group
// among the tensors, so that the analysis of One-Shot Bufferize sees what the
// code reads and writes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_GROUPFUNCTION_H
#define MATRIX_FRONTEND_LIB_GROUPFUNCTION_H

#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"

namespace matrix {

/// A program of more groups than this calls their functions, and equal groups
/// have one; in smaller ones, every group stays where it was, with its lines.
inline constexpr unsigned kMostInlined = 64;

/// A private function without code for the group of an operation; it follows
/// the operation's function. Its arguments are buffers of tensors, or scalars.
mlir::func::FuncOp makeGroupFunction(mlir::SymbolTable &symbols,
                                     mlir::Operation *root,
                                     mlir::ValueRange inputs,
                                     mlir::ValueRange outputs);

/// The tensor that an operation's result is written to: its destination, or
/// without one that holds anything, a new one.
mlir::Value getDestination(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value init);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_GROUPFUNCTION_H
