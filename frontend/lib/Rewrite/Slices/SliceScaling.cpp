//===- SliceScaling.cpp - constant factors of slices ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   %q = slice %qkv        %all = %qkv * [c, .., c, 1, .., 1]
//   %s = %q * c       ->   %s = slice %all
//   %v = slice %qkv        %v = slice %all
//
// The factors are part of the epilogue of the product, and the operations that
// remain are permutations, which their readers take up. All uses of the product
// must be disjoint slices along one dimension, since a factor applies to all
// readers of its elements.
//
//===----------------------------------------------------------------------===//

#include "SliceScaling.h"
#include "Access/FusionGroup.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

namespace {

/// A slice in one dimension of its source, and the operation that only
/// multiplies it by a constant.
struct ScaledSlice {
  tensor::ExtractSliceOp slice;
  linalg::GenericOp scaling; ///< may be null
  APFloat factor = APFloat(1.0);
};

} // namespace

//===----------------------------------------------------------------------===//
// Analysis
//===----------------------------------------------------------------------===//

/// Returns whether an operation reads one tensor at each index once, and has
/// one result.
static bool isMap(linalg::GenericOp op) {
  return op && op.getNumDpsInputs() == 1 && op->getNumResults() == 1 &&
         op.getNumLoops() == op.getNumParallelLoops() &&
         llvm::all_of(op.getIndexingMapsArray(),
                      [](AffineMap map) { return map.isPermutation(); });
}

static bool isPermutation(linalg::GenericOp op) {
  return isMap(op) && op.getBody()->getTerminator()->getOperand(0) ==
                          op.getBody()->getArgument(0);
}

/// Sets the factor if the operation only multiplies by a constant.
static bool matchScaling(linalg::GenericOp op, APFloat &factor) {
  if (!isMap(op))
    return false;
  Value yielded = op.getBody()->getTerminator()->getOperand(0);
  auto product = yielded.getDefiningOp<arith::MulFOp>();
  return product && product->getBlock() == op.getBody() &&
         product.getLhs() == op.getBody()->getArgument(0) &&
         matchPattern(product.getRhs(), m_ConstantFloat(&factor));
}

/// Finds the operation after reshapes and permutations.
static ScaledSlice findScaling(tensor::ExtractSliceOp slice) {
  ScaledSlice result{slice, {}};
  Value value = slice.getResult();
  while (value.hasOneUse()) {
    Operation *user = *value.getUsers().begin();
    auto generic = dyn_cast<linalg::GenericOp>(user);
    if (generic && generic.isDpsInit(&*value.getUses().begin()))
      break;
    if (generic && matchScaling(generic, result.factor)) {
      result.scaling = generic;
      break;
    }
    if (!isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp>(user) &&
        !(generic && isPermutation(generic)))
      break;
    value = user->getResult(0);
  }
  return result;
}

/// Returns the only dimension in which the slice is not whole; none if there
/// are several, or elements are skipped.
static std::optional<unsigned> getSlicedDim(tensor::ExtractSliceOp slice) {
  std::optional<unsigned> found;
  if (slice.getSourceType().getRank() != slice.getType().getRank() ||
      !slice.hasUnitStride())
    return std::nullopt;
  for (auto [dim, offset, size] :
       llvm::enumerate(slice.getStaticOffsets(), slice.getStaticSizes())) {
    if (ShapedType::isDynamic(offset) || ShapedType::isDynamic(size))
      return std::nullopt;
    if (size == slice.getSourceType().getDimSize(dim))
      continue;
    if (found)
      return std::nullopt;
    found = dim;
  }
  return found;
}

/// Returns whether an operation is a product, or the epilogue of one.
static bool endsProduct(linalg::GenericOp op) {
  if (!op || op->getNumResults() != 1)
    return false;
  auto isProduct = [](Value value) {
    auto producer = value.getDefiningOp<linalg::GenericOp>();
    return producer && isContraction(producer) && value.hasOneUse();
  };
  return op.getNumLoops() == op.getNumParallelLoops() &&
         llvm::any_of(op.getDpsInputs(), isProduct);
}

/// Returns disjoint slices, in the same dimension, that are all uses of the
/// result; none if there are others.
static SmallVector<ScaledSlice> findSlices(Value result) {
  SmallVector<ScaledSlice> slices;
  for (Operation *user : result.getUsers()) {
    auto slice = dyn_cast<tensor::ExtractSliceOp>(user);
    if (!slice || !getSlicedDim(slice) ||
        (!slices.empty() &&
         getSlicedDim(slice) != getSlicedDim(slices.front().slice)))
      return {};
    slices.push_back(findScaling(slice));
  }
  if (slices.empty())
    return {};
  unsigned dim = *getSlicedDim(slices.front().slice);
  auto start = [&](const ScaledSlice &s) {
    return tensor::ExtractSliceOp(s.slice).getStaticOffsets()[dim];
  };
  llvm::sort(slices, [&](const ScaledSlice &a, const ScaledSlice &b) {
    return start(a) < start(b);
  });
  for (size_t i = 1; i < slices.size(); ++i)
    if (start(slices[i - 1]) + slices[i - 1].slice.getStaticSizes()[dim] >
        start(slices[i]))
      return {};
  return slices;
}

//===----------------------------------------------------------------------===//
// Rewriting
//===----------------------------------------------------------------------===//

/// Returns the factors of all elements along dimension `dim`.
static DenseElementsAttr getFactors(ArrayRef<ScaledSlice> slices, unsigned dim,
                                    RankedTensorType type) {
  auto element = cast<FloatType>(type.getElementType());
  SmallVector<APFloat> factors(type.getDimSize(dim),
                               APFloat::getOne(element.getFloatSemantics()));
  for (const ScaledSlice &scaled : slices) {
    tensor::ExtractSliceOp slice = scaled.slice;
    int64_t start = slice.getStaticOffsets()[dim];
    for (int64_t i = 0; scaled.scaling && i < slice.getStaticSizes()[dim]; ++i)
      factors[start + i] = scaled.factor;
  }
  return DenseElementsAttr::get(
      RankedTensorType::get({type.getDimSize(dim)}, element), factors);
}

/// Returns a copy of the operation that multiplies its result by `factors`,
/// along dimension `dim` of the result.
static linalg::GenericOp multiply(linalg::GenericOp op, Value factors,
                                  unsigned dim) {
  OpBuilder builder(op);
  SmallVector<Value> inputs(op.getDpsInputs());
  inputs.push_back(factors);
  SmallVector<AffineMap> maps = op.getIndexingMapsArray();
  AffineMap output = maps.back();
  maps.insert(maps.end() - 1, output.getSubMap({dim}));
  auto copy = linalg::GenericOp::create(
      builder, op.getLoc(), op.getResultTypes(), inputs, op.getDpsInits(), maps,
      op.getIteratorTypesArray());
  copy.getRegion().takeBody(op.getRegion());
  Block *body = copy.getBody();
  unsigned position = inputs.size() - 1;
  Value factor = body->insertArgument(
      position, cast<RankedTensorType>(factors.getType()).getElementType(),
      op.getLoc());
  Operation *yield = body->getTerminator();
  builder.setInsertionPoint(yield);
  yield->setOperand(0, arith::MulFOp::create(builder, op.getLoc(),
                                             yield->getOperand(0), factor));
  return copy;
}

static void scale(linalg::GenericOp op) {
  SmallVector<ScaledSlice> slices = findSlices(op->getResult(0));
  if (llvm::none_of(slices, [](const ScaledSlice &s) { return s.scaling; }))
    return;
  unsigned dim = *getSlicedDim(slices.front().slice);
  auto type = cast<RankedTensorType>(op->getResult(0).getType());
  OpBuilder builder(op);
  Value factors = arith::ConstantOp::create(builder, op.getLoc(),
                                            getFactors(slices, dim, type));
  linalg::GenericOp scaled = multiply(op, factors, dim);
  op->replaceAllUsesWith(scaled->getResults());
  op.erase();
  for (ScaledSlice &slice : slices)
    if (slice.scaling)
      slice.scaling.getBody()->getTerminator()->setOperand(
          0, slice.scaling.getBody()->getArgument(0));
}

void matrix::scaleInProducts(func::FuncOp function) {
  SmallVector<linalg::GenericOp> products;
  function.walk([&](linalg::GenericOp op) {
    if (endsProduct(op))
      products.push_back(op);
  });
  for (linalg::GenericOp op : products)
    scale(op);
}
