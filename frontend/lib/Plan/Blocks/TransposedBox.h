//===- TransposedBox.h - boxes that are transposed --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If no dimension of a tile is contiguous in a box, as in a filter
// [f][c][h][w], or in an image [c][h][w] over which windows move in steps, the
// box is transposed in the scratchpad: its outermost dimension becomes the
// contiguous one, all others are positions of it.
//
// If the depth is gathered from two dimensions, as the channels and the rows of
// a window of an image with few channels, rows of the box are ordered [h][c],
// so that those of a window follow each other, and are transposed for each row
// of the result.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TRANSPOSEDBOX_H
#define MATRIX_FRONTEND_LIB_TRANSPOSEDBOX_H

#include "BlockCost.h"
#include "WindowBox.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"

namespace matrix {

class TransposedBoxBuilder : protected BoxBuilder {
protected:
  using BoxBuilder::BoxBuilder;

  /// Digits whose strides follow from each other are one.
  llvm::SmallVector<IndexDigit> getDigits(int tileDim) const {
    return getDigits(tileDim, [&](int loop) { return getStride(loop); });
  }
  llvm::SmallVector<IndexDigit>
  getDigits(int tileDim, llvm::function_ref<int64_t(int)> getStride) const {
    llvm::SmallVector<IndexDigit> digits = {
        {plan.block[tileDim], getStride(tileDim)}};
    for (int dim : llvm::reverse(plan.innerOf(tileDim))) {
      IndexDigit digit = {plan.block[dim], getStride(dim)};
      IndexDigit &last = digits.back();
      if (digit.radix == 1)
        continue;
      if (digit.stride == last.stride * last.radix)
        last.radix *= digit.radix;
      else
        digits.push_back(digit);
    }
    return digits;
  }

  /// Returns the index of the dimension that the loop alone indexes; -1: none.
  int findAlone(int loop) const {
    for (auto [i, dim] : llvm::enumerate(layout.box))
      if (dim.factors[loop])
        return dim.factors[loop] == 1 && i + 1 < layout.box.size() &&
                       llvm::count(dim.factors, 0) + 1 ==
                           int64_t(dim.factors.size())
                   ? int(i)
                   : -1;
    return -1;
  }

  /// Makes the rows or the depth of an operand contiguous by a transposition,
  /// if they are the outermost dimension of the box.
  bool transpose() {
    if (!isTransposable())
      return false;
    for (int loop : {rowDim, colDim})
      if (int dim = findAlone(loop); isOutermost(dim)) {
        setTransposition(dim, loop == rowDim ? colDim : rowDim);
        return true;
      }
    return false;
  }

  /// Returns whether an image whose tiles transposing loads can read is
  /// transposed once: if these loads, of windows at any position in a line,
  /// would take longer than the products of a register block.
  bool prefersTransposition() const {
    if (!isTransposable() || layout.rows.front().stride != 1 ||
        plan.innerDepth.empty() || !isOutermost(findAlone(colDim)))
      return false;
    auto getCycles = [&](LoadKind kind) {
      return double(
          getLoadCycles(kind, operand.getElementType(), variant).value_or(0));
    };
    bool isLhs = rowDim == plan.rows;
    const StridedOperand &other = group.inputs[isLhs ? group.rhs : group.lhs];
    double bytes = double(bits()) / 8;
    double lines = 1 + double(variant.tileRows - 1) * bytes /
                           double(*variant.parameters.lineBytes);
    double own = lines * getCycles(LoadKind::Transposed),
           others =
               getCycles(other.strides[colDim] == 1 ? LoadKind::Rows
                                                    : LoadKind::Transposed);
    auto rows = double(plan.accumulatorRows),
         cols = double(plan.accumulatorCols);
    double loads =
        rows * (isLhs ? own : others) + cols * (isLhs ? others : own);
    return loads > rows * cols * getProductCycles(group, variant);
  }

  /// Makes a gathered depth contiguous. Of the other dimensions, blocks have
  /// several elements in the contiguous one only.
  bool gather() {
    const GatheredDims &dims = operand.gathered;
    int last = int(layout.box.size()) - 1;
    int groups = findGroups(dims.outer);
    for (auto [i, dim] : llvm::enumerate(layout.box))
      if (int(i) != last && i != dims.inner && i != dims.outer && dim.span > 1)
        return false;
    if (!contracts() || isOutput || colDim != dims.loop || groups < 0 ||
        int(dims.inner) == last || int(dims.outer) == last)
      return false;
    setGathering(dims, layout.box[last], groups);
    return true;
  }

private:
  bool isTransposable() const {
    return contracts() && !isOutput && colDim == plan.depth &&
           hasLoad(LoadKind::Transposed, operand.getElementType(), variant);
  }
  bool isOutermost(int dim) const {
    return dim >= 0 &&
           llvm::all_of(llvm::ArrayRef(layout.box).take_front(dim),
                        [](const BoxDim &outer) { return outer.span == 1; });
  }

  /// Returns the only loop that indexes the dimension beside the depth; -1:
  /// there are others.
  int findGroups(unsigned index) const {
    const BoxDim &dim = layout.box[index];
    int found = -1;
    for (auto [loop, factor] : llvm::enumerate(dim.factors))
      if (factor) {
        if (found >= 0)
          return -1;
        found = int(loop);
      }
    return found;
  }

  /// Rows of the box are elements (outer, inner), row outer * radix + inner:
  /// those of a window follow each other. A group is a row of the result; its
  /// rows begin `groupRows` after those of the group before, and its positions
  /// follow the ones of that group in the transposed box.
  void setGathering(const GatheredDims &dims, const BoxDim &row, int groups) {
    int64_t line = *variant.parameters.lineBytes * 8 / bits();
    StagedOperand staged = {};
    staged.hasDepth = true;
    staged.validRows = group.dims[dims.loop].extent;
    staged.rows = staged.pitch = llvm::alignTo(staged.validRows, tileColumns());
    staged.positions = row.span;
    staged.rowPitch = getPitch(llvm::alignTo(row.span, line), bits(), variant);
    staged.groups = std::min(plan.block[groups], group.dims[groups].extent);
    staged.groupRows = layout.box[dims.outer].factors[groups] * dims.radix;
    staged.groupPositions = llvm::alignTo(row.span, int64_t(variant.tileRows));
    for (BoxDim &dim : layout.box)
      dim.pitch = layout.box[dims.outer].span * dims.radix * staged.rowPitch;
    layout.box.back().pitch = 1;
    layout.box[dims.inner].pitch = staged.rowPitch;
    layout.box[dims.outer].pitch = dims.radix * staged.rowPitch;
    auto getStride = [&](int loop) -> int64_t {
      if (loop == dims.loop)
        return 1;
      int64_t positions = layout.box.back().factors[loop] +
                          (loop == groups ? staged.groupPositions : 0);
      return positions * staged.pitch;
    };
    finish(staged, rowDim, getStride);
  }

  /// Transposes dimension `dim`; tiles have lines along `loop`.
  void setTransposition(int dim, int loop) {
    int64_t line = *variant.parameters.lineBytes * 8 / bits();
    StagedOperand staged = {};
    staged.positions = 1;
    staged.pitch = llvm::alignTo(layout.box[dim].span, tileColumns());
    staged.hasDepth = loop == rowDim;
    for (int i = int(layout.box.size()) - 1; i > dim; --i) {
      layout.box[i].pitch = staged.positions;
      staged.positions = std::max(staged.positions * layout.box[i].span,
                                  i - 1 > dim ? getContinuousPitch(i) : 0);
    }
    staged.rows = staged.pitch;
    staged.rowPitch =
        getPitch(llvm::alignTo(staged.positions, line), bits(), variant);
    layout.box[dim].pitch = staged.rowPitch;
    for (BoxDim &outer : llvm::MutableArrayRef(layout.box).take_front(dim))
      outer.pitch = staged.rows * staged.rowPitch;
    staged.validRows = staged.rows;
    auto getStride = [&](int index) {
      int64_t result = 0;
      for (auto [i, own] : llvm::enumerate(layout.box))
        if (int(i) >= dim)
          result += own.factors[index] *
                    (int(i) == dim ? 1 : own.pitch * staged.pitch);
      return result;
    };
    finish(staged, loop, getStride);
  }

  /// Sets the digits, whose strides depend on the pitch of positions.
  void finish(StagedOperand &staged, int loop,
              llvm::function_ref<int64_t(int)> getStride) {
    // Lines of a tile should be in different banks.
    int64_t stride = getStride(loop);
    if (getPitch(stride, bits(), variant) != stride)
      staged.pitch += tileColumns();
    layout.rows = getDigits(rowDim, getStride);
    layout.cols = getDigits(colDim, getStride);
    if (!staged.hasDepth && savesLoads())
      pack(staged);
    layout.transposition = staged;
  }

  /// Returns whether loads of tiles as they are stored save more cycles than a
  /// second transposition takes.
  bool savesLoads() const {
    constexpr int64_t kTilesOfRegisterBlock = 4;
    int otherDim = rowDim == plan.rows ? plan.cols : plan.rows;
    int64_t width = otherDim == plan.rows ? int64_t(variant.tileRows)
                                          : variant.tileColumns(32);
    mlir::Type element = operand.getElementType();
    std::optional<int64_t> transposed = getLoadCycles(LoadKind::Transposed,
                                                      element, variant),
                           stored =
                               getLoadCycles(LoadKind::Rows, element, variant);
    int64_t uses = plan.wholeSpan(group, otherDim, width) /
                   (width * kTilesOfRegisterBlock * variant.cores);
    bool isEven = tileColumns() % (2 * int64_t(variant.tileRows)) == 0;
    return isEven && plan.innerOf(rowDim).empty() && transposed && stored &&
           uses * (*transposed - *stored) > 2 * *transposed;
  }

  /// Changes the digits to those of [rows][taps][depth].
  void pack(StagedOperand &staged) {
    StagedOperand::Packing packing = {{},
                                      plan.block[colDim],
                                      layout.cols.front().stride / staged.pitch,
                                      0,
                                      0};
    int64_t elements = plan.block[colDim];
    for (int loop : llvm::reverse(plan.innerDepth)) {
      int64_t from = 0;
      for (const BoxDim &dim : layout.box)
        from += dim.factors[loop] * dim.pitch;
      packing.taps.insert(packing.taps.begin(),
                          {plan.block[loop], from, elements});
      elements *= plan.block[loop];
    }
    packing.rowPitch = getPitch(elements, bits(), variant);
    layout.rows = {{plan.block[rowDim], packing.rowPitch}};
    layout.cols = {{elements, 1}};
    staged.packing = packing;
  }
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TRANSPOSEDBOX_H
