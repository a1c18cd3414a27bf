//===- TileAccess.h - memory that tile instructions access ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The elements of a buffer that a tile load or store accesses. Two accesses are
// independent if their buffers are different allocations, or if they are at
// constant positions of the same view that do not overlap.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TRANSFORMS_SCHEDULING_TILEACCESS_H
#define MATRIX_TRANSFORMS_SCHEDULING_TILEACCESS_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/Operation.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVector.h"

namespace matrix {

class TileAccess {
public:
  /// `op` is a load or store with the instruction `inst`.
  TileAccess(mlir::Operation *op, const table::Instruction &inst);

  bool isStore() const { return store; }
  bool mayOverlap(const TileAccess &other) const;

private:
  bool store;
  mlir::Value view;
  /// The operation that allocates the buffer; null if it is not known.
  mlir::Operation *allocation = nullptr;
  /// The position in each dimension; empty if it is not constant, if the tile
  /// exceeds the view, or if elements of the view have the same address.
  llvm::SmallVector<int64_t> start;
  int64_t extent = 0; ///< elements in each of the last two dimensions
};

} // namespace matrix

#endif // MATRIX_TRANSFORMS_SCHEDULING_TILEACCESS_H
