//===- ElementConversion.h - tensors of another type ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elementwise conversions and initial values, which rewrites of element types
// insert. Conversions are linalg.generic operations over all dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ELEMENTCONVERSION_H
#define MATRIX_FRONTEND_LIB_ELEMENTCONVERSION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// Creates the conversion of an element to a type.
using ElementConversion = llvm::function_ref<mlir::Value(
    mlir::OpBuilder &, mlir::Location, mlir::Type, mlir::Value)>;

/// Returns the tensor of that type, of the same shape, with the elements that
/// `conversion` computes.
inline mlir::Value convertElements(mlir::ImplicitLocOpBuilder &b,
                                   mlir::Value tensor,
                                   mlir::RankedTensorType type,
                                   ElementConversion conversion) {
  mlir::Type element = type.getElementType();
  mlir::Value empty =
      mlir::tensor::EmptyOp::create(b, type.getShape(), element);
  mlir::AffineMap map = b.getMultiDimIdentityMap(type.getRank());
  llvm::SmallVector<mlir::utils::IteratorType> loops(
      type.getRank(), mlir::utils::IteratorType::parallel);
  return mlir::linalg::GenericOp::create(
             b, type, tensor, empty, llvm::ArrayRef{map, map}, loops,
             [&](mlir::OpBuilder &inner, mlir::Location loc,
                 mlir::ValueRange arguments) {
               mlir::linalg::YieldOp::create(
                   inner, loc,
                   conversion(inner, loc, element, arguments.front()));
             })
      .getResult(0);
}

/// Returns a tensor of that shape with the scalar as every element.
inline mlir::Value createFilled(mlir::ImplicitLocOpBuilder &b,
                                llvm::ArrayRef<int64_t> shape,
                                mlir::Value scalar) {
  mlir::Value empty = mlir::tensor::EmptyOp::create(b, shape, scalar.getType());
  return mlir::linalg::FillOp::create(b, scalar, empty).getResult(0);
}

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ELEMENTCONVERSION_H
