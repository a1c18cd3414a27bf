//===- Padding.cpp - operands with padding --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognizes padding by zeros and removes it from operands.
//
//===----------------------------------------------------------------------===//

#include "Padding.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

tensor::PadOp matrix::getZeroPadding(Value tensor) {
  auto pad = tensor.getDefiningOp<tensor::PadOp>();
  if (!pad || !pad.getResultType().hasStaticShape() ||
      !pad.getSourceType().hasStaticShape() || !pad.getLow().empty() ||
      !pad.getHigh().empty())
    return {};
  auto isNegative = [](int64_t extent) { return extent < 0; };
  Value fill = pad.getConstantPaddingValue();
  bool isZero = fill && (matchPattern(fill, m_Zero()) ||
                         matchPattern(fill, m_AnyZeroFloat()));
  return isZero && llvm::none_of(pad.getStaticLow(), isNegative) &&
                 llvm::none_of(pad.getStaticHigh(), isNegative)
             ? pad
             : tensor::PadOp();
}

void matrix::removePadding(StridedOperand &operand) {
  tensor::PadOp pad = getZeroPadding(operand.tensor);
  if (!pad)
    return;
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
