//===- DividedReduction.h - reductions of few elements ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction with fewer results than scalar code interleaves on all cores is
// divided: one operation computes partial results of independent iterations,
// and another one reduces these. Elements that are left over are reduced last.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FUSION_FEASIBILITY_DIVIDEDREDUCTION_H
#define MATRIX_FRONTEND_LIB_FUSION_FEASIBILITY_DIVIDEDREDUCTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// Replaces a reduction that no instruction computes, if its parts take less
/// than half of its time as scalar code on so many cores. Returns the
/// operations in its place, none if it remains.
llvm::SmallVector<mlir::linalg::LinalgOp>
divideReduction(mlir::linalg::GenericOp op, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FUSION_FEASIBILITY_DIVIDEDREDUCTION_H
