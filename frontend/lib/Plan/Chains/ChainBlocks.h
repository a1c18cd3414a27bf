//===- ChainBlocks.h - blocks of chains -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rows of blocks of a chain, and the roles of dimensions in its groups. A
// block has all columns.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CHAINBLOCKS_H
#define MATRIX_FRONTEND_LIB_CHAINBLOCKS_H

#include "GroupChain.h"

namespace matrix {

/// Chooses the rows of tiles, and the dimensions of tiles of all groups. The
/// rows are the longest dimension that can be rows of all contractions.
mlir::LogicalResult assignChainRoles(GroupChain &chain,
                                     MatchFailureRecorder &failures);

/// Chooses the plan of a chain with `rowBlock` rows in a block (0: any), and
/// those of its groups.
mlir::LogicalResult planChainBlocks(GroupChain &chain,
                                    const desc::VariantInfo &variant,
                                    int64_t cores, int64_t rowBlock,
                                    MatchFailureRecorder &failures);

/// Returns whether the cores load their blocks one after the other: if each has
/// one block, which no load of its own overlaps, the first one is computed
/// while the others are loaded. Blocks must be long beside the latency of the
/// handover.
bool startsInTurn(const GroupChain &chain, const desc::VariantInfo &variant,
                  int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CHAINBLOCKS_H
