//===- Padding.h - operands with padding ------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Padding of operands that transfers can fill in: constant, with static and
// nonnegative amounts, and a value that the fill pattern of a DMA descriptor
// represents.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PADDING_H
#define MATRIX_FRONTEND_LIB_PADDING_H

#include "Access/FusionGroup.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

namespace matrix {

/// Returns the operation that pads the tensor with a static number of elements
/// of a constant value that transfers can fill in; null if there is none.
mlir::tensor::PadOp getPadding(mlir::Value tensor);
/// Returns the constant value of the padding.
mlir::TypedAttr getPaddingValue(mlir::tensor::PadOp pad);
/// As `getPadding`, if the value is zero.
mlir::tensor::PadOp getZeroPadding(mlir::Value tensor);

/// Replaces a padded tensor by the one without padding, whose first element has
/// negative offsets, and records the value of the padding. A slice of a padded
/// tensor has other dimensions, and remains one.
void removePadding(StridedOperand &operand);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PADDING_H
