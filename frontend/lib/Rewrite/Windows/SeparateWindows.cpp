//===- SeparateWindows.cpp - windows that do not overlap ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dimension of the image that is indexed by `outer * size + inner`, where the
// inner loop has `size` iterations, is two dimensions. All reductions become
// one loop, the last one.
//
//===----------------------------------------------------------------------===//

#include "SeparateWindows.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"

using namespace mlir;
using namespace matrix;

namespace {

struct WindowSeparator {
  RewriterBase &rewriter;
  linalg::GenericOp op;
  OpOperand &image, &filter;
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  SmallVector<unsigned> parallel = {}, reductions = {}; ///< loops
  SmallVector<unsigned> imageLoops = {};           ///< of the expanded image
  SmallVector<ReassociationIndices> expanded = {}; ///< its dimensions

  bool match() {
    op.getParallelDims(parallel);
    return matchImage() && matchFilter() && hasOtherOperands() &&
           !op.hasIndexSemantics();
  }

  /// Expects each loop in one dimension, and windows in one at least.
  bool matchImage() {
    auto shape = cast<RankedTensorType>(image.get().getType()).getShape();
    for (auto [expr, size] : llvm::zip_equal(
             op.getMatchingIndexingMap(&image).getResults(), shape)) {
      ReassociationIndices &dims = expanded.emplace_back();
      if (auto pair = matchWindow(expr, size)) {
        dims = {int64_t(imageLoops.size()), int64_t(imageLoops.size()) + 1};
        imageLoops.append({pair->first, pair->second});
        continue;
      }
      auto loop = dyn_cast<AffineDimExpr>(expr);
      if (!loop)
        return false;
      dims = {int64_t(imageLoops.size())};
      imageLoops.push_back(loop.getPosition());
    }
    llvm::SmallDenseSet<unsigned> distinct(imageLoops.begin(),
                                           imageLoops.end());
    return imageLoops.size() > shape.size() &&
           distinct.size() == imageLoops.size();
  }

  /// Returns the loops of `outer * size + inner`.
  std::optional<std::pair<unsigned, unsigned>> matchWindow(AffineExpr expr,
                                                           int64_t size) {
    auto sum = dyn_cast<AffineBinaryOpExpr>(expr);
    if (!sum || sum.getKind() != AffineExprKind::Add)
      return std::nullopt;
    auto product = dyn_cast<AffineBinaryOpExpr>(sum.getLHS());
    auto inner = dyn_cast<AffineDimExpr>(sum.getRHS());
    if (!product || !inner || product.getKind() != AffineExprKind::Mul)
      return std::nullopt;
    auto outer = dyn_cast<AffineDimExpr>(product.getLHS());
    auto step = dyn_cast<AffineConstantExpr>(product.getRHS());
    if (!outer || !step || extents[inner.getPosition()] != step.getValue() ||
        extents[outer.getPosition()] * step.getValue() != size)
      return std::nullopt;
    return std::pair(outer.getPosition(), inner.getPosition());
  }

  /// Expects the reductions as the last dimensions, all of the image's.
  bool matchFilter() {
    AffineMap map = op.getMatchingIndexingMap(&filter);
    if (!map.isProjectedPermutation())
      return false;
    for (AffineExpr expr : map.getResults()) {
      unsigned loop = cast<AffineDimExpr>(expr).getPosition();
      if (!llvm::is_contained(parallel, loop))
        reductions.push_back(loop);
      else if (!reductions.empty())
        return false;
    }
    return reductions.size() + parallel.size() == extents.size() &&
           llvm::all_of(reductions, [&](unsigned loop) {
             return llvm::is_contained(imageLoops, loop);
           });
  }

  /// Returns whether only image and filter depend on reductions.
  bool hasOtherOperands() {
    return llvm::all_of(op->getOpOperands(), [&](OpOperand &operand) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      return &operand == &image || &operand == &filter ||
             llvm::none_of(reductions, [&](unsigned loop) {
               return map.isFunctionOfDim(loop);
             });
    });
  }

  //===--------------------------------------------------------------------===//
  // Rewrite
  //===--------------------------------------------------------------------===//

  void rewrite() {
    rewriter.setInsertionPoint(op);
    IRMapping operands;
    operands.map(image.get(), movePatches());
    operands.map(filter.get(),
                 collapseReductions(filter.get(), filterShape().size()));
    auto product = linalg::GenericOp::create(
        rewriter, op.getLoc(), op.getResultTypes(),
        llvm::map_to_vector(
            op.getInputs(),
            [&](Value input) { return operands.lookupOrDefault(input); }),
        op.getOutputs(), getMaps(), getLoops());
    product->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    rewriter.inlineRegionBefore(op.getRegion(), product.getRegion(),
                                product.getRegion().begin());
    rewriter.replaceOp(op, product);
  }

  ArrayRef<int64_t> filterShape() {
    return cast<RankedTensorType>(filter.get().getType()).getShape();
  }

  /// Makes the last dimensions of the tensor, the reductions, one.
  Value collapseReductions(Value tensor, int64_t rank) {
    SmallVector<ReassociationIndices> dims;
    int64_t first = rank - int64_t(reductions.size());
    for (int64_t dim = 0; dim < first; ++dim)
      dims.push_back({dim});
    dims.push_back(llvm::to_vector(llvm::seq(first, rank)));
    return tensor::CollapseShapeOp::create(rewriter, op.getLoc(), tensor, dims);
  }

  /// Returns the image as [parallel loops][reductions].
  Value movePatches() {
    Location loc = op.getLoc();
    SmallVector<int64_t> shape, order;
    for (unsigned loop : imageLoops)
      shape.push_back(extents[loop]);
    for (ArrayRef<unsigned> loops : {ArrayRef(parallel), ArrayRef(reductions)})
      for (unsigned loop : loops)
        if (auto *found = llvm::find(imageLoops, loop);
            found != imageLoops.end())
          order.push_back(found - imageLoops.begin());
    auto type = cast<RankedTensorType>(image.get().getType());
    Value split = tensor::ExpandShapeOp::create(
        rewriter, loc, type.clone(shape), image.get(), expanded);
    Value empty = tensor::EmptyOp::create(
        rewriter, loc, applyPermutation(shape, order), type.getElementType());
    auto moved =
        linalg::TransposeOp::create(rewriter, loc, split, empty, order);
    Value patches = (*linalg::generalizeNamedOp(rewriter, moved))->getResult(0);
    return collapseReductions(patches, order.size());
  }

  SmallVector<AffineMap> getMaps() {
    unsigned numLoops = parallel.size() + 1;
    SmallVector<AffineExpr> loops(extents.size(),
                                  rewriter.getAffineDimExpr(numLoops - 1));
    for (auto [number, loop] : llvm::enumerate(parallel))
      loops[loop] = rewriter.getAffineDimExpr(number);
    SmallVector<AffineMap> maps;
    for (OpOperand &operand : op->getOpOperands()) {
      SmallVector<AffineExpr> indices;
      if (&operand == &image)
        for (unsigned loop : parallel)
          if (llvm::is_contained(imageLoops, loop))
            indices.push_back(loops[loop]);
      if (&operand != &image)
        for (AffineExpr index :
             op.getMatchingIndexingMap(&operand).getResults())
          indices.push_back(index.replaceDims(loops));
      if (&operand == &filter)
        indices.truncate(filterShape().size() - reductions.size());
      if (&operand == &image || &operand == &filter)
        indices.push_back(loops[reductions.front()]);
      maps.push_back(
          AffineMap::get(numLoops, 0, indices, rewriter.getContext()));
    }
    return maps;
  }

  SmallVector<utils::IteratorType> getLoops() {
    SmallVector<utils::IteratorType> loops(parallel.size(),
                                           utils::IteratorType::parallel);
    loops.push_back(utils::IteratorType::reduction);
    return loops;
  }
};

} // namespace

LogicalResult matrix::separateWindows(RewriterBase &rewriter,
                                      linalg::GenericOp op, unsigned image,
                                      unsigned filter) {
  WindowSeparator separator{rewriter, op, op->getOpOperand(image),
                            op->getOpOperand(filter)};
  if (!separator.match())
    return failure();
  separator.rewrite();
  return success();
}
