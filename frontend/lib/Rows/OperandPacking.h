//===- OperandPacking.h - packing of tensors --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choice of operands that are copied before they are read by blocks.
// Alternatives are tried in the order of Packing, with the fewest copies first.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_OPERANDPACKING_H
#define MATRIX_FRONTEND_LIB_OPERANDPACKING_H

#include "FusionTree.h"

namespace matrix {

enum class Packing {
  Padded,  ///< tensors that are padded or have no slices as blocks
  Dense,   ///< also tensors with non-contiguous blocks
  Ordered, ///< also all factors, to avoid transpositions
};

/// Sets the packed operands of the tree, the result included.
void choosePacking(FusionTree &tree, Packing packing);

/// Fails if packing copies more elements than the contractions multiply.
mlir::LogicalResult checkPackingCost(const FusionTree &tree,
                                     MatchFailureRecorder &failures);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_OPERANDPACKING_H
