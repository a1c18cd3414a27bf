//===- WindowLayout.h - images in the scratchpad ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block of an operand of a group with windows is a box of its tensor:
// all elements that the rows, columns and depth of a block refer to, each of
// them once. The scratchpad holds the box in the order of the tensor, so that a
// tile is a matrix of strides in it whose position is the sum of the positions
// in all dimensions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WINDOWLAYOUT_H
#define MATRIX_FRONTEND_LIB_WINDOWLAYOUT_H

#include "BlockPlan.h"

namespace matrix {

/// A dimension of a box: its index in the tensor starts at offset +
/// sum(factors[d] * start of the block in d).
struct BoxDim : TensorDim {
  int64_t span;  ///< elements in the box
  int64_t pitch; ///< from one to the next in the scratchpad, in elements
  /// Boxes start at multiples of this number; 0: all at the first element.
  int64_t startStep = 0;

  /// Whether every box is within the tensor, and starts at its first element.
  bool isComplete = false, isWhole = false;
};

/// A digit of a number of a row, column or element of depth: the number is
/// taken apart from the last digit on. `stride` is in elements.
struct IndexDigit {
  int64_t radix, stride;
};

/// An image that is transposed in the scratchpad, because windows move over its
/// contiguous dimension in steps: for each tile of rows, the rows are
/// contiguous, and columns are `tile rows` elements apart.
struct StagedImage {
  /// Dimensions that are neither the rows nor contiguous, outermost first, with
  /// pitches in the box; `outerPitch`: in positions of the transposed image.
  llvm::SmallVector<BoxDim> outer;
  llvm::SmallVector<int64_t> outerPitch;
  int64_t columns;   ///< of a row of the image
  int64_t rowPitch;  ///< of rows in the box, in elements
  int64_t positions; ///< of a tile of rows, with overhang
  /// Positions of a row of the image in a buffer of its own, with overhang.
  int64_t rowPositions;
  llvm::SmallVector<IndexDigit> cols; ///< in positions
  llvm::SmallVector<int64_t> taps;    ///< in positions
};

/// Tiles that are loaded before the first one is stored, in a transposition.
constexpr int64_t kTilesAhead = 4;

/// An operand of a contraction that no tile load reads from its box: rows of
/// the box become contiguous. The elements of a row are positions.
///
///   box          [rows][positions], rows `rowPitch` elements apart
///   transposed   [positions][rows], positions `pitch` elements apart
struct StagedOperand {
  /// From one tap to the next are `from` positions of the transposed box and
  /// `to` elements of the result of packing.
  struct Tap {
    int64_t extent, from, to;
  };
  /// A second transposition, after which tiles are read as they are stored:
  /// [rows][taps][depth]. `depthPositions` are from one element of depth to the
  /// next.
  struct Packing {
    llvm::SmallVector<Tap> taps;
    int64_t depth, depthPositions;
    int64_t rowPitch; ///< in elements
    int64_t elements;
  };
  std::optional<Packing> packing;
  int64_t rows; ///< with those of the last tile
  int64_t validRows;
  int64_t rowPitch; ///< of rows in the box, in elements
  int64_t positions;
  int64_t pitch; ///< of positions, in elements
  /// Groups of rows, which may overlap, and from one to the next the distances
  /// in rows and in positions.
  int64_t groups = 1, groupRows = 0, groupPositions = 0;
  int64_t elements; ///< of the transposed box
  bool hasDepth;    ///< whether the depth is contiguous, or the rows

  /// Returns the elements of the transposed boxes.
  int64_t countElements() const {
    return elements + (packing ? packing->elements : 0);
  }
};

/// Where the elements of a block are in the scratchpad. Pitches and strides are
/// in elements.
struct WindowLayout {
  /// Dimensions of the box, and those in which it has one element.
  llvm::SmallVector<BoxDim> box, others;
  /// Digits of rows and columns of tiles, the last one first.
  llvm::SmallVector<IndexDigit> rows, cols;
  /// Reductions: the distance of elements along each inner dimension of the
  /// depth, in elements.
  llvm::SmallVector<int64_t> taps;
  std::optional<StagedImage> staged;
  /// Contractions: rows, columns and taps are those of the transposed box.
  std::optional<StagedOperand> transposition;
  int64_t elements; ///< of the box in the scratchpad

  bool dependsOnRows() const { return rows.front().stride != 0; }
  bool dependsOnCols() const { return cols.front().stride != 0; }
  /// Whether the taps of each row, rather than the rows, are contiguous.
  bool hasTapRows() const {
    return !dependsOnCols() && rows.front().stride > 1;
  }
  bool isTransposed() const { return !staged && cols.front().stride > 1; }
  /// Returns the lines that a transfer of the box moves, on average over the
  /// positions at which its rows begin.
  double countLines(int64_t elementBytes, int64_t lineBytes) const;
};

/// Returns whether an operand has a box, rather than a vector of one element
/// per row or column.
bool hasBox(const StridedOperand &operand, const BlockPlan &plan, int colDim,
            bool isOutput);

/// Fails if no tile load has the strides of the operand, or no transfer the
/// dimensions of the box. Of an output, rows or columns that follow each other
/// are contiguous.
std::optional<WindowLayout>
getWindowLayout(const FusionGroup &group, const BlockPlan &plan,
                const desc::VariantInfo &variant, const StridedOperand &operand,
                int rowDim, int colDim, bool isOutput);

/// Returns the distance of the first and the last element of a block of an
/// output along its columns, in elements, plus one.
int64_t countFlatColumns(const FusionGroup &group, const BlockPlan &plan,
                         const desc::VariantInfo &variant,
                         const StridedOperand &output);

/// Returns the offset of a number that has these digits.
int64_t getDistance(llvm::ArrayRef<IndexDigit> digits, int64_t number);

/// Returns how the block of a contraction's operand is transposed, if it is.
std::optional<StagedOperand> getTransposition(const FusionGroup &group,
                                              const BlockPlan &plan,
                                              const desc::VariantInfo &variant,
                                              const StridedOperand &operand,
                                              int rowDim, int colDim);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WINDOWLAYOUT_H
