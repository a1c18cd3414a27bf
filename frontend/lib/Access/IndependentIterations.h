//===- IndependentIterations.h - scalar loops in any order ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Linalg operations on buffers that compile to scalar code are marked if the
// iterations of their parallel loops may be interleaved, or also divided over
// cores. The analysis needs to see the buffers, before code becomes functions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_INDEPENDENTITERATIONS_H
#define MATRIX_FRONTEND_LIB_INDEPENDENTITERATIONS_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

namespace matrix {

/// Attributes of operations: the iterations of parallel loops may be
/// interleaved; all cores execute the operation and divide its iterations;
/// operands of later iterations may be read ahead.
inline constexpr llvm::StringLiteral kInterleavedAttrName =
    "matrix.interleaved";
inline constexpr llvm::StringLiteral kDividedAttrName = "matrix.divided";
inline constexpr llvm::StringLiteral kReadsAheadAttrName = "matrix.reads_ahead";

/// Iterations of a parallel loop that read DRAM at the same time.
inline constexpr int64_t kInterleaved = 8;

/// Returns whether no iteration of the parallel loops reads or writes what
/// another one writes.
bool hasIndependentIterations(mlir::linalg::LinalgOp op);

/// Returns whether operands may be read before earlier iterations of a
/// reduction to one element write its results: these are in buffers of their
/// own.
bool mayReadAhead(mlir::linalg::LinalgOp op);

/// Returns whether division over the cores takes fewer cycles, barriers
/// included, than execution by one core.
bool isWorthDividing(mlir::linalg::LinalgOp op,
                     const desc::VariantInfo &variant, int64_t cores);

/// Returns whether the loads of any iteration may precede the stores of those
/// before it, as in loops that write elements at indices from memory: the body
/// has one store, to a buffer that it does not read.
bool onlyStoresInOrder(mlir::scf::ForOp loop);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_INDEPENDENTITERATIONS_H
