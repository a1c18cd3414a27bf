//===- IndexAnalysis.cpp - integers as functions of loop indices ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A value of a tensor is that of its producer at the expressions of its
// indices; a reshape linearizes the indices and delinearizes the number by the
// other shape. Comparisons, and conversions that could change a value, are
// decided by interval analysis of the expressions; if an interval does not
// decide, the value is unknown.
//
//===----------------------------------------------------------------------===//

#include "IndexAnalysis.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

/// Bounds the time of the analysis, which follows shared values repeatedly.
static constexpr unsigned kMaxDepth = 64;

//===----------------------------------------------------------------------===//
// Ranges
//===----------------------------------------------------------------------===//

std::optional<IndexAnalysis::Range>
IndexAnalysis::getRange(AffineExpr expr) const {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return Range{constant.getValue(), constant.getValue()};
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return Range{0, extents[dim.getPosition()] - 1};
  auto binary = cast<AffineBinaryOpExpr>(expr);
  std::optional<Range> lhs = getRange(binary.getLHS()),
                       rhs = getRange(binary.getRHS());
  if (!lhs || !rhs)
    return std::nullopt;
  return combine(expr.getKind(), *lhs, *rhs);
}

/// Constants are the right operands of products and divisions.
std::optional<IndexAnalysis::Range>
IndexAnalysis::combine(AffineExprKind kind, Range lhs, Range rhs) {
  int64_t factor = rhs.minimum;
  Range result;
  switch (kind) {
  case AffineExprKind::Add:
    if (llvm::AddOverflow(lhs.minimum, rhs.minimum, result.minimum) ||
        llvm::AddOverflow(lhs.maximum, rhs.maximum, result.maximum))
      return std::nullopt;
    return result;
  case AffineExprKind::Mul:
    if (llvm::MulOverflow(lhs.minimum, factor, result.minimum) ||
        llvm::MulOverflow(lhs.maximum, factor, result.maximum))
      return std::nullopt;
    if (factor < 0)
      std::swap(result.minimum, result.maximum);
    return result;
  case AffineExprKind::FloorDiv:
    return Range{llvm::divideFloorSigned(lhs.minimum, factor),
                 llvm::divideFloorSigned(lhs.maximum, factor)};
  case AffineExprKind::Mod:
    if (llvm::divideFloorSigned(lhs.minimum, factor) ==
        llvm::divideFloorSigned(lhs.maximum, factor))
      return Range{llvm::mod(lhs.minimum, factor),
                   llvm::mod(lhs.maximum, factor)};
    return Range{0, factor - 1};
  default:
    return std::nullopt;
  }
}

AffineExpr IndexAnalysis::ifFits(AffineExpr expr, Type type) const {
  std::optional<Range> range = expr ? getRange(expr) : std::nullopt;
  if (!range)
    return {};
  unsigned bits = type.isIndex() ? 64 : type.getIntOrFloatBitWidth();
  return llvm::isIntN(bits, range->minimum) &&
                 llvm::isIntN(bits, range->maximum)
             ? expr
             : AffineExpr();
}

/// Numbers that are not negative compare equally as signed and as unsigned
/// ones.
std::optional<bool> IndexAnalysis::compare(Operation *op, AffineExpr lhs,
                                           AffineExpr rhs) {
  std::optional<Range> a = getRange(lhs), b = getRange(rhs);
  if (!a || !b)
    return std::nullopt;
  bool areSigned = a->minimum >= 0 && b->minimum >= 0;
  auto decide = [](bool always, bool never) {
    return always  ? std::optional(true)
           : never ? std::optional(false)
                   : std::nullopt;
  };
  switch (cast<arith::CmpIOp>(op).getPredicate()) {
  case arith::CmpIPredicate::ult:
    if (!areSigned)
      return std::nullopt;
    [[fallthrough]];
  case arith::CmpIPredicate::slt:
    return decide(a->maximum < b->minimum, a->minimum >= b->maximum);
  case arith::CmpIPredicate::ule:
    if (!areSigned)
      return std::nullopt;
    [[fallthrough]];
  case arith::CmpIPredicate::sle:
    return decide(a->maximum <= b->minimum, a->minimum > b->maximum);
  case arith::CmpIPredicate::ugt:
    if (!areSigned)
      return std::nullopt;
    [[fallthrough]];
  case arith::CmpIPredicate::sgt:
    return decide(a->minimum > b->maximum, a->maximum <= b->minimum);
  case arith::CmpIPredicate::uge:
    if (!areSigned)
      return std::nullopt;
    [[fallthrough]];
  case arith::CmpIPredicate::sge:
    return decide(a->minimum >= b->maximum, a->maximum < b->minimum);
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

AffineExpr IndexAnalysis::evaluate(Value value, linalg::LinalgOp op,
                                   ArrayRef<AffineExpr> loops) {
  APInt constant;
  if (matchPattern(value, m_ConstantInt(&constant)))
    return getAffineConstantExpr(constant.getSExtValue(), context);
  if (auto argument = dyn_cast<BlockArgument>(value)) {
    if (argument.getOwner() != op.getBlock())
      return {};
    OpOperand &operand = *op.getMatchingOpOperand(argument);
    if (!op.isDpsInput(&operand))
      return {};
    if (!isa<RankedTensorType>(operand.get().getType()))
      return evaluate(operand.get(), op, loops);
    Indices indices;
    for (AffineExpr expr : op.getMatchingIndexingMap(&operand).getResults())
      indices.push_back(expr.replaceDims(loops));
    return evaluateElement(operand.get(), indices);
  }
  Operation *definition = value.getDefiningOp();
  if (definition->getBlock() != op.getBlock() || depth == kMaxDepth)
    return {};
  ++depth;
  AffineExpr result = evaluateOperation(definition, op, loops);
  --depth;
  return result;
}

AffineExpr IndexAnalysis::evaluateOperation(Operation *op,
                                            linalg::LinalgOp parent,
                                            ArrayRef<AffineExpr> loops) {
  if (auto index = dyn_cast<linalg::IndexOp>(op))
    return loops[index.getDim()];
  auto operand = [&](unsigned i) {
    return evaluate(op->getOperand(i), parent, loops);
  };
  if (isa<arith::IndexCastOp, arith::ExtSIOp, arith::TruncIOp>(op))
    return ifFits(operand(0), op->getResult(0).getType());
  if (isa<arith::IndexCastUIOp, arith::ExtUIOp>(op)) {
    AffineExpr expr = ifFits(operand(0), op->getResult(0).getType());
    return expr && getRange(expr)->minimum >= 0 ? expr : AffineExpr();
  }
  if (auto select = dyn_cast<arith::SelectOp>(op)) {
    auto comparison = select.getCondition().getDefiningOp<arith::CmpIOp>();
    if (!comparison || comparison->getBlock() != parent.getBlock())
      return {};
    AffineExpr lhs = evaluate(comparison.getLhs(), parent, loops);
    AffineExpr rhs = evaluate(comparison.getRhs(), parent, loops);
    std::optional<bool> holds =
        lhs && rhs ? compare(comparison, lhs, rhs) : std::nullopt;
    return holds ? operand(*holds ? 1 : 2) : AffineExpr();
  }
  if (op->getNumOperands() != 2 || op->getNumResults() != 1)
    return {};
  AffineExpr lhs = operand(0), rhs = lhs ? operand(1) : AffineExpr();
  return rhs ? ifFits(evaluateBinary(op, lhs, rhs), op->getResult(0).getType())
             : AffineExpr();
}

AffineExpr IndexAnalysis::evaluateBinary(Operation *op, AffineExpr lhs,
                                         AffineExpr rhs) {
  if (isa<arith::AddIOp>(op))
    return lhs + rhs;
  if (isa<arith::SubIOp>(op))
    return lhs - rhs;
  auto constant = dyn_cast<AffineConstantExpr>(rhs);
  if (isa<arith::MulIOp>(op))
    return constant || isa<AffineConstantExpr>(lhs) ? lhs * rhs : AffineExpr();
  if (!constant || constant.getValue() <= 0)
    return {};
  if (isa<arith::FloorDivSIOp>(op))
    return lhs.floorDiv(rhs);
  std::optional<Range> range = getRange(lhs);
  if (!range || range->minimum < 0)
    return {};
  if (isa<arith::DivSIOp, arith::DivUIOp>(op))
    return lhs.floorDiv(rhs);
  if (isa<arith::RemSIOp, arith::RemUIOp>(op))
    return lhs % rhs;
  return {};
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

/// Returns the row-major number of an element.
static AffineExpr getNumber(ArrayRef<AffineExpr> indices,
                            ArrayRef<int64_t> shape, MLIRContext *context) {
  AffineExpr number = getAffineConstantExpr(0, context);
  for (auto [index, extent] : llvm::zip_equal(indices, shape))
    number = number * extent + index;
  return number;
}

static SmallVector<AffineExpr> getIndices(AffineExpr number,
                                          ArrayRef<int64_t> shape) {
  SmallVector<AffineExpr> indices(shape.size());
  for (auto [index, extent] : llvm::reverse(llvm::zip_equal(indices, shape))) {
    index = number % extent;
    number = number.floorDiv(extent);
  }
  return indices;
}

/// Returns the element of an integer tensor.
AffineExpr IndexAnalysis::evaluateElement(Value tensor, Indices indices) {
  auto type = cast<RankedTensorType>(tensor.getType());
  if (!type.hasStaticShape() || !type.getElementType().isIntOrIndex())
    return {};
  DenseIntElementsAttr elements;
  if (matchPattern(tensor, m_Constant(&elements)))
    return elements.isSplat()
               ? getAffineConstantExpr(
                     elements.getSplatValue<APInt>().getSExtValue(), context)
               : AffineExpr();
  Operation *op = tensor.getDefiningOp();
  if (isa_and_nonnull<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op)) {
    Value source = op->getOperand(0);
    auto from = cast<RankedTensorType>(source.getType());
    if (!from.hasStaticShape())
      return {};
    return evaluateElement(
        source, getIndices(getNumber(indices, type.getShape(), context),
                           from.getShape()));
  }
  auto producer = dyn_cast_or_null<linalg::LinalgOp>(op);
  if (!producer || producer->getNumResults() != 1 ||
      producer.getNumParallelLoops() != producer.getNumLoops())
    return {};
  AffineMap map =
      producer.getMatchingIndexingMap(producer.getDpsInitOperand(0));
  if (!map.isPermutation())
    return {};
  Indices loops(indices.size());
  for (auto [index, expr] : llvm::zip_equal(indices, map.getResults()))
    loops[cast<AffineDimExpr>(expr).getPosition()] = index;
  return evaluate(producer.getBlock()->getTerminator()->getOperand(0), producer,
                  loops);
}

int64_t matrix::evaluateAt(AffineExpr expr, ArrayRef<int64_t> loops) {
  if (auto constant = dyn_cast<AffineConstantExpr>(expr))
    return constant.getValue();
  if (auto dim = dyn_cast<AffineDimExpr>(expr))
    return loops[dim.getPosition()];
  auto binary = cast<AffineBinaryOpExpr>(expr);
  int64_t lhs = evaluateAt(binary.getLHS(), loops),
          rhs = evaluateAt(binary.getRHS(), loops);
  switch (expr.getKind()) {
  case AffineExprKind::Add:
    return lhs + rhs;
  case AffineExprKind::Mul:
    return lhs * rhs;
  case AffineExprKind::Mod:
    return llvm::mod(lhs, rhs);
  case AffineExprKind::FloorDiv:
    return llvm::divideFloorSigned(lhs, rhs);
  case AffineExprKind::CeilDiv:
    return llvm::divideCeilSigned(lhs, rhs);
  default:
    llvm_unreachable("expression without symbols");
  }
}
