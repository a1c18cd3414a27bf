//===- SelectionCosts.cpp - costs of tile selection -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the cost of each value bottom-up, in program order, over the
// candidates that may match its operation.
//
//===----------------------------------------------------------------------===//

#include "Selection/SelectionCosts.h"
#include "Selection/Selector.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

SelectionCost &SelectionCost::operator+=(const SelectionCost &o) {
  missing += o.missing;
  cycles += o.cycles;
  instructions += o.instructions;
  latency += o.latency;
  return *this;
}

//===----------------------------------------------------------------------===//
// Candidates of an operation
//===----------------------------------------------------------------------===//

/// Returns whether the matcher may skip operations at the root: maxima with 0,
/// conversions and parameters.
static bool maySkipRoot(const table::Pattern &pattern) {
  return llvm::any_of(pattern.nodes, [](const Node &node) {
    bool isMaximum =
        node.op && node.op->mlirInt == arith::MaxSIOp::getOperationName();
    return node.kind == NodeKind::Row || isMaximum;
  });
}

/// Returns whether the root of the tree may match an operation of that name. A
/// cheap over-approximation.
static bool mayEndIn(const table::Pattern &pattern, StringRef name) {
  const Node &root = pattern.root();
  if (maySkipRoot(pattern))
    return true;
  switch (root.kind) {
  case NodeKind::Contract:
    return name == vector::ContractionOp::getOperationName();
  case NodeKind::Insert:
    return name == vector::InsertStridedSliceOp::getOperationName();
  case NodeKind::Elementwise:
    return !root.op->body.empty() || !root.format || root.format->bits < 32 ||
           name == root.op->mlirFloat.split(' ').first ||
           name == root.op->mlirInt.split(' ').first;
  default:
    return true;
  }
}

ArrayRef<Candidate> SelectionCosts::candidatesAt(Operation *root) {
  StringRef name = root->getName().getStringRef();
  auto [entry, isNew] = byName.try_emplace(name);
  if (isNew)
    llvm::copy_if(candidates, std::back_inserter(entry->second),
                  [&](const Candidate &candidate) {
                    return mayEndIn(*candidate.pattern, name);
                  });
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// Returns the cost of an operand of a match.
SelectionCost SelectionCosts::costOf(Value needed, const Match &match) const {
  Operation *op = needed.getDefiningOp();
  auto known = costs.find(op);
  if (!op || known == costs.end())
    return {};
  bool isShared = llvm::any_of(needed.getUsers(), [&](Operation *user) {
    return !llvm::is_contained(match.covered, user);
  });
  bool isOutside = match.covered.empty() ||
                   op->getBlock() != match.covered.front()->getBlock();
  if (isShared || isOutside || isa<arith::ConstantOp>(op))
    return {known->second.missing, 0, 0, 0};
  return known->second;
}

SelectionCost SelectionCosts::costOf(const Candidate &candidate,
                                     const Match &match) const {
  const table::Cycles &cycles = candidate.inst->getCycles(variant);
  SelectionCost cost{0, cycles.occupancy, 1, cycles.latency};
  SmallVector<Value> needed;
  for (const Binding &input : match.inputs)
    if (input.value && !llvm::is_contained(needed, input.value)) {
      needed.push_back(input.value);
      cost += costOf(input.value, match);
    }
  return cost;
}

std::optional<Choice> SelectionCosts::choose(Operation *root) {
  std::optional<Choice> best;
  for (const Candidate &candidate : candidatesAt(root)) {
    std::optional<Match> match =
        Matcher(*candidate.inst, *candidate.pattern, variant).match(root);
    if (!match)
      continue;
    SelectionCost cost = costOf(candidate, *match);
    if (!best || cost < best->cost)
      best = Choice{candidate, std::move(*match), cost};
  }
  return best;
}

void SelectionCosts::estimate(Operation *scope) {
  scope->walk<WalkOrder::PostOrder>([&](Operation *op) {
    bool givesTile = op->getNumResults() == 1 &&
                     isTileType(op->getResult(0).getType(), variant);
    if (!givesTile || !findUnselected(op, variant))
      return;
    std::optional<Choice> choice = choose(op);
    costs[op] = choice ? choice->cost : SelectionCost{1, 0, 0, 0};
  });
}
