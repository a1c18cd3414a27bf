//===- ChainDimensions.h - dimensions of chains -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Gives the groups of a chain common loop dimensions. Fails if reductions have
// different extents, or if the dimensions of two groups do not nest.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CHAINDIMENSIONS_H
#define MATRIX_FRONTEND_LIB_CHAINDIMENSIONS_H

#include "GroupChain.h"

namespace matrix {

/// Splits the dimensions of all stages into common ones: the parallel ones, the
/// columns, then the own dimensions of contractions. Strides in dimensions that
/// a group does not have are 0.
mlir::LogicalResult unifyDimensions(std::vector<ChainStage> &stages,
                                    MatchFailureRecorder &failures);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CHAINDIMENSIONS_H
