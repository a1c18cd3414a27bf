//===- WindowOperands.cpp - memory order of convolutions ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles of an operand have the depth as one dimension. If neither dimension of
// a tile is contiguous, as in a filter [f][c][h][w], or in an image [c][h][w]
// over which windows move in steps, blocks are transposed in the scratchpad
// (TransposedBox.h). The depth becomes the last dimension of a constant, which
// the compiler transposes, and of tensors of which no block can be transposed.
//
//===----------------------------------------------------------------------===//

#include "WindowOperands.h"
#include "Access/GatheredDepth.h"
#include "Access/Padding/Padding.h"
#include "Plan/Blocks/DimensionRoles.h"
#include "Plan/Blocks/WindowLayout.h"
#include "SeparateWindows.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/IndexingUtils.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;
using namespace matrix;

/// Returns the dimension of the tensor that is indexed by `loop`.
static std::optional<unsigned> findTensorDim(const StridedOperand &operand,
                                             int loop) {
  for (auto [t, dim] : llvm::enumerate(operand.tensorDims))
    if (dim.factors[loop])
      return t;
  return std::nullopt;
}

/// Makes dimension `last` of the tensor the last one.
static void moveLast(StridedOperand &operand, unsigned last) {
  auto &dims = operand.tensorDims;
  std::rotate(dims.begin() + last, dims.begin() + last + 1, dims.end());
  llvm::fill(operand.strides, 0);
  operand.offset = 0;
  int64_t stride = 1;
  for (TensorDim &dim : llvm::reverse(dims)) {
    dim.stride = stride;
    stride *= dim.size;
    operand.offset += dim.offset * dim.stride;
    for (auto [sum, factor] : llvm::zip_equal(operand.strides, dim.factors))
      sum += factor * dim.stride;
  }
}

static bool isConstant(const StridedOperand &operand) {
  return matchPattern(operand.tensor, m_Constant());
}

/// Returns whether a block of a constant would be transposed.
static bool transposesConstant(const FusionGroup &group, const BlockPlan &plan,
                               const desc::VariantInfo &variant) {
  auto isTransposed = [&](unsigned input, int rowDim) {
    const StridedOperand &operand = group.inputs[input];
    return isConstant(operand) &&
           getTransposition(group, plan, variant, operand, rowDim, plan.depth);
  };
  return isTransposed(group.lhs, plan.rows) ||
         isTransposed(group.rhs, plan.cols);
}

/// Returns whether tile loads can read all operands after the transposition of
/// these ones.
static bool isReadable(FusionGroup group, ArrayRef<unsigned> transposed,
                       const desc::VariantInfo &variant) {
  for (unsigned i : transposed) {
    std::optional<unsigned> depth = findTensorDim(group.inputs[i], group.k);
    if (!depth)
      return false;
    moveLast(group.inputs[i], *depth);
  }
  BlockPlan plan;
  return assignWindowRoles(group, variant, plan) &&
         !transposesConstant(group, plan, variant);
}

/// Returns the transposed tensor; that of a padded one is padded afterwards.
static Value createTranspose(RewriterBase &rewriter, Location loc, Value tensor,
                             ArrayRef<int64_t> order) {
  if (tensor::PadOp pad = getZeroPadding(tensor)) {
    Value source = createTranspose(rewriter, loc, pad.getSource(), order);
    auto toAttrs = [&](ArrayRef<int64_t> values) {
      return getAsIndexOpFoldResult(rewriter.getContext(),
                                    applyPermutation(values, order));
    };
    auto type = cast<RankedTensorType>(tensor.getType());
    return tensor::PadOp::create(
        rewriter, loc, type.clone(applyPermutation(type.getShape(), order)),
        source, toAttrs(pad.getStaticLow()), toAttrs(pad.getStaticHigh()),
        pad.getConstantPaddingValue());
  }
  auto type = cast<RankedTensorType>(tensor.getType());
  Value empty = tensor::EmptyOp::create(
      rewriter, loc, applyPermutation(type.getShape(), order),
      type.getElementType());
  auto transposed =
      linalg::TransposeOp::create(rewriter, loc, tensor, empty, order);
  return (*linalg::generalizeNamedOp(rewriter, transposed))->getResult(0);
}

static void transpose(RewriterBase &rewriter, linalg::GenericOp op,
                      const StridedInput &input, ArrayRef<int64_t> order) {
  unsigned number = input.argument.getArgNumber();
  OpOperand &use = op->getOpOperand(number);
  AffineMap map = op.getMatchingIndexingMap(&use);
  SmallVector<AffineExpr> indices;
  for (int64_t d : order)
    indices.push_back(map.getResult(d));
  rewriter.setInsertionPoint(op);
  Value transposed = createTranspose(rewriter, op.getLoc(), use.get(), order);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps[number] = AffineMap::get(map.getNumDims(), map.getNumSymbols(), indices,
                                op.getContext());
  rewriter.modifyOpInPlace(op, [&] {
    use.set(transposed);
    op.setIndexingMapsAttr(rewriter.getAffineMapArrayAttr(maps));
  });
}

/// Returns the group of a contraction whose operands have windows.
static FailureOr<FusionGroup> getWindowGroup(linalg::GenericOp op) {
  MatchFailureRecorder failures;
  FailureOr<FusionGroup> group = getFusionGroup(op, {}, failures);
  if (failed(group) || !selectWindowDims(*group))
    return failure();
  return group;
}

/// The largest size of an image that is rearranged, by the size of the filter:
/// this many windows for each filter. Otherwise the filter is rearranged, and
/// each block of the image in the scratchpad.
static constexpr int64_t kMaxRelativeSize = 8;

/// Rearranges an image of few channels over which windows move without overlap.
static LogicalResult rearrangeImage(RewriterBase &rewriter,
                                    linalg::GenericOp op,
                                    const FusionGroup &group,
                                    unsigned filterInput) {
  const StridedInput
      &filter = group.inputs[filterInput],
      &image = group.inputs[filterInput == group.lhs ? group.rhs : group.lhs];
  auto countElements = [](const StridedInput &input) {
    return cast<RankedTensorType>(input.tensor.getType()).getNumElements();
  };
  if (isConstant(filter) ||
      countElements(image) > kMaxRelativeSize * countElements(filter))
    return failure();
  return separateWindows(rewriter, op, image.argument.getArgNumber(),
                         filter.argument.getArgNumber());
}

/// Rearranges an operand of a convolution of an image with few channels: orders
/// the dimensions of the filter such that the depth can be gathered, or those
/// of the image. Returns whether the operation is replaced.
static bool rearrangeFewChannels(RewriterBase &rewriter, linalg::GenericOp op) {
  FailureOr<FusionGroup> group = getWindowGroup(op);
  if (failed(group))
    return false;
  std::optional<FilterOrder> filter = getFilterOrder(*group, getTarget(op));
  if (!filter)
    return false;
  if (succeeded(rearrangeImage(rewriter, op, *group, filter->input)))
    return true;
  if (!llvm::is_sorted(filter->order))
    transpose(rewriter, op, group->inputs[filter->input], filter->order);
  return false;
}

/// Makes dimension `last` of an operand the last one.
static void transposeLast(RewriterBase &rewriter, linalg::GenericOp op,
                          const StridedInput &input, unsigned last) {
  SmallVector<int64_t> order;
  for (int64_t d = 0; d < int64_t(input.tensorDims.size()); ++d)
    if (d != int64_t(last))
      order.push_back(d);
  order.push_back(last);
  transpose(rewriter, op, input, order);
}

static void transposeOperands(RewriterBase &rewriter, linalg::GenericOp op) {
  const desc::VariantInfo &variant = getTarget(op);
  if (!computesFusionGroups(variant) || !op.hasPureTensorSemantics() ||
      !isContraction(op))
    return;
  if (rearrangeFewChannels(rewriter, op))
    return;
  FailureOr<FusionGroup> group = getWindowGroup(op);
  if (failed(group) || isReadable(*group, {}, variant))
    return;
  auto elements = [&](unsigned i) {
    return cast<RankedTensorType>(group->inputs[i].tensor.getType())
        .getNumElements();
  };
  unsigned small = group->lhs, large = group->rhs;
  if (elements(small) > elements(large))
    std::swap(small, large);
  const SmallVector<unsigned> choices[] = {{small}, {large}, {small, large}};
  for (ArrayRef<unsigned> choice : choices) {
    if (!isReadable(*group, choice, variant))
      continue;
    for (unsigned i : choice)
      transposeLast(rewriter, op, group->inputs[i],
                    *findTensorDim(group->inputs[i], group->k));
    return;
  }
}

LogicalResult matrix::transposeWindowOperands(func::FuncOp function) {
  SmallVector<linalg::GenericOp> ops;
  function.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  IRRewriter rewriter(function.getContext());
  for (linalg::GenericOp op : ops)
    transposeOperands(rewriter, op);
  RewritePatternSet patterns(function.getContext());
  linalg::populateConstantFoldLinalgOperations(
      patterns, [](OpOperand *operand) {
        auto op = dyn_cast<linalg::GenericOp>(operand->getOwner());
        return op && llvm::hasSingleElement(*op.getBody());
      });
  return applyPatternsGreedily(function, std::move(patterns));
}
