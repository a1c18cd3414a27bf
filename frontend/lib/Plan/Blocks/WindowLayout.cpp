//===- WindowLayout.cpp - images in the scratchpad ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the digits by which the tiles of a box are addressed. Rows of tiles
// are numbered through the inner dimensions, a mixed-radix number whose digits
// have one stride each (delinearization); digits merge where their strides
// follow from each other. An operand is readable if the last digit of its rows
// or of its columns is contiguous, or if a transposition in the scratchpad
// makes it so; an output is written by rows only. The size of the box covers
// the last tile of the last register block, which may exceed the operand.
//
//===----------------------------------------------------------------------===//

#include "Plan/Blocks/TransposedBox.h"
#include <numeric>

using namespace mlir;
using namespace matrix;

bool matrix::hasBox(const StridedOperand &operand, const BlockPlan &plan,
                    int colDim, bool isOutput) {
  auto dependsOnAny = [&](ArrayRef<int> dims) {
    return llvm::any_of(dims, [&](int dim) { return operand.dependsOn(dim); });
  };
  bool isOfDepth =
      plan.depth >= 0 ? colDim == plan.depth : dependsOnAny(plan.innerDepth);
  return isOutput || isOfDepth || dependsOnAny(plan.innerRows) ||
         dependsOnAny(plan.innerCols) ||
         (operand.dependsOn(plan.rows) && operand.dependsOn(plan.cols));
}

namespace {

class LayoutBuilder : TransposedBoxBuilder {
public:
  using TransposedBoxBuilder::TransposedBoxBuilder;

  std::optional<WindowLayout> build() {
    if (operand.tensorDims.empty())
      return std::nullopt;
    for (auto [i, dim] : llvm::enumerate(operand.tensorDims))
      if (llvm::any_of(dim.factors, [](int64_t f) { return f < 0; }))
        return std::nullopt;
      else
        layout.box.push_back(getBoxDim(i));
    // Transfers move rows of adjacent elements.
    if (layout.box.back().stride != 1)
      return std::nullopt;
    setPitches();
    layout.rows = getDigits(rowDim);
    layout.cols = getDigits(colDim);
    if (reduces())
      for (int dim : plan.innerDepth)
        layout.taps.push_back(getStride(dim));
    layout.staged = reduces() && isImage() ? stage() : std::nullopt;
    bool isReadable = operand.gathered
                          ? gather()
                          : layout.staged ||
                                (hasTileLoad() && !prefersTransposition()) ||
                                transpose();
    if (!isReadable || (isOutput && contracts() && !isContiguous()) ||
        !fillsDepth() || !isContinuous())
      return std::nullopt;
    countElements();
    removeDims();
    mergeDims();
    return layout.box.size() <= size_t(desc::dmaRank) ? std::optional(layout)
                                                      : std::nullopt;
  }

private:
  /// Returns whether windows move over the operand, unlike one of an epilogue.
  bool isImage() const {
    auto isTap = [&](int dim) { return operand.dependsOn(dim); };
    return llvm::any_of(plan.innerDepth, isTap);
  }

  /// Tiles that are transposed are square, and of accumulators.
  std::optional<StagedImage> stage() const {
    int rows = findAlone(rowDim);
    bool isSquare = int64_t(variant.tileRows) == tileColumns() && bits() == 32;
    if (layout.cols.front().stride <= 1 || layout.rows.size() != 1 ||
        layout.rows.front().stride <= 1 || rows < 0 || !isSquare || group.init)
      return std::nullopt;
    StagedImage image;
    image.columns = layout.box.back().span;
    image.rowPitch = layout.box[rows].pitch;
    SmallVector<int64_t> pitches(layout.box.size(), 0);
    int64_t pitch = 1;
    for (int i = int(layout.box.size()) - 1; i >= 0; --i) {
      if (i == rows)
        continue;
      pitches[i] = pitch;
      pitch *= layout.box[i].span;
      if (i + 1 == int(layout.box.size()))
        continue;
      image.outer.insert(image.outer.begin(), layout.box[i]);
      image.outerPitch.insert(image.outerPitch.begin(), pitches[i]);
    }
    auto getStride = [&](int loop) {
      int64_t result = 0;
      for (auto [dim, own] : llvm::zip_equal(layout.box, pitches))
        result += dim.factors[loop] * own;
      return result;
    };
    image.cols = getDigits(colDim, getStride);
    int64_t last = getLast(image.cols, plan.spanOf(colDim) + tileColumns());
    for (int dim : plan.innerDepth) {
      image.taps.push_back(getStride(dim));
      last += (plan.block[dim] - 1) * image.taps.back();
    }
    image.positions = std::max(pitch + tileColumns(), last + 1);
    image.rowPositions = countRowPositions(image.cols.front());
    return image;
  }

  /// Counts whole tiles, and the windows of the last tile of the result.
  int64_t countRowPositions(IndexDigit digit) const {
    const BoxDim &row = layout.box.back();
    int64_t last =
        (int64_t(llvm::alignTo(plan.block[colDim], tileColumns())) - 1) *
        digit.stride;
    for (int dim : plan.innerDepth)
      last += (plan.block[dim] - 1) * row.factors[dim];
    return std::max(int64_t(llvm::alignTo(row.span, tileColumns())), last + 1);
  }

  /// Elements beyond the depth must be zero, and not those of the next window.
  bool fillsDepth() const {
    if (!contracts() || colDim != plan.depth ||
        group.dims[colDim].extent % tileColumns() == 0)
      return true;
    return llvm::all_of(layout.box, [&](const BoxDim &dim) {
      return !dim.factors[colDim] ||
             (dim.offset == 0 &&
              llvm::count(dim.factors, 0) + 1 == int64_t(dim.factors.size()));
    });
  }
  bool hasTileLoad() const {
    int64_t row = layout.rows.front().stride, col = layout.cols.front().stride;
    if (reduces() && !isOutput && (row == 0 || col == 0))
      return row + col > 0 && (row == 0 ? col == 1 : hasVectors());
    return (col == 1 && row > 0) || (row == 1 && col > 0 && !isOutput);
  }
  /// Vectors along rows are contiguous, or the taps are, with which they are
  /// transposed.
  bool hasVectors() const {
    int64_t stride = 1;
    for (auto [dim, tap] :
         llvm::reverse(llvm::zip_equal(plan.innerDepth, layout.taps))) {
      if (tap != stride && layout.rows.front().stride != 1)
        return false;
      stride *= plan.block[dim];
    }
    return layout.rows.size() == 1;
  }
  bool isContiguous() const {
    return layout.rows.size() == 1 && layout.cols.size() == 1;
  }
  bool isContinuous() const {
    auto continues = [&](int dim) {
      return plan.continuesAlong(dim, variant) >= 0;
    };
    return (!continues(rowDim) || layout.rows.size() == 1) &&
           (!continues(colDim) || layout.cols.size() == 1);
  }

  /// Returns the offset of the last of `number` elements, a multiple of
  /// `block`.
  static int64_t getLast(ArrayRef<IndexDigit> digits, int64_t number) {
    int64_t result = 0;
    for (const IndexDigit &digit : digits) {
      bool isOutermost = &digit == &digits.back();
      result += digit.stride *
                ((isOutermost ? number : std::min(number, digit.radix)) - 1);
      number = llvm::divideCeil(number, digit.radix);
    }
    return result;
  }

  /// Returns the elements of whole tiles whose rows are taps.
  int64_t countTapRows() const {
    int64_t taps = 1;
    for (int dim : plan.innerDepth)
      taps *= plan.block[dim];
    int64_t rows = llvm::alignTo(plan.spanOf(rowDim), tileColumns());
    return (rows - 1) * layout.rows.front().stride +
           int64_t(llvm::alignTo(taps, variant.tileRows));
  }

  /// Register blocks extend beyond the last rows and columns.
  void countElements() {
    auto getTotal = [&](int dim) {
      int64_t registers =
          dim == plan.rows   ? variant.tileRows * plan.accumulatorRows
          : dim == plan.cols ? variant.tileColumns(32) * plan.accumulatorCols
                             : 1;
      return int64_t(llvm::alignTo(plan.spanOf(dim), registers));
    };
    // Rows of a tile of an operand that are columns of the result.
    int64_t overhang =
        rowDim == plan.cols
            ? std::max<int64_t>(
                  int64_t(variant.tileRows) - variant.tileColumns(32), 0)
            : 0;
    int64_t ofTaps = 0;
    for (auto [dim, tap] : llvm::zip(plan.innerDepth, layout.taps))
      ofTaps += (plan.block[dim] - 1) * tap;
    int64_t accessed = 1 + ofTaps + getLast(layout.rows, getTotal(rowDim)) +
                       getLast(layout.cols, getTotal(colDim)) +
                       overhang * layout.rows.front().stride + tileColumns();
    if (reduces() && !isOutput && layout.hasTapRows())
      accessed = std::max(accessed, countTapRows());
    int64_t line = *variant.parameters.lineBytes;
    if (std::optional<StagedOperand> &staged = layout.transposition) {
      int64_t tile = variant.tileRows, last = staged->groups - 1;
      int64_t written = last * staged->groupPositions +
                        int64_t(llvm::alignTo(staged->positions, tile));
      int64_t read = last * staged->groupRows + staged->rows;
      written *= staged->pitch;
      if (staged->packing)
        staged->packing->elements = llvm::alignTo(
            std::max(accessed, staged->rows * staged->packing->rowPitch), line);
      else
        written = std::max(accessed, written);
      staged->elements = llvm::alignTo(written, line);
      layout.elements = llvm::alignTo(read * staged->rowPitch + tile, line);
      return;
    }
    int64_t transferred = layout.box.front().pitch * layout.box.front().span;
    layout.elements = llvm::alignTo(std::max(accessed, transferred), line);
  }
};

} // namespace

std::optional<WindowLayout>
matrix::getWindowLayout(const FusionGroup &group, const BlockPlan &plan,
                        const desc::VariantInfo &variant,
                        const StridedOperand &operand, int rowDim, int colDim,
                        bool isOutput) {
  return LayoutBuilder(group, plan, variant, operand, rowDim, colDim, isOutput)
      .build();
}

int64_t matrix::getDistance(ArrayRef<IndexDigit> digits, int64_t number) {
  int64_t distance = 0;
  for (const IndexDigit &digit : digits.drop_back()) {
    distance += number % digit.radix * digit.stride;
    number /= digit.radix;
  }
  return distance + number * digits.back().stride;
}

int64_t matrix::countFlatColumns(const FusionGroup &group,
                                 const BlockPlan &plan,
                                 const desc::VariantInfo &variant,
                                 const StridedOperand &output) {
  std::optional<WindowLayout> layout =
      getWindowLayout(group, plan, variant, output, plan.rows, plan.cols,
                      /*isOutput=*/true);
  return layout ? getDistance(layout->cols, plan.spanOf(plan.cols) - 1) + 1 : 0;
}

std::optional<StagedOperand>
matrix::getTransposition(const FusionGroup &group, const BlockPlan &plan,
                         const desc::VariantInfo &variant,
                         const StridedOperand &operand, int rowDim,
                         int colDim) {
  if (!plan.hasWindows || plan.depth < 0 || colDim != plan.depth)
    return std::nullopt;
  std::optional<WindowLayout> layout = getWindowLayout(
      group, plan, variant, operand, rowDim, colDim, /*isOutput=*/false);
  return layout ? layout->transposition : std::nullopt;
}

double WindowLayout::countLines(int64_t elementBytes, int64_t lineBytes) const {
  // Rows begin at multiples of `step` bytes.
  const BoxDim &last = box.back();
  int64_t step = std::gcd(lineBytes, last.startStep * elementBytes), rows = 1;
  auto add = [&](const BoxDim &dim) {
    int64_t start = dim.span > 1 ? 1 : dim.startStep;
    step = std::gcd(step, dim.stride * start * elementBytes);
  };
  for (const BoxDim &dim : ArrayRef(box).drop_back()) {
    rows *= std::min(dim.span, dim.size);
    add(dim);
  }
  for (const BoxDim &dim : others)
    add(dim);
  int64_t bytes = std::min(last.span, last.size) * elementBytes;
  return double(rows) *
         double(int64_t(llvm::alignTo(bytes, step)) + lineBytes - step) /
         double(lineBytes);
}
