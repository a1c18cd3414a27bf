//===- StagedCopy.h - copies rearranged in the scratchpad -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A copy between memrefs that have different elements adjacent, such as the
// interleaved results of a transposed convolution, transfers a line of DRAM for
// each element. A staged copy transfers whole rows instead: of the source to
// one buffer in the scratchpad, and of the target from another one. DMA
// transfers within the scratchpad, of each core by itself, rearrange the
// elements between them, a line of the scratchpad for each run of elements.
//
//   DRAM  [phase][y][x]  ->  [phase][y][x]  ->  [y][x][phase]  ->  DRAM
//
// A row of the source may have gaps shorter than a line, which are read as
// well. Rows that the target repeats are stored several times.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STAGEDCOPY_H
#define MATRIX_FRONTEND_LIB_STAGEDCOPY_H

#include "CopyPlan.h"
#include <optional>

namespace matrix {

struct StagedCopy {
  /// A dimension of a transfer: its strides on both sides, in elements.
  struct Level {
    int64_t count, from, to;
  };
  /// The transfer of a block between DRAM and its buffer: rows of adjacent
  /// elements.
  struct Side {
    int64_t row = 1;                    ///< elements
    llvm::SmallVector<Level> rows;      ///< in DRAM and in the buffer
    llvm::SmallVector<int64_t> strides; ///< of each dimension in the buffer
    int64_t size = 1;                   ///< of the buffer, in elements
  };

  llvm::SmallVector<CopyDim> dims; ///< with the extents of a block
  Side source, target;
  int64_t run = 1;          ///< elements that are adjacent in both buffers
  int64_t firstElement = 0; ///< of the source's buffer that is moved
  /// The dimensions of transfers in the scratchpad, and of the loop over them.
  llvm::SmallVector<Level> inner, outer;
  double predicted = 0; ///< cycles

  int64_t pieces() const;
  int64_t transfers() const; ///< in the scratchpad, of a block
  int64_t runs() const;      ///< that are moved there
  /// Elements whose movement delays a core by its part of a block.
  int64_t delay(int64_t cores) const;
};

/// Returns the staged copy with the fewest cycles; none if there is none, or
/// the copy itself is predicted to be as short.
std::optional<StagedCopy> planStagedCopy(llvm::ArrayRef<CopyDim> dims,
                                         int64_t elementBytes,
                                         const desc::VariantInfo &variant,
                                         int64_t cores);

/// Returns the cycles of an operation that moves elements as a staged copy;
/// none if it is none.
std::optional<double> predictStagedMove(mlir::linalg::GenericOp op,
                                        const desc::VariantInfo &variant,
                                        int64_t cores);

/// Emits the transfers of a staged copy between these memrefs.
void emitStagedCopy(mlir::ImplicitLocOpBuilder &builder, const StagedCopy &plan,
                    mlir::Value source, mlir::Value target, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STAGEDCOPY_H
