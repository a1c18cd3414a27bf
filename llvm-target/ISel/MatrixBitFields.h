//===- MatrixBitFields.h - extraction of bit fields -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Recognition of bit fields in the SelectionDAG, for the instructions that
// extract them. Instruction selection and the legality of shifts use it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_ISEL_MATRIXBITFIELDS_H
#define MATRIX_ISEL_MATRIXBITFIELDS_H

#include "llvm/CodeGen/SelectionDAGNodes.h"
#include <optional>

namespace llvm::Matrix {

/// Width bits of a value from bit Low up.
struct BitField {
  SDValue From;
  unsigned Low, Width;
};

/// Return the field whose zero- or sign-extension the value is.
std::optional<BitField> unsignedField(SDValue Value);
std::optional<BitField> signedField(SDValue Value);

} // namespace llvm::Matrix

#endif // MATRIX_ISEL_MATRIXBITFIELDS_H
