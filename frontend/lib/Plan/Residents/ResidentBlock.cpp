//===- ResidentBlock.cpp - blocks between launches ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A resident value requires that each core has one block of rows, the same in
// all launches. The strides of an operand show whether its blocks are parts of
// the buffer: one stride is that of rows, all others are less than a row or
// multiples of the whole rows. Offsets are assigned by first fit, in decreasing
// order of sizes, to live ranges in launches.
//
//===----------------------------------------------------------------------===//

#include "ResidentBlock.h"
#include "Plan/Blocks/DimensionRoles.h"
#include <tuple>

using namespace mlir;
using namespace matrix;

ResidentBlock matrix::getResidentBlock(const StridedOperand &operand,
                                       const BlockPlan &plan, int rowDim) {
  int64_t columns = operand.strides[rowDim],
          elements =
              cast<RankedTensorType>(operand.tensor.getType()).getNumElements(),
          allRows = plan.block[rowDim] * plan.count[rowDim];
  return {elements / (allRows * columns), plan.block[rowDim], columns, allRows};
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

bool matrix::hasResidents(const FusionGroup &group) {
  auto isResident = [](const StridedOperand &operand) {
    return bool(operand.resident);
  };
  return llvm::any_of(group.inputs, isResident) ||
         llvm::any_of(group.epilogueInputs, isResident) ||
         llvm::any_of(group.outputs, isResident);
}

int64_t matrix::getResidentRows(const FusionGroup &group, const BlockPlan &plan,
                                const desc::VariantInfo &variant,
                                int64_t cores) {
  if (plan.rows < 0)
    return 0;
  int64_t extent = plan.extentOf(group, plan.rows);
  return extent % (cores * variant.tileRows) == 0 ? extent / cores : 0;
}

/// Returns whether each core has one block of whole rows.
static bool dividesRows(const FusionGroup &group, const BlockPlan &plan,
                        const desc::VariantInfo &variant, int64_t cores) {
  int64_t rows = getResidentRows(group, plan, variant, cores);
  if (!rows || plan.hasWindows || plan.block[plan.rows] != rows)
    return false;
  for (int dim : plan.distributedDims) {
    int64_t used = dim == plan.rows ? cores : 1;
    if (plan.grid.empty() ? plan.count[dim] != used : plan.grid[dim] != used)
      return false;
  }
  return llvm::is_contained(plan.distributedDims, plan.rows);
}

/// Returns whether the blocks of an operand are parts of its buffer: whole
/// tiles that no other core has.
static bool isPartOfBuffer(const FusionGroup &group, const BlockPlan &plan,
                           const StridedOperand &operand, TileDims dims) {
  auto type = cast<RankedTensorType>(operand.tensor.getType());
  if (dims.rows != plan.rows || dims.cols < 0 || dims.ofRhs ||
      operand.padding || operand.gathered || type.getElementType().isInteger(1))
    return false;
  int64_t columns = operand.strides[dims.rows];
  int64_t outer = columns * group.dims[dims.rows].extent;
  if (columns <= 0 || type.getNumElements() % outer ||
      operand.strides[dims.cols] != 1 ||
      group.dims[dims.cols].extent % plan.block[dims.cols] ||
      operand.offset % outer >= columns)
    return false;
  for (auto [dim, stride] : llvm::enumerate(operand.strides))
    if (int(dim) != dims.rows &&
        (stride < 0 || (stride >= columns && stride % outer)))
      return false;
  return true;
}

bool matrix::fitsResidents(const FusionGroup &group, const BlockPlan &plan,
                           const desc::VariantInfo &variant, int64_t cores) {
  if (!hasResidents(group))
    return true;
  if (!dividesRows(group, plan, variant, cores))
    return false;
  for (const LoadedOperand &load : getLoadedOperands(group, plan))
    if (load.operand->resident &&
        (load.role == ValueRole::Rhs || load.role == ValueRole::Init ||
         !isPartOfBuffer(group, plan, *load.operand,
                         {load.rowDim, load.colDim,
                          isOfRhs(*load.operand, load.rowDim, plan)})))
      return false;
  return llvm::all_of(group.outputs, [&](const StridedOperand &output) {
    return !output.resident ||
           isPartOfBuffer(group, plan, output, getTileDims(output, plan));
  });
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

SmallVector<std::pair<int64_t, ResidentLayout>>
matrix::getResidentLayouts(const FusionGroup &group, const BlockPlan &plan,
                           const desc::VariantInfo &variant) {
  SmallVector<std::pair<int64_t, ResidentLayout>> found;
  auto add = [&](const StridedOperand &operand, int rowDim) {
    if (!operand.resident)
      return;
    ResidentBlock block = getResidentBlock(operand, plan, rowDim);
    int64_t bits = operand.getElementType().getIntOrFloatBitWidth();
    int64_t pitch = getPitch(block.columns, bits, variant) * bits / 8;
    found.push_back(
        {operand.resident.number, {block, block.outer * block.rows * pitch}});
  };
  for (const LoadedOperand &load : getLoadedOperands(group, plan))
    add(*load.operand, load.rowDim);
  for (const StridedOperand &output : group.outputs)
    add(output, getTileDims(output, plan).rows);
  return found;
}

SmallVector<LiveBuffer> matrix::placeResidents(ArrayRef<LiveBuffer> buffers) {
  SmallVector<LiveBuffer> ordered(buffers), placed;
  llvm::sort(ordered, [](const LiveBuffer &a, const LiveBuffer &b) {
    return std::tuple(-a.size, a.begin, a.end) <
           std::tuple(-b.size, b.begin, b.end);
  });
  for (LiveBuffer &buffer : ordered) {
    buffer.offset = findFirstFit(buffer, placed);
    placed.push_back(buffer);
  }
  return placed;
}

void matrix::limitAccumulators(const FusionGroup &group,
                               const desc::VariantInfo &variant, int64_t cores,
                               BlockPlan &plan) {
  int64_t tiles =
      getResidentRows(group, plan, variant, cores) / variant.tileRows;
  if (tiles > 0 && group.kind == FusionGroupKind::Contraction)
    chooseAccumulators(group, variant, plan, tiles & -tiles);
}
