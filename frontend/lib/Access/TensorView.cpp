//===- TensorView.cpp - tensors that are slices of others -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the producers of a tensor up to the last slice. A slice adds to the
// offset and multiplies strides; an expansion divides a dimension into strides
// that are products of the inner extents. Dimensions are collapsed if their
// elements are evenly strided, dimensions of one element aside.
//
//===----------------------------------------------------------------------===//

#include "TensorView.h"
#include "FusionGroup.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace matrix;

using Shape = ArrayRef<int64_t>;

static TensorView getDenseView(Value tensor) {
  return {tensor, 0,
          computeStrides(cast<RankedTensorType>(tensor.getType()).getShape())};
}

static std::optional<TensorView> getView(Value tensor);

static std::optional<TensorView> getSlice(tensor::ExtractSliceOp slice) {
  if (!slice.getSourceType().hasStaticShape() ||
      llvm::any_of(slice.getMixedOffsets(),
                   [](OpFoldResult o) { return isa<Value>(o); }) ||
      llvm::any_of(slice.getMixedStrides(),
                   [](OpFoldResult o) { return isa<Value>(o); }))
    return std::nullopt;
  TensorView source =
      getView(slice.getSource()).value_or(getDenseView(slice.getSource()));
  TensorView view{source.root, source.offset, {}};
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  for (auto [d, stride] : llvm::enumerate(source.strides)) {
    view.offset += slice.getStaticOffset(d) * stride;
    if (!dropped[d])
      view.strides.push_back(slice.getStaticStride(d) * stride);
  }
  return view;
}

static TensorView expand(const TensorView &source, Shape shape,
                         ArrayRef<ReassociationIndices> groups) {
  TensorView view{source.root, source.offset,
                  SmallVector<int64_t>(shape.size(), 1)};
  for (auto [stride, group] : llvm::zip_equal(source.strides, groups)) {
    int64_t next = stride;
    for (int64_t d : llvm::reverse(group)) {
      view.strides[d] = next;
      next *= shape[d];
    }
  }
  return view;
}

static std::optional<TensorView>
collapse(const TensorView &source, Shape shape,
         ArrayRef<ReassociationIndices> groups) {
  TensorView view{source.root, source.offset, {}};
  for (const ReassociationIndices &group : groups) {
    int64_t stride = 1, elements = 1;
    for (int64_t d : llvm::reverse(group)) {
      if (shape[d] == 1)
        continue;
      if (elements == 1)
        stride = source.strides[d];
      else if (source.strides[d] != stride * elements)
        return std::nullopt;
      elements *= shape[d];
    }
    view.strides.push_back(stride);
  }
  return view;
}

/// Returns no view of tensors that are not made from slices.
static std::optional<TensorView> getView(Value tensor) {
  if (auto slice = tensor.getDefiningOp<tensor::ExtractSliceOp>())
    return getSlice(slice);
  Operation *op = tensor.getDefiningOp();
  if (!isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return std::nullopt;
  Value operand = op->getOperand(0);
  std::optional<TensorView> source = getView(operand);
  if (!source)
    return std::nullopt;
  if (auto expansion = dyn_cast<tensor::ExpandShapeOp>(op))
    return expand(*source, expansion.getResultType().getShape(),
                  expansion.getReassociationIndices());
  auto collapsed = cast<tensor::CollapseShapeOp>(op);
  return collapse(*source, collapsed.getSrcType().getShape(),
                  collapsed.getReassociationIndices());
}

TensorView matrix::getTensorView(Value tensor) {
  return getView(tensor).value_or(getDenseView(tensor));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

/// Makes the dimensions of a slice those of its source. They remain if the
/// elements follow each other.
static void moveDims(StridedOperand &operand, const TensorView &view) {
  auto &dims = operand.tensorDims;
  for (auto [dim, stride] : llvm::zip_equal(dims, view.strides))
    if (dim.size > 1 && dim.stride != stride)
      return dims.clear();
  if (dims.empty() || view.offset % dims.front().stride != 0)
    return dims.clear();
  int64_t skipped = view.offset / dims.front().stride;
  dims.front().offset += skipped;
  dims.front().size += skipped;
}

void matrix::readSource(StridedOperand &operand, AffineMap map,
                        ArrayRef<unsigned> dimOf) {
  TensorView view = getTensorView(operand.tensor);
  if (view.root == operand.tensor ||
      !map.isProjectedPermutation(/*allowZeroInResults=*/true))
    return;
  operand.tensor = view.root;
  operand.isView = true;
  operand.offset = view.offset;
  moveDims(operand, view);
  for (auto [index, stride] : llvm::zip_equal(map.getResults(), view.strides))
    if (auto dim = dyn_cast<AffineDimExpr>(index))
      operand.strides[dimOf[dim.getPosition()]] = stride;
}
