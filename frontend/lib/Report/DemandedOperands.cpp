//===- DemandedOperands.cpp - elements that one operation needs -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations that move elements. Offsets that the program computes count as 0.
//
//===----------------------------------------------------------------------===//

#include "DemandedOperands.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace matrix;
using llvm::BitVector;

//===----------------------------------------------------------------------===//
// Slices, pads and concatenations
//===----------------------------------------------------------------------===//

/// The indices i below `extent` with offset + i * stride in the set.
static BitVector inside(const BitVector &set, int64_t offset, int64_t stride,
                        int64_t extent) {
  BitVector found(extent);
  for (int64_t i = 0; i < extent; ++i) {
    int64_t at = offset + i * stride;
    if (at >= 0 && at < int64_t(set.size()) && set.test(at))
      found.set(i);
  }
  return found;
}

/// The indices offset + i * stride for the elements i of the set.
static BitVector outside(const BitVector &set, int64_t offset, int64_t stride,
                         int64_t extent) {
  BitVector found(extent);
  for (unsigned i : set.set_bits())
    if (int64_t at = offset + i * stride; at >= 0 && at < extent)
      found.set(at);
  return found;
}

static int64_t staticOr(OpFoldResult value, int64_t other) {
  return getConstantIntValue(value).value_or(other);
}

static ElementSets ofSlice(tensor::ExtractSliceOp op,
                           const ElementSets &result) {
  ElementSets source = allElements(op.getSource());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  unsigned next = 0;
  for (auto [d, set] : llvm::enumerate(source)) {
    BitVector kept = dropped.test(d) ? BitVector(1, true) : result[next++];
    set = outside(kept, staticOr(op.getMixedOffsets()[d], 0),
                  staticOr(op.getMixedStrides()[d], 1), set.size());
  }
  return source;
}

/// What is left of the destination is the largest of the parts beside the
/// inserted box.
static ElementSets besideInserted(tensor::InsertSliceOp op,
                                  const ElementSets &result) {
  ElementSets best = result, none = result;
  int64_t most = -1;
  for (unsigned d = 0; d < result.size(); ++d) {
    ElementSets part = result;
    BitVector inserted = outside(
        BitVector(staticOr(op.getMixedSizes()[d], part[d].size()), true),
        staticOr(op.getMixedOffsets()[d], 0),
        staticOr(op.getMixedStrides()[d], 1), part[d].size());
    part[d].reset(inserted);
    int64_t share = int64_t(part[d].count()) * 1000 /
                    std::max<int64_t>(1, result[d].count());
    if (share > most) {
      most = share;
      best = part;
    }
  }
  return best;
}

static ElementSets ofInsertion(tensor::InsertSliceOp op, OpOperand &operand,
                               const ElementSets &result) {
  if (&operand == &op.getDestMutable())
    return besideInserted(op, result);
  ElementSets source = allElements(op.getSource());
  llvm::SmallBitVector dropped = op.getDroppedDims();
  unsigned next = 0;
  for (unsigned d = 0; d < result.size(); ++d) {
    int64_t extent = dropped.test(d) ? 1 : source[next].size();
    BitVector found = inside(result[d], staticOr(op.getMixedOffsets()[d], 0),
                             staticOr(op.getMixedStrides()[d], 1), extent);
    if (!dropped.test(d))
      source[next++] = found;
    else if (found.none())
      return {};
  }
  return source;
}

static ElementSets ofPadding(tensor::PadOp op, const ElementSets &result) {
  ElementSets source = allElements(op.getSource());
  for (auto [d, set] : llvm::enumerate(source))
    set = inside(result[d], staticOr(op.getMixedLowPad()[d], 0), 1, set.size());
  return source;
}

static ElementSets ofPart(tensor::ConcatOp op, OpOperand &operand,
                          const ElementSets &result) {
  int64_t begin = 0, dim = op.getDim();
  for (Value part : op->getOperands().take_front(operand.getOperandNumber()))
    begin += cast<ShapedType>(part.getType()).getDimSize(dim);
  ElementSets source = result;
  source[dim] =
      inside(result[dim], begin, 1,
             cast<ShapedType>(operand.get().getType()).getDimSize(dim));
  return source;
}

//===----------------------------------------------------------------------===//
// Reshapes
//===----------------------------------------------------------------------===//

/// The indices of one dimension that several ones become.
static BitVector merged(ArrayRef<BitVector> parts) {
  BitVector all(1, true);
  for (const BitVector &part : parts) {
    BitVector next(all.size() * part.size());
    for (unsigned outer : all.set_bits())
      for (unsigned i : part.set_bits())
        next.set(outer * part.size() + i);
    all = std::move(next);
  }
  return all;
}

/// Returns whether all of `count` indices from `begin` are in the set.
static bool hasAll(const BitVector &set, int64_t begin, int64_t count) {
  int64_t unset = set.find_first_unset_in(begin, begin + count);
  return unset < 0;
}

/// The indices of dimensions that one becomes. Outer indices are kept if all
/// inner ones are in the set.
static void split(const BitVector &set, MutableArrayRef<BitVector> parts) {
  int64_t inner = set.size();
  bool isWhole = false;
  for (BitVector &part : parts) {
    int64_t extent = part.size();
    inner /= extent;
    if (isWhole || extent == 1)
      continue;
    for (int64_t i = 0; i < extent; ++i)
      if (!hasAll(set, i * inner, inner))
        part.reset(i);
    isWhole = true;
  }
}

static ElementSets ofExpansion(tensor::ExpandShapeOp op,
                               const ElementSets &result) {
  ElementSets source;
  for (const ReassociationIndices &group : op.getReassociationIndices())
    source.push_back(
        merged(ArrayRef(result).slice(group.front(), group.size())));
  if (source.empty()) // a tensor of one element
    return {};
  return source;
}

static ElementSets ofCollapse(tensor::CollapseShapeOp op,
                              const ElementSets &result) {
  ElementSets source = allElements(op.getSrc());
  for (auto [d, group] : llvm::enumerate(op.getReassociationIndices()))
    split(result[d],
          MutableArrayRef(source).slice(group.front(), group.size()));
  return source;
}

ElementSets matrix::demandedOfMove(OpOperand &operand,
                                   const ElementSets &result) {
  Operation *op = operand.getOwner();
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return ofSlice(slice, result);
  if (auto insertion = dyn_cast<tensor::InsertSliceOp>(op))
    return ofInsertion(insertion, operand, result);
  if (auto pad = dyn_cast<tensor::PadOp>(op))
    return ofPadding(pad, result);
  if (auto concat = dyn_cast<tensor::ConcatOp>(op))
    return ofPart(concat, operand, result);
  if (auto expansion = dyn_cast<tensor::ExpandShapeOp>(op))
    return ofExpansion(expansion, result);
  if (auto collapse = dyn_cast<tensor::CollapseShapeOp>(op))
    return ofCollapse(collapse, result);
  if (auto cast = dyn_cast<tensor::CastOp>(op))
    return result;
  return {};
}
