//===- FusionGroupFunction.h - functions of fusion groups -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile code operates on buffers but is generated before bufferization. It is
// emitted into private functions on buffers, and `matrix.launch` replaces the
// group among the tensors, so that One-Shot Bufferize analyzes the reads and
// writes of the group.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FUSIONGROUPFUNCTION_H
#define MATRIX_FRONTEND_LIB_FUSIONGROUPFUNCTION_H

#include "Access/FusionGroup.h"
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// In programs with more groups, groups are called and structurally equal
/// groups share one function. In smaller programs, every group is inlined and
/// keeps its source location.
inline constexpr unsigned kMaxInlined = 64;

/// Creates an empty private function for the group of an operation after the
/// operation's function. Its arguments are the buffers of tensors, or scalars.
mlir::func::FuncOp createFusionGroupFunction(mlir::SymbolTable &symbols,
                                             mlir::Operation *root,
                                             mlir::ValueRange inputs,
                                             mlir::ValueRange outputs);

/// Keeps MLIR's inliner and LLVM's from inlining calls of the function.
void disableInlining(mlir::func::FuncOp function);

/// Returns the tensor that receives an operation's result: its destination, or
/// a new tensor if the destination's contents are not used.
mlir::Value getDestination(mlir::ImplicitLocOpBuilder &builder,
                           mlir::Value init);

/// What the function of a group reads for an operand of the root or epilogue:
/// the operand, the tensor of which it is a view, or the one that it pads.
struct LaunchInput {
  enum class Kind { Operand, Viewed, Unpadded } kind;
  bool ofEpilogue;
  unsigned number; ///< of the operand
};
/// Returns the inputs of a group, in the order of the function's arguments.
llvm::SmallVector<LaunchInput> getLaunchInputs(const FusionGroup &group);
/// Returns the tensor of an input, of these operations.
mlir::Value getSource(const LaunchInput &input, mlir::linalg::GenericOp root,
                      mlir::linalg::GenericOp epilogue);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FUSIONGROUPFUNCTION_H
