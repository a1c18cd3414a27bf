//===- PartialResults.cpp - results that keep elements of inits -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dense tensor has one dimension for each loop. If each index of the map is
// a constant or c + s * d, of another loop d each, the elements are a slice:
//
//   s > 0:  offset c,                stride s
//   s < 0:  offset c + s * (n - 1),  stride -s, with d reversed: n - 1 - d
//
// Otherwise a loop nest inserts the elements in the order of the iterations.
// Elements that the body reads are those of the init, also where it reads them
// only until it is simplified.
//
//===----------------------------------------------------------------------===//

#include "PartialResults.h"
#include "mlir/Dialect/Affine/Utils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace matrix;

/// Returns whether each element of the shape is indexed.
static bool covers(AffineMap map, ArrayRef<int64_t> shape) {
  llvm::SmallBitVector used(map.getNumDims());
  for (auto [index, extent] : llvm::zip_equal(map.getResults(), shape)) {
    auto dim = dyn_cast<AffineDimExpr>(index);
    if (dim ? used.test(dim.getPosition()) : extent != 1)
      return false;
    if (dim)
      used.set(dim.getPosition());
  }
  return true;
}

/// Returns the factor of the loop in an index that is c + factor * d; 0 for
/// other indices.
static int64_t getFactor(AffineExpr index, unsigned loop, unsigned numLoops) {
  if (index.isSymbolicOrConstant() || !index.isFunctionOfDim(loop))
    return 0;
  AffineExpr dim = getAffineDimExpr(loop, index.getContext());
  auto factor = dyn_cast<AffineConstantExpr>(simplifyAffineExpr(
      index.replace(dim, dim + 1) - index, numLoops, /*numSymbols=*/0));
  return factor ? factor.getValue() : 0;
}

namespace {

/// The slice of a result that an operation writes, in its dimensions; `loops`
/// are those of the dimensions that have one.
struct WrittenSlice {
  SmallVector<OpFoldResult> offsets, sizes, strides;
  SmallVector<unsigned> loops;
  SmallVector<bool> isReversed; // for each of `loops`
};

} // namespace

/// Returns the slice that the map indexes, of at most one loop in each
/// dimension; none if there is no such slice.
static std::optional<WrittenSlice> getSlice(AffineMap map,
                                            ArrayRef<int64_t> extents) {
  Builder builder(map.getContext());
  WrittenSlice slice;
  for (AffineExpr index : map.getResults()) {
    int64_t size = 1, stride = 1;
    SmallVector<AffineExpr> zeros(extents.size(),
                                  builder.getAffineConstantExpr(0));
    auto constant = dyn_cast<AffineConstantExpr>(index.replaceDims(zeros));
    if (!constant)
      return std::nullopt;
    int64_t offset = constant.getValue();
    SmallVector<unsigned> used;
    for (unsigned loop = 0; loop < extents.size(); ++loop)
      if (index.isFunctionOfDim(loop))
        used.push_back(loop);
    if (used.size() > 1)
      return std::nullopt;
    if (used.size() == 1) {
      int64_t factor = getFactor(index, used.front(), extents.size());
      if (factor == 0 || llvm::is_contained(slice.loops, used.front()))
        return std::nullopt;
      size = extents[used.front()];
      stride = std::abs(factor);
      if (factor < 0)
        offset -= stride * (size - 1);
      slice.loops.push_back(used.front());
      slice.isReversed.push_back(factor < 0);
    }
    slice.offsets.push_back(builder.getIndexAttr(offset));
    slice.sizes.push_back(builder.getIndexAttr(size));
    slice.strides.push_back(builder.getIndexAttr(size == 1 ? 1 : stride));
  }
  return slice;
}

namespace {

struct InsertPartialResults : OpRewritePattern<linalg::GenericOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(linalg::GenericOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.hasPureTensorSemantics() || !isStaticWithoutCasts(op))
      return rewriter.notifyMatchFailure(op, "not on tensors of static shape");
    bool isCast = ShapedType::isDynamicShape(op.getStaticLoopRanges());
    if (isCast)
      op = removeCasts(op, rewriter);
    SmallVector<bool> isPartial;
    for (OpOperand &init : op.getDpsInitsMutable())
      isPartial.push_back(keepsElements(op, init));
    if (!llvm::is_contained(isPartial, true))
      return isCast ? success()
                    : rewriter.notifyMatchFailure(
                          op, "each result is written whole");
    replace(op, isPartial, rewriter);
    return success();
  }

private:
  /// Returns the tensor that another one of dynamic shape is cast from.
  static Value skipCast(Value tensor) {
    auto cast = tensor.getDefiningOp<tensor::CastOp>();
    return cast && isa<RankedTensorType>(cast.getSource().getType())
               ? cast.getSource()
               : tensor;
  }

  static bool isStaticWithoutCasts(linalg::GenericOp op) {
    return llvm::all_of(op->getOperands(), [](Value operand) {
      auto type = dyn_cast<RankedTensorType>(skipCast(operand).getType());
      return !type || type.hasStaticShape();
    });
  }

  static linalg::GenericOp removeCasts(linalg::GenericOp op,
                                       PatternRewriter &rewriter) {
    auto inputs = llvm::map_to_vector(op.getDpsInputs(), skipCast),
         inits = llvm::map_to_vector(op.getDpsInits(), skipCast);
    auto found = linalg::GenericOp::create(
        rewriter, op.getLoc(), ValueRange(inits).getTypes(), inputs, inits,
        op.getIndexingMapsArray(), op.getIteratorTypesArray());
    found->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getRegion(), found.getRegion(),
                                found.getRegion().end());
    SmallVector<Value> results;
    for (auto [result, type] :
         llvm::zip_equal(found.getResults(), op->getResultTypes()))
      results.push_back(
          tensor::CastOp::create(rewriter, op.getLoc(), type, result));
    rewriter.replaceOp(op, results);
    rewriter.setInsertionPointAfter(found);
    return found;
  }

  /// Sums are inserted as a slice or not at all.
  static bool keepsElements(linalg::GenericOp op, OpOperand &init) {
    AffineMap map = op.getMatchingIndexingMap(&init);
    auto type = cast<RankedTensorType>(init.get().getType());
    return !init.get().getDefiningOp<tensor::EmptyOp>() &&
           !covers(map, type.getShape()) &&
           (!op.getNumReductionLoops() || getSlice(op, map));
  }

  static std::optional<WrittenSlice> getSlice(linalg::GenericOp op,
                                              AffineMap map) {
    std::optional<WrittenSlice> slice =
        ::getSlice(map, op.getStaticLoopRanges());
    bool usesAll = slice && slice->loops.size() == op.getNumParallelLoops();
    return usesAll ? slice : std::nullopt;
  }

  static void replace(linalg::GenericOp op, ArrayRef<bool> isPartial,
                      PatternRewriter &rewriter) {
    ImplicitLocOpBuilder b(op.getLoc(), rewriter);
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    SmallVector<AffineMap> maps = op.getIndexingMapsArray();
    std::vector<std::optional<WrittenSlice>> slices(isPartial.size());
    SmallVector<Value> inits(op.getDpsInits());
    for (OpOperand &init : op.getDpsInitsMutable()) {
      unsigned i = init.getOperandNumber() - op.getNumDpsInputs();
      if (!isPartial[i])
        continue;
      AffineMap &map = maps[init.getOperandNumber()];
      slices[i] = getSlice(op, map);
      inits[i] = createDense(op, init, slices[i], b);
      map = getDenseMap(slices[i], extents, b);
    }
    auto dense = linalg::GenericOp::create(b, ValueRange(inits).getTypes(),
                                           op.getDpsInputs(), inits, maps,
                                           op.getIteratorTypesArray());
    dense->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getRegion(), dense.getRegion(),
                                dense.getRegion().end());
    SmallVector<Value> results(dense.getResults());
    for (auto [i, result] : llvm::enumerate(results)) {
      OpOperand *init = op.getDpsInitOperand(i);
      if (isPartial[i])
        result = slices[i] ? tensor::InsertSliceOp::create(
                                 b, result, init->get(), slices[i]->offsets,
                                 slices[i]->sizes, slices[i]->strides)
                                 .getResult()
                           : insertElements(result, init->get(),
                                            op.getMatchingIndexingMap(init),
                                            extents, b);
    }
    rewriter.replaceOp(op, results);
  }

  /// The dimensions of a slice have the order of the result.
  static AffineMap getDenseMap(const std::optional<WrittenSlice> &slice,
                               ArrayRef<int64_t> extents, OpBuilder &b) {
    if (!slice)
      return b.getMultiDimIdentityMap(extents.size());
    SmallVector<AffineExpr> indices;
    for (auto [loop, isReversed] :
         llvm::zip_equal(slice->loops, slice->isReversed)) {
      AffineExpr dim = b.getAffineDimExpr(loop);
      indices.push_back(isReversed ? extents[loop] - 1 - dim : dim);
    }
    return AffineMap::get(extents.size(), 0, indices, b.getContext());
  }

  /// Creates the init of the dense tensor, with the elements that the body
  /// reads.
  static Value createDense(linalg::GenericOp op, OpOperand &init,
                           const std::optional<WrittenSlice> &slice,
                           ImplicitLocOpBuilder &b) {
    SmallVector<int64_t> extents = op.getStaticLoopRanges(), shape(extents);
    if (slice)
      shape = llvm::map_to_vector(slice->loops,
                                  [&](unsigned loop) { return extents[loop]; });
    auto type = cast<RankedTensorType>(init.get().getType()).clone(shape);
    bool isRead = op.payloadUsesValueFromOperand(&init);
    if (isRead && slice)
      return tensor::ExtractSliceOp::create(b, type, init.get(), slice->offsets,
                                            slice->sizes, slice->strides);
    Value empty =
        tensor::EmptyOp::create(b, type.getShape(), type.getElementType());
    if (!isRead)
      return empty;
    AffineMap read = op.getMatchingIndexingMap(&init),
              written = b.getMultiDimIdentityMap(extents.size());
    return linalg::GenericOp::create(
               b, type, init.get(), empty, ArrayRef{read, written},
               op.getIteratorTypesArray(),
               [](OpBuilder &body, Location loc, ValueRange elements) {
                 linalg::YieldOp::create(body, loc, elements.front());
               })
        .getResult(0);
  }

  static Value insertElements(Value dense, Value init, AffineMap map,
                              ArrayRef<int64_t> extents,
                              ImplicitLocOpBuilder &b) {
    auto constant = [&](int64_t value) -> Value {
      return arith::ConstantIndexOp::create(b, value);
    };
    Value zero = constant(0), one = constant(1);
    SmallVector<Value> lower(extents.size(), zero), steps(extents.size(), one),
        upper = llvm::map_to_vector(extents, constant);
    return scf::buildLoopNest(
               b, b.getLoc(), lower, upper, steps, init,
               [&](OpBuilder &inner, Location loc, ValueRange loops,
                   ValueRange carried) -> scf::ValueVector {
                 Value element =
                     tensor::ExtractOp::create(inner, loc, dense, loops);
                 SmallVector<Value> indices;
                 for (AffineExpr index : map.getResults())
                   indices.push_back(
                       affine::expandAffineExpr(inner, loc, index, loops, {}));
                 return {tensor::InsertOp::create(inner, loc, element,
                                                  carried.front(), indices)};
               })
        .results.front();
  }
};

} // namespace

void matrix::populatePartialResultPatterns(RewritePatternSet &patterns) {
  patterns.add<InsertPartialResults>(patterns.getContext());
}
