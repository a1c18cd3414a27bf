//===- BodyCost.h - cycles of elementwise bodies ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The instructions of a group's last body, selected by themselves: those of its
// operations, and those that widen, round and narrow elements.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BODYCOST_H
#define MATRIX_FRONTEND_LIB_BODYCOST_H

#include "Access/FusionGroup.h"
#include "matrix/Description/Variants.h"

namespace matrix {

/// The instructions of the last body of a group.
struct BodyCost {
  bool isComplete = false; ///< only instructions remain
  double cycles = 0;       ///< of one column block
  /// Cycles for each row of tiles: of what is the same in all columns.
  double invariant = 0;
  double latency = 0;    ///< of the longest chain of its instructions
  int64_t registers = 0; ///< beside those of invariants
};

/// Selects the last body of a group for the column blocks of one tile, whose
/// columns are dimension `cols`; -1: none.
BodyCost selectLastBody(const FusionGroup &group, int cols,
                        int64_t columnBlocks, const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BODYCOST_H
