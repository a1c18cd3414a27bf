//===- KnownElements.cpp - elements known at compile time -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A body is evaluated operation by operation, each for all elements, with
// memoization: values are vectors over the iterations. A value without elements
// is unknown, and so is every value that depends on it.
//
//===----------------------------------------------------------------------===//

#include "KnownElements.h"
#include "ElementArithmetic.h"
#include "IndexAnalysis.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/DialectResourceBlobManager.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

using Elements = KnownElements::Elements;

/// Bounds the time of the evaluation and the size of the constants.
static constexpr int64_t kMaxElements = int64_t(1) << 20;

/// Matches an integer or float.
static std::optional<APInt> matchConstant(Value value) {
  APInt integer;
  if (matchPattern(value, m_ConstantInt(&integer)))
    return integer;
  APFloat number(0.0);
  if (matchPattern(value, m_ConstantFloat(&number)))
    return number.bitcastToAPInt();
  return std::nullopt;
}

static bool isScalar(Type type) { return type.isIntOrIndexOrFloat(); }

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

namespace {

/// Evaluates values in the body of an elementwise operation.
class BodyEvaluator {
public:
  /// In the order of the elements of `order`, a permutation of the loops of the
  /// given extents.
  BodyEvaluator(linalg::LinalgOp op, KnownElements &tensors,
                SmallVector<int64_t> extents, AffineMap order)
      : op(op), tensors(tensors), extents(std::move(extents)), order(order) {}

  std::optional<Elements> run(Value scalar) {
    if (!isKnown(scalar))
      return std::nullopt;
    return std::move(values[scalar.getAsOpaquePointer()]);
  }

private:
  bool isKnown(Value scalar) {
    auto [entry, isNew] =
        values.try_emplace(scalar.getAsOpaquePointer(), Elements());
    if (isNew)
      entry->second = evaluate(scalar);
    return !entry->second.empty();
  }

  /// Calls `fn` with the loop indices of each element.
  void forEachElement(function_ref<void(ArrayRef<int64_t>)> fn) {
    SmallVector<int64_t> at(extents.size(), 0);
    for (bool isLast = false; !isLast;) {
      fn(at);
      isLast = true;
      for (int64_t d = extents.size() - 1; d >= 0 && isLast; --d) {
        int64_t &index = at[order.getDimPosition(d)];
        isLast = ++index == extents[order.getDimPosition(d)];
        if (isLast)
          index = 0;
      }
    }
  }

  int64_t countElements() const { return llvm::product_of(extents); }

  /// Returns no elements if they are unknown.
  Elements evaluate(Value scalar) {
    if (std::optional<APInt> constant = matchConstant(scalar))
      return Elements(countElements(), *constant);
    if (auto argument = dyn_cast<BlockArgument>(scalar))
      return argument.getOwner() == op.getBlock() ? evaluateArgument(argument)
                                                  : Elements();
    Operation *definition = scalar.getDefiningOp();
    if (definition->getBlock() != op.getBlock())
      return {};
    Elements elements;
    if (auto index = dyn_cast<linalg::IndexOp>(definition)) {
      forEachElement([&](ArrayRef<int64_t> at) {
        elements.push_back(
            APInt(getElementBits(index.getType()), at[index.getDim()]));
      });
      return elements;
    }
    return evaluateOperation(definition);
  }

  Elements evaluateArgument(BlockArgument argument) {
    OpOperand &operand = *op.getMatchingOpOperand(argument);
    if (std::optional<APInt> constant = matchConstant(operand.get()))
      return Elements(countElements(), *constant);
    auto type = dyn_cast<RankedTensorType>(operand.get().getType());
    if (!type || !op.isDpsInput(&operand) || !tensors.get(operand.get()))
      return {};
    const Elements &source = *tensors.get(operand.get());
    AffineMap map = op.getMatchingIndexingMap(&operand);
    Elements elements;
    forEachElement([&](ArrayRef<int64_t> at) {
      int64_t number = 0;
      for (auto [expr, extent] :
           llvm::zip_equal(map.getResults(), type.getShape()))
        number = number * extent + evaluateAt(expr, at);
      elements.push_back(source[number]);
    });
    return elements;
  }

  Elements evaluateOperation(Operation *definition) {
    if (definition->getNumResults() != 1 ||
        !isScalar(definition->getResult(0).getType()) ||
        !llvm::all_of(definition->getOperands(),
                      [&](Value operand) { return isKnown(operand); }))
      return {};
    Elements elements;
    SmallVector<APInt> operands(definition->getNumOperands());
    for (int64_t i = 0, e = countElements(); i < e; ++i) {
      for (auto [value, operand] :
           llvm::zip_equal(operands, definition->getOperands()))
        value = values[operand.getAsOpaquePointer()][i];
      std::optional<APInt> element = evaluateElement(definition, operands);
      if (!element)
        return {};
      elements.push_back(*element);
    }
    return elements;
  }

  linalg::LinalgOp op;
  KnownElements &tensors;
  SmallVector<int64_t> extents;
  AffineMap order;
  std::map<const void *, Elements> values;
};

} // namespace

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

static bool isEvaluable(linalg::LinalgOp op) {
  return op.hasPureTensorSemantics() && op->getNumResults() == 1 &&
         op.getNumParallelLoops() == op.getNumLoops() &&
         op.getMatchingIndexingMap(op.getDpsInitOperand(0)).isPermutation();
}

/// Parameters of models are resources as well, and stay in their format.
static constexpr int64_t kMaxResource = 4096;

/// Matches a small resource of whole bytes.
static DenseElementsAttr matchResource(Value tensor) {
  DenseResourceElementsAttr resource;
  if (!matchPattern(tensor, m_Constant(&resource)) ||
      resource.getNumElements() > kMaxResource ||
      !resource.getElementType().isIntOrFloat() ||
      resource.getElementType().getIntOrFloatBitWidth() % 8 != 0)
    return {};
  AsmResourceBlob *blob = resource.getRawHandle().getBlob();
  size_t bytes = resource.getNumElements() *
                 resource.getElementType().getIntOrFloatBitWidth() / 8;
  if (!blob || blob->getData().size() != bytes)
    return {};
  return DenseElementsAttr::getFromRawBuffer(resource.getType(),
                                             blob->getData());
}

static std::optional<Elements> matchConstantTensor(Value tensor) {
  DenseElementsAttr constant = matchResource(tensor);
  if (!constant && !matchPattern(tensor, m_Constant(&constant)))
    return std::nullopt;
  Type type = constant.getElementType();
  if (type.isIntOrIndex())
    return Elements(constant.value_begin<APInt>(), constant.value_end<APInt>());
  if (!isa<FloatType>(type))
    return std::nullopt;
  Elements elements;
  for (const APFloat &value : constant.getValues<APFloat>())
    elements.push_back(value.bitcastToAPInt());
  return elements;
}

const std::optional<Elements> &KnownElements::get(Value tensor) {
  auto entry = known.find(tensor.getAsOpaquePointer());
  if (entry == known.end())
    entry = known.emplace(tensor.getAsOpaquePointer(), evaluate(tensor)).first;
  return entry->second;
}

std::optional<Elements> KnownElements::evaluate(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0 ||
      type.getNumElements() > kMaxElements || !isScalar(type.getElementType()))
    return std::nullopt;
  if (std::optional<Elements> constant = matchConstantTensor(tensor))
    return constant;
  Operation *op = tensor.getDefiningOp();
  if (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return get(op->getOperand(0));
  auto producer = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!producer || !isEvaluable(producer))
    return std::nullopt;
  AffineMap order =
      producer.getMatchingIndexingMap(producer.getDpsInitOperand(0));
  return BodyEvaluator(producer, *this, producer.getStaticLoopRanges(), order)
      .run(producer.getBlock()->getTerminator()->getOperand(0));
}

std::optional<Elements> KnownElements::evaluate(Value scalar,
                                                linalg::LinalgOp op,
                                                ArrayRef<int64_t> extents) {
  int64_t count = llvm::product_of(extents);
  if (count == 0 || count > kMaxElements)
    return std::nullopt;
  AffineMap order =
      AffineMap::getMultiDimIdentityMap(extents.size(), op->getContext());
  return BodyEvaluator(op, *this, llvm::to_vector(extents), order).run(scalar);
}
