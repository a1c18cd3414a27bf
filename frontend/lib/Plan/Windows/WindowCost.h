//===- WindowCost.h - cycles of a reduction over windows --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Estimates the cycles of a blocked reduction over windows from the description
// of the variant. Planning compares block sizes by it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WINDOWCOST_H
#define MATRIX_FRONTEND_LIB_WINDOWCOST_H

#include "Plan/Blocks/BlockCost.h"

namespace matrix {

/// Cycles of the instructions in the inner loop of a reduction over windows.
struct TapRates {
  double combination, latency; ///< a column block of a tap; until it is ready
  double store;                ///< a tile
  EpilogueCost epilogue;       ///< of a column block

  TapRates(const FusionGroup &group, const BlockPlan &plan,
           const desc::VariantInfo &variant);
};

/// Estimates the cycles of a reduction over windows with the blocks of `plan`
/// on that many cores. `products` of the result are combinations.
PlanCost estimateWindowCycles(const FusionGroup &group, const BlockPlan &plan,
                              const TapRates &rates,
                              const desc::VariantInfo &variant, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WINDOWCOST_H
