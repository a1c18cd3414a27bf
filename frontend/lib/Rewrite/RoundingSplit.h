//===- RoundingSplit.h - splitting of operations at roundings ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The split of elementwise operations for row memories, before fusion trees are
// formed. Results are unchanged: a split is at a value of the body that is
// already rounded, which becomes a tensor between two operations.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROUNDINGSPLIT_H
#define MATRIX_FRONTEND_LIB_ROUNDINGSPLIT_H

#include "mlir/IR/BuiltinOps.h"

namespace matrix {

/// Splits elementwise operations on contraction results at roundings to a
/// narrow float, so that only operations without an instruction become scalar
/// code: for instance, a contraction with its rounding is one instruction, but
/// a subsequent factor has none.
void splitAtRoundings(mlir::ModuleOp module);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROUNDINGSPLIT_H
