//===- SeparableGather.h - gathers along dimensions -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A gather whose indices depend on loops of their own, such as resampling of
// images, and windows of different sizes:
//
//   result[c, i, j] = tensor[c, f(i), g(j)]
//   result[c, i, j, k, l] = tensor[c, f(i, k), g(j, l)]
//
// It equals gathers along single dimensions in any order, whose indices are
// vectors instead of a table over all loops.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SEPARABLEGATHER_H
#define MATRIX_FRONTEND_LIB_SEPARABLEGATHER_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <optional>
#include <vector>

namespace matrix {

struct SeparableGather {
  /// The indices in a dimension of the tensor, one for each iteration of its
  /// loops, the last one fastest.
  struct Dimension {
    llvm::SmallVector<unsigned> loops;
    llvm::SmallVector<int64_t> extents; ///< of the loops
    int64_t count = 1;
    std::vector<int64_t> indices; ///< empty: not known at compile time
    mlir::Value index;            ///< in the body
  };
  llvm::SmallVector<Dimension> dimensions;

  /// Returns the loops of all dimensions, in their order: the indexing map of
  /// the gathered elements.
  mlir::AffineMap getMap(unsigned numLoops, mlir::MLIRContext *context) const;
};

/// Returns the gather by which a body reads an element; none if it is another
/// one, an index is out of range, or rows that are not known at compile time
/// are in the first dimension, as RowGather.h has them.
std::optional<SeparableGather>
matchSeparableGather(mlir::linalg::GenericOp op,
                     mlir::tensor::ExtractOp extract);

/// Returns the gathered elements, with a dimension for each loop of `getMap`;
/// null if a dimension cannot be gathered (DimensionGather.h). Assertions about
/// indices that are not known move out of the body.
mlir::Value emitSeparableGather(mlir::ImplicitLocOpBuilder &builder,
                                mlir::linalg::GenericOp op, mlir::Value tensor,
                                const SeparableGather &gather);

/// Erases assertions of a body whose conditions are known to be true.
void eraseKnownAssertions(mlir::linalg::GenericOp op);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SEPARABLEGATHER_H
