//===- DemandedElements.cpp - elements that results depend on -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Backward dataflow in one pass in reverse program order, because each value is
// defined before its uses. The boxes that two users need are joined if they
// differ in one dimension, otherwise the larger one stays. Slices at positions
// that the program computes, and diagonals, need a number of elements at
// unknown positions, which moves pass on.
//
//===----------------------------------------------------------------------===//

#include "DemandedElements.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace matrix;

int64_t matrix::elementsOf(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  return type && type.hasStaticShape() ? type.getNumElements() : 0;
}

std::optional<ElementBox> matrix::allElements(Value value) {
  auto type = dyn_cast<ShapedType>(value.getType());
  if (!type || !type.hasStaticShape())
    return std::nullopt;
  ElementBox box;
  for (int64_t extent : type.getShape())
    box.push_back(IndexSet::all(extent));
  return box;
}

int64_t matrix::countOf(const ElementBox &box) {
  int64_t count = 1;
  for (const IndexSet &set : box)
    count *= set.count();
  return count;
}

static ElementBox join(const ElementBox &a, const ElementBox &b) {
  SmallVector<unsigned> different;
  for (unsigned d = 0; d < a.size(); ++d)
    if (!(a[d] == b[d]))
      different.push_back(d);
  ElementBox joined = countOf(a) < countOf(b) ? b : a;
  if (different.size() == 1)
    joined[different[0]] = a[different[0]].united(b[different[0]]);
  return joined;
}

DemandedElements::DemandedElements(func::FuncOp function) {
  Block &body = function.getBody().front();
  for (Value value : body.getTerminator()->getOperands())
    demand(value, allElements(value));
  for (Operation &op : llvm::reverse(body.without_terminator()))
    visit(op);
}

int64_t DemandedElements::of(Value value) const {
  auto box = boxes.find(value);
  return std::max(unlocated.lookup(value),
                  box == boxes.end() ? 0 : countOf(box->second));
}

bool DemandedElements::isFullyDemanded(Value value) const {
  return elementsOf(value) && of(value) == elementsOf(value);
}

void DemandedElements::demand(Value value,
                              const std::optional<ElementBox> &box) {
  auto type = dyn_cast<ShapedType>(value.getType());
  if (!box || !elementsOf(value) || type.getRank() != int64_t(box->size()) ||
      !countOf(*box))
    return;
  auto [known, isNew] = boxes.try_emplace(value, *box);
  if (!isNew)
    known->second = join(known->second, *box);
}

void DemandedElements::demandAnywhere(Value value, int64_t count) {
  if (count && count == elementsOf(value))
    return demand(value, allElements(value));
  int64_t &known = unlocated[value];
  known = std::max(known, std::min(count, elementsOf(value)));
}

void DemandedElements::visit(Operation &op) {
  if (auto structured = dyn_cast<linalg::LinalgOp>(op))
    visitStructured(structured);
  else if (op.getNumResults() == 1 && of(op.getResult(0)))
    visitMove(op);
}

static bool hasStaticStrides(OffsetSizeAndStrideOpInterface op) {
  return !ShapedType::isDynamicShape(op.getStaticStrides()) &&
         !llvm::is_contained(op.getStaticStrides(), 0);
}

void DemandedElements::visitMove(Operation &op) {
  if (auto box = boxes.find(op.getResult(0)); box != boxes.end()) {
    const ElementBox result = box->second;
    for (OpOperand &operand : op.getOpOperands())
      if (elementsOf(operand.get()))
        demand(operand.get(), demandedOfMove(operand, result));
  }
  auto slice = dyn_cast<tensor::ExtractSliceOp>(op);
  if (isa<tensor::CollapseShapeOp, tensor::ExpandShapeOp, tensor::CastOp>(op) ||
      (slice && hasStaticStrides(slice)))
    demandAnywhere(op.getOperand(0), of(op.getResult(0)));
  if (auto insert = dyn_cast<tensor::InsertSliceOp>(op))
    if (int64_t inserted = elementsOf(insert.getSource()))
      demandAnywhere(insert.getDest(),
                     std::max<int64_t>(0, of(insert.getResult()) - inserted));
}

/// Each result by itself, since two of them may need different iterations.
void DemandedElements::visitStructured(linalg::LinalgOp op) {
  for (OpResult result : op->getResults()) {
    auto box = boxes.find(result);
    if (box == boxes.end())
      continue;
    auto operands = demandedOperands(op, result, box->second, known);
    for (auto &[operand, loops] : operands) {
      auto type = dyn_cast<RankedTensorType>(operand->get().getType());
      if (!type || !type.hasStaticShape())
        continue;
      auto accessed = accessedElements(op.getMatchingIndexingMap(operand),
                                       loops, type.getShape());
      demand(operand->get(), accessed.box);
      demandAnywhere(operand->get(), accessed.count);
    }
  }
}
