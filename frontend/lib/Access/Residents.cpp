//===- Residents.cpp - values between launches ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decodes `matrix.residents`, one number for each operand of a group: inputs,
// inputs of the epilogue, outputs. A negative number marks an output that is
// not stored to DRAM.
//
//===----------------------------------------------------------------------===//

#include "DramTensor.h"
#include "FusionGroup.h"
#include <cstdlib>

using namespace mlir;
using namespace matrix;

SmallVector<StridedOperand *> matrix::getResidentOperands(FusionGroup &group) {
  SmallVector<StridedOperand *> operands;
  for (StridedInput &input : group.inputs)
    operands.push_back(&input);
  for (StridedInput &input : group.epilogueInputs)
    operands.push_back(&input);
  for (StridedOperand &output : group.outputs)
    operands.push_back(&output);
  return operands;
}

void matrix::readResidents(FusionGroup &group) {
  linalg::GenericOp root = group.root;
  if (auto bytes = root->getAttrOfType<IntegerAttr>(kReservedAttrName))
    group.reservedBytes = bytes.getInt();
  if (auto bytes = root->getAttrOfType<IntegerAttr>(kKeptBytesAttrName))
    group.reservedBytes += bytes.getInt();
  auto numbers = root->getAttrOfType<DenseI64ArrayAttr>(kResidentsAttrName);
  if (!numbers)
    return;
  SmallVector<StridedOperand *> operands = getResidentOperands(group);
  size_t numInputs = operands.size() - group.outputs.size();
  for (auto [i, operand, number] :
       llvm::enumerate(operands, numbers.asArrayRef()))
    operand->resident = {int32_t(std::abs(number)),
                         i >= numInputs && number > 0};
}
