//===- InstructionFusion.h - instructions that fuse operations --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries whether the target has instructions that fuse a contraction or
// reduction with the operations before or after it. Emitters choose by them the
// order of operations that selection can fuse. Results depend on the group, the
// plan and the variant only.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_INSTRUCTIONFUSION_H
#define MATRIX_FRONTEND_LIB_INSTRUCTIONFUSION_H

#include "BlockEmitter.h"

namespace matrix {

/// Returns the tile as an operand of the group's contraction. Signless integers
/// are treated as signed; if either operand is zero-extended, both are extended
/// explicitly.
mlir::Value extendForContraction(mlir::ImplicitLocOpBuilder &builder,
                                 const FusionGroup &group, bool isUnsigned,
                                 mlir::Value tile);

/// Emits acc[i][j] += a[i][k] * b[j][k]. As in the contraction instructions,
/// depth is the last dimension of both operands.
mlir::Value contractTiles(mlir::ImplicitLocOpBuilder &builder, mlir::Value a,
                          mlir::Value b, mlir::Value acc);

/// Emits the contraction of two tiles of the group's operands, which are
/// arguments of a trial.
mlir::Value contractTrialArguments(
    mlir::ImplicitLocOpBuilder &builder, const FusionGroupContext &context,
    llvm::function_ref<mlir::Value(mlir::Type)> argument, mlir::Value acc);

/// Returns whether an instruction fuses the last multiplication of tiles with
/// the operations that follow it.
bool fusesLastContraction(const FusionGroupContext &context);

/// Returns whether an instruction fuses the reduction of a tile with the
/// operations before or after it, and reducing every tile takes no more cycles
/// than combining the tiles elementwise first.
bool reducesTilesIndividually(const FusionGroupContext &context);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_INSTRUCTIONFUSION_H
