//===- UnrollLoops.h - loops over slices of varying extent ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Unrolling of loops whose bodies have tensors of dynamic shape, as tiling with
// a rest produces them. The extents depend on the induction variable alone, and
// are constants afterwards. Tiles compute operations of static shape only.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_REWRITE_UNROLLLOOPS_H
#define MATRIX_FRONTEND_LIB_REWRITE_UNROLLLOOPS_H

#include "mlir/IR/BuiltinOps.h"

namespace matrix {

/// Unrolls `scf.for` and `scf.forall` of few iterations, whose bounds are
/// constants, if their bodies compute tensors of dynamic shape. Returns whether
/// there are any; the constants are not folded yet.
bool unrollDynamicLoops(mlir::ModuleOp module);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_REWRITE_UNROLLLOOPS_H
