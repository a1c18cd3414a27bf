//===- CopyPlan.h - blocks of copies in DRAM --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dimensions of a copy are ordered by the strides of its target and merged
// where both sides are contiguous. The last three are divided into blocks, the
// unit of a DMA transfer.
//
// Blocks are as large as two buffers in the scratchpad permit, but small enough
// that each core has several, so that loads and stores overlap, and not smaller
// than the product of latency and bandwidth of DRAM.
//
// Rows that are contiguous in the target are contiguous in the scratchpad as
// well, and stored as one row, so that only the first and the last line are
// transferred in part. Other rows begin at lines.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_COPYPLAN_H
#define MATRIX_FRONTEND_LIB_COPYPLAN_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/IR/Value.h"
#include "llvm/ADT/SmallVectorExtras.h"
#include "llvm/Support/MathExtras.h"
#include <optional>

namespace matrix {

/// One dimension of a copy; strides in elements. Elements of the target before
/// `low` and from `low + present` on are padding.
struct CopyDim {
  int64_t extent, source, target;
  int64_t low, present;
  int64_t block = 1; // elements of a block
  int64_t count() const { return llvm::divideCeil(extent, block); }
  bool isPadded() const { return present != extent; }
  bool isBackward() const { return source < 0; }
};

/// Returns the dimensions, outermost in the target first. The last one is
/// contiguous on both sides. The source begins at element `low` of the target,
/// or at the first one if `low` is empty.
llvm::SmallVector<CopyDim> getCopyDims(mlir::Value source, mlir::Value target,
                                       llvm::ArrayRef<int64_t> low = {});

/// The accesses of a loop nest to an array, in elements.
struct LoopStrides {
  llvm::SmallVector<int64_t> strides; ///< of each loop
  int64_t offset = 0;                 ///< of the first iteration
};

/// Returns the accesses to an array with these strides that `map` indexes; none
/// unless the results of the map are linear.
std::optional<LoopStrides> getLoopStrides(mlir::AffineMap map,
                                          llvm::ArrayRef<int64_t> strides);

/// Returns the dimensions of an operation on dense tensors that only moves the
/// elements of one of them; none if it is another one.
std::optional<llvm::SmallVector<CopyDim>> getMoveDims(mlir::linalg::GenericOp);

/// The division of a copy into blocks.
class CopyPlan {
public:
  CopyPlan(llvm::SmallVector<CopyDim> dims, int64_t elementBytes,
           const desc::VariantInfo &variant, int64_t cores);

  int64_t pieces() const;
  bool isPadded() const {
    return llvm::any_of(dims, [](const CopyDim &d) { return d.isPadded(); });
  }
  /// Returns the number of last dimensions of a block that are one row of the
  /// target.
  int64_t numMerged() const;
  /// Returns the dimensions of a block.
  llvm::ArrayRef<CopyDim> blockDims() const {
    return llvm::ArrayRef(dims).take_back(desc::dmaRank);
  }
  llvm::SmallVector<int64_t> blockShape() const {
    return llvm::map_to_vector(blockDims(),
                               [](const CopyDim &dim) { return dim.block; });
  }
  /// Returns the elements from row to row of a block in the scratchpad.
  int64_t pitch() const { return pitchBytes() / elementBytes; }

  llvm::SmallVector<CopyDim> dims;

private:
  int64_t getBudget(const desc::VariantInfo &variant, int64_t cores) const;
  void divide(int64_t budget);
  /// Returns whether dimension `i` of a block is complete, and continues in the
  /// target where the one outside it does.
  bool adjoins(int64_t i) const;
  int64_t pitchBytes() const;

  int64_t elementBytes, lineBytes;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_COPYPLAN_H
