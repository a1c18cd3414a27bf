//===- StagedOperation.h - scalar operations by blocks ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A Linalg operation on buffers that compiles to scalar code, divided into
// blocks of one parallel loop. The cores take the blocks cyclically. What a
// block accesses is in the scratchpad of its core:
//
//   slices   of memrefs that the loop indexes in one dimension; loaded and
//            stored with each block
//   tables   other memrefs, whole; loaded once by each core
//
// Memrefs that do not fit, or of which few elements are read, stay in DRAM.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STAGEDOPERATION_H
#define MATRIX_FRONTEND_LIB_STAGEDOPERATION_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include <optional>

namespace matrix {

/// A memref that is an operand, or that loads of the body read.
struct StagedAccess {
  mlir::Value memref;
  int64_t operand = -1; ///< its number; -1: loads of the body
  llvm::SmallVector<mlir::memref::LoadOp> loads;
  /// The dimension that the loop indexes, and the elements of it in a block of
  /// n iterations: step * (n - 1) + window. -1: none, a table.
  int64_t dim = -1, step = 0, window = 0;
  bool isLoaded = false, isStored = false;
  bool isStaged = false;

  explicit StagedAccess(mlir::Value memref) : memref(memref) {}
  bool isSlice() const { return dim >= 0; }
  mlir::MemRefType getType() const {
    return mlir::cast<mlir::MemRefType>(memref.getType());
  }
  /// Returns the shape of the elements that `iterations` of the loop access.
  llvm::SmallVector<int64_t> getShape(int64_t iterations) const;
  /// Returns the number of elements of one index in `dim`.
  int64_t rowElements() const;
};

struct StagedOperation {
  mlir::linalg::GenericOp op;
  int64_t loop = 0;  ///< the divided loop
  int64_t block = 0; ///< iterations of it in a block
  llvm::SmallVector<StagedAccess> accesses;
  double cycles = 0; ///< predicted

  int64_t extent() const;
  int64_t numFullBlocks() const { return extent() / block; }
  /// Returns the iterations after the full blocks.
  int64_t numRemaining() const { return extent() % block; }
  /// Returns whether cores have several blocks, with two buffers for slices.
  bool hasTwoBuffers(int64_t cores) const { return numFullBlocks() > cores; }
};

/// Returns the division with the fewest cycles; nothing if the operation takes
/// fewer cycles in DRAM. The iterations of its parallel loops are independent.
std::optional<StagedOperation>
planStagedOperation(mlir::linalg::GenericOp op,
                    const desc::VariantInfo &variant, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STAGEDOPERATION_H
