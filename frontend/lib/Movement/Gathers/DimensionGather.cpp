//===- DimensionGather.cpp - a gather along one dimension -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Indices that are arithmetic progressions, also nested ones, are slices.
// Others select rows, which RowGather.h transfers by DMA. So that rows are
// long, the gathered dimension becomes the first one:
//
//   [A, n, B] -> transpose [n, A, B] -> rows [N, A, B] -> transpose [A, N, B]
//
//===----------------------------------------------------------------------===//

#include "DimensionGather.h"
#include "Movement/RowGather.h"
#include "Movement/SliceFactors.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

/// Transposes and transfers of shorter rows take longer than loads and stores
/// of the elements.
static constexpr int64_t kMinElements = 16;

namespace {

/// The tensor as [outer, extent, inner].
class DimensionGather {
public:
  DimensionGather(ImplicitLocOpBuilder &builder, Value tensor, int64_t dim,
                  int64_t count)
      : builder(builder), tensor(tensor), count(count),
        type(cast<RankedTensorType>(tensor.getType())),
        outer(llvm::product_of(type.getShape().take_front(dim))),
        inner(llvm::product_of(type.getShape().drop_front(dim + 1))),
        extent(type.getDimSize(dim)), shape(type.getShape()) {
    shape[dim] = count;
  }

  /// Returns null if the elements do not form a slice.
  Value gatherSlice(ArrayRef<int64_t> indices) {
    std::optional<SliceFactors> factors = factorElements(indices.vec());
    if (!factors)
      return {};
    SliceFactors whole{factors->offset * inner, {}};
    if (outer > 1)
      whole.levels.push_back({outer, extent * inner});
    for (SliceFactors::Level level : factors->levels)
      whole.levels.push_back({level.count, level.stride * inner});
    if (inner > 1)
      whole.levels.push_back({inner, 1});
    Value slice = createSlice(builder, tensor, whole);
    return slice ? reshapeTensor(builder, slice, shape) : Value();
  }

  /// Returns null if rows do not fit, or the target has no DMA.
  Value gatherRows(Value indices) {
    int64_t maxBytes =
        getMaxGatheredRowBytes(builder.getBlock()->getParentOp());
    int64_t bytes = llvm::divideCeil(type.getElementTypeBitWidth(), 8) * inner;
    if (bytes > maxBytes || (outer > 1 && outer * inner < kMinElements))
      return {};
    int64_t grouped = outer; // the outer elements of a row
    while (outer % grouped != 0 || grouped * bytes > maxBytes)
      --grouped;
    Value first =
        exchange(reshapeTensor(builder, tensor, {outer, extent, inner}));
    Value rows =
        selectRows(reshapeTensor(builder, first,
                                 {extent, outer / grouped, grouped * inner}),
                   indices);
    Value result =
        exchange(reshapeTensor(builder, rows, {count, outer, inner}));
    return reshapeTensor(builder, result, shape);
  }

private:
  /// Exchanges the first two of three dimensions.
  Value exchange(Value value) {
    SmallVector<int64_t> sizes(
        cast<RankedTensorType>(value.getType()).getShape());
    std::swap(sizes[0], sizes[1]);
    if (llvm::is_contained(ArrayRef(sizes).take_front(2), 1))
      return reshapeTensor(builder, value, sizes);
    Value empty =
        tensor::EmptyOp::create(builder, sizes, type.getElementType());
    return linalg::TransposeOp::create(builder, value, empty,
                                       ArrayRef<int64_t>{1, 0, 2})
        ->getResult(0);
  }

  /// Returns the rows of the first dimension that the indices name.
  Value selectRows(Value value, Value indices) {
    SmallVector<int64_t> sizes(
        cast<RankedTensorType>(value.getType()).getShape());
    sizes[0] = count;
    Value empty =
        tensor::EmptyOp::create(builder, sizes, type.getElementType());
    AffineMap whole = builder.getMultiDimIdentityMap(3);
    SmallVector<utils::IteratorType> loops(3, utils::IteratorType::parallel);
    auto op = linalg::GenericOp::create(
        builder, empty.getType(), indices, empty,
        ArrayRef<AffineMap>{whole.getMajorSubMap(1), whole}, loops,
        [&](OpBuilder &body, Location loc, ValueRange arguments) {
          Value row = arith::IndexCastOp::create(body, loc, body.getIndexType(),
                                                 arguments[0]);
          Value group = linalg::IndexOp::create(body, loc, 1);
          Value column = linalg::IndexOp::create(body, loc, 2);
          Value element = tensor::ExtractOp::create(
              body, loc, value, ValueRange{row, group, column});
          linalg::YieldOp::create(body, loc, element);
        });
    return op.getResult(0);
  }

  ImplicitLocOpBuilder &builder;
  Value tensor;
  int64_t count; // of indices
  RankedTensorType type;
  int64_t outer, inner, extent;
  SmallVector<int64_t> shape; // of the result
};

} // namespace

Value matrix::gatherDimension(ImplicitLocOpBuilder &builder, Value tensor,
                              int64_t dim, ArrayRef<int64_t> indices) {
  DimensionGather gather(builder, tensor, dim, indices.size());
  if (Value slice = gather.gatherSlice(indices))
    return slice;
  return gather.gatherRows(
      arith::ConstantOp::create(builder, builder.getI64TensorAttr(indices)));
}

Value matrix::gatherDimension(ImplicitLocOpBuilder &builder, Value tensor,
                              int64_t dim, Value indices) {
  int64_t count = cast<RankedTensorType>(indices.getType()).getNumElements();
  return DimensionGather(builder, tensor, dim, count).gatherRows(indices);
}
