//===- BlockCost.h - cycles of a blocked contraction ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the cost function of block extents.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKCOST_H
#define MATRIX_FRONTEND_LIB_BLOCKCOST_H

#include "Blocking.h"

namespace matrix {

/// Cycles of the instructions in the inner loop of a contraction.
struct ContractionRates {
  double product, latency; ///< a product of tiles; until its result is ready
  double lhsLoad, rhsLoad; ///< a tile of an operand
  double load, store;      ///< an accumulator

  ContractionRates(const FusionGroup &group, const BlockPlan &plan,
                   const desc::VariantInfo &variant);
};

/// Estimates the cycles of a contraction with the blocks and accumulators of
/// `plan` on that many cores.
double estimateCycles(const FusionGroup &group, const BlockPlan &plan,
                      const ContractionRates &rates,
                      const desc::VariantInfo &variant, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKCOST_H
