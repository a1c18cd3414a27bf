//===- SemaphoreRange.h - semaphores of a launch ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The semaphores that a launch uses. Consecutive launches use different ones if
// half of them is enough for each, so that a load of one can start during the
// other.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SEMAPHORERANGE_H
#define MATRIX_FRONTEND_LIB_SEMAPHORERANGE_H

#include "Plan/Blocks/BlockPlan.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace matrix {

/// Semaphores `first` to `first + count - 1` of each core.
struct SemaphoreRange {
  int64_t first = 0, count = 0;

  bool overlaps(const SemaphoreRange &other) const {
    return first < other.first + other.count && other.first < first + count;
  }
};

/// Returns those of a launch with this plan. `inTurn`: whether cores start one
/// after the other; `second`: whether it uses the second half.
SemaphoreRange chooseSemaphores(const BlockPlan &plan,
                                const desc::VariantInfo &variant, bool inTurn,
                                bool second);

/// Accesses the range that a function uses; it is empty if none is set.
void setSemaphores(mlir::FunctionOpInterface function, SemaphoreRange range);
SemaphoreRange getSemaphores(mlir::FunctionOpInterface function);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SEMAPHORERANGE_H
