//===- DemandedElements.cpp - elements that results depend on -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backward dataflow of element counts, in one pass in reverse program order,
// because each value is defined before its uses. Slices demand a part of their
// source; other operations propagate only if a result is demanded as a whole.
// The elements of an operand in a Linalg operation are the product of the
// numbers of values of its indices if no loop occurs in two of them, otherwise
// the largest number.
//
//===----------------------------------------------------------------------===//

#include "DemandedElements.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace matrix;

int64_t matrix::elementsOf(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : 0;
}

//===----------------------------------------------------------------------===//
// Elements in the range of an indexing map
//===----------------------------------------------------------------------===//

/// Upper bound of the iterations enumerated to count the values of an index.
static constexpr int64_t kMaxEnumerated = 1 << 16;

static int64_t extentOf(const llvm::SmallBitVector &dims,
                        ArrayRef<int64_t> extents, bool ofLargest) {
  int64_t product = 1, largest = 1;
  for (unsigned d : dims.set_bits()) {
    largest = std::max(largest, extents[d]);
    if (product <= kMaxEnumerated)
      product *= extents[d];
  }
  return ofLargest ? largest : product;
}

static int64_t evaluate(AffineExpr e, ArrayRef<int64_t> indices) {
  if (auto d = dyn_cast<AffineDimExpr>(e))
    return indices[d.getPosition()];
  if (auto c = dyn_cast<AffineConstantExpr>(e))
    return c.getValue();
  auto binary = cast<AffineBinaryOpExpr>(e);
  int64_t a = evaluate(binary.getLHS(), indices),
          b = evaluate(binary.getRHS(), indices);
  switch (e.getKind()) {
  case AffineExprKind::Add:
    return a + b;
  case AffineExprKind::Mul:
    return a * b;
  default: // quotients and remainders: at least one value
    return 0;
  }
}

/// Returns a lower bound of the number of values of an index expression. The
/// values are enumerated up to a limit of iterations; beyond it, the largest
/// extent is used, since each loop alone produces as many values as its extent.
static int64_t countValues(AffineExpr e, const llvm::SmallBitVector &dims,
                           ArrayRef<int64_t> extents) {
  if (auto dim = dyn_cast<AffineDimExpr>(e))
    return extents[dim.getPosition()];
  bool isLinear = e.isPureAffine();
  e.walk([&](AffineExpr part) {
    isLinear &= part.getKind() == AffineExprKind::Add ||
                part.getKind() == AffineExprKind::Mul ||
                isa<AffineDimExpr, AffineConstantExpr>(part);
  });
  if (!isLinear)
    return 1;
  if (extentOf(dims, extents, /*ofLargest=*/false) > kMaxEnumerated)
    return extentOf(dims, extents, /*ofLargest=*/true);
  llvm::DenseSet<int64_t> values;
  SmallVector<int64_t> indices(extents.size(), 0);
  while (true) {
    values.insert(evaluate(e, indices));
    int d = dims.find_first();
    while (d >= 0 && ++indices[d] == extents[d]) {
      indices[d] = 0;
      d = dims.find_next(d);
    }
    if (d < 0)
      return values.size();
  }
}

/// Returns the number of elements of an operand that the loops access.
static int64_t countAccessed(AffineMap map, ArrayRef<int64_t> extents) {
  if (llvm::is_contained(extents, 0))
    return 0;
  int64_t product = 1, largest = 1;
  bool isSeparate = true;
  llvm::SmallBitVector seen(map.getNumDims());
  for (AffineExpr e : map.getResults()) {
    llvm::SmallBitVector dims(map.getNumDims());
    for (unsigned d = 0; d < map.getNumDims(); ++d)
      if (e.isFunctionOfDim(d))
        dims.set(d);
    int64_t count = countValues(e, dims, extents);
    product *= count;
    largest = std::max(largest, count);
    isSeparate &= !seen.anyCommon(dims);
    seen |= dims;
  }
  return isSeparate ? product : largest;
}

//===----------------------------------------------------------------------===//
// Propagation to operands
//===----------------------------------------------------------------------===//

DemandedElements::DemandedElements(func::FuncOp function, ModuleOp module,
                                   ArrayRef<int64_t> ofResults, unsigned depth)
    : module(module), depth(depth) {
  Block &body = function.getBody().front();
  for (auto [value, count] :
       llvm::zip(body.getTerminator()->getOperands(), ofResults))
    demand(value, count);
  for (Operation &op : llvm::reverse(body.without_terminator()))
    visit(op);
}

void DemandedElements::demand(Value value, int64_t count) {
  int64_t &known = elements[value];
  known = std::max(known, std::min(count, elementsOf(value)));
}

bool DemandedElements::isFullyDemanded(Value value) const {
  return elementsOf(value) && of(value) == elementsOf(value);
}

SmallVector<int64_t> DemandedElements::ofAll(ValueRange values) const {
  return llvm::map_to_vector(values, [&](Value v) { return of(v); });
}

void DemandedElements::visit(Operation &op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return visitCall(call);
  bool isAnyFull = llvm::any_of(
      op.getResults(), [&](Value result) { return isFullyDemanded(result); });
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp>(op))
    return demand(op.getOperand(0), of(op.getResult(0)));
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return demand(slice.getSource(), of(slice.getResult()));
  if (!isAnyFull)
    return;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return visitStructured(structured);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    int64_t inserted = elementsOf(insert.getSource());
    demand(insert.getSource(), inserted);
    return demand(insert.getDest(),
                  inserted ? elementsOf(insert.getDest()) - inserted : 0);
  }
  if (isa<tensor::PadOp, linalg::SoftmaxOp>(op))
    demand(op.getOperand(0), elementsOf(op.getOperand(0)));
  if (isa<tensor::ConcatOp>(op))
    for (Value part : op.getOperands())
      demand(part, elementsOf(part));
}

void DemandedElements::visitStructured(linalg::LinalgOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (ShapedType::isDynamicShape(extents))
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (op.payloadUsesValueFromOperand(&operand))
      demand(operand.get(),
             countAccessed(op.getMatchingIndexingMap(&operand), extents));
}

void DemandedElements::visitCall(func::CallOp op) {
  auto callee = module.lookupSymbol<func::FuncOp>(op.getCallee());
  if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock() ||
      depth >= 16)
    return;
  DemandedElements inside(callee, module, ofAll(op.getResults()), depth + 1);
  for (auto [operand, argument] :
       llvm::zip(op.getOperands(), callee.getArguments()))
    demand(operand, inside.of(argument));
}
