//===- WindowViews.cpp - views of windows of memrefs ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A window becomes a subview of rank 2 whose other dimensions are dropped; a
// row that is read repeatedly becomes a view with stride 0. A window that is
// the whole memref is the memref itself.
//
//===----------------------------------------------------------------------===//

#include "Matching/Accesses.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

/// Returns a view with stride 0 whose rows are all `row`.
static Value createRepeatedRow(ImplicitLocOpBuilder &b, Value row,
                               ArrayRef<int64_t> shape) {
  auto type = cast<MemRefType>(row.getType());
  auto metadata = memref::ExtractStridedMetadataOp::create(b, row);
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)type.getStridesAndOffset(strides, offset);
  auto layout = StridedLayoutAttr::get(b.getContext(), offset, {0, 1});
  auto result = MemRefType::get(shape, type.getElementType(), layout);
  OpFoldResult start = ShapedType::isDynamic(offset)
                           ? OpFoldResult(metadata.getOffset())
                           : OpFoldResult(b.getIndexAttr(offset));
  return memref::ReinterpretCastOp::create(
      b, result, row, start, getAsIndexOpFoldResult(b.getContext(), shape),
      getAsIndexOpFoldResult(b.getContext(), {0, 1}));
}

/// The subview has the rank of the memref, with extent 1 in all dimensions but
/// those of rows and columns; its result type drops these dimensions and keeps
/// the strides of the other two.
Value matrix::createView(ImplicitLocOpBuilder &b, const Window &window,
                         ArrayRef<int64_t> shape) {
  auto type = cast<MemRefType>(window.memref.getType());
  if (type.getRank() == 2 && type.getShape() == shape && window.rowDim == 0 &&
      llvm::all_of(window.indices,
                   [](Value i) { return isConstantIntValue(i, 0); }))
    return window.memref;
  SmallVector<OpFoldResult> sizes(type.getRank(), b.getIndexAttr(1)),
      steps(type.getRank(), b.getIndexAttr(1));
  SmallVector<int64_t> kept(shape);
  sizes[window.columnDim] = b.getIndexAttr(shape[1]);
  if (window.rowDim)
    sizes[*window.rowDim] = b.getIndexAttr(shape[0]);
  else
    kept = {shape[1]};
  SmallVector<OpFoldResult> offsets = getAsOpFoldResult(window.indices);
  auto whole = memref::SubViewOp::inferResultType(type, offsets, sizes, steps);
  SmallVector<int64_t> strides;
  int64_t offset;
  (void)whole.getStridesAndOffset(strides, offset);
  SmallVector<int64_t> keptStrides{strides[window.columnDim]};
  if (window.rowDim)
    keptStrides.insert(keptStrides.begin(), strides[*window.rowDim]);
  auto viewed = MemRefType::get(
      kept, type.getElementType(),
      StridedLayoutAttr::get(b.getContext(), offset, keptStrides));
  Value view = memref::SubViewOp::create(b, viewed, window.memref, offsets,
                                         sizes, steps);
  return window.rowDim ? view : createRepeatedRow(b, view, shape);
}
