//===- KnownElements.cpp - integers known at compile time -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A body is evaluated operation by operation, each for all elements.
//
//===----------------------------------------------------------------------===//

#include "KnownElements.h"
#include "IndexAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace matrix;

using Elements = KnownElements::Elements;

/// Bounds the time of the evaluation and the size of the constants.
static constexpr int64_t kMostElements = int64_t(1) << 20;

static unsigned getBits(Type type) {
  return type.isIndex() ? IndexType::kInternalStorageBitWidth
                        : type.getIntOrFloatBitWidth();
}

/// Returns the result of an operation on integers; none if it is unknown.
static std::optional<APInt> apply(Operation *op, ArrayRef<APInt> x) {
  using Result = std::optional<APInt>;
  unsigned bits = getBits(op->getResult(0).getType());
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case<arith::AddIOp>([&](auto) { return x[0] + x[1]; })
      .Case<arith::SubIOp>([&](auto) { return x[0] - x[1]; })
      .Case<arith::MulIOp>([&](auto) { return x[0] * x[1]; })
      .Case<arith::AndIOp>([&](auto) { return x[0] & x[1]; })
      .Case<arith::OrIOp>([&](auto) { return x[0] | x[1]; })
      .Case<arith::XOrIOp>([&](auto) { return x[0] ^ x[1]; })
      .Case<arith::MaxSIOp>(
          [&](auto) { return llvm::APIntOps::smax(x[0], x[1]); })
      .Case<arith::MinSIOp>(
          [&](auto) { return llvm::APIntOps::smin(x[0], x[1]); })
      .Case<arith::CmpIOp>([&](arith::CmpIOp compare) {
        return APInt(
            1, arith::applyCmpPredicate(compare.getPredicate(), x[0], x[1]));
      })
      .Case<arith::SelectOp>([&](auto) { return x[0].isZero() ? x[2] : x[1]; })
      .Case<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(
          [&](auto) { return x[0].sextOrTrunc(bits); })
      .Case<arith::IndexCastUIOp, arith::ExtUIOp>(
          [&](auto) { return x[0].zextOrTrunc(bits); })
      .Default([](Operation *) { return Result(); });
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

namespace {

/// Evaluates the body of an elementwise operation, in the order of the elements
/// of its result.
class BodyEvaluator {
public:
  BodyEvaluator(linalg::LinalgOp op, KnownElements &tensors)
      : op(op), tensors(tensors), extents(op.getStaticLoopRanges()),
        result(op.getMatchingIndexingMap(op.getDpsInitOperand(0))) {}

  std::optional<Elements> run() {
    Value yielded = op.getBlock()->getTerminator()->getOperand(0);
    if (!isKnown(yielded))
      return std::nullopt;
    return std::move(values[yielded.getAsOpaquePointer()]);
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
        int64_t &index = at[result.getDimPosition(d)];
        isLast = ++index == extents[result.getDimPosition(d)];
        if (isLast)
          index = 0;
      }
    }
  }

  int64_t countElements() const { return llvm::product_of(extents); }

  /// Returns no elements if they are unknown.
  Elements evaluate(Value scalar) {
    APInt constant;
    if (matchPattern(scalar, m_ConstantInt(&constant)))
      return Elements(countElements(), constant);
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
            APInt(getBits(index.getType()), uint64_t(at[index.getDim()])));
      });
      return elements;
    }
    return evaluateOperation(definition);
  }

  Elements evaluateArgument(BlockArgument argument) {
    OpOperand &operand = *op.getMatchingOpOperand(argument);
    APInt constant;
    if (matchPattern(operand.get(), m_ConstantInt(&constant)))
      return Elements(countElements(), constant);
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
        !definition->getResult(0).getType().isIntOrIndex() ||
        !llvm::all_of(definition->getOperands(),
                      [&](Value operand) { return isKnown(operand); }))
      return {};
    Elements elements;
    SmallVector<APInt> operands(definition->getNumOperands());
    for (int64_t i = 0, e = countElements(); i < e; ++i) {
      for (auto [value, operand] :
           llvm::zip_equal(operands, definition->getOperands()))
        value = values[operand.getAsOpaquePointer()][i];
      std::optional<APInt> element = apply(definition, operands);
      if (!element)
        return {};
      elements.push_back(*element);
    }
    return elements;
  }

  linalg::LinalgOp op;
  KnownElements &tensors;
  SmallVector<int64_t> extents;
  AffineMap result;
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

const std::optional<Elements> &KnownElements::get(Value tensor) {
  auto entry = known.find(tensor.getAsOpaquePointer());
  if (entry == known.end())
    entry = known.emplace(tensor.getAsOpaquePointer(), evaluate(tensor)).first;
  return entry->second;
}

std::optional<Elements> KnownElements::evaluate(Value tensor) {
  auto type = dyn_cast<RankedTensorType>(tensor.getType());
  if (!type || !type.hasStaticShape() || type.getNumElements() == 0 ||
      type.getNumElements() > kMostElements ||
      !type.getElementType().isIntOrIndex())
    return std::nullopt;
  DenseIntElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements)))
    return Elements(elements.value_begin<APInt>(), elements.value_end<APInt>());
  Operation *op = tensor.getDefiningOp();
  if (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
    return get(op->getOperand(0));
  auto producer = dyn_cast_or_null<linalg::LinalgOp>(op);
  return producer && isEvaluable(producer)
             ? BodyEvaluator(producer, *this).run()
             : std::nullopt;
}
