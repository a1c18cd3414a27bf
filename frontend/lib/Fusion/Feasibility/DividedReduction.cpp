//===- DividedReduction.cpp - reductions of few elements ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A reduction loop becomes parallel, or two loops: the inner one, whose
// iterations are `width` neighbors, is parallel. An operand without use has the
// extents of both, which Linalg does not infer from sums of loops. The cost of
// an operation is its iterations over the number of those that run at once.
//
//===----------------------------------------------------------------------===//

#include "DividedReduction.h"
#include "Access/IndependentIterations.h"
#include "Rewrite/Conversions/ElementConversion.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Analysis/SliceAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Linalg/Transforms/Transforms.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace matrix;

/// Narrower results would be rounded more often.
static constexpr unsigned kMinBits = 32;

/// Returns the operation that combines elements, if their order is free.
static Operation *findCombiner(linalg::GenericOp op) {
  SmallVector<Operation *, 1> combiners;
  if (!mlir::matchReduction(op.getRegionOutputArgs(), 0, combiners) ||
      combiners.size() != 1)
    return nullptr;
  Type type = combiners[0]->getResult(0).getType();
  bool isExact = type.isInteger() || (isa<FloatType>(type) &&
                                      type.getIntOrFloatBitWidth() >= kMinBits);
  return isExact && arith::getNeutralElement(combiners[0]) ? combiners[0]
                                                           : nullptr;
}

/// Returns whether indices of all inputs are single loops or constants.
static bool hasSimpleInputs(linalg::GenericOp op) {
  return llvm::all_of(op.getDpsInputOperands(), [&](OpOperand *input) {
    return isa<RankedTensorType>(input->get().getType()) &&
           llvm::all_of(op.getMatchingIndexingMap(input).getResults(),
                        llvm::IsaPred<AffineDimExpr, AffineConstantExpr>);
  });
}

/// Returns whether each element of the result is indexed, by loops or as the
/// only one of a dimension.
static bool hasSimpleResult(linalg::GenericOp op) {
  OpOperand *init = op.getDpsInitOperand(0);
  AffineMap map = op.getMatchingIndexingMap(init);
  return map.isProjectedPermutation(/*allowZeroInResults=*/true) &&
         llvm::all_of(llvm::zip_equal(map.getResults(), op.getShape(init)),
                      [](auto index) {
                        return isa<AffineDimExpr>(std::get<0>(index)) ||
                               std::get<1>(index) == 1;
                      });
}

static bool isDivisible(linalg::GenericOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         op.getNumReductionLoops() > 0 && !op.hasDynamicShape() &&
         !isDisabled(op, Technique::Reassociation) && hasSimpleInputs(op) &&
         hasSimpleResult(op) &&
         op.getBody()->getOps<linalg::IndexOp>().empty() && findCombiner(op);
}

namespace {

/// The loop that is divided, and the number of neighbors.
struct Division {
  unsigned loop;
  int64_t width;
};

class DivisionSearch {
public:
  DivisionSearch(linalg::GenericOp op, int64_t cores)
      : op(op), maximum(cores * kInterleaved),
        extents(op.getStaticLoopRanges()) {
    for (auto [extent, kind] :
         llvm::zip_equal(extents, op.getIteratorTypesArray())) {
      iterations *= extent;
      if (kind == utils::IteratorType::parallel)
        results *= extent;
    }
  }

  std::optional<Division> run() {
    std::optional<Division> best;
    double minimum = getCost(iterations, results) / 2;
    SmallVector<unsigned> loops;
    op.getReductionDims(loops);
    for (unsigned loop : loops)
      for (int64_t width = 2; width <= std::min(extents[loop], maximum);
           ++width)
        if (double cost = predict(loop, width); cost < minimum) {
          minimum = cost;
          best = Division{loop, width};
        }
    return best;
  }

private:
  double getCost(int64_t count, int64_t independent) const {
    return double(count) / std::min(independent, maximum);
  }

  double predict(unsigned loop, int64_t width) const {
    int64_t others = iterations / extents[loop];
    int64_t rest = extents[loop] % width;
    return getCost(iterations - rest * others, results * width) +
           getCost(results * width, results) + getCost(rest * others, results);
  }

  linalg::GenericOp op;
  int64_t maximum, iterations = 1, results = 1;
  SmallVector<int64_t> extents;
};

class ReductionDivider {
public:
  ReductionDivider(linalg::GenericOp op, Division division)
      : b(op.getLoc(), op), op(op), loop(division.loop), width(division.width),
        extent(op.getStaticLoopRanges()[division.loop]) {}

  SmallVector<linalg::LinalgOp> run() {
    Value sum = reducePartials(createPartials());
    if (int64_t rest = extent % width)
      sum = reduceRest(sum, rest);
    op.getResult(0).replaceAllUsesWith(sum);
    op.erase();
    return created;
  }

private:
  AffineMap getResultMap() {
    return op.getMatchingIndexingMap(op.getDpsInitOperand(0));
  }

  Value add(linalg::GenericOp inner) {
    created.push_back(cast<linalg::LinalgOp>(inner.getOperation()));
    return inner.getResult(0);
  }

  /// The operation with its body.
  Value create(ValueRange inputs, Value init, ArrayRef<AffineMap> maps,
               ArrayRef<utils::IteratorType> kinds) {
    auto copy =
        linalg::GenericOp::create(b, init.getType(), inputs, init, maps, kinds);
    IRMapping mapping;
    op.getRegion().cloneInto(&copy.getRegion(), mapping);
    Block &body = copy.getRegion().front();
    for (size_t extra = op.getNumDpsInputs(); extra < inputs.size(); ++extra)
      body.insertArgument(extra, getElementTypeOrSelf(inputs[extra]),
                          op.getLoc());
    return add(copy);
  }

  bool isWhole() const { return width == extent; }

  /// The number of loops of the first part.
  unsigned countLoops() { return op.getNumLoops() + (isWhole() ? 0 : 1); }

  /// The loop over partial results.
  AffineExpr getInner() {
    return b.getAffineDimExpr(isWhole() ? loop : op.getNumLoops());
  }

  AffineMap divide(AffineMap map) {
    AffineExpr outer = b.getAffineDimExpr(loop);
    AffineExpr index = isWhole() ? outer : outer * width + getInner();
    return map.replace(outer, index, countLoops(), 0);
  }

  SmallVector<utils::IteratorType> getKinds() {
    SmallVector<utils::IteratorType> kinds = op.getIteratorTypesArray();
    kinds.resize(countLoops(), utils::IteratorType::parallel);
    if (isWhole())
      kinds[loop] = utils::IteratorType::parallel;
    return kinds;
  }

  Value createPartials() {
    SmallVector<AffineMap> maps;
    for (OpOperand *input : op.getDpsInputOperands())
      maps.push_back(divide(op.getMatchingIndexingMap(input)));
    SmallVector<Value> inputs(op.getInputs());
    Value init = createInit();
    if (!isWhole()) {
      inputs.push_back(
          tensor::EmptyOp::create(b, ArrayRef<int64_t>{extent / width, width},
                                  getElementTypeOrSelf(init)));
      maps.push_back(AffineMap::get(countLoops(), 0,
                                    {b.getAffineDimExpr(loop), getInner()},
                                    b.getContext()));
    }
    SmallVector<AffineExpr> indices(getResultMap().getResults());
    indices.push_back(getInner());
    maps.push_back(AffineMap::get(countLoops(), 0, indices, b.getContext()));
    return create(inputs, init, maps, getKinds());
  }

  Value createInit() {
    auto type = cast<RankedTensorType>(op.getResult(0).getType());
    SmallVector<int64_t> shape(type.getShape());
    shape.push_back(width);
    Value neutral = arith::ConstantOp::create(
        b, *arith::getNeutralElement(findCombiner(op)));
    IRRewriter rewriter(b);
    auto fill = createFilled(b, shape, neutral).getDefiningOp<linalg::FillOp>();
    rewriter.setInsertionPoint(fill);
    return add(*linalg::generalizeNamedOp(rewriter, fill));
  }

  Value reducePartials(Value partials) {
    auto type = cast<RankedTensorType>(partials.getType());
    unsigned rank = type.getRank();
    SmallVector<utils::IteratorType> kinds(rank - 1,
                                           utils::IteratorType::parallel);
    kinds.push_back(utils::IteratorType::reduction);
    SmallVector<AffineMap> maps{
        b.getMultiDimIdentityMap(rank),
        AffineMap::getMultiDimIdentityMap(rank, b.getContext())
            .dropResult(rank - 1)};
    StringAttr name = findCombiner(op)->getName().getIdentifier();
    Value init = op.getOutputs().front();
    return add(linalg::GenericOp::create(
        b, init.getType(), partials, init, maps, kinds,
        [&](OpBuilder &body, Location loc, ValueRange values) {
          Operation *combined =
              body.create(loc, name, values, values[0].getType());
          linalg::YieldOp::create(body, loc, combined->getResults());
        }));
  }

  /// Reduces the last elements of the loop, starting from the sum.
  Value reduceRest(Value sum, int64_t rest) {
    SmallVector<Value> inputs;
    for (OpOperand *input : op.getDpsInputOperands())
      inputs.push_back(sliceRest(input, rest));
    return create(inputs, sum, op.getIndexingMapsArray(),
                  op.getIteratorTypesArray());
  }

  Value sliceRest(OpOperand *input, int64_t rest) {
    AffineMap map = op.getMatchingIndexingMap(input);
    SmallVector<OpFoldResult> offsets, sizes,
        strides(map.getNumResults(), b.getIndexAttr(1));
    for (auto [index, size] :
         llvm::zip_equal(map.getResults(), op.getShape(input))) {
      bool isRest = index.isFunctionOfDim(loop);
      offsets.push_back(b.getIndexAttr(isRest ? extent - rest : 0));
      sizes.push_back(b.getIndexAttr(isRest ? rest : size));
    }
    if (!map.isFunctionOfDim(loop))
      return input->get();
    return tensor::ExtractSliceOp::create(b, input->get(), offsets, sizes,
                                          strides);
  }

  ImplicitLocOpBuilder b;
  linalg::GenericOp op;
  unsigned loop;
  int64_t width, extent;
  SmallVector<linalg::LinalgOp> created;
};

} // namespace

SmallVector<linalg::LinalgOp> matrix::divideReduction(linalg::GenericOp op,
                                                      int64_t cores) {
  if (!isDivisible(op))
    return {};
  std::optional<Division> division = DivisionSearch(op, cores).run();
  if (!division)
    return {};
  return ReductionDivider(op, *division).run();
}
