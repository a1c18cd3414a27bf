//===- DemandedElements.cpp - elements that results depend on -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backward dataflow in one pass in reverse program order, because each value is
// defined before its uses. Of the sets that two users need, the larger one
// stays. Slices at positions that the program computes count as at 0.
//
//===----------------------------------------------------------------------===//

#include "DemandedElements.h"
#include "DemandedOperands.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace matrix;

int64_t matrix::elementsOf(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : 0;
}

ElementSets matrix::allElements(Value value) {
  ElementSets sets;
  auto type = dyn_cast<ShapedType>(value.getType());
  if (type && type.hasStaticShape())
    for (int64_t extent : type.getShape())
      sets.emplace_back(extent, true);
  return sets;
}

static int64_t countOf(const ElementSets &sets) {
  int64_t count = 1;
  for (const llvm::BitVector &set : sets)
    count *= set.count();
  return count;
}

DemandedElements::DemandedElements(func::FuncOp function, ModuleOp module,
                                   ArrayRef<ElementSets> ofResults,
                                   unsigned depth)
    : module(module), depth(depth) {
  Block &body = function.getBody().front();
  for (auto [value, sets] :
       llvm::zip(body.getTerminator()->getOperands(), ofResults))
    demand(value, sets);
  for (Operation &op : llvm::reverse(body.without_terminator()))
    visit(op);
}

int64_t DemandedElements::of(Value value) const {
  auto known = elements.find(value);
  return known == elements.end() ? 0 : countOf(known->second);
}

void DemandedElements::demand(Value value, ElementSets sets) {
  bool isKnown = elementsOf(value) && sets.size() == allElements(value).size();
  if (isKnown && countOf(sets) > of(value))
    elements[value] = std::move(sets);
}

bool DemandedElements::isFullyDemanded(Value value) const {
  return elementsOf(value) && of(value) == elementsOf(value);
}

SmallVector<ElementSets> DemandedElements::ofAll(ValueRange values) const {
  return llvm::map_to_vector(values,
                             [&](Value v) { return elements.lookup(v); });
}

void DemandedElements::visit(Operation &op) {
  if (auto call = dyn_cast<func::CallOp>(op))
    return visitCall(call);
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    return visitStructured(structured);
  if (op.getNumResults() != 1 || !of(op.getResult(0)))
    return;
  const ElementSets result = elements.lookup(op.getResult(0));
  for (OpOperand &operand : op.getOpOperands())
    if (elementsOf(operand.get()))
      demand(operand.get(), demandedOfMove(operand, result));
}

/// Each result by itself, since two of them may need different iterations.
void DemandedElements::visitStructured(linalg::LinalgOp op) {
  if (ShapedType::isDynamicShape(op.getStaticLoopRanges()))
    return;
  for (OpResult result : op->getResults()) {
    if (!of(result))
      continue;
    ElementSets loops = demandedIterations(op, result, elements.lookup(result));
    for (OpOperand &operand : op->getOpOperands())
      if (op.payloadUsesValueFromOperand(&operand))
        demand(operand.get(),
               accessedElements(op.getMatchingIndexingMap(&operand), loops,
                                allElements(operand.get())));
  }
}

void DemandedElements::visitCall(func::CallOp op) {
  auto callee = module.lookupSymbol<func::FuncOp>(op.getCallee());
  if (!callee || callee.isExternal() || !callee.getBody().hasOneBlock() ||
      depth >= 16)
    return;
  DemandedElements inside(callee, module, ofAll(op.getResults()), depth + 1);
  for (auto [operand, sets] :
       llvm::zip(op.getOperands(), inside.ofAll(callee.getArguments())))
    demand(operand, sets);
}
