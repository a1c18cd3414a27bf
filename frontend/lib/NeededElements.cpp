//===- NeededElements.cpp - elements that results depend on ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backward dataflow of element counts from the results of a function to its
// operands.
//
//===----------------------------------------------------------------------===//

#include "NeededElements.h"
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
static constexpr int64_t mostEnumerated = 1 << 16;

static int64_t extentOf(const llvm::SmallBitVector &dims,
                        ArrayRef<int64_t> extents, bool ofLargest) {
  int64_t product = 1, largest = 1;
  for (unsigned d : dims.set_bits()) {
    product *= std::min(extents[d], mostEnumerated);
    largest = std::max(largest, extents[d]);
    if (!ofLargest && product > mostEnumerated)
      return product;
  }
  return ofLargest ? largest : product;
}

static int64_t evaluate(AffineExpr e, ArrayRef<int64_t> at) {
  if (auto d = dyn_cast<AffineDimExpr>(e))
    return at[d.getPosition()];
  if (auto c = dyn_cast<AffineConstantExpr>(e))
    return c.getValue();
  auto binary = cast<AffineBinaryOpExpr>(e);
  int64_t a = evaluate(binary.getLHS(), at), b = evaluate(binary.getRHS(), at);
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
  bool isLinear = e.isPureAffine();
  e.walk([&](AffineExpr part) {
    isLinear &= part.getKind() == AffineExprKind::Add ||
                part.getKind() == AffineExprKind::Mul ||
                isa<AffineDimExpr, AffineConstantExpr>(part);
  });
  if (!isLinear)
    return 1;
  if (extentOf(dims, extents, /*ofLargest=*/false) > mostEnumerated)
    return extentOf(dims, extents, /*ofLargest=*/true);
  llvm::DenseSet<int64_t> values;
  SmallVector<int64_t> at(extents.size(), 0);
  while (true) {
    values.insert(evaluate(e, at));
    int d = dims.find_first();
    while (d >= 0 && ++at[d] == extents[d]) {
      at[d] = 0;
      d = dims.find_next(d);
    }
    if (d < 0)
      return values.size();
  }
}

/// Returns the number of elements of an operand that the loops access.
static int64_t reached(AffineMap map, ArrayRef<int64_t> extents) {
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

NeededElements::NeededElements(func::FuncOp function, ModuleOp module,
                               ArrayRef<int64_t> ofResults, unsigned depth)
    : module(module), depth(depth) {
  Block &body = function.getBody().front();
  for (auto [value, count] :
       llvm::zip(body.getTerminator()->getOperands(), ofResults))
    need(value, count);
  for (Operation &op : llvm::reverse(body.without_terminator()))
    visit(op);
}

void NeededElements::need(Value value, int64_t count) {
  int64_t &known = elements[value];
  known = std::max(known, std::min(count, elementsOf(value)));
}

bool NeededElements::isWhole(Value value) const {
  return elementsOf(value) && of(value) == elementsOf(value);
}

SmallVector<int64_t> NeededElements::ofAll(ValueRange values) const {
  return llvm::map_to_vector(values, [&](Value v) { return of(v); });
}

void NeededElements::visit(Operation &op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return visitCall(call);
  bool isWholly = llvm::any_of(op.getResults(),
                               [&](Value result) { return isWhole(result); });
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp>(op))
    return need(op.getOperand(0), of(op.getResult(0)));
  if (auto slice = dyn_cast<tensor::ExtractSliceOp>(op))
    return need(slice.getSource(), of(slice.getResult()));
  if (!isWholly)
    return;
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return visitStructured(structured);
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op)) {
    int64_t inserted = elementsOf(insert.getSource());
    need(insert.getSource(), inserted);
    return need(insert.getDest(),
                inserted ? elementsOf(insert.getDest()) - inserted : 0);
  }
  if (isa<tensor::PadOp, linalg::SoftmaxOp>(op))
    need(op.getOperand(0), elementsOf(op.getOperand(0)));
  if (isa<tensor::ConcatOp>(op))
    for (Value part : op.getOperands())
      need(part, elementsOf(part));
}

void NeededElements::visitStructured(linalg::LinalgOp op) {
  SmallVector<int64_t> extents = op.getStaticLoopRanges();
  if (ShapedType::isDynamicShape(extents))
    return;
  for (OpOperand &operand : op->getOpOperands())
    if (op.payloadUsesValueFromOperand(&operand))
      need(operand.get(),
           reached(op.getMatchingIndexingMap(&operand), extents));
}

void NeededElements::visitCall(func::CallOp op) {
  auto callee = module.lookupSymbol<func::FuncOp>(op.getCallee());
  if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock() ||
      depth >= 16)
    return;
  NeededElements inside(callee, module, ofAll(op.getResults()), depth + 1);
  for (auto [operand, argument] :
       llvm::zip(op.getOperands(), callee.getArguments()))
    need(operand, inside.of(argument));
}
