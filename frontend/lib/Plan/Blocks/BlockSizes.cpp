//===- BlockSizes.cpp - bytes and extents of blocks -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each block has rows of a pitch without bank conflicts, and whole tiles. A
// block of rows that are columns of the result of a contraction exceeds them if
// tiles are not square. Contractions that take several steps for a result spill
// their accumulators, unless the block of the result has their type; reductions
// are counted with a buffer of accumulators in any case. Layouts that do not
// exist have an impossible size, so that no search accepts them.
//
//===----------------------------------------------------------------------===//

#include "BlockSizes.h"
#include "Plan/Blocks/WindowReduction.h"
#include "WindowLayout.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

int64_t BlockSizes::countBlocksOfEpilogueTiles() const {
  int64_t blocks = 1;
  auto count = [&](const StridedOperand &input) {
    if ((plan.cols >= 0 && input.dependsOn(plan.cols)) ||
        llvm::any_of(plan.innerCols,
                     [&](int dim) { return input.dependsOn(dim); }))
      blocks = std::max<int64_t>(
          blocks, 32 / input.getElementType().getIntOrFloatBitWidth());
  };
  llvm::for_each(group.epilogueInputs, count);
  if (group.init)
    count(*group.init);
  return blocks;
}

int64_t BlockSizes::minimumExtent(int dim) const {
  bool contracts = group.kind == FusionGroupKind::Contraction;
  if (contracts && dim == plan.depth)
    return variant.tileColumns(
        group.inputs[group.lhs].getElementType().getIntOrFloatBitWidth());
  // With inner dimensions, register blocks extend over several of them.
  if (dim == plan.rows)
    return variant.tileRows *
           (plan.innerRows.empty() ? plan.accumulatorRows : 1);
  if (contracts && !plan.innerCols.empty())
    return columnBlockWidth() * countBlocksOfEpilogueTiles();
  return columnBlockWidth() *
         (contracts ? plan.accumulatorCols : plan.columnBlocks);
}

/// Returns the steps of a loop in a dimension of the box (BoxBuilder).
static int64_t getStep(const TensorDim &dim, int loop) {
  bool isSingle = llvm::count_if(dim.factors, [](int64_t f) { return f; }) == 1;
  bool skips = isSingle && dim.offset == 0 && dim.stride != 1;
  return skips ? std::min<int64_t>(dim.factors[loop], 1) : dim.factors[loop];
}

int64_t BlockSizes::continuousExtent(int dim) const {
  ArrayRef<int> inner = plan.innerOf(dim);
  bool isSide = dim >= 0 && (dim == plan.rows || dim == plan.cols);
  if (group.kind != FusionGroupKind::Contraction || !isSide || inner.empty())
    return 0;
  const StridedOperand &image =
      group.inputs[dim == plan.rows ? group.lhs : group.rhs];
  int64_t span = 0, step = 0, outerStep = 0;
  for (const TensorDim &own : image.tensorDims) {
    if (int64_t found = getStep(own, inner.back()))
      outerStep = found;
    if (!own.factors[dim])
      continue;
    step = getStep(own, dim);
    span = 1;
    for (auto [loop, extents] : llvm::enumerate(group.dims))
      span += getStep(own, int(loop)) * (extents.extent - 1);
  }
  int64_t tile =
      dim == plan.rows ? int64_t(variant.tileRows) : columnBlockWidth();
  if (image.gathered || step <= 0 || outerStep <= 0)
    return 0;
  int64_t extent = llvm::divideCeil(span * outerStep, step);
  bool saves = extent < int64_t(llvm::alignTo(group.dims[dim].extent, tile));
  return saves ? extent : 0;
}

int64_t BlockSizes::bufferBytes(const StridedOperand &operand, int rowDim,
                                int colDim, bool isOutput) const {
  if (plan.hasWindows && hasBox(operand, plan, colDim, isOutput))
    return boxBytes(operand, rowDim, colDim, isOutput);
  int64_t bits = operand.getElementType().getIntOrFloatBitWidth();
  int64_t tileCols = variant.tileColumns(bits);
  int64_t rows = operand.dependsOn(rowDim) ? plan.blockOf(rowDim) : 1;
  int64_t cols = operand.dependsOn(colDim) ? plan.blockOf(colDim) : 1;
  rows = std::max(rows, int64_t(variant.tileRows));
  if (isOfRhs(operand, rowDim, plan) && variant.tileRows > columnBlockWidth())
    rows += variant.tileRows - columnBlockWidth();
  cols = int64_t(llvm::alignTo(cols, tileCols));
  if (!isOutput && hasTransposedBlock(group, operand, rowDim, colDim))
    std::swap(rows, cols);
  return rows * getPitch(cols, bits, variant) * bits / 8;
}

/// A dimension of one element is contiguous.
static bool isContiguous(const FusionGroup &group,
                         const StridedOperand &operand, int dim) {
  return dim >= 0 && (operand.strides[dim] == 1 || group.dims[dim].extent == 1);
}

bool matrix::hasTransposedBlock(const FusionGroup &group,
                                const StridedOperand &operand, int rowDim,
                                int colDim) {
  return !operand.isKept && operand.dependsOn(rowDim) &&
         operand.dependsOn(colDim) && !isContiguous(group, operand, colDim) &&
         isContiguous(group, operand, rowDim);
}

int64_t BlockSizes::boxBytes(const StridedOperand &operand, int rowDim,
                             int colDim, bool isOutput) const {
  constexpr int64_t kImpossible = int64_t(1) << 40;
  std::optional<WindowLayout> layout =
      getWindowLayout(group, plan, variant, operand, rowDim, colDim, isOutput);
  int64_t bits = operand.getElementType().getIntOrFloatBitWidth();
  return layout ? layout->elements * bits / 8 : kImpossible;
}

int64_t BlockSizes::stagedBytes(const LoadedOperand &load) const {
  const StridedOperand &operand = *load.operand;
  std::optional<StagedOperand> staged =
      getTransposition(group, plan, variant, operand, load.rowDim, load.colDim);
  int64_t bits = operand.getElementType().getIntOrFloatBitWidth();
  return staged ? staged->countElements() * bits / 8 : 0;
}

int64_t BlockSizes::footprint() const {
  int64_t bytes = spillBytes();
  for (auto [load, buffers] :
       llvm::zip_equal(getLoadedOperands(group, plan), plan.loadBuffers)) {
    if (load.operand->resident)
      continue;
    bytes += bufferBytes(*load.operand, load.rowDim, load.colDim) * buffers;
    bytes += stagedBytes(load);
  }
  for (const StridedOperand &output : group.outputs) {
    if (output.resident)
      continue;
    TileDims dims = getTileDims(output, plan);
    bytes += bufferBytes(output, dims.rows, dims.cols, /*isOutput=*/true) *
             plan.storeBuffers;
  }
  return bytes;
}

int64_t BlockSizes::transposedBytes() const {
  int64_t bytes = 0;
  for (const StridedInput &input : group.inputs) {
    if (!hasBox(input, plan, plan.cols, /*isOutput=*/false))
      continue;
    std::optional<WindowLayout> layout =
        getWindowLayout(group, plan, variant, input, plan.rows, plan.cols,
                        /*isOutput=*/false);
    unsigned bits = input.getElementType().getIntOrFloatBitWidth();
    TapVectorShape shape(plan, variant, bits);
    if (layout && layout->hasTapRows())
      bytes += shape.taps * shape.rows * bits / 8;
    if (layout && layout->staged)
      bytes += stagedPositions(*layout->staged) * variant.tileRowBytes;
  }
  return bytes;
}

/// Returns the rows of transposed images, as a whole or in parts, and those of
/// results before they are transposed back.
int64_t BlockSizes::stagedPositions(const StagedImage &image) const {
  int64_t tile = variant.tileRows, rows = 1;
  for (const BoxDim &dim : image.outer)
    rows *= dim.span;
  int64_t whole =
      llvm::divideCeil(plan.spanOf(plan.rows), tile) * image.positions;
  int64_t results =
      countFlatColumns(group, plan, variant, group.outputs.front()) + 2 * tile;
  return std::max(whole, rows * image.rowPositions) + results;
}

int64_t BlockSizes::spillBytes() const {
  if (group.kind == FusionGroupKind::Elementwise)
    return 0;
  if (group.kind == FusionGroupKind::Contraction &&
      (plan.reductionSteps(group) == 1 || accumulatesInResult(group)))
    return 0;
  if (reducesWindows(group, plan))
    return transposedBytes();
  bool hasInner = plan.hasWindows;
  int64_t rows = variant.tileRows * (hasInner ? plan.accumulatorRows : 1);
  int64_t cols = columnBlockWidth() *
                 (hasInner ? plan.accumulatorCols : plan.columnBlocks);
  return llvm::alignTo(plan.spanOf(plan.rows), rows) *
         getPitch(llvm::alignTo(plan.spanOf(plan.cols), cols), 32, variant) * 4;
}

void matrix::setSmallestBlocks(const FusionGroup &group,
                               const desc::VariantInfo &variant,
                               BlockPlan &plan) {
  plan.block.assign(group.dims.size(), 1);
  for (int dim : {plan.rows, plan.cols, plan.depth})
    if (dim >= 0)
      plan.block[dim] = BlockSizes(group, plan, variant).minimumExtent(dim);
  for (int dim : plan.innerDepth)
    plan.block[dim] = group.dims[dim].extent;
  updateCounts(group, plan);
}

void matrix::updateCounts(const FusionGroup &group, BlockPlan &plan) {
  plan.count.clear();
  for (auto [dim, block] : llvm::zip_equal(group.dims, plan.block))
    plan.count.push_back(llvm::divideCeil(dim.extent, block));
}
