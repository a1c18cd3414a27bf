//===- OperandBlock.cpp - blocks of operands in the scratchpad ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the layout of a block in the scratchpad from the operand's strides,
// and emits its buffers and views. An input is a vector if it depends on rows
// or columns only, Transposed if its rows are contiguous in memory and its
// columns are not, and otherwise Plain. Buffers of one operand are one
// allocation, of which a buffer is a slice; rows have a pitch that avoids bank
// conflicts.
//
//===----------------------------------------------------------------------===//

#include "OperandBlock.h"
#include "Access/FusionGroup.h"
#include "Plan/Blocks/BlockSizes.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Layout
//===----------------------------------------------------------------------===//

/// A scalar is transferred with stride 0, which replicates it in a row of a
/// tile. An output has one element in a dimension on which it does not depend.
OperandBlock::OperandBlock(const FusionGroup &group, const BlockPlan &plan,
                           const desc::VariantInfo &variant,
                           const StridedOperand &operand, int rowDim,
                           int colDim, bool isOutput)
    : operand(operand), rowDim(rowDim), colDim(colDim), isOutput(isOutput) {
  tileType = matrix::getTileType(operand.getElementType(), variant);
  if (plan.hasWindows && hasBox(operand, plan, colDim, isOutput)) {
    setWindow(group, plan, variant);
    return;
  }
  chooseLayout(group, variant);
  int64_t overhang = isOfRhs(operand, rowDim, plan)
                         ? variant.tileRows - std::min(variant.tileRows,
                                                       variant.tileColumns(32))
                         : 0;
  unsigned bits = operand.getElementType().getIntOrFloatBitWidth();
  for (auto [position, dim] : llvm::enumerate(memoryDims())) {
    bool isRow = isRowDim(position);
    bool varies = operand.dependsOn(dim);
    int64_t allocatedExtent =
        varies ? plan.block[dim] : tileType.getDimSize(isRow ? 0 : 1);
    extents.push_back(varies     ? group.dims[dim].extent
                      : isOutput ? 1
                                 : allocatedExtent);
    bool single = extents.back() == 1 || !varies;
    strides.push_back(layout == Layout::Scalar ? 0
                      : single                 ? 1
                                               : operand.strides[dim]);
    transferred.push_back(varies     ? allocatedExtent
                          : isOutput ? 1
                                     : allocatedExtent);
    shape.push_back(isRow && varies ? allocatedExtent + overhang
                                    : allocatedExtent);
  }
  if (operand.resident)
    resident = getResidentBlock(operand, plan, rowDim);
  if (operand.resident && isOutput)
    storedColumns =
        group.root->getAttrOfType<DenseI64ArrayAttr>(kStoredColumnsAttrName);
  pitch =
      shape.size() < 2 ? shape.back() : getPitch(shape.back(), bits, variant);
}

void OperandBlock::setWindow(const FusionGroup &group, const BlockPlan &plan,
                             const desc::VariantInfo &variant) {
  std::optional<WindowLayout> box =
      getWindowLayout(group, plan, variant, operand, rowDim, colDim, isOutput);
  assert(box && "the plan has blocks without layout");
  layout = box->isTransposed()     ? Layout::Transposed
           : !box->dependsOnRows() ? Layout::RowVector
           : !box->dependsOnCols() ? Layout::ColumnVector
                                   : Layout::Plain;
  transposedInRegister = layout == Layout::Transposed &&
                         transposesInRegister(getElementType(), variant);
  window.emplace(std::move(*box), tileType, operand.padding);
}

void OperandBlock::chooseLayout(const FusionGroup &group,
                                const desc::VariantInfo &variant) {
  if (isOutput)
    return;
  bool onRows = operand.dependsOn(rowDim), onCols = operand.dependsOn(colDim);
  if (operand.isKept) {
    layout = onCols ? Layout::Plain : Layout::Replicated;
    return;
  }
  if (!onRows || !onCols) {
    layout = onRows   ? Layout::ColumnVector
             : onCols ? Layout::RowVector
                      : Layout::Scalar;
    return;
  }
  if (hasTransposedBlock(group, operand, rowDim, colDim)) {
    layout = Layout::Transposed;
    transposedInRegister = transposesInRegister(getElementType(), variant);
  }
}

/// Returns whether memory dimension `position` is the row dimension of a tile.
bool OperandBlock::isRowDim(unsigned position) const {
  switch (layout) {
  case Layout::Plain:
  case Layout::Replicated:
    return position == 0;
  case Layout::Transposed:
    return position == 1;
  case Layout::ColumnVector:
    return true;
  case Layout::RowVector:
  case Layout::Scalar:
    return false;
  }
  llvm_unreachable("form of a block");
}

SmallVector<int> OperandBlock::memoryDims() const {
  switch (layout) {
  case Layout::Plain:
    return {isOutput && !operand.dependsOn(rowDim) ? -1 : rowDim,
            isOutput && !operand.dependsOn(colDim) ? -1 : colDim};
  case Layout::Replicated:
    return {rowDim, -1};
  case Layout::Transposed:
    return {colDim, rowDim};
  case Layout::RowVector:
    return {colDim};
  case Layout::ColumnVector:
    return {rowDim};
  case Layout::Scalar:
    return {-1};
  }
  llvm_unreachable("form of a block");
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

void OperandBlock::allocate(ImplicitLocOpBuilder &builder, int64_t numBuffers) {
  if (window)
    return window->allocate(builder, numBuffers);
  if (resident)
    return allocateResident(builder);
  SmallVector<int64_t> allocated = {numBuffers};
  allocated.append(shape);
  allocated.back() = pitch;
  auto type = MemRefType::get(allocated, getElementType(), AffineMap(),
                              getScratchpadSpace(builder.getContext()));
  buffer = memref::AllocOp::create(builder, type);
}

/// Returns `shape` elements of the buffer with index `bufferIndex`, from `row`
/// on.
static Value getSubview(ImplicitLocOpBuilder &builder, Value buffer,
                        Value bufferIndex, ArrayRef<int64_t> shape,
                        Value row = {}) {
  unsigned rank = shape.size() + 1;
  SmallVector<OpFoldResult> offsets(rank, builder.getIndexAttr(0));
  SmallVector<OpFoldResult> strides(rank, builder.getIndexAttr(1));
  SmallVector<OpFoldResult> sizes = {builder.getIndexAttr(1)};
  for (int64_t size : shape)
    sizes.push_back(builder.getIndexAttr(size));
  offsets[0] = getAsOpFoldResult(bufferIndex);
  if (row)
    offsets[1] = getAsOpFoldResult(row);
  auto type = cast<MemRefType>(memref::SubViewOp::inferRankReducedResultType(
      shape, cast<MemRefType>(buffer.getType()), offsets, sizes, strides));
  return memref::SubViewOp::create(builder, type, buffer, offsets, sizes,
                                   strides);
}

Value OperandBlock::getBufferView(ImplicitLocOpBuilder &builder,
                                  Value bufferIndex) const {
  if (window)
    return window->getTilesView(builder, bufferIndex);
  return getSubview(builder, buffer, bufferIndex, shape);
}

Value OperandBlock::getTransferredView(ImplicitLocOpBuilder &builder,
                                       Value bufferIndex, const BlockStep &step,
                                       const BlockPiece &piece) const {
  if (resident)
    return getResidentView(builder, step, transferred);
  if (piece.count == 1)
    return getSubview(builder, buffer, bufferIndex, transferred);
  SmallVector<int64_t> sizes(transferred);
  sizes.front() /= piece.count;
  Value row = IndexMath(builder).mul(piece.index, sizes.front());
  return getSubview(builder, buffer, bufferIndex, sizes, row);
}
