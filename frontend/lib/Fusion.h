//===- Fusion.h - instructions that do more than one thing ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FUSION_H
#define MATRIX_FRONTEND_LIB_FUSION_H

#include "BlockEmitter.h"

namespace matrix {

/// The tile as an operand of the group's contraction: signless integers count
/// as signed unless one of them is extended otherwise; then both are extended.
mlir::Value asContracted(mlir::OpBuilder &builder, mlir::Location loc,
                         const Group &group, bool isUnsigned, mlir::Value tile);

/// acc[i][j] += a[i][k] * b[j][k], the dot form of the hardware: depth is the
/// last dimension of both.
mlir::Value contractTiles(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value a, mlir::Value b, mlir::Value acc);

/// Whether an instruction multiplies tiles and does what follows next as well,
/// so that the last multiplication belongs next to it.
bool fusesLastContraction(const GroupContext &context);

/// Whether an instruction reduces a tile and does what comes before or after
/// as well, and reducing each tile with it costs no more than combining the
/// tiles first.
bool reducesTilesSingly(const GroupContext &context);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FUSION_H
