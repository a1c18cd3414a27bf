//===- RowStep.h - steps of contractions on rows ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step of a contraction on row memories is one iteration of its inner loop:
// a number of blocks along each dimension. Blocks of the result stay in their
// row memory through the loop, and each block of an operand is loaded once per
// step. Declares the choice of steps by a cost function over the description.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWSTEP_H
#define MATRIX_FRONTEND_LIB_ROWSTEP_H

#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"

namespace matrix {

struct RowStep {
  int64_t m = 1, n = 1, k = 1; // blocks along each dimension
  int64_t numProducts() const { return m * n * k; }
};

/// Extents of a contraction in blocks, and of the largest block in elements.
struct RowBlocks {
  int64_t m, n, k;
  int64_t blockM, blockK;
  bool isInnerM =
      false; ///< the innermost loop over blocks of the result is along m
};

/// Estimates the cycles of the contraction.
double estimateCycles(const RowStep &step, const RowBlocks &blocks,
                      const RowRates &rates);

/// Returns a step of nearly the least cycles: the one with the least code.
RowStep chooseRowStep(const RowBlocks &blocks, const RowRates &rates);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWSTEP_H
