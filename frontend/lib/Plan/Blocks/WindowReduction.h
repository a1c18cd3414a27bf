//===- WindowReduction.h - reductions over windows of an image --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Pooling, and convolutions in which each channel has its own filter, combine
// the elements of a window elementwise. The box of the image with its halo is
// in the scratchpad, and each tap of the window, an element of the reduced
// dimensions, is a tile of the box at another offset. The result accumulates in
// registers over all taps.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WINDOWREDUCTION_H
#define MATRIX_FRONTEND_LIB_WINDOWREDUCTION_H

#include "Plan/Blocks/BlockPlan.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"

namespace matrix {

class TileArithmetic;

/// Chooses rows and columns of a reduction over windows, and their inner
/// dimensions; its taps are the inner dimensions of the depth. A contraction
/// one of whose operands has neither rows nor columns of its own becomes a
/// reduction. Returns false, and changes nothing, if it is another group, or
/// if no instructions read its operands or combine its tiles.
bool assignReductionWindowRoles(FusionGroup &group,
                                const desc::VariantInfo &variant,
                                BlockPlan &plan);

/// Returns whether the plan is one of a reduction over windows.
inline bool reducesWindows(const FusionGroup &group, const BlockPlan &plan) {
  return plan.hasWindows && group.kind == FusionGroupKind::Reduction;
}

/// Returns the taps of a window.
int64_t countTaps(const BlockPlan &plan);
/// Returns the indices of a tap, parallel to `plan.innerDepth`.
llvm::SmallVector<int64_t> getTap(const BlockPlan &plan, int64_t number);

/// The shape of the buffer in which vectors along rows are transposed with
/// their taps (TapVectors.h), in elements of whole tiles.
struct TapVectorShape {
  int64_t taps, rows;
  TapVectorShape(const BlockPlan &plan, const desc::VariantInfo &variant,
                 unsigned bits);
};

/// Whether products are added to the accumulator without rounding.
bool fusesProducts(const FusionGroup &group);

/// Combines the values of a body, which `arithmetic` has for the inputs, with
/// an accumulator; null: there is none yet.
mlir::Value combineTap(mlir::ImplicitLocOpBuilder &builder,
                       const FusionGroup &group, TileArithmetic &arithmetic,
                       mlir::Value accumulator);

/// Selects the instructions of a tap of one column block.
SelectedCode selectTap(const FusionGroup &group,
                       const desc::VariantInfo &variant);

/// A tile of the image, and the combinations of a tile of the result with a tap
/// that read it.
struct TapLoad {
  struct Use {
    int64_t tile, tap;
  };
  llvm::SmallVector<Use> uses;
  int64_t offset = 0; ///< in the image, from the first tile of the result
};

/// How tiles pass through the registers.
struct TapSchedule {
  /// Tiles of the result that accumulate side by side follow each other along
  /// the rows, or along the columns.
  bool alongRows = false;
  int64_t sideBySide = 1;
  /// Combinations that a load precedes.
  int64_t ahead = 0;
  /// Whether tiles that all tiles of a loop share are in registers for all
  /// taps.
  bool keepsShared = false;
  /// Whether loops iterate over the taps, except over those of the last
  /// dimension, instead of one iteration with all of them.
  bool loopsOverTaps = false;
  /// Whether tiles side by side are in image rows below each other, and share
  /// the loads of `loads`, in the order in which they are used. Bodies of an
  /// epilogue follow in a loop of their own.
  bool isStacked = false;
  llvm::SmallVector<TapLoad> loads;
  /// If an image is transposed row by row beside the combinations: those of all
  /// tiles in as many image rows, in their order. Tiles are numbered along the
  /// image rows from the last one on, those below each other first.
  llvm::SmallVector<TapLoad::Use> order;
  /// The first taps whose shared tiles are in registers, if there is an order.
  int64_t keptTaps = 0;
};
TapSchedule getTapSchedule(const FusionGroup &group, const BlockPlan &plan,
                           const desc::VariantInfo &variant);

/// Returns whether an input is the same for all tiles side by side.
bool isShared(const StridedOperand &operand, const BlockPlan &plan,
              bool alongRows);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WINDOWREDUCTION_H
