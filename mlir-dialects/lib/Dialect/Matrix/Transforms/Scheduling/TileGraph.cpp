//===- TileGraph.cpp - dependences of tile instructions -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A node is an instruction. Constants that an instruction without operands
// creates are created again where a product overwrites them. Those that other
// instructions read occupy a register throughout.
//
//===----------------------------------------------------------------------===//

#include "Scheduling/TileGraph.h"
#include "Scheduling/TileAccess.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Dialect/UB/IR/UBOps.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/EquivalenceClasses.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace matrix;

static bool isConstant(Value tile) {
  Operation *op = tile.getDefiningOp();
  return op && op->getNumOperands() == 0 && op->getNumRegions() == 0;
}

static bool isContraction(const table::Instruction &inst) {
  return llvm::any_of(inst.semantics().nodes, [](const table::Node &node) {
    return node.kind == table::NodeKind::Contract;
  });
}

/// Returns whether the instruction overwrites an operand, the accumulator of a
/// product, that is a constant.
static bool overwritesConstant(Operation *op, Value operand) {
  if (!isConstant(operand) || operand.getDefiningOp<ub::PoisonOp>() ||
      operand != op->getOperand(0))
    return false;
  const table::Instruction *inst =
      isTileOperation(op) ? getInstruction(op) : nullptr;
  return inst && isContraction(*inst);
}

namespace {

class GraphBuilder {
public:
  GraphBuilder(TileGraph &graph, ArrayRef<Operation *> sequence,
               const desc::VariantInfo &variant)
      : graph(graph), sequence(sequence), variant(variant) {}

  void build() {
    for (Operation *op : sequence) {
      numbers[op] = graph.nodes.size();
      graph.nodes.emplace_back().op = op;
    }
    addLiveIn();
    for (unsigned i = 0; i < graph.nodes.size(); ++i)
      addNode(i);
    graph.numPipes = pipes.size() + 1;
    findProducts();
  }

private:
  bool isInside(Value value) const {
    Operation *from = value.getDefiningOp();
    return from && numbers.contains(from);
  }

  /// Values of other blocks may be used in the next iteration of a loop.
  unsigned addTile(Value value) {
    auto [entry, isNew] = tiles.try_emplace(value, graph.tiles.size());
    if (isNew) {
      bool isOther = value.getParentBlock() != sequence.front()->getBlock();
      graph.tiles.emplace_back().isLiveOut =
          isOther || llvm::any_of(value.getUsers(), [&](Operation *user) {
            return !numbers.contains(user);
          });
    }
    return entry->second;
  }

  void addLiveIn() {
    for (Operation *op : sequence)
      for (Value operand : op->getOperands())
        if (isa<VectorType>(operand.getType()) && !isInside(operand) &&
            !operand.getDefiningOp<ub::PoisonOp>() &&
            !overwritesConstant(op, operand))
          addTile(operand);
    graph.numLiveIn = graph.tiles.size();
  }

  void setTimes(TileNode &node, const table::Instruction &inst) {
    const table::Cycles &cycles = inst.getCycles(variant);
    node.occupancy = cycles.occupancy;
    node.latency = cycles.latency;
    node.pipe =
        pipes.try_emplace(inst.pipe, unsigned(pipes.size()) + 1).first->second;
    node.isProduct = isContraction(inst);
  }

  void addAccess(unsigned number, const table::Instruction &inst) {
    TileNode &node = graph.nodes[number];
    TileAccess access(node.op, inst);
    for (auto &[other, earlier] : accesses)
      if ((access.isStore() || earlier.isStore()) && access.mayOverlap(earlier))
        node.before.push_back(other);
    accesses.emplace_back(number, access);
  }

  void addOperand(unsigned number, Value operand) {
    TileNode &node = graph.nodes[number];
    if (isInside(operand))
      node.operands.push_back(numbers.lookup(operand.getDefiningOp()));
    else if (::overwritesConstant(node.op, operand)) {
      node.overwritesConstant = true;
      return;
    }
    auto tile = tiles.find(operand);
    if (tile == tiles.end() || llvm::is_contained(node.uses, tile->second))
      return;
    node.uses.push_back(tile->second);
    graph.tiles[tile->second].users.push_back(number);
  }

  void addNode(unsigned number) {
    TileNode &node = graph.nodes[number];
    for (Value operand : node.op->getOperands())
      addOperand(number, operand);
    for (Value result : node.op->getResults())
      if (isa<VectorType>(result.getType()))
        node.defines = addTile(result);
    const table::Instruction *inst =
        isTileOperation(node.op) ? getInstruction(node.op) : nullptr;
    if (!inst)
      return;
    setTimes(node, *inst);
    if (inst->load || inst->store)
      addAccess(number, *inst);
  }

  /// Finds what is connected with contractions.
  void findProducts() {
    llvm::EquivalenceClasses<unsigned> connected;
    for (auto [i, node] : llvm::enumerate(graph.nodes)) {
      connected.insert(i);
      for (unsigned operand : node.operands)
        connected.unionSets(i, operand);
    }
    llvm::DenseSet<unsigned> products;
    for (auto [i, node] : llvm::enumerate(graph.nodes))
      if (node.isProduct)
        products.insert(connected.getLeaderValue(i));
    for (auto [i, node] : llvm::enumerate(graph.nodes))
      node.isOfProduct = products.contains(connected.getLeaderValue(i));
  }

  TileGraph &graph;
  ArrayRef<Operation *> sequence;
  const desc::VariantInfo &variant;
  llvm::DenseMap<Operation *, unsigned> numbers;
  llvm::DenseMap<Value, unsigned> tiles;
  llvm::StringMap<unsigned> pipes;
  std::vector<std::pair<unsigned, TileAccess>> accesses;
};

} // namespace

TileGraph::TileGraph(ArrayRef<Operation *> sequence,
                     const desc::VariantInfo &variant) {
  GraphBuilder(*this, sequence, variant).build();
}
