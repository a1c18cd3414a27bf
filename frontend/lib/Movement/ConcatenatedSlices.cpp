//===- ConcatenatedSlices.cpp - slices joined by operations ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Follows the elements of each operand of a concatenation, as affine
// expressions of the loops that read it, to the tensor of which all of them are
// slices. Operand i must be at the position of the first one plus i times a
// constant distance in each dimension. The loop over the concatenation is then
// strip-mined into one over the operands and one over their elements, and the
// map of the source is the sum of both. Signs of negated slices become a
// constant operand.
//
//===----------------------------------------------------------------------===//

#include "ConcatenatedSlices.h"
#include "ElementSource.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace matrix;

namespace {

/// An operation that reads a concatenation. Its loop `loop` becomes two: over
/// the slices, and over the elements of one.
class Reader {
public:
  Reader(linalg::GenericOp op, OpOperand &use) : op(op), use(use) {}

  bool rewrite() {
    if (!findConcatenation() || !findSource() || !splitMaps())
      return false;
    create();
    return true;
  }

private:
  bool findConcatenation() {
    elements = {use.get(), SmallVector<AffineExpr>(
                               op.getMatchingIndexingMap(&use).getResults())};
    while (elements.tensor.hasOneUse() && followReshape(elements))
      ;
    concat = elements.tensor.getDefiningOp<tensor::ConcatOp>();
    if (!concat || !concat->hasOneUse() ||
        !concat.getResultType().hasStaticShape() ||
        !isa<FloatType>(concat.getResultType().getElementType()) ||
        !llvm::all_equal(concat.getInputs().getTypes()))
      return false;
    auto dim = dyn_cast<AffineDimExpr>(elements.indices[concat.getDim()]);
    number = concat.getInputs().size();
    if (!dim || number < 2)
      return false;
    loop = dim.getPosition();
    // As along a diagonal.
    if (llvm::count_if(elements.indices, [&](AffineExpr index) {
          return index.isFunctionOfDim(loop);
        }) != 1)
      return false;
    extent = concat.getResultType().getDimSize(concat.getDim()) / number;
    return true;
  }

  /// Returns the expression in the new loops, with the loop replaced.
  AffineExpr split(AffineExpr index, AffineExpr replacement) {
    SmallVector<AffineExpr> loops;
    for (unsigned i = 0; i < op.getNumLoops(); ++i)
      loops.push_back(i == loop ? replacement
                                : getAffineDimExpr(i + (i > loop), context()));
    return index.replaceDims(loops);
  }

  /// The position is that of the first slice, and moves evenly.
  bool findSource() {
    AffineExpr inner = getAffineDimExpr(loop + 1, context());
    SmallVector<AffineExpr> own;
    for (AffineExpr index : elements.indices)
      own.push_back(split(index, inner));
    unsigned loops = op.getNumLoops() + 1;
    SmallVector<int64_t> steps;
    for (auto [i, piece] : llvm::enumerate(concat.getInputs())) {
      Elements found = followToSource({piece, own});
      for (AffineExpr &index : found.indices)
        index = simplifyAffineExpr(index, loops, 0);
      negated.push_back(found.isNegated);
      if (i == 0) {
        source = found;
        steps.assign(found.indices.size(), 0);
        continue;
      }
      if (found.tensor != source.tensor)
        return false;
      for (auto [first, index, step] :
           llvm::zip_equal(source.indices, found.indices, steps)) {
        auto distance = dyn_cast<AffineConstantExpr>(
            simplifyAffineExpr(index - first, loops, 0));
        if (!distance || (i > 1 && distance.getValue() != step * int64_t(i)))
          return false;
        if (i == 1)
          step = distance.getValue();
      }
    }
    // Tiles are not read backwards, as those of pairs in reverse order.
    if (!steps.empty() && steps.back() == -1)
      return false;
    AffineExpr outer = getAffineDimExpr(loop, context());
    for (auto [index, step] : llvm::zip_equal(source.indices, steps))
      index = simplifyAffineExpr(index + outer * step, loops, 0);
    return llvm::all_of(source.indices,
                        [](AffineExpr e) { return e.isPureAffine(); });
  }

  /// Splits the dimension of each other operand that the loop iterates over.
  bool splitMaps() {
    for (OpOperand &operand : op->getOpOperands()) {
      AffineMap map = op.getMatchingIndexingMap(&operand);
      SmallVector<AffineExpr> indices;
      std::optional<int64_t> dim;
      for (auto [i, index] : llvm::enumerate(map.getResults())) {
        if (index == getAffineDimExpr(loop, context()) && !dim) {
          dim = i;
          indices.push_back(getAffineDimExpr(loop, context()));
          indices.push_back(getAffineDimExpr(loop + 1, context()));
        } else if (index.isFunctionOfDim(loop) && &operand != &use) {
          return false;
        } else {
          indices.push_back(split(index, AffineExpr(index)));
        }
      }
      if (&operand == &use) {
        indices = source.indices;
        dim.reset();
      }
      splitDims.push_back(dim);
      maps.push_back(
          AffineMap::get(op.getNumLoops() + 1, 0, indices, context()));
    }
    return true;
  }

  SmallVector<ReassociationIndices> getGroups(unsigned rank,
                                              int64_t dim) const {
    SmallVector<ReassociationIndices> groups;
    for (int64_t i = 0, next = 0; i < int64_t(rank); ++i) {
      groups.push_back({next++});
      if (i == dim)
        groups.back().push_back(next++);
    }
    return groups;
  }

  Value expand(ImplicitLocOpBuilder &builder, Value tensor,
               std::optional<int64_t> dim) const {
    if (!dim)
      return tensor;
    auto type = cast<RankedTensorType>(tensor.getType());
    SmallVector<int64_t> shape(type.getShape());
    shape[*dim] = number;
    shape.insert(shape.begin() + *dim + 1, extent);
    if (tensor.getDefiningOp<tensor::EmptyOp>())
      return tensor::EmptyOp::create(builder, shape, type.getElementType());
    return tensor::ExpandShapeOp::create(
        builder, RankedTensorType::get(shape, type.getElementType()), tensor,
        getGroups(type.getRank(), *dim));
  }

  /// Returns what the operation reads of the source: the extent of a dimension
  /// that a loop alone indexes is that of the loop.
  Value sliceSource(ImplicitLocOpBuilder &builder) {
    SmallVector<int64_t> extents = op.getStaticLoopRanges();
    extents[loop] = number;
    extents.insert(extents.begin() + loop + 1, extent);
    auto type = cast<RankedTensorType>(source.tensor.getType());
    SmallVector<int64_t> sizes(type.getShape());
    for (auto [size, index] : llvm::zip_equal(sizes, source.indices))
      if (auto dim = dyn_cast<AffineDimExpr>(index))
        size = extents[dim.getPosition()];
    if (sizes == type.getShape())
      return source.tensor;
    SmallVector<OpFoldResult> offsets(sizes.size(), builder.getIndexAttr(0)),
        strides(sizes.size(), builder.getIndexAttr(1));
    return tensor::ExtractSliceOp::create(
        builder, type.clone(sizes), source.tensor, offsets,
        getAsIndexOpFoldResult(builder.getContext(), sizes), strides);
  }

  void create() {
    ImplicitLocOpBuilder builder(op.getLoc(), op);
    SmallVector<Value> operands;
    for (auto [operand, dim] : llvm::zip_equal(op->getOpOperands(), splitDims))
      operands.push_back(&operand == &use
                             ? sliceSource(builder)
                             : expand(builder, operand.get(), dim));
    unsigned numInputs = op.getNumDpsInputs();
    SmallVector<Value> inputs(operands.begin(), operands.begin() + numInputs),
        outputs(operands.begin() + numInputs, operands.end());
    bool hasSigns = llvm::is_contained(negated, true);
    if (hasSigns) {
      inputs.push_back(createSigns(builder));
      maps.insert(maps.begin() + numInputs,
                  AffineMap::get(op.getNumLoops() + 1, 0,
                                 getAffineDimExpr(loop, context())));
    }
    SmallVector<utils::IteratorType> kinds(op.getNumLoops() + 1,
                                           utils::IteratorType::parallel);
    auto split = linalg::GenericOp::create(
        builder, ValueRange(outputs).getTypes(), inputs, outputs, maps, kinds);
    split->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    split.getRegion().takeBody(op.getRegion());
    if (hasSigns)
      multiply(builder, split);
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      Value value = split.getResult(i);
      if (std::optional<int64_t> dim = splitDims[numInputs + i])
        value = tensor::CollapseShapeOp::create(
            builder, result.getType(), value,
            getGroups(cast<RankedTensorType>(result.getType()).getRank(),
                      *dim));
      result.replaceAllUsesWith(value);
    }
    op.erase();
  }

  Value createSigns(ImplicitLocOpBuilder &builder) {
    Type type = concat.getResultType().getElementType();
    SmallVector<Attribute> signs;
    for (bool isNegated : negated)
      signs.push_back(builder.getFloatAttr(type, isNegated ? -1 : 1));
    return arith::ConstantOp::create(
        builder, DenseElementsAttr::get(
                     RankedTensorType::get(int64_t(number), type), signs));
  }

  /// A product with 1 or -1 is exact.
  void multiply(ImplicitLocOpBuilder &builder, linalg::GenericOp split) {
    Block &body = *split.getBody();
    BlockArgument read = body.getArgument(use.getOperandNumber());
    BlockArgument sign = body.insertArgument(split.getNumDpsInputs() - 1,
                                             read.getType(), op.getLoc());
    builder.setInsertionPointToStart(&body);
    auto product = arith::MulFOp::create(builder, read, sign);
    read.replaceAllUsesExcept(product, product);
    builder.setInsertionPointAfter(split);
  }

  MLIRContext *context() { return op->getContext(); }

  linalg::GenericOp op;
  OpOperand &use;
  tensor::ConcatOp concat;
  Elements elements, source;
  unsigned loop = 0, number = 0;
  int64_t extent = 0;
  SmallVector<bool> negated;
  SmallVector<AffineMap> maps;
  SmallVector<std::optional<int64_t>> splitDims;
};

} // namespace

static bool rewriteReader(linalg::GenericOp op) {
  if (op.getNumReductionLoops() || !op.hasPureTensorSemantics() ||
      op.hasIndexSemantics())
    return false;
  return llvm::any_of(op.getDpsInputOperands(), [&](OpOperand *use) {
    return Reader(op, *use).rewrite();
  });
}

unsigned matrix::readConcatenatedSlices(func::FuncOp function) {
  SmallVector<linalg::GenericOp> ops;
  function.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  return llvm::count_if(ops, rewriteReader);
}
