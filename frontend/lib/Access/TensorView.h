//===- TensorView.h - tensors that are slices of others ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Looks through slices and reshapes, so that operations read the elements of a
// slice where they are instead of from a copy. Offset and strides are in
// elements of the source, which is dense.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TENSORVIEW_H
#define MATRIX_FRONTEND_LIB_TENSORVIEW_H

#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace matrix {

struct StridedOperand;

/// A tensor whose element i0, i1, .. is element offset + sum(strides[d] * i_d)
/// of the dense tensor `root`.
struct TensorView {
  mlir::Value root;
  int64_t offset = 0;
  llvm::SmallVector<int64_t> strides;
};

/// Returns the view that slices with static positions make of a tensor of
/// static shape; the root of one without slices is the tensor itself.
TensorView getTensorView(mlir::Value tensor);

/// Replaces a slice that is read without windows by its source. `dimOf` are the
/// loops of the group that the dimensions of `map` are.
void readSource(StridedOperand &operand, mlir::AffineMap map,
                llvm::ArrayRef<unsigned> dimOf);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TENSORVIEW_H
