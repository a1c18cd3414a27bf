//===- CombinationOrder.h - accumulators that alternate ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The combinations of one accumulator depend on each other. Those of the next
// one begin before it is complete, so that they alternate, and the windows of
// both still share the loads of an image row.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_COMBINATIONORDER_H
#define MATRIX_FRONTEND_LIB_COMBINATIONORDER_H

#include "Plan/Blocks/WindowReduction.h"

namespace matrix {

/// Orders the combinations of `tiles` accumulators, of which as many alternate
/// as the latency of an elementwise instruction requires.
llvm::SmallVector<TapLoad::Use>
orderCombinations(int64_t tiles, int64_t taps,
                  const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_COMBINATIONORDER_H
