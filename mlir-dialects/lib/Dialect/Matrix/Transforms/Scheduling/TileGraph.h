//===- TileGraph.h - dependences of tile instructions -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dependences of a sequence of tile instructions, and the tiles that they
// define and use. An edge is a value that one instruction defines and another
// one uses, or two accesses that may overlap, one of them a store. TileOrder.h
// schedules the graph; occupancy and latency are cycles of the variant.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TRANSFORMS_SCHEDULING_TILEGRAPH_H
#define MATRIX_TRANSFORMS_SCHEDULING_TILEGRAPH_H

#include "matrix/Description/Variants.h"
#include "mlir/IR/Operation.h"
#include <vector>

namespace matrix {

struct TileNode {
  mlir::Operation *op = nullptr;
  int64_t occupancy = 1, latency = 1;
  unsigned pipe = 0; ///< 0: none, a scalar operation
  bool isProduct = false;
  /// Whether a contraction depends on it, or it on one, through tiles.
  bool isOfProduct = false;
  /// Whether it overwrites a constant tile, which has to be created before.
  bool overwritesConstant = false;
  /// Nodes whose results it waits for, and others that precede it.
  llvm::SmallVector<unsigned, 4> operands, before;
  llvm::SmallVector<unsigned, 3> uses; ///< tiles: indices of TileGraph::tiles
  std::optional<unsigned> defines;
};

struct Tile {
  llvm::SmallVector<unsigned, 4> users; ///< nodes, in program order
  bool isLiveOut = false;               ///< used after the sequence as well
};

struct TileGraph {
  std::vector<TileNode> nodes; ///< in program order
  std::vector<Tile> tiles;
  unsigned numLiveIn = 0; ///< the first tiles are defined before the sequence
  unsigned numPipes = 1;

  TileGraph(llvm::ArrayRef<mlir::Operation *> sequence,
            const desc::VariantInfo &variant);
};

} // namespace matrix

#endif // MATRIX_TRANSFORMS_SCHEDULING_TILEGRAPH_H
