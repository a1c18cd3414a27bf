//===- ChainCost.h - cycles of chains ------------------------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost function of chains, by which rows of blocks and grids are compared,
// and the admission of contractions is decided. The unit is cycles of the core
// with the most blocks, including transfers of DRAM, whose bandwidth all cores
// share.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CHAINCOST_H
#define MATRIX_FRONTEND_LIB_CHAINCOST_H

#include "GroupChain.h"
#include "Plan/Blocks/BlockCost.h"

namespace matrix {

/// Returns the predicted cycles of a chain whose plans are known.
double estimateChainCycles(const GroupChain &chain,
                           const desc::VariantInfo &variant, int64_t cores);

/// As above, with the cycles of products, loads and transfers.
PlanCost estimateChain(const GroupChain &chain,
                       const desc::VariantInfo &variant, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CHAINCOST_H
