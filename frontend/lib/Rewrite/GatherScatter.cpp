//===- GatherScatter.cpp - lowering of gather and scatter -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coordinates of a gather or scatter are a tensor [batch.., n], of which
// the last dimension holds one index for each of the n gathered dimensions:
//
//   gather   %result[batch.., rest..] = %source[coordinates, rest..]
//   scatter  %dest[coordinates, rest..] = %source[batch.., rest..]
//
// The gathered dimensions are dropped from `rest`, or have extent 1 there.
//
//===----------------------------------------------------------------------===//

#include "GatherScatter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"

using namespace mlir;
using namespace matrix;

static bool areStatic(std::initializer_list<RankedTensorType> types) {
  return llvm::all_of(
      types, [](RankedTensorType type) { return type.hasStaticShape(); });
}

/// Reads the index of gathered dimension `number` at a position of the batch.
static Value readCoordinate(ImplicitLocOpBuilder &b, Value coordinates,
                            ValueRange batch, int64_t number) {
  SmallVector<Value> position(batch);
  position.push_back(arith::ConstantIndexOp::create(b, number));
  Value index = tensor::ExtractOp::create(b, coordinates, position);
  if (!isa<IndexType>(index.getType()))
    index = arith::IndexCastOp::create(b, b.getIndexType(), index);
  return index;
}

namespace {

struct LowerGather : OpRewritePattern<tensor::GatherOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::GatherOp op,
                                PatternRewriter &rewriter) const override {
    RankedTensorType result = op.getResultType();
    if (!areStatic({result, op.getSourceType(), op.getIndicesType()}))
      return rewriter.notifyMatchFailure(op, "dynamic shape");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    Value empty =
        tensor::EmptyOp::create(b, result.getShape(), result.getElementType());
    SmallVector<utils::IteratorType> loops(result.getRank(),
                                           utils::IteratorType::parallel);
    AffineMap map = rewriter.getMultiDimIdentityMap(result.getRank());
    rewriter.replaceOpWithNewOp<linalg::GenericOp>(
        op, result, ValueRange(), empty, map, loops,
        [&](OpBuilder &body, Location loc, ValueRange) {
          ImplicitLocOpBuilder inside(loc, body);
          Value element = tensor::ExtractOp::create(inside, op.getSource(),
                                                    getPosition(op, inside));
          linalg::YieldOp::create(inside, element);
        });
    return success();
  }

private:
  /// Returns the position in the source that the current iteration reads.
  static SmallVector<Value> getPosition(tensor::GatherOp op,
                                        ImplicitLocOpBuilder &b) {
    int64_t sourceRank = op.getSourceType().getRank();
    int64_t batchRank = op.getIndicesType().getRank() - 1;
    bool keepsDims = op.getResultType().getRank() == batchRank + sourceRank;
    SmallVector<Value> batch, position;
    for (int64_t dim = 0; dim < batchRank; ++dim)
      batch.push_back(linalg::IndexOp::create(b, dim));
    int64_t gathered = 0, loop = batchRank;
    for (int64_t dim = 0; dim < sourceRank; ++dim) {
      if (!llvm::is_contained(op.getGatherDims(), dim)) {
        position.push_back(linalg::IndexOp::create(b, loop++));
        continue;
      }
      position.push_back(readCoordinate(b, op.getIndices(), batch, gathered++));
      loop += keepsDims;
    }
    return position;
  }
};

struct LowerScatter : OpRewritePattern<tensor::ScatterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(tensor::ScatterOp op,
                                PatternRewriter &rewriter) const override {
    if (!areStatic({op.getSourceType(), op.getDestType(), op.getIndicesType()}))
      return rewriter.notifyMatchFailure(op, "dynamic shape");
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    ArrayRef<int64_t> batch = op.getIndicesType().getShape().drop_back();
    Value zero = arith::ConstantIndexOp::create(b, 0);
    Value one = arith::ConstantIndexOp::create(b, 1);
    SmallVector<Value> ends;
    for (int64_t extent : batch)
      ends.push_back(arith::ConstantIndexOp::create(b, extent));
    scf::LoopNest nest = scf::buildLoopNest(
        rewriter, op.getLoc(), SmallVector<Value>(batch.size(), zero), ends,
        SmallVector<Value>(batch.size(), one), op.getDest(),
        [&](OpBuilder &body, Location loc, ValueRange position,
            ValueRange carried) -> scf::ValueVector {
          ImplicitLocOpBuilder inside(loc, body);
          return {insertSlice(op, inside, position, carried.front())};
        });
    rewriter.replaceOp(op, nest.results);
    return success();
  }

private:
  static Value insertSlice(tensor::ScatterOp op, ImplicitLocOpBuilder &b,
                           ValueRange batch, Value dest) {
    RankedTensorType source = op.getSourceType(), whole = op.getDestType();
    SmallVector<OpFoldResult> from = getAsOpFoldResult(batch);
    SmallVector<OpFoldResult> extents(batch.size(), b.getIndexAttr(1));
    for (int64_t extent : source.getShape().drop_front(batch.size())) {
      from.push_back(b.getIndexAttr(0));
      extents.push_back(b.getIndexAttr(extent));
    }
    SmallVector<OpFoldResult> to, sizes;
    SmallVector<int64_t> shape;
    int64_t scattered = 0;
    for (auto [dim, extent] : llvm::enumerate(whole.getShape())) {
      bool isScattered = llvm::is_contained(op.getScatterDims(), int64_t(dim));
      to.push_back(isScattered ? OpFoldResult(readCoordinate(
                                     b, op.getIndices(), batch, scattered++))
                               : OpFoldResult(b.getIndexAttr(0)));
      sizes.push_back(b.getIndexAttr(isScattered ? 1 : extent));
      if (!isScattered ||
          source.getRank() == int64_t(batch.size()) + whole.getRank())
        shape.push_back(isScattered ? 1 : extent);
    }
    auto type = RankedTensorType::get(shape, source.getElementType());
    SmallVector<OpFoldResult> sourceSteps(from.size(), b.getIndexAttr(1));
    SmallVector<OpFoldResult> destSteps(to.size(), b.getIndexAttr(1));
    Value slice = tensor::ExtractSliceOp::create(b, type, op.getSource(), from,
                                                 extents, sourceSteps);
    return tensor::InsertSliceOp::create(b, slice, dest, to, sizes, destSteps);
  }
};

} // namespace

void matrix::populateGatherScatterPatterns(RewritePatternSet &patterns) {
  patterns.add<LowerGather, LowerScatter>(patterns.getContext());
}
