//===- DemandedBody.cpp - operands that bodies need -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Conditions on loop indices and on tensors that do not depend on arguments,
// such as causal masks, are evaluated: a selected value counts in the largest
// box of iterations that is found for two loops. Values that unknown conditions
// of this kind select do not count.
//
//===----------------------------------------------------------------------===//

#include "DemandedOperands.h"
#include "Movement/KnownElements.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/SmallBitVector.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Uses in bodies
//===----------------------------------------------------------------------===//

static OperandRange allOperands(Operation *op) { return op->getOperands(); }

/// Returns what a value is computed from in the body of an operation.
static SetVector<Value>
computedFrom(Value value, linalg::LinalgOp op,
             llvm::function_ref<OperandRange(Operation *)> uses) {
  SetVector<Value> values;
  values.insert(value);
  for (unsigned i = 0; i < values.size(); ++i)
    if (Operation *from = values[i].getDefiningOp();
        from && from->getBlock() == op.getBlock())
      for (Value operand : uses(from))
        values.insert(operand);
  return values;
}

/// Returns the operand of an argument of the body, null for other values.
static OpOperand *operandOf(Value value, linalg::LinalgOp op) {
  auto argument = dyn_cast<BlockArgument>(value);
  return argument && argument.getOwner() == op.getBlock()
             ? op.getMatchingOpOperand(argument)
             : nullptr;
}

/// Returns whether a tensor does not depend on arguments of the program.
static bool isKnown(Value tensor) {
  SetVector<Value> values;
  values.insert(tensor);
  for (unsigned i = 0; i < values.size(); ++i) {
    Operation *op = values[i].getDefiningOp();
    if (!op || !isMemoryEffectFree(op))
      return false;
    values.insert(op->operand_begin(), op->operand_end());
  }
  return true;
}

/// Returns whether a program may know a condition, or a mask in it, without its
/// data.
static bool mayBeKnown(Value condition, linalg::LinalgOp op) {
  bool isAllKnown = true;
  for (Value v : computedFrom(condition, op, allOperands)) {
    Operation *from = v.getDefiningOp();
    if (from && from->getBlock() == op.getBlock() &&
        (isa<linalg::IndexOp>(from) || from->getNumRegions()))
      return true;
    OpOperand *operand = operandOf(v, op);
    bool isData =
        operand && !(op.isDpsInput(operand) && isKnown(operand->get()));
    if (operand && !isData && v.getType().isInteger(1))
      return true;
    isAllKnown &= !isData;
  }
  return isAllKnown;
}

static arith::SelectOp selectByKnown(Operation *from, linalg::LinalgOp op) {
  auto select = dyn_cast_or_null<arith::SelectOp>(from);
  bool isKnown = select && select->getBlock() == op.getBlock() &&
                 mayBeKnown(select.getCondition(), op);
  return isKnown ? select : arith::SelectOp();
}

/// Returns what a value is computed from, without the values that known
/// conditions select.
static SetVector<Value> alwaysUsed(Value value, linalg::LinalgOp op) {
  return computedFrom(value, op, [&](Operation *from) {
    OperandRange operands = from->getOperands();
    return selectByKnown(from, op) ? operands.take_front() : operands;
  });
}

//===----------------------------------------------------------------------===//
// Known conditions
//===----------------------------------------------------------------------===//

/// Iterations of each of two loops in which a condition is evaluated.
static constexpr int64_t kMaxEvaluated = 128;

/// The loops on which a condition depends.
static llvm::SmallBitVector loopsOf(Value condition, linalg::LinalgOp op) {
  llvm::SmallBitVector loops(op.getNumLoops());
  for (Value v : computedFrom(condition, op, allOperands)) {
    if (auto index = v.getDefiningOp<linalg::IndexOp>())
      loops.set(index.getDim());
    if (OpOperand *operand = operandOf(v, op))
      for (unsigned d = 0; d < loops.size(); ++d)
        if (op.getMatchingIndexingMap(operand).isFunctionOfDim(d))
          loops.set(d);
  }
  return loops;
}

namespace {
/// Rows and columns; all of their elements are set.
struct Rectangle {
  IndexSet rows, columns;
};
} // namespace

/// The k rows with the most elements that have the largest rectangle.
static Rectangle largestRectangle(ArrayRef<llvm::BitVector> rows) {
  auto order = llvm::to_vector(llvm::seq<int64_t>(0, rows.size()));
  SmallVector<int64_t> counts = llvm::map_to_vector(
      rows, [](const llvm::BitVector &row) { return int64_t(row.count()); });
  llvm::sort(order, [&](int64_t a, int64_t b) {
    return std::pair(-counts[a], a) < std::pair(-counts[b], b);
  });
  llvm::BitVector common = rows[order[0]], best = common;
  size_t bestRows = 1;
  for (size_t k = 1; k <= order.size(); ++k) {
    common &= rows[order[k - 1]];
    if (k * common.count() > bestRows * best.count()) {
      bestRows = k;
      best = common;
    }
  }
  SmallVector<int64_t> first(order.begin(), order.begin() + bestRows), second;
  for (unsigned column : best.set_bits())
    second.push_back(column);
  return {IndexSet::ofElements(first), IndexSet::ofElements(second)};
}

/// The elements in row-major order.
static Rectangle rectangleOf(const KnownElements::Elements &elements,
                             bool value, int64_t columns) {
  SmallVector<llvm::BitVector> rows(elements.size() / columns,
                                    llvm::BitVector(columns));
  for (auto [i, element] : llvm::enumerate(elements))
    if (element.getBoolValue() == value)
      rows[i / columns].set(i % columns);
  return largestRectangle(rows);
}

namespace {
/// A condition in the first iterations of the loops on which it depends.
struct EvaluatedCondition {
  KnownElements::Elements elements; // empty if unknown
  SmallVector<unsigned> varying;
  SmallVector<int64_t> ranges, extents;

  EvaluatedCondition(Value condition, linalg::LinalgOp op, KnownElements &known)
      : ranges(op.getStaticLoopRanges()) {
    llvm::SmallBitVector loops = loopsOf(condition, op);
    for (auto [d, range] : llvm::enumerate(ranges)) {
      extents.push_back(loops.test(d) ? std::min(range, kMaxEvaluated) : 1);
      if (extents.back() != 1)
        varying.push_back(d);
    }
    bool isStatic = !ShapedType::isDynamicShape(ranges);
    if (isStatic && varying.size() <= 2)
      elements = known.evaluate(condition, op, extents)
                     .value_or(KnownElements::Elements());
  }

  /// Returns iterations in which the condition has a value.
  ElementBox iterationsWhere(bool value) const {
    ElementBox box(ranges.size());
    if (elements.empty())
      return box;
    Rectangle where = rectangleOf(
        elements, value, varying.empty() ? 1 : extents[varying.back()]);
    if (where.columns.empty())
      return box;
    for (auto [set, range] : llvm::zip(box, ranges))
      set = IndexSet::all(range);
    if (varying.size() == 2)
      box[varying[0]] = where.rows;
    if (!varying.empty())
      box[varying.back()] = where.columns;
    return box;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

static ElementBox intersectBoxes(const ElementBox &a, const ElementBox &b) {
  ElementBox common;
  for (auto [left, right] : llvm::zip(a, b))
    common.push_back(left.intersected(right));
  return common;
}

static void addOperands(linalg::LinalgOp op, const SetVector<Value> &values,
                        const ElementBox &loops,
                        SmallVectorImpl<DemandedOperand> &operands) {
  if (llvm::any_of(loops, [](const IndexSet &loop) { return loop.empty(); }))
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (values.contains(op.getMatchingBlockArgument(&operand)))
      operands.push_back({&operand, loops});
}

/// Conditions that select known values only are not evaluated.
static void addSelected(arith::SelectOp select, linalg::LinalgOp op,
                        const ElementBox &loops, KnownElements &known,
                        SmallVectorImpl<DemandedOperand> &operands) {
  SetVector<Value> ifTrue = alwaysUsed(select.getTrueValue(), op),
                   ifFalse = alwaysUsed(select.getFalseValue(), op);
  auto isData = [&](Value v) {
    OpOperand *operand = operandOf(v, op);
    return operand && !isKnown(operand->get());
  };
  if (llvm::none_of(ifTrue, isData) && llvm::none_of(ifFalse, isData))
    return;
  EvaluatedCondition condition(select.getCondition(), op, known);
  addOperands(op, ifTrue,
              intersectBoxes(loops, condition.iterationsWhere(true)), operands);
  addOperands(op, ifFalse,
              intersectBoxes(loops, condition.iterationsWhere(false)),
              operands);
}

SmallVector<DemandedOperand>
matrix::demandedOperands(linalg::LinalgOp op, OpResult result,
                         const ElementBox &elements, KnownElements &known) {
  unsigned number = result.getResultNumber();
  SetVector<Value> used =
      alwaysUsed(op.getBlock()->getTerminator()->getOperand(number), op);
  bool accumulates =
      used.contains(op.getMatchingBlockArgument(op.getDpsInitOperand(number)));
  auto loops = demandedIterations(op, result, elements, accumulates);
  SmallVector<DemandedOperand> operands;
  if (!loops)
    return operands;
  addOperands(op, used, *loops, operands);
  for (Value v : used)
    if (auto select = selectByKnown(v.getDefiningOp(), op))
      addSelected(select, op, *loops, known, operands);
  return operands;
}
