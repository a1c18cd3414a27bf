//===- InterleavedLoop.h - interleaving of iterations -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replaces a loop by one whose iterations execute several of its iterations at
// once. If they depend on each other by the buffers that they write, accesses
// to these follow everything else, in the order of the iterations.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_INTERLEAVEDLOOP_H
#define MATRIX_FRONTEND_LIB_INTERLEAVEDLOOP_H

#include "ScalarLoops.h"

namespace matrix {

/// Returns whether the operation contains only loads, assertions and what has
/// no effects.
bool isMovable(mlir::Operation *op);

/// Returns the iterations to interleave; 1 if none, as without loads.
int64_t countInterleaved(const ScalarLoop &inner);

/// Replaces the loop by blocks of `count` iterations. With `core`, the cores
/// take blocks cyclically.
void interleave(const ScalarLoop &inner, int64_t count, mlir::Value core,
                int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_INTERLEAVEDLOOP_H
