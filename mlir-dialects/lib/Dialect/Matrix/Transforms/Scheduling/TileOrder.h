//===- TileOrder.h - order of tile instructions -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// List scheduling for a core that issues in order. The priority of an
// instruction is the cycle in which it can issue, then program order. It moves
// up only if the tiles that are live until there fit the registers, or are no
// more than in program order.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TRANSFORMS_SCHEDULING_TILEORDER_H
#define MATRIX_TRANSFORMS_SCHEDULING_TILEORDER_H

#include "Scheduling/TileGraph.h"

namespace matrix {

/// Returns the numbers of the nodes in the order in which they issue, with at
/// most `registers` tiles at once, except where the present order has more.
llvm::SmallVector<unsigned> orderTiles(const TileGraph &graph,
                                       int64_t registers);

} // namespace matrix

#endif // MATRIX_TRANSFORMS_SCHEDULING_TILEORDER_H
