//===- SliceFactors.h - slices from element numbers -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A sequence of element numbers of a tensor, factored into counts and strides:
//
//   0 1 .. 255  768 769 .. 1023  ..    128 x 256 elements, strides 768 and 1
//
// If each stride divides the one before, these elements are a slice of the
// tensor reshaped to dimensions of these strides, here [.., 768][off : 256].
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SLICEFACTORS_H
#define MATRIX_FRONTEND_LIB_SLICEFACTORS_H

#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <optional>
#include <vector>

namespace matrix {

/// Element numbers offset + sum(stride_i * x_i), the last level fastest.
struct SliceFactors {
  struct Level {
    int64_t count, stride;
  };
  int64_t offset;
  llvm::SmallVector<Level> levels;
};

/// Splits off the longest arithmetic progression at the start, which has to
/// repeat through the whole sequence, until one number remains.
std::optional<SliceFactors> factorElements(std::vector<int64_t> numbers);

/// Returns the elements in the order of `factors`; null if they are not a
/// slice.
mlir::Value createSlice(mlir::ImplicitLocOpBuilder &builder, mlir::Value tensor,
                        const SliceFactors &factors);

/// Reshapes a tensor by way of one dimension.
mlir::Value reshapeTensor(mlir::ImplicitLocOpBuilder &builder,
                          mlir::Value tensor, llvm::ArrayRef<int64_t> shape);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SLICEFACTORS_H
