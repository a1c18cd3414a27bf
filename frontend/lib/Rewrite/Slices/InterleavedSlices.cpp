//===- InterleavedSlices.cpp - strided slices by transposition ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cost of both forms is that of the lines which DRAM transfers, by its
// rate. A transposition reads and writes the whole tensor, once for all slices
// of it with this stride, which is one operation after CSE.
//
//===----------------------------------------------------------------------===//

#include "InterleavedSlices.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace matrix;

bool matrix::takesFewerCyclesTransposed(const desc::VariantInfo &variant,
                                        int64_t number, int64_t bytes,
                                        int64_t total) {
  // Bytes through DRAM for each byte: one read, one written, and what partial
  // lines and waiting cost, as measured.
  constexpr double kTransposition = 2.5;
  const auto &parameters = variant.parameters;
  auto line = double(*parameters.lineBytes),
       rate = double(parameters.dramBytes.value_or(1));
  double fixed = 4 * double(parameters.dramLatency.value_or(0)) +
                 2 * double(parameters.barrierLatency.value_or(0));
  return double(bytes) < line / 2 &&
         kTransposition * double(total) / rate + fixed <
             double(number) * line / rate;
}

namespace {

int64_t elementBytes(RankedTensorType type) {
  return llvm::divideCeil(type.getElementTypeBitWidth(), 8);
}

bool isStaticTensor(RankedTensorType type) {
  return type.hasStaticShape() && type.getElementType().isIntOrFloat();
}

/// Returns the reassociation in which dimension `dim` has two parts.
SmallVector<ReassociationIndices> groupParts(int64_t rank, int64_t dim) {
  SmallVector<ReassociationIndices> groups;
  for (int64_t i = 0, next = 0; i < rank; ++i) {
    groups.push_back({next++});
    if (i == dim)
      groups.back().push_back(next++);
  }
  return groups;
}

Value expand(ImplicitLocOpBuilder &b, Value tensor, int64_t dim,
             ArrayRef<int64_t> extents) {
  auto type = cast<RankedTensorType>(tensor.getType());
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  shape.insert(shape.begin() + dim, extents.begin(), extents.end());
  return tensor::ExpandShapeOp::create(b, type.clone(shape), tensor,
                                       groupParts(type.getRank(), dim));
}

/// Moves dimension `from` to position `to`.
Value moveDim(ImplicitLocOpBuilder &b, Value tensor, int64_t from, int64_t to) {
  auto type = cast<RankedTensorType>(tensor.getType());
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, type.getRank()));
  order.erase(order.begin() + from);
  order.insert(order.begin() + to, from);
  SmallVector<int64_t> shape;
  for (int64_t dim : order)
    shape.push_back(type.getDimSize(dim));
  Value empty = tensor::EmptyOp::create(b, shape, type.getElementType());
  return linalg::TransposeOp::create(b, tensor, empty, order).getResult()[0];
}

/// x[.., o + s i, ..] is transposed[o mod s, .., o / s + i, ..].
struct TransposeStridedSlice : OpRewritePattern<tensor::ExtractSliceOp> {
  TransposeStridedSlice(MLIRContext *context, const desc::VariantInfo &variant)
      : OpRewritePattern(context), variant(variant) {}

  LogicalResult matchAndRewrite(tensor::ExtractSliceOp op,
                                PatternRewriter &rewriter) const override {
    int64_t dim = findStridedDim(op);
    if (dim < 0)
      return failure();
    RankedTensorType type = op.getSourceType();
    int64_t step = getStep(op, dim), extent = type.getDimSize(dim);
    int64_t first = op.getStaticOffsets()[dim],
            number = op.getStaticSizes()[dim];
    if (extent % step != 0 || first / step + number > extent / step)
      return rewriter.notifyMatchFailure(op, "the last part is incomplete");
    Value moved = findTransposed(op, dim);
    if (!moved && !isWorthwhile(op, dim))
      return rewriter.notifyMatchFailure(op, "takes fewer cycles as it is");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    if (!moved) {
      rewriter.setInsertionPointAfterValue(op.getSource());
      Value expanded = expand(b, op.getSource(), dim, {extent / step, step});
      moved = moveDim(b, expanded, dim + 1, 0);
      rewriter.setInsertionPoint(op);
    }
    SmallVector<OpFoldResult> offsets = op.getMixedOffsets(),
                              sizes = op.getMixedSizes(),
                              strides = op.getMixedStrides();
    offsets[dim] = b.getIndexAttr(first / step);
    strides[dim] = b.getIndexAttr(1);
    offsets.insert(offsets.begin(), b.getIndexAttr(first % step));
    sizes.insert(sizes.begin(), b.getIndexAttr(1));
    strides.insert(strides.begin(), b.getIndexAttr(1));
    rewriter.replaceOpWithNewOp<tensor::ExtractSliceOp>(
        op, op.getType(), moved, offsets, sizes, strides);
    return success();
  }

private:
  /// Returns the distance of the elements. One element is that of all that are
  /// the extent apart.
  static int64_t getStep(tensor::ExtractSliceOp op, int64_t dim) {
    return op.getStaticSizes()[dim] == 1 ? op.getSourceType().getDimSize(dim)
                                         : op.getStaticStrides()[dim];
  }

  /// Returns the last dimension of which the slice has a part, if its elements
  /// there are not adjacent; otherwise -1.
  static int64_t findStridedDim(tensor::ExtractSliceOp op) {
    RankedTensorType type = op.getSourceType();
    auto isStatic = [](ArrayRef<int64_t> values) {
      return !ShapedType::isDynamicShape(values);
    };
    if (!isStaticTensor(type) || !isStatic(op.getStaticOffsets()) ||
        !isStatic(op.getStaticSizes()) || !isStatic(op.getStaticStrides()))
      return -1;
    for (int64_t dim = type.getRank() - 1; dim >= 0; --dim)
      if (op.getStaticSizes()[dim] != type.getDimSize(dim))
        return getStep(op, dim) > 1 ? dim : -1;
    return -1;
  }

  /// Returns the tensor that another slice with this stride has; null if there
  /// is none.
  static Value findTransposed(tensor::ExtractSliceOp op, int64_t dim) {
    for (Operation *user : op.getSource().getUsers()) {
      auto expanded = dyn_cast<tensor::ExpandShapeOp>(user);
      if (!expanded || !expanded->hasOneUse() ||
          expanded->getBlock() != op->getBlock() ||
          expanded.getReassociationIndices()[dim].size() != 2 ||
          expanded.getResultType().getRank() !=
              op.getSourceType().getRank() + 1 ||
          expanded.getResultType().getDimSize(dim + 1) != getStep(op, dim))
        continue;
      auto moved = dyn_cast<linalg::TransposeOp>(*expanded->user_begin());
      if (moved && moved->getBlock() == op->getBlock() &&
          moved->isBeforeInBlock(op) &&
          moved.getPermutation().front() == dim + 1 &&
          llvm::is_sorted(moved.getPermutation().drop_front()))
        return moved->getResult(0);
    }
    return {};
  }

  /// Returns the slices of the tensor with the same stride in the dimension.
  static int64_t countSlices(tensor::ExtractSliceOp op, int64_t dim) {
    return llvm::count_if(op.getSource().getUsers(), [&](Operation *user) {
      auto other = dyn_cast<tensor::ExtractSliceOp>(user);
      return other && other.getSource() == op.getSource() &&
             findStridedDim(other) == dim &&
             getStep(other, dim) == getStep(op, dim);
    });
  }

  bool isWorthwhile(tensor::ExtractSliceOp op, int64_t dim) const {
    RankedTensorType type = op.getSourceType();
    int64_t inner = llvm::product_of(type.getShape().drop_front(dim + 1));
    int64_t rows = op.getType().getNumElements() / inner;
    return takesFewerCyclesTransposed(
        variant, countSlices(op, dim) * rows, inner * elementBytes(type),
        type.getNumElements() * elementBytes(type));
  }

  const desc::VariantInfo &variant;
};

struct TransposeInterleaving : OpRewritePattern<tensor::ConcatOp> {
  TransposeInterleaving(MLIRContext *context, const desc::VariantInfo &variant)
      : OpRewritePattern(context), variant(variant) {}

  LogicalResult matchAndRewrite(tensor::ConcatOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType type = op.getResultType();
    int64_t dim = op.getDim(), number = op.getInputs().size();
    if (number < 2 || !isStaticTensor(type) ||
        !llvm::all_equal(op.getInputs().getTypes()))
      return failure();
    int64_t outer = llvm::product_of(type.getShape().take_front(dim));
    int64_t total = type.getNumElements() * elementBytes(type);
    if (outer == 1 ||
        !takesFewerCyclesTransposed(variant, outer * number,
                                    total / (outer * number), total))
      return rewriter.notifyMatchFailure(op, "takes fewer cycles as it is");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<Value> inputs;
    for (Value input : op.getInputs()) {
      auto own = cast<RankedTensorType>(input.getType());
      inputs.push_back(expand(b, input, 0, {1, own.getDimSize(0)}));
    }
    Value stacked = tensor::ConcatOp::create(b, 0, inputs);
    Value moved = moveDim(b, stacked, 0, dim);
    rewriter.replaceOpWithNewOp<tensor::CollapseShapeOp>(
        op, type, moved, groupParts(type.getRank(), dim));
    return success();
  }

private:
  const desc::VariantInfo &variant;
};

} // namespace

void matrix::populateInterleavedSlicePatterns(
    RewritePatternSet &patterns, const desc::VariantInfo &variant) {
  patterns.add<TransposeStridedSlice, TransposeInterleaving>(
      patterns.getContext(), variant);
}
