//===- LoopUnification.h - loop dimensions of fusion trees ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unification of the loops of a tree's operations into loop dimensions, the
// first step of buildFusionTree(). Loops that index the same dimension of an
// intermediate tensor become one loop dimension, by union-find. Intermediate
// tensors must be read whole, so that all operations share one loop nest.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_LOOPUNIFICATION_H
#define MATRIX_FRONTEND_LIB_LOOPUNIFICATION_H

#include "FusionTree.h"

namespace matrix {

/// Sets the loop dimensions of a tree and those of the loops of each operation.
/// Fails if an operation cannot be computed in blocks, or if two loops of one
/// operation would be one dimension; `failures` receives the reason.
mlir::LogicalResult unifyLoops(FusionTree &tree,
                               MatchFailureRecorder &failures);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_LOOPUNIFICATION_H
