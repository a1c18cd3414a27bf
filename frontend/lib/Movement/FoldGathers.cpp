//===- FoldGathers.cpp - gathers with affine indices ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-fold-gathers. The body of a Linalg operation that reads
// elements of a tensor by tensor.extract is a gather. If IndexAnalysis finds
// its indices, the sequence of element numbers in the order of the loops is
// factored into counts and strides:
//
//   0 1 .. 255  768 769 .. 1023  ..    128 x 256 elements, strides 768 and 1
//
// If each stride divides the one before, these elements are a slice of the
// tensor reshaped to dimensions of these strides, here [.., 768][off : 256].
//
//===----------------------------------------------------------------------===//

#include "IndexAnalysis.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-fold-gathers"

namespace matrix {
#define GEN_PASS_DEF_MATRIXFOLDGATHERSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Bounds the time and memory of the factorization.
static constexpr int64_t kMostElements = int64_t(1) << 24;

//===----------------------------------------------------------------------===//
// Factorization
//===----------------------------------------------------------------------===//

namespace {

struct Level {
  int64_t count, stride;
};

/// Element numbers offset + sum(stride_i * x_i), the last level fastest.
struct Factors {
  int64_t offset;
  SmallVector<Level> levels;
};

} // namespace

/// Splits off the longest arithmetic progression at the start, which has to
/// repeat through the whole sequence, until one remains.
static std::optional<Factors> factor(std::vector<int64_t> numbers) {
  Factors result{numbers.front(), {}};
  while (numbers.size() > 1) {
    int64_t stride = numbers[1] - numbers[0];
    size_t count = 2;
    while (count < numbers.size() &&
           numbers[count] - numbers[count - 1] == stride)
      ++count;
    if (stride < 0 || numbers.size() % count != 0)
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

/// Reshapes a tensor by way of one dimension.
static Value reshape(ImplicitLocOpBuilder &builder, Value tensor,
                     ArrayRef<int64_t> shape) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (type.getShape() == shape)
    return tensor;
  auto all = [](size_t rank) {
    ReassociationIndices indices = llvm::to_vector(llvm::seq<int64_t>(0, rank));
    return SmallVector<ReassociationIndices>{indices};
  };
  if (type.getRank() != 1)
    tensor = tensor::CollapseShapeOp::create(
        builder, withShape(tensor, type.getNumElements()), tensor,
        all(type.getRank()));
  if (shape.size() == 1)
    return tensor;
  return tensor::ExpandShapeOp::create(builder, withShape(tensor, shape),
                                       tensor, all(shape.size()));
}

/// Returns the elements as a tensor of the levels' counts; null if they are no
/// slice. `levels` have decreasing, positive strides.
static Value slice(ImplicitLocOpBuilder &builder, Value tensor, int64_t offset,
                   ArrayRef<Level> levels) {
  SmallVector<int64_t> shape, sizes;
  SmallVector<OpFoldResult> offsets;
  int64_t elements = cast<RankedTensorType>(tensor.getType()).getNumElements();
  int64_t outer = levels.front().stride; // the unit of the first dimension
  int64_t usable = elements / outer * outer, extent = usable;
  for (const Level &level : levels) {
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
  Value flat = reshape(builder, tensor, {elements});
  if (usable < elements)
    flat = tensor::ExtractSliceOp::create(
        builder, withShape(tensor, {usable}), flat, {builder.getIndexAttr(0)},
        {builder.getIndexAttr(usable)}, {builder.getIndexAttr(1)});
  Value result = tensor::ExtractSliceOp::create(
      builder, withShape(tensor, sizes), reshape(builder, flat, shape), offsets,
      getAsIndexOpFoldResult(builder.getContext(), sizes), ones);
  sizes.truncate(levels.size());
  return reshape(builder, result, sizes);
}

/// Returns the elements in the order of `factors`; null if they are no slice.
static Value gather(ImplicitLocOpBuilder &builder, Value tensor,
                    const Factors &factors) {
  SmallVector<int64_t> order, repeated, inverse, counts;
  for (auto [i, level] : llvm::enumerate(factors.levels)) {
    (level.stride > 0 ? order : repeated).push_back(i);
    counts.push_back(level.count);
  }
  SmallVector<int64_t> moved = order; // the levels of the slice, in order
  llvm::sort(order, [&](int64_t a, int64_t b) {
    return std::pair(-factors.levels[a].stride, a) <
           std::pair(-factors.levels[b].stride, b);
  });
  SmallVector<Level> levels;
  for (int64_t i : order)
    levels.push_back(factors.levels[i]);
  if (levels.empty())
    levels.push_back({1, 1});
  Value result = slice(builder, tensor, factors.offset, levels);
  if (!result)
    return {};
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
    result = reshape(builder, result, {});
  Value empty =
      tensor::EmptyOp::create(builder, withShape(tensor, counts), ValueRange());
  return linalg::BroadcastOp::create(builder, result, empty, repeated)
      ->getResult(0);
}

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

namespace {

class GatherFolder {
public:
  GatherFolder(linalg::GenericOp op, tensor::ExtractOp extract)
      : op(op), extract(extract), extents(op.getStaticLoopRanges()) {}

  /// Returns the elements in the shape of the loops; null if they are unknown
  /// or no slice.
  Value run() {
    auto type = cast<RankedTensorType>(extract.getTensor().getType());
    int64_t points = 1;
    for (int64_t extent : extents)
      points *= std::max<int64_t>(extent, 0);
    if (!type.hasStaticShape() || type.getRank() == 0 || extents.empty() ||
        points < 1 || points > kMostElements)
      return {};
    std::optional<std::vector<int64_t>> numbers = getNumbers(type, points);
    std::optional<Factors> factors =
        numbers ? factor(std::move(*numbers)) : std::nullopt;
    if (!factors)
      return {};
    ImplicitLocOpBuilder builder(op.getLoc(), op);
    Value elements = gather(builder, extract.getTensor(), *factors);
    return elements ? reshape(builder, elements, extents) : Value();
  }

private:
  /// Returns the number of the element for each iteration.
  std::optional<std::vector<int64_t>> getNumbers(RankedTensorType type,
                                                 int64_t points) {
    IndexAnalysis analysis(op.getContext(), extents);
    SmallVector<AffineExpr> loops;
    for (unsigned i = 0; i < extents.size(); ++i)
      loops.push_back(getAffineDimExpr(i, op.getContext()));
    SmallVector<AffineExpr> indices;
    for (Value index : extract.getIndices()) {
      indices.push_back(analysis.evaluate(index, op, loops));
      if (!indices.back())
        return std::nullopt;
    }
    std::vector<int64_t> numbers;
    numbers.reserve(points);
    SmallVector<int64_t> at(extents.size(), 0);
    do {
      int64_t number = 0;
      for (auto [expr, extent] : llvm::zip_equal(indices, type.getShape())) {
        int64_t index = evaluateAt(expr, at);
        if (index < 0 || index >= extent)
          return std::nullopt;
        number = number * extent + index;
      }
      numbers.push_back(number);
    } while (advance(at));
    return numbers;
  }

  bool advance(SmallVectorImpl<int64_t> &at) const {
    for (int64_t i = at.size() - 1; i >= 0; --i) {
      if (++at[i] < extents[i])
        return true;
      at[i] = 0;
    }
    return false;
  }

  linalg::GenericOp op;
  tensor::ExtractOp extract;
  SmallVector<int64_t> extents;
};

} // namespace

/// Returns a copy of the operation that reads `elements` instead of extracting.
static linalg::GenericOp addInput(linalg::GenericOp op,
                                  tensor::ExtractOp extract, Value elements) {
  OpBuilder builder(op);
  SmallVector<Value> inputs = op.getInputs();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + inputs.size(),
              builder.getMultiDimIdentityMap(op.getNumLoops()));
  inputs.push_back(elements);
  auto result = linalg::GenericOp::create(
      builder, op.getLoc(), op.getResultTypes(), inputs, op.getOutputs(), maps,
      op.getIteratorTypesArray());
  result->setDiscardableAttrs(op->getDiscardableAttrDictionary());
  result.getRegion().takeBody(op.getRegion());
  BlockArgument element = result.getBody()->insertArgument(
      inputs.size() - 1, extract.getType(), extract.getLoc());
  extract.replaceAllUsesWith(element);
  extract.erase();
  op.replaceAllUsesWith(result);
  op.erase();
  return result;
}

namespace {

struct FoldGathers : matrix::impl::MatrixFoldGathersPassBase<FoldGathers> {
  void runOnOperation() override {
    unsigned folded = 0;
    SmallVector<tensor::ExtractOp> extracts;
    getOperation().walk([&](tensor::ExtractOp op) { extracts.push_back(op); });
    for (tensor::ExtractOp extract : extracts) {
      auto op = dyn_cast<linalg::GenericOp>(extract->getParentOp());
      if (!op || !op.hasPureTensorSemantics() ||
          !llvm::all_of(op.getStaticLoopRanges(),
                        [](int64_t e) { return !ShapedType::isDynamic(e); }) ||
          op.getRegion().isAncestor(extract.getTensor().getParentRegion()))
        continue;
      Value elements = GatherFolder(op, extract).run();
      if (!elements)
        continue;
      LDBG() << "slices for " << extract;
      addInput(op, extract, elements);
      ++folded;
    }
    numFolded += folded;
    if (folded)
      removeIndices();
  }

  /// Removes inputs that only the indices used, and their producers.
  void removeIndices() {
    RewritePatternSet patterns(&getContext());
    linalg::populateEraseUnusedOperandsAndResultsPatterns(patterns);
    if (failed(applyPatternsGreedily(getOperation(), std::move(patterns))))
      signalPassFailure();
  }
};

} // namespace
