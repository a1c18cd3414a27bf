//===- DemandedOperands.cpp - elements that moves need --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that move elements, and softmax. Along a dimension with an offset
// that the program computes, a slice needs its source only if it is all of it,
// and an insertion its source only if all of the result is needed.
//
//===----------------------------------------------------------------------===//

#include "DemandedOperands.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Slices, pads and concatenations
//===----------------------------------------------------------------------===//

namespace {
/// A dimension of a slice: the indices offset + i * stride.
struct SlicedDim {
  std::optional<int64_t> offset, stride, size;
  bool isDropped, isWhole;

  SlicedDim(OffsetSizeAndStrideOpInterface op, unsigned d, int64_t extent,
            bool isDropped)
      : offset(getConstantIntValue(op.getMixedOffsets()[d])),
        stride(getConstantIntValue(op.getMixedStrides()[d])),
        size(getConstantIntValue(op.getMixedSizes()[d])), isDropped(isDropped),
        isWhole(size == extent && stride == 1) {
    if (isWhole)
      offset = 0;
  }
  bool isInjective() const { return stride.value_or(0) != 0; }
  bool isKnown() const { return offset && isInjective(); }
};
} // namespace

static std::optional<ElementBox> ofSlice(tensor::ExtractSliceOp op,
                                         const ElementBox &result) {
  ElementBox source;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  unsigned next = 0;
  for (auto [d, extent] : llvm::enumerate(op.getSourceType().getShape())) {
    SlicedDim dim(op, d, extent, dropped.test(d));
    if (!dim.isKnown())
      return std::nullopt;
    IndexSet kept = dim.isDropped ? IndexSet::all(1) : result[next++];
    source.push_back(kept.scaled(*dim.stride, *dim.offset).clipped(0, extent));
  }
  return source;
}

/// What is left of the destination is the largest of the parts beside the
/// inserted box along one dimension.
static std::optional<ElementBox> besideInserted(tensor::InsertSliceOp op,
                                                const ElementBox &result) {
  std::optional<ElementBox> best;
  int64_t maximum = 0;
  for (auto [d, extent] : llvm::enumerate(op.getDestType().getShape())) {
    SlicedDim dim(op, d, extent, false);
    if (!dim.isKnown() || !dim.size)
      continue;
    int64_t end = *dim.offset + (*dim.size - 1) * *dim.stride;
    ElementBox part = result;
    part[d] = result[d].without(std::min(*dim.offset, end),
                                std::max(*dim.offset, end) + 1);
    if (countOf(part) > maximum) {
      maximum = countOf(part);
      best = part;
    }
  }
  return best;
}

static std::optional<ElementBox> ofInserted(tensor::InsertSliceOp op,
                                            const ElementBox &result) {
  ElementBox source;
  llvm::SmallBitVector dropped = op.getDroppedDims();
  for (auto [d, extent] : llvm::enumerate(op.getDestType().getShape())) {
    SlicedDim dim(op, d, extent, dropped.test(d));
    if (!dim.size || !dim.isInjective())
      return std::nullopt;
    IndexSet found = IndexSet::all(*dim.size);
    if (dim.isKnown())
      found = result[d].unscaled(*dim.stride, *dim.offset, *dim.size);
    else if (result[d].count() != extent)
      return std::nullopt;
    if (!dim.isDropped)
      source.push_back(found);
    else if (found.empty())
      return std::nullopt;
  }
  return source;
}

static std::optional<ElementBox> ofPadding(tensor::PadOp op,
                                           const ElementBox &result) {
  ElementBox source;
  for (auto [d, extent] : llvm::enumerate(op.getSourceType().getShape())) {
    auto low = getConstantIntValue(op.getMixedLowPad()[d]);
    if (!low)
      return std::nullopt;
    source.push_back(result[d].unscaled(1, *low, extent));
  }
  return source;
}

static std::optional<ElementBox> ofPart(tensor::ConcatOp op, OpOperand &operand,
                                        const ElementBox &result) {
  int64_t begin = 0, dim = op.getDim();
  for (Value part : op->getOperands().take_front(operand.getOperandNumber())) {
    int64_t extent = cast<ShapedType>(part.getType()).getDimSize(dim);
    if (ShapedType::isDynamic(extent))
      return std::nullopt;
    begin += extent;
  }
  ElementBox source = result;
  source[dim] = result[dim].unscaled(
      1, begin, cast<ShapedType>(operand.get().getType()).getDimSize(dim));
  return source;
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

/// The indices of one dimension that several ones become.
static IndexSet merge(ArrayRef<IndexSet> parts, ArrayRef<int64_t> extents) {
  IndexSet all = IndexSet::all(1);
  for (auto [part, extent] : llvm::zip(parts, extents))
    all = all.scaled(extent, 0).plus(part);
  return all;
}

/// Appends the indices of the dimensions that one becomes: the outer ones for
/// which all inner ones are in the set, otherwise the first outer one.
static void split(const IndexSet &set, ArrayRef<int64_t> extents,
                  ElementBox &parts) {
  if (extents.empty())
    return;
  ArrayRef<int64_t> rest = extents.drop_front();
  int64_t inner = llvm::product_of(rest);
  IndexSet outer = set.wholeBlocks(inner), row = IndexSet::all(inner);
  if (outer.empty() && !set.empty()) {
    int64_t first = set.first() / inner;
    outer = IndexSet::range(first, first + 1);
    row = set.scaled(1, -first * inner).clipped(0, inner);
  }
  parts.push_back(outer);
  split(row, rest, parts);
}

static std::optional<ElementBox> ofExpansion(tensor::ExpandShapeOp op,
                                             const ElementBox &result) {
  ElementBox source;
  ArrayRef<int64_t> shape = op.getResultType().getShape();
  for (const ReassociationIndices &group : op.getReassociationIndices())
    source.push_back(merge(ArrayRef(result).slice(group.front(), group.size()),
                           shape.slice(group.front(), group.size())));
  return source;
}

static std::optional<ElementBox> ofCollapse(tensor::CollapseShapeOp op,
                                            const ElementBox &result) {
  ElementBox source;
  ArrayRef<int64_t> shape = op.getSrcType().getShape();
  auto groups = op.getReassociationIndices();
  if (groups.empty())
    source.append(shape.size(), IndexSet::all(1));
  for (auto [set, group] : llvm::zip(result, groups))
    split(set, shape.slice(group.front(), group.size()), source);
  return source;
}

static std::optional<ElementBox> ofSoftmax(linalg::SoftmaxOp op,
                                           const ElementBox &result) {
  ElementBox source = result;
  source[op.getDimension()] =
      IndexSet::all(op.getInputOperandType().getDimSize(op.getDimension()));
  return source;
}

std::optional<ElementBox> matrix::demandedOfMove(OpOperand &operand,
                                                 const ElementBox &result) {
  Operation *op = operand.getOwner();
  bool isFirst = operand.getOperandNumber() == 0;
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return ofPart(concat, operand, result);
  if (auto insertion = dyn_cast<tensor::InsertSliceOp>(op))
    return isFirst ? ofInserted(insertion, result)
                   : besideInserted(insertion, result);
  if (!isFirst)
    return std::nullopt; // initial values
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return ofSlice(slice, result);
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return ofPadding(pad, result);
  if (auto expansion = dyn_cast<tensor::ExpandShapeOp>(op))
    return ofExpansion(expansion, result);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return ofCollapse(collapse, result);
  if (auto softmax = dyn_cast<linalg::SoftmaxOp>(op))
    return ofSoftmax(softmax, result);
  if (isa<tensor::CastOp>(op))
    return result;
  return std::nullopt;
}
