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
// its indices, and the sequence of element numbers in the order of the loops is
// a slice (SliceFactors.h), the operation reads the slice instead. Otherwise
// dimensions are gathered one after the other if their indices are known
// (SeparableGather.h).
//
//===----------------------------------------------------------------------===//

#include "MovedElements.h"
#include "Movement/IndexAnalysis.h"
#include "Movement/SliceFactors.h"
#include "SeparableGather.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
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
static constexpr int64_t kMaxElements = int64_t(1) << 24;

//===----------------------------------------------------------------------===//
// Gathers
//===----------------------------------------------------------------------===//

namespace {

class GatherFolder {
public:
  GatherFolder(linalg::GenericOp op, tensor::ExtractOp extract)
      : op(op), extract(extract), extents(op.getStaticLoopRanges()) {}

  /// Returns the elements in the shape of the loops; null if they are unknown
  /// or not a slice.
  Value run() {
    auto type = cast<RankedTensorType>(extract.getTensor().getType());
    int64_t points = 1;
    for (int64_t extent : extents)
      points *= std::max<int64_t>(extent, 0);
    if (!type.hasStaticShape() || type.getRank() == 0 || extents.empty() ||
        points < 1 || points > kMaxElements)
      return {};
    std::optional<std::vector<int64_t>> numbers = getNumbers(type, points);
    if (!numbers)
      return {};
    std::vector<int64_t> before = *numbers;
    Value tensor = traceMovements(extract.getTensor(), op, before);
    if (tensor != extract.getTensor())
      if (Value elements = createSliceOf(tensor, before))
        return elements;
    return createSliceOf(extract.getTensor(), *numbers);
  }

private:
  Value createSliceOf(Value tensor, const std::vector<int64_t> &numbers) {
    std::optional<SliceFactors> factors = factorElements(numbers);
    if (!factors)
      return {};
    ImplicitLocOpBuilder builder(op.getLoc(), op);
    Value elements = createSlice(builder, tensor, *factors);
    return elements ? reshapeTensor(builder, elements, extents) : Value();
  }

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

/// Returns a copy of the operation that reads `elements` by the map instead of
/// extracting.
static linalg::GenericOp addInput(linalg::GenericOp op,
                                  tensor::ExtractOp extract, Value elements,
                                  AffineMap map) {
  OpBuilder builder(op);
  SmallVector<Value> inputs = op.getInputs();
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  maps.insert(maps.begin() + inputs.size(), map);
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
      folded += fold(op, extract);
    }
    numFolded += folded;
    if (folded)
      removeIndices();
  }

  static bool fold(linalg::GenericOp op, tensor::ExtractOp extract) {
    ImplicitLocOpBuilder builder(op.getLoc(), op);
    AffineMap map = builder.getMultiDimIdentityMap(op.getNumLoops());
    Value elements = GatherFolder(op, extract).run();
    if (!elements) {
      auto gather = matchSeparableGather(op, extract);
      if (!gather)
        return false;
      map = gather->getMap(op.getNumLoops(), op.getContext());
      elements = emitSeparableGather(builder, op, extract.getTensor(), *gather);
    }
    if (!elements)
      return false;
    LDBG() << "movement for " << extract;
    eraseKnownAssertions(addInput(op, extract, elements, map));
    return true;
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
