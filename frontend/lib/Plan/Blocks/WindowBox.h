//===- WindowBox.h - boxes of operands in the scratchpad --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the box of an operand and its pitches in the scratchpad. The span of
// a dimension is one more than the sum of the last indices of all loops that
// index it:
//
//   span = 1 + sum_d factor_d * (block_d - 1)
//
// Pitches follow from inner to outer: aligned rows, and an extra line where
// rows of a tile would be in the same bank. Dimensions of one element, and
// those that are contiguous in DRAM and in the scratchpad, do not count against
// the rank of DMA transfers.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_WINDOWBOX_H
#define MATRIX_FRONTEND_LIB_WINDOWBOX_H

#include "Plan/Blocks/WindowLayout.h"
#include "matrix/Description/Target.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

namespace matrix {

class BoxBuilder {
public:
  BoxBuilder(const FusionGroup &group, const BlockPlan &plan,
             const desc::VariantInfo &variant, const StridedOperand &operand,
             int rowDim, int colDim, bool isOutput)
      : group(group), plan(plan), variant(variant), operand(operand),
        rowDim(rowDim), colDim(colDim), isOutput(isOutput) {}

protected:
  bool contracts() const { return plan.depth >= 0; }
  bool reduces() const { return group.kind == FusionGroupKind::Reduction; }
  unsigned bits() const {
    return operand.getElementType().getIntOrFloatBitWidth();
  }
  int64_t tileColumns() const { return variant.tileColumns(bits()); }

  /// A dimension that depends on one loop only, in steps, has no gaps, unless
  /// it is the contiguous one of a contraction.
  BoxDim getBoxDim(unsigned index) const {
    const TensorDim &dim = operand.tensorDims[index];
    auto uses = [&](int64_t f) { return f != 0; };
    int64_t gathered = countGathered(index) - 1;
    bool isSingle = llvm::count_if(dim.factors, uses) <= 1 && gathered == 0;
    BoxDim result{dim, 1 + gathered, 0};
    if (isSingle && dim.offset == 0 && !(contracts() && dim.stride == 1)) {
      for (auto [d, factor] : llvm::enumerate(result.factors)) {
        if (!factor)
          continue;
        result.size = std::min(group.dims[d].extent,
                               int64_t(llvm::divideCeil(result.size, factor)));
        result.stride *= std::exchange(factor, 1);
      }
    }
    bool isExact = true; // whether blocks divide the loops
    int64_t last = result.offset;
    result.startStep = std::abs(result.offset);
    for (auto [d, factor] : llvm::enumerate(result.factors)) {
      int64_t extent = group.dims[d].extent, block = plan.block[d];
      // Only operands of contractions are filled beyond their extent.
      bool isFilled = isSingle && contracts();
      result.span +=
          factor * ((isFilled ? block : std::min(block, extent)) - 1);
      last += factor * (plan.count[d] - 1) * block;
      if (plan.count[d] > 1)
        result.startStep = std::gcd(result.startStep, factor * block);
      isExact &=
          !factor || plan.grid.empty() || plan.count[d] % plan.grid[d] == 0;
    }
    // Transfers are clipped: a box that exceeds both ends starts at the first
    // element.
    if (last == result.offset && last <= 0 && last + result.span >= result.size)
      result.startStep = 0;
    result.isComplete =
        isExact && result.offset >= 0 && last + result.span <= result.size;
    result.isWhole = result.isComplete && result.span == result.size;
    return result;
  }

  /// Returns the elements of a dimension that a gathering loop indexes.
  int64_t countGathered(unsigned index) const {
    if (!operand.gathered)
      return 1;
    const GatheredDims &dims = operand.gathered;
    return index == dims.inner   ? dims.radix
           : index == dims.outer ? group.dims[dims.loop].extent / dims.radix
                                 : 1;
  }

  bool isStrideOfTile(const BoxDim &dim) const {
    return dim.factors[rowDim] || dim.factors[colDim];
  }

  /// Rows of a tile must be in different banks, those of a register block of
  /// an output within its box.
  void setPitches() {
    int64_t pitch = 1;
    for (int i = int(layout.box.size()) - 1; i >= 0; --i) {
      BoxDim &dim = layout.box[i];
      int64_t inner = std::exchange(pitch, pitch * dim.span);
      dim.pitch = inner;
      if (i == 0)
        break;
      if (dim.factors[rowDim] || isLastOfRows(i))
        pitch += countOverhang(rowDim) * inner;
      if (isOutput ? isLastOfColumns(i)
                   : isAligned(i) && !getContinuousPitch(i)) {
        pitch += countOverhang(colDim);
        int64_t registers =
            isOutput ? variant.tileColumns(32) * plan.accumulatorCols : 1;
        pitch = getPitch(
            llvm::alignTo(llvm::alignTo(pitch, registers), tileColumns()),
            bits(), variant);
      } else if (int64_t continuous = getContinuousPitch(i)) {
        pitch = std::max(pitch, continuous);
      } else if (!isOutput && (contracts() || reduces()) &&
                 isStrideOfTile(layout.box[i - 1]) &&
                 getPitch(pitch, bits(), variant) != pitch) {
        bool isRow = i + 1 == int(layout.box.size());
        pitch = isRow ? getPitch(pitch, bits(), variant) : pitch + inner;
      }
    }
  }

  /// Returns the pitch of the dimension around dimension `i` with which tiles
  /// continue along it, given the pitches from `i` on; 0: they do not.
  int64_t getContinuousPitch(int i) const {
    for (int loop : {rowDim, colDim}) {
      int along = plan.continuesAlong(loop, variant);
      int64_t factor = along < 0 ? 0 : layout.box[i - 1].factors[along];
      if (!factor)
        continue;
      int64_t stride = 0;
      for (const BoxDim &dim : llvm::ArrayRef(layout.box).drop_front(i))
        stride += dim.factors[loop] * dim.pitch;
      return plan.block[loop] * stride / factor;
    }
    return 0;
  }

  /// Returns the elements by which the last tile exceeds the result, so that
  /// tiles do not overlap unless the next one follows in that dimension.
  int64_t countOverhang(int dim) const {
    int64_t block = plan.block[dim];
    return isOutput && reduces()
               ? block - std::min(block, group.dims[dim].extent)
               : 0;
  }
  bool isOfRows(const BoxDim &dim) const {
    llvm::ArrayRef<int> inner = plan.innerOf(rowDim);
    return dim.factors[rowDim] ||
           llvm::any_of(inner, [&](int d) { return dim.factors[d] != 0; });
  }
  bool isLastOfRows(int i) const {
    return isOfRows(layout.box[i]) && !isOfRows(layout.box[i - 1]);
  }

  /// Rows of an image that follow each other in DRAM are one transfer, rather
  /// than aligned.
  bool isAligned(int i) const {
    const BoxDim &dim = layout.box[i];
    bool isImage = (reduces() || !dim.factors[colDim]) && dim.isWhole;
    return (contracts() || reduces()) && i + 1 == int(layout.box.size()) &&
           !isImage;
  }

  bool isOfColumns(const BoxDim &dim) const {
    llvm::ArrayRef<int> inner = plan.innerOf(colDim);
    return dim.factors[colDim] ||
           llvm::any_of(inner, [&](int d) { return dim.factors[d] != 0; });
  }
  bool isLastOfColumns(int i) const {
    return isOfColumns(layout.box[i]) && !isOfColumns(layout.box[i - 1]);
  }

  /// Returns the distance in the scratchpad of elements along a loop.
  int64_t getStride(int loop) const {
    int64_t result = 0;
    for (const BoxDim &dim : layout.box)
      result += dim.factors[loop] * dim.pitch;
    return result;
  }

  void removeDims() {
    llvm::SmallVector<BoxDim> all;
    all.swap(layout.box);
    for (const BoxDim &dim : all) {
      bool isBox = dim.span > 1 || !dim.isComplete || &dim == &all.back();
      (isBox ? layout.box : layout.others).push_back(dim);
    }
  }

  /// Dimensions that are contiguous on both sides are one.
  void mergeDims() {
    llvm::SmallVector<BoxDim> &box = layout.box;
    for (int i = int(box.size()) - 2; i >= 0; --i) {
      BoxDim &outer = box[i], &inner = box[i + 1];
      bool isRow = i + 2 == int(box.size());
      // Bytes of a row that a transfer can fill instead of copying them.
      constexpr auto maxFilled = int64_t(llvm::maxUIntN(
          std::min(desc::dma_field::left.bits, desc::dma_field::right.bits)));
      if (!inner.isWhole || outer.stride != inner.stride * inner.span ||
          outer.pitch != inner.pitch * inner.span ||
          (isRow && outer.span * inner.span * bits() / 8 > maxFilled))
        continue;
      outer.stride = inner.stride;
      outer.pitch = inner.pitch;
      outer.offset *= inner.span;
      outer.size *= inner.span;
      outer.startStep *= inner.span;
      for (int64_t &factor : outer.factors)
        factor *= inner.span;
      outer.span *= inner.span;
      box.erase(box.begin() + i + 1);
    }
  }

  const FusionGroup &group;
  const BlockPlan &plan;
  const desc::VariantInfo &variant;
  const StridedOperand &operand;
  int rowDim, colDim;
  bool isOutput;
  WindowLayout layout;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_WINDOWBOX_H
