//===- Padding.cpp - operands with padding --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A padded operand becomes a strided access to its source: extents and strides
// are those of the source, and the offset of each dimension decreases by the
// low padding. Indices outside of the source are negative or beyond its extent,
// and the transfer fills their elements. The copy of the tensor with its
// padding in DRAM is therefore omitted.
//
//===----------------------------------------------------------------------===//

#include "Access/Padding/Padding.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

TypedAttr matrix::getPaddingValue(tensor::PadOp pad) {
  TypedAttr value;
  Value constant = pad.getConstantPaddingValue();
  return constant && matchPattern(constant, m_Constant(&value)) ? value
                                                                : TypedAttr();
}

tensor::PadOp matrix::getPadding(Value tensor) {
  auto pad = tensor.getDefiningOp<tensor::PadOp>();
  if (!pad || !pad.getResultType().hasStaticShape() ||
      !pad.getSourceType().hasStaticShape() || !pad.getLow().empty() ||
      !pad.getHigh().empty())
    return {};
  auto isNegative = [](int64_t extent) { return extent < 0; };
  TypedAttr value = getPaddingValue(pad);
  return value && getFillPattern(value) &&
                 llvm::none_of(pad.getStaticLow(), isNegative) &&
                 llvm::none_of(pad.getStaticHigh(), isNegative)
             ? pad
             : tensor::PadOp();
}

tensor::PadOp matrix::getZeroPadding(Value tensor) {
  tensor::PadOp pad = getPadding(tensor);
  if (!pad)
    return {};
  Value value = pad.getConstantPaddingValue();
  bool isZero =
      matchPattern(value, m_Zero()) || matchPattern(value, m_AnyZeroFloat());
  return isZero ? pad : tensor::PadOp();
}

void matrix::removePadding(StridedOperand &operand) {
  tensor::PadOp pad = getPadding(operand.tensor);
  if (!pad || operand.isView)
    return;
  TypedAttr value = getPaddingValue(pad);
  if (*getFillPattern(value) != 0)
    operand.padding = value;
  operand.tensor = pad.getSource();
  llvm::fill(operand.strides, 0);
  operand.offset = 0;
  int64_t stride = 1;
  for (int t = int(operand.tensorDims.size()) - 1; t >= 0; --t) {
    TensorDim &dim = operand.tensorDims[t];
    dim.size = pad.getSourceType().getDimSize(t);
    dim.offset -= pad.getStaticLow()[t];
    dim.stride = stride;
    stride *= dim.size;
    operand.offset += dim.offset * dim.stride;
    for (auto [sum, factor] : llvm::zip_equal(operand.strides, dim.factors))
      sum += factor * dim.stride;
  }
}
