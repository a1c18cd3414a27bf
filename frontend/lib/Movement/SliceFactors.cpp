//===- SliceFactors.cpp - slices from element numbers ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Factors a sequence into arithmetic progressions from the innermost level
// outwards: the starts of the progressions of one level are the sequence of the
// next, so that the time is linear. A slice needs levels by decreasing stride,
// each stride a divisor of the one outside; the tensor is reshaped to their
// quotients. Other orders follow by a transpose, and levels of stride 0 by a
// broadcast.
//
//===----------------------------------------------------------------------===//

#include "SliceFactors.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"

using namespace mlir;
using namespace matrix;

std::optional<SliceFactors>
matrix::factorElements(std::vector<int64_t> numbers) {
  SliceFactors result{numbers.front(), {}};
  while (numbers.size() > 1) {
    int64_t stride = numbers[1] - numbers[0];
    size_t count = 2;
    while (count < numbers.size() &&
           numbers[count] - numbers[count - 1] == stride)
      ++count;
    if (numbers.size() % count != 0)
      return std::nullopt;
    std::vector<int64_t> starts;
    for (size_t i = 0; i < numbers.size(); ++i) {
      if (i % count == 0)
        starts.push_back(numbers[i]);
      else if (numbers[i] - numbers[i - 1] != stride)
        return std::nullopt;
    }
    result.levels.push_back({int64_t(count), stride});
    numbers = std::move(starts);
  }
  std::reverse(result.levels.begin(), result.levels.end());
  return result;
}

//===----------------------------------------------------------------------===//
// Slices
//===----------------------------------------------------------------------===//

static RankedTensorType withShape(Value tensor, ArrayRef<int64_t> shape) {
  return RankedTensorType::get(
      shape, cast<RankedTensorType>(tensor.getType()).getElementType());
}

/// One group of all dimensions; none for a tensor of rank 0.
static SmallVector<ReassociationIndices> groupAll(size_t rank) {
  SmallVector<ReassociationIndices> groups;
  if (rank > 0)
    groups.push_back(llvm::to_vector(llvm::seq<int64_t>(0, rank)));
  return groups;
}

static Value flatten(ImplicitLocOpBuilder &builder, Value tensor) {
  auto type = cast<RankedTensorType>(tensor.getType());
  RankedTensorType flat = withShape(tensor, type.getNumElements());
  if (type.getRank() == 0)
    return tensor::ExpandShapeOp::create(builder, flat, tensor, groupAll(0));
  if (type.getRank() == 1)
    return tensor;
  return tensor::CollapseShapeOp::create(builder, flat, tensor,
                                         groupAll(type.getRank()));
}

Value matrix::reshapeTensor(ImplicitLocOpBuilder &builder, Value tensor,
                            ArrayRef<int64_t> shape) {
  if (cast<RankedTensorType>(tensor.getType()).getShape() == shape)
    return tensor;
  Value flat = flatten(builder, tensor);
  RankedTensorType type = withShape(tensor, shape);
  if (shape.empty())
    return tensor::CollapseShapeOp::create(builder, type, flat, groupAll(0));
  if (shape.size() == 1)
    return flat;
  return tensor::ExpandShapeOp::create(builder, type, flat,
                                       groupAll(shape.size()));
}

/// Returns the elements as a tensor of the levels' counts; null if they are no
/// slice. `levels` have decreasing, positive strides.
static Value slice(ImplicitLocOpBuilder &builder, Value tensor, int64_t offset,
                   ArrayRef<SliceFactors::Level> levels) {
  SmallVector<int64_t> shape, sizes;
  SmallVector<OpFoldResult> offsets;
  int64_t elements = cast<RankedTensorType>(tensor.getType()).getNumElements();
  int64_t outer = levels.front().stride; // the unit of the first dimension
  int64_t usable = elements / outer * outer, extent = usable;
  for (const SliceFactors::Level &level : levels) {
    if (level.stride <= 0 || extent % level.stride != 0)
      return {};
    shape.push_back(extent / level.stride);
    sizes.push_back(level.count);
    offsets.push_back(builder.getIndexAttr(offset / level.stride));
    if (offset / level.stride + level.count > shape.back())
      return {};
    offset %= level.stride;
    extent = level.stride;
  }
  if (extent > 1) {
    shape.push_back(extent);
    sizes.push_back(1);
    offsets.push_back(builder.getIndexAttr(offset));
  }
  SmallVector<OpFoldResult> ones(sizes.size(), builder.getIndexAttr(1));
  Value flat = reshapeTensor(builder, tensor, {elements});
  if (usable < elements)
    flat = tensor::ExtractSliceOp::create(
        builder, withShape(tensor, {usable}), flat, {builder.getIndexAttr(0)},
        {builder.getIndexAttr(usable)}, {builder.getIndexAttr(1)});
  Value result = tensor::ExtractSliceOp::create(
      builder, withShape(tensor, sizes), reshapeTensor(builder, flat, shape),
      offsets, getAsIndexOpFoldResult(builder.getContext(), sizes), ones);
  sizes.truncate(levels.size());
  return reshapeTensor(builder, result, sizes);
}

/// Returns the same elements by ascending numbers.
static SliceFactors getForward(SliceFactors factors) {
  for (SliceFactors::Level &level : factors.levels)
    if (level.stride < 0) {
      factors.offset += (level.count - 1) * level.stride;
      level.stride = -level.stride;
    }
  return factors;
}

/// Reverses the levels of negative stride. `order` are the levels of `forward`.
static Value readBackward(ImplicitLocOpBuilder &builder, Value forward,
                          ArrayRef<int64_t> order, ArrayRef<int64_t> counts,
                          const SliceFactors &factors) {
  SmallVector<AffineExpr> position;
  for (int64_t i : order) {
    AffineExpr index = builder.getAffineDimExpr(i);
    position.push_back(factors.levels[i].stride < 0 ? counts[i] - 1 - index
                                                    : index);
  }
  SmallVector<AffineMap> maps = {
      AffineMap::get(counts.size(), 0, position, builder.getContext()),
      builder.getMultiDimIdentityMap(counts.size())};
  SmallVector<utils::IteratorType> loops(counts.size(),
                                         utils::IteratorType::parallel);
  Value empty = tensor::EmptyOp::create(builder, withShape(forward, counts),
                                        ValueRange());
  return linalg::GenericOp::create(
             builder, empty.getType(), forward, empty, maps, loops,
             [](OpBuilder &b, Location loc, ValueRange values) {
               linalg::YieldOp::create(b, loc, values.front());
             })
      .getResult(0);
}

/// `moved` are the levels with a stride in the order of the result, `order` the
/// same by decreasing stride, and `repeated` those of stride 0.
Value matrix::createSlice(ImplicitLocOpBuilder &builder, Value tensor,
                          const SliceFactors &factors) {
  SliceFactors forward = getForward(factors);
  SmallVector<int64_t> order, repeated, counts;
  for (auto [i, level] : llvm::enumerate(forward.levels)) {
    (level.stride > 0 ? order : repeated).push_back(i);
    counts.push_back(level.count);
  }
  SmallVector<int64_t> moved = order; // the levels of the slice, in order
  llvm::sort(order, [&](int64_t a, int64_t b) {
    return std::pair(-forward.levels[a].stride, a) <
           std::pair(-forward.levels[b].stride, b);
  });
  SmallVector<SliceFactors::Level> levels;
  for (int64_t i : order)
    levels.push_back(forward.levels[i]);
  if (levels.empty())
    levels.push_back({1, 1});
  Value result = slice(builder, tensor, forward.offset, levels);
  if (!result)
    return {};
  if (llvm::any_of(factors.levels, [](const SliceFactors::Level &level) {
        return level.stride < 0;
      }))
    return readBackward(builder, result, order, counts, factors);
  if (order != moved) {
    SmallVector<int64_t> permutation, shape;
    for (int64_t i : moved) {
      permutation.push_back(llvm::find(order, i) - order.begin());
      shape.push_back(factors.levels[i].count);
    }
    Value empty = tensor::EmptyOp::create(builder, withShape(tensor, shape),
                                          ValueRange());
    result = linalg::TransposeOp::create(builder, result, empty, permutation)
                 ->getResult(0);
  }
  if (repeated.empty())
    return result;
  if (order.empty()) // one element
    result = reshapeTensor(builder, result, {});
  Value empty =
      tensor::EmptyOp::create(builder, withShape(tensor, counts), ValueRange());
  return linalg::BroadcastOp::create(builder, result, empty, repeated)
      ->getResult(0);
}
