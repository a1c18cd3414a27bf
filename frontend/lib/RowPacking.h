//===- RowPacking.h - which tensors get packed copies --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWPACKING_H
#define MATRIX_FRONTEND_LIB_ROWPACKING_H

#include "RowCluster.h"

namespace matrix {

enum class Packing {
  Padded,  ///< tensors that blocks go beyond, or have no blocks of
  Dense,   ///< and those whose blocks don't lie in one piece
  Ordered, ///< and all factors, so that none is transposed
};

void choosePacking(RowCluster &cluster, Packing packing);

/// Whether packing takes less than what it saves.
mlir::LogicalResult checkCosts(const RowCluster &cluster, std::string &why);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWPACKING_H
