//===- ScatterColumns.cpp - operations on columns of rows -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The column is the index of the only dimension with several elements. A row
// that is read backwards, or of which all columns read one element, has another
// index there than the result.
//
//===----------------------------------------------------------------------===//

#include "ScatterColumns.h"

using namespace mlir;
using namespace matrix;

/// Returns the indices of the dimensions with several elements.
static SmallVector<AffineExpr> getColumn(linalg::GenericOp op, OpOperand &use) {
  SmallVector<AffineExpr> indices;
  for (auto [index, extent] : llvm::zip_equal(
           op.getMatchingIndexingMap(&use).getResults(), op.getShape(&use)))
    if (extent != 1)
      indices.push_back(index);
  return indices;
}

bool matrix::computesColumns(linalg::GenericOp op, int64_t columns) {
  if (op.getNumParallelLoops() != op.getNumLoops() ||
      op->getNumResults() != 1 || op.hasDynamicShape() ||
      op.payloadUsesValueFromOperand(op.getDpsInitOperand(0)))
    return false;
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  SmallVector<AffineExpr> column = getColumn(op, *op.getDpsInitOperand(0));
  return type.getNumElements() == columns && column.size() <= 1 &&
         llvm::all_of(column, llvm::IsaPred<AffineDimExpr>) &&
         llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
           return !isa<RankedTensorType>(input->get().getType()) ||
                  getColumn(op, *input) == column;
         });
}
