//===- KnownElements.h - integers known at compile time ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates tensors of integers, truth values and floats that elementwise
// operations compute from constants and loop indices alone, such as causal
// masks, and the indices of resampling. IndexAnalysis.h finds closed forms of
// single indices; this class has all values, of any function.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_KNOWNELEMENTS_H
#define MATRIX_FRONTEND_LIB_KNOWNELEMENTS_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <map>

namespace matrix {

class KnownElements {
public:
  using Elements = std::vector<llvm::APInt>;

  /// Returns the bits of the elements of a tensor in row-major order; none if
  /// they are not known or too many.
  const std::optional<Elements> &get(mlir::Value tensor);

  /// Returns the values of a scalar in the body of an operation for all
  /// iterations of loops of the given extents, which are at most those of the
  /// operation, the last one fastest.
  std::optional<Elements> evaluate(mlir::Value scalar,
                                   mlir::linalg::LinalgOp op,
                                   llvm::ArrayRef<int64_t> extents);

private:
  std::optional<Elements> evaluate(mlir::Value tensor);

  std::map<const void *, std::optional<Elements>> known;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_KNOWNELEMENTS_H
