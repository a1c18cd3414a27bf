//===- SelectionCosts.cpp - costs of tile selection -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the cost of each value bottom-up, in program order, over the
// candidates that may match its operation. The cost of a match is that of its
// instruction and of the values below it in the tree of UseDominators.h.
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

/// Returns whether an operation reads or gives vectors, as all do that
/// instructions on tiles compute.
static bool hasVectors(Operation *op) {
  auto isVector = [](Type type) { return isa<VectorType>(type); };
  return llvm::any_of(op->getResultTypes(), isVector) ||
         llvm::any_of(op->getOperandTypes(), isVector);
}

ArrayRef<Candidate> SelectionCosts::candidatesAt(Operation *root) {
  if (!hasVectors(root))
    return {};
  Type type =
      root->getNumResults() == 1 ? root->getResult(0).getType() : Type();
  auto [entry, isNew] = byRoot.try_emplace({root->getName(), type});
  StringRef name = root->getName().getStringRef();
  if (isNew)
    llvm::copy_if(candidates, std::back_inserter(entry->second),
                  [&](const Candidate &candidate) {
                    return mayEndIn(*candidate.pattern, name) &&
                           Matcher(*candidate.inst, *candidate.pattern, variant)
                               .mayGive(type);
                  });
  return entry->second;
}

//===----------------------------------------------------------------------===//
// Costs
//===----------------------------------------------------------------------===//

/// Returns the cost of a value that a match in `block` needs. Constants are
/// materialized for each user at no cost; values from outside of the block are
/// computed once for all executions of it.
SelectionCost SelectionCosts::costOf(Operation *op, const Block *block) const {
  auto known = costs.find(op);
  if (known == costs.end())
    return {};
  if (op->getBlock() != block || isa<arith::ConstantOp>(op))
    return {known->second.missing, 0, 0, 0};
  return known->second;
}

SelectionCost SelectionCosts::costOf(const Candidate &candidate,
                                     const Match &match) const {
  const table::Cycles &cycles = candidate.inst->getCycles(variant);
  SelectionCost cost{0, cycles.occupancy, 1, cycles.latency};
  OperationSet covered(llvm::from_range, match.covered), inputs;
  for (const Binding &input : match.inputs)
    if (Operation *op = input.value ? input.value.getDefiningOp() : nullptr)
      inputs.insert(op);
  for (Operation *input : inputs)
    if (isa<arith::ConstantOp>(input))
      cost += costOf(input, input->getBlock());
  if (!covered.empty())
    addDominated(cost, covered, inputs);
  return cost;
}

/// Returns whether an instruction that is already selected uses the result.
static bool isUsedByInstruction(Operation *op) {
  return llvm::any_of(op->getUsers(), [](Operation *user) {
    return isa_and_present<MatrixDialect>(user->getDialect());
  });
}

/// Adds the costs of values that only the covered operations need, each of them
/// once: of inputs, and of values that other operations among them use.
void SelectionCosts::addDominated(SelectionCost &cost,
                                  const OperationSet &covered,
                                  const OperationSet &inputs) const {
  auto isNeeded = [&](Operation *op) {
    return inputs.contains(op) ||
           llvm::any_of(op->getUsers(), [&](Operation *user) {
             return !covered.contains(user);
           });
  };
  const Block *block = covered.front()->getBlock();
  for (Operation *op : covered)
    for (Operation *value : uses.childrenOf(op))
      if (!isa<arith::ConstantOp>(value) && !covered.contains(value) &&
          isNeeded(value) && !isUsedByInstruction(value))
        cost += costOf(value, block);
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

/// Returns the cost of an operation that no instruction computes.
SelectionCost SelectionCosts::costOfMissing(Operation *op) const {
  SelectionCost cost{1, 0, 0, 0};
  for (Operation *value : uses.childrenOf(op))
    cost += costOf(value, op->getBlock());
  return cost;
}

void SelectionCosts::estimate(Operation *scope) {
  uses.compute(scope);
  scope->walk<WalkOrder::PostOrder>([&](Operation *op) {
    bool givesTile = op->getNumResults() == 1 &&
                     isTileType(op->getResult(0).getType(), variant);
    if (!givesTile || !findUnselected(op, variant))
      return;
    std::optional<Choice> choice = choose(op);
    costs[op] = choice ? choice->cost : costOfMissing(op);
  });
}
