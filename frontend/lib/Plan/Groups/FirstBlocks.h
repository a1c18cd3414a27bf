//===- FirstBlocks.h - blocks that planning starts with ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block extents of a group, chosen greedily. They are the final ones where
// no cost function compares alternatives.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FIRSTBLOCKS_H
#define MATRIX_FRONTEND_LIB_FIRSTBLOCKS_H

#include "Plan/Blocks/BlockSizes.h"

namespace matrix {

/// Chooses the block extents of one fusion group. The dimensions' roles are
/// known. Budgets and footprints are bytes of a core's scratchpad.
class FirstBlocks {
public:
  FirstBlocks(FusionGroup &group, const desc::VariantInfo &variant,
              int64_t cores, BlockPlan &plan)
      : group(group), variant(variant), cores(cores), plan(plan) {}

  /// Returns false if no blocks fit.
  bool chooseFirstBlocks(int64_t budget);
  /// Doubles blocks of inner dimensions, the innermost first, as long as every
  /// core has several, so that transfers are long.
  void growInnerBlocks(int64_t budget);
  /// Doubles blocks of reduced dimensions as long as that shortens a reduction.
  void growReducedBlocks(int64_t budget);

  /// Returns the bytes of all buffers of a core.
  int64_t footprint();

protected:
  int64_t minimumExtent(int dim) const {
    return BlockSizes(group, plan, variant).minimumExtent(dim);
  }
  void updateCounts() { matrix::updateCounts(group, plan); }

  FusionGroup &group;
  const desc::VariantInfo &variant;
  int64_t cores;
  BlockPlan &plan;

private:
  void initialize();
  void limitExtents();
  bool shrinkToFit(int64_t budget);
  bool divideWindow();
  void shrinkForCores();
  bool canHalve(int dim) const {
    return dim >= 0 && plan.block[dim] > minimumExtent(dim);
  }
  void halve(int dim);
  int largerSide(bool parallelOnly) const;
  int64_t parallelBlocks() const;
  int64_t maximumExtent(int dim) const;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FIRSTBLOCKS_H
