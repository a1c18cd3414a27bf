//===- StageCost.h - cycles of a group of a chain ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cycles in which a step of a chain computes one of its groups, without
// transfers. Contractions are counted by register blocks, other groups by their
// slowest pipe.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STAGECOST_H
#define MATRIX_FRONTEND_LIB_STAGECOST_H

#include "GroupChain.h"

namespace matrix {

/// Returns the cycles in which a core computes a block of a group of a chain,
/// with the instructions that are selected for it.
double getStageCycles(const ChainStage &stage,
                      const desc::VariantInfo &variant);

/// Returns the cycles in which a core computes a block of the chain.
double getChainStepCycles(const GroupChain &chain,
                          const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STAGECOST_H
