//===- ChainBlocks.h - blocks of chains ------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the choice of the blocks of a chain.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CHAINBLOCKS_H
#define MATRIX_FRONTEND_LIB_CHAINBLOCKS_H

#include "GroupChain.h"

namespace matrix {

/// Chooses the plan of a chain with `rowBlock` rows in a block (0: any), and
/// those of its groups.
mlir::LogicalResult planChainBlocks(GroupChain &chain,
                                    const desc::VariantInfo &variant,
                                    int64_t cores, int64_t rowBlock,
                                    MatchFailureRecorder &failures);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CHAINBLOCKS_H
