//===- ElementSource.cpp - tensors that elements come from ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each step replaces a tensor by that of its producer, and the indices by those
// of the same element there. An expansion linearizes the indices of a group; a
// collapse is followed only if no index would have to be divided, so that
// affine indices remain pure sums.
//
//===----------------------------------------------------------------------===//

#include "ElementSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

static bool followExpansion(Elements &elements, tensor::ExpandShapeOp expand) {
  SmallVector<AffineExpr> indices;
  ArrayRef<int64_t> shape = expand.getResultType().getShape();
  for (const ReassociationIndices &group : expand.getReassociationIndices()) {
    AffineExpr index = getAffineConstantExpr(0, elements.tensor.getContext());
    for (int64_t dim : group)
      index = index * shape[dim] + elements.indices[dim];
    indices.push_back(index);
  }
  elements.tensor = expand.getSrc();
  elements.indices = std::move(indices);
  return true;
}

/// Fails if the index would have to be divided.
static bool followCollapse(Elements &elements,
                           tensor::CollapseShapeOp collapse) {
  ArrayRef<int64_t> shape = collapse.getSrcType().getShape();
  SmallVector<AffineExpr> indices(
      shape.size(), getAffineConstantExpr(0, elements.tensor.getContext()));
  for (auto [index, group] :
       llvm::zip_equal(elements.indices, collapse.getReassociationIndices())) {
    unsigned wide = 0;
    for (int64_t dim : group)
      if (shape[dim] != 1) {
        indices[dim] = index;
        ++wide;
      }
    if (wide > 1)
      return false;
  }
  elements.tensor = collapse.getSrc();
  elements.indices = std::move(indices);
  return true;
}

bool matrix::followReshape(Elements &elements) {
  if (auto expand = elements.tensor.getDefiningOp<tensor::ExpandShapeOp>())
    return followExpansion(elements, expand);
  auto collapse = elements.tensor.getDefiningOp<tensor::CollapseShapeOp>();
  return collapse && followCollapse(elements, collapse);
}

static bool followSlice(Elements &elements, tensor::ExtractSliceOp slice) {
  auto isDynamic = [](ArrayRef<int64_t> values) {
    return llvm::any_of(values, ShapedType::isDynamic);
  };
  if (isDynamic(slice.getStaticOffsets()) ||
      isDynamic(slice.getStaticStrides()) ||
      !slice.getSourceType().hasStaticShape())
    return false;
  SmallVector<AffineExpr> indices;
  llvm::SmallBitVector dropped = slice.getDroppedDims();
  unsigned next = 0;
  for (unsigned dim = 0; dim < dropped.size(); ++dim) {
    AffineExpr index = getAffineConstantExpr(slice.getStaticOffset(dim),
                                             elements.tensor.getContext());
    if (!dropped[dim])
      index = elements.indices[next++] * slice.getStaticStride(dim) + index;
    indices.push_back(index);
  }
  elements.tensor = slice.getSource();
  elements.indices = std::move(indices);
  return true;
}

/// Follows a transposition, which may negate.
static bool followTransposition(Elements &elements, linalg::GenericOp op) {
  if (op.getNumDpsInputs() != 1 || op->getNumResults() != 1 ||
      op.getNumReductionLoops() ||
      !op.getMatchingBlockArgument(op.getDpsInitOperand(0)).use_empty())
    return false;
  AffineMap out = op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  Operation &first = op.getBody()->front();
  bool negates = isa<arith::NegFOp>(first);
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  Value input = op.getBody()->getArgument(0);
  if (!out.isPermutation() ||
      yielded != (negates ? first.getResult(0) : input) ||
      (negates && first.getOperand(0) != input))
    return false;
  SmallVector<AffineExpr> loops(op.getNumLoops());
  for (auto [i, index] : llvm::enumerate(elements.indices))
    loops[out.getDimPosition(i)] = index;
  AffineMap in = op.getMatchingIndexingMap(op.getDpsInputOperand(0));
  SmallVector<AffineExpr> indices;
  for (AffineExpr index : in.getResults())
    indices.push_back(index.replaceDims(loops));
  elements = {op.getDpsInputOperand(0)->get(), std::move(indices),
              elements.isNegated != negates};
  return true;
}

Elements matrix::followToSource(Elements elements) {
  while (Operation *op = elements.tensor.getDefiningOp()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
    auto generic = dyn_cast<linalg::GenericOp>(op);
    if (!(slice && followSlice(elements, slice)) &&
        !(generic && followTransposition(elements, generic)) &&
        !followReshape(elements))
      break;
  }
  return elements;
}
