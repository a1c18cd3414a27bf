//===- RowQueries.cpp - queries of row instructions -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers the queries of RowSelection.h from the semantics and cycles in the
// table of row instructions. Contractions with equal extents are one answer,
// with the best rates of their instructions. The cycles of a contraction
// include those of the instructions that set addresses and tiles it reads as
// state, since these differ for each product.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

bool matrix::hasRowInstructions(const desc::VariantInfo &variant) {
  return llvm::any_of(table::rowInstructions(), [&](const auto &inst) {
    return inst.isAvailable(variant);
  });
}

static RowExtent rangeOf(const table::Instruction &inst,
                         const table::Extent &extent) {
  if (extent.kind == table::Extent::AtMost)
    return {1, extent.value};
  if (extent.kind != table::Extent::Counted)
    return {extent.value, extent.value};
  const table::Operand &count = inst.inputs[extent.value];
  return {count.min, count.max};
}

static bool is(const Node &node, Type element) {
  return node.format && !node.format->isUnsigned &&
         isElementOf(element, *node.format);
}

/// Returns the range of the index `letter`, from the first operand that has it.
static RowExtent rangeOf(const table::Instruction &inst, const Node &contract,
                         char letter, const Node &a, const Node &b) {
  const table::Extent extents[] = {a.rows, a.columns, b.rows, b.columns};
  const unsigned letterPositions[] = {0, 1, 3, 4};
  for (unsigned i = 0; i < 4; ++i)
    if (contract.text[letterPositions[i]] == letter)
      return rangeOf(inst, extents[i]);
  return {0, 0};
}

//===----------------------------------------------------------------------===//
// Cycles
//===----------------------------------------------------------------------===//

/// Returns the cycles of the instruction and of those that set the addresses
/// and tiles it reads as configuration state. Pipes overlap; instructions start
/// in order, one in each cycle.
static int64_t getCyclesWithState(const table::Instruction &inst,
                                  const desc::VariantInfo &variant) {
  llvm::StringMap<int64_t> cyclesOfPipes;
  llvm::SmallDenseSet<StringRef> counted;
  auto add = [&](const table::Instruction &added) {
    if (counted.insert(added.record).second)
      cyclesOfPipes[added.pipe] += added.getCycles(variant).occupancy;
  };
  add(inst);
  for (const table::Operand &input : inst.inputs) {
    if (input.state < 0 || table::states()[input.state].isScalar)
      continue;
    const auto *writer = llvm::find_if(
        table::rowInstructions(), [&](const table::Instruction &other) {
          return other.patterns.empty() && other.isAvailable(variant) &&
                 llvm::any_of(other.writes, [&](const auto &write) {
                   return write.state == input.state;
                 });
        });
    if (writer != table::rowInstructions().end())
      add(*writer);
  }
  int64_t longest = 0;
  for (const auto &pipe : cyclesOfPipes)
    longest = std::max(longest, pipe.second);
  return longest + int64_t(counted.size()) - 1;
}

/// Returns the cycles of the fastest instruction that moves rows from DRAM to
/// the memory; null: there is none.
static const table::Cycles *getLoadCycles(const desc::SpaceInfo &space,
                                          const desc::VariantInfo &variant) {
  const table::Cycles *best = nullptr;
  for (const table::Instruction &inst : table::rowInstructions()) {
    if (!inst.isAvailable(variant))
      continue;
    for (const table::Pattern &pattern : inst.patterns) {
      const Node &to = pattern.nodes[pattern.root().args[0]];
      const Node &from = pattern.nodes[pattern.root().args[1]];
      if (to.kind != NodeKind::Operand || from.kind != NodeKind::Operand ||
          inst.inputs[to.index].space != &space ||
          !isDramOperand(inst.inputs[from.index]))
        continue;
      const table::Cycles &cycles = inst.getCycles(variant);
      if (!best || cycles.occupancy < best->occupancy)
        best = &cycles;
    }
  }
  return best;
}

/// Returns the memory of the operand; null if it is not an operand in row
/// memory.
static const desc::SpaceInfo *spaceOf(const table::Instruction &inst,
                                      const Node &node) {
  const desc::SpaceInfo *space =
      node.kind == NodeKind::Operand ? inst.inputs[node.index].space : nullptr;
  return space && space->rows ? space : nullptr;
}

static std::optional<RowRates> getRates(const table::Instruction &inst,
                                        const table::Pattern &pattern,
                                        const Node &contract,
                                        const desc::VariantInfo &variant) {
  const auto *a = spaceOf(inst, pattern.nodes[contract.args[1]]);
  const auto *b = spaceOf(inst, pattern.nodes[contract.args[2]]);
  const auto *c = spaceOf(inst, pattern.nodes[pattern.root().args[0]]);
  const table::Cycles *loadA = a ? getLoadCycles(*a, variant) : nullptr;
  const table::Cycles *loadB = b ? getLoadCycles(*b, variant) : nullptr;
  if (!loadA || !loadB || !c)
    return std::nullopt;
  return RowRates{getCyclesWithState(inst, variant),
                  inst.getCycles(variant).latency,
                  std::max(loadA->occupancy, loadB->occupancy),
                  std::max(loadA->latency, loadB->latency),
                  std::min<int64_t>(a->rows, b->rows),
                  int64_t(c->rows)};
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

/// "ik,kj->ij": the indices i, j and k are m, n and k.
static RowContraction describe(const table::Instruction &inst,
                               const table::Pattern &pattern, const Node &node,
                               const desc::VariantInfo &variant) {
  const Node &a = pattern.nodes[node.args[1]], &b = pattern.nodes[node.args[2]];
  char m = node.text[7], n = node.text[8];
  char k = node.text[0] == m ? node.text[1] : node.text[0];
  return {rangeOf(inst, node, m, a, b), rangeOf(inst, node, n, a, b),
          rangeOf(inst, node, k, a, b),
          pattern.nodes[node.args[0]].kind == NodeKind::Operand,
          getRates(inst, pattern, node, variant)};
}

static bool sameExtents(const RowContraction &a, const RowContraction &b) {
  auto same = [](RowExtent x, RowExtent y) {
    return x.min == y.min && x.max == y.max;
  };
  return same(a.m, b.m) && same(a.n, b.n) && same(a.k, b.k);
}

/// Returns the cycles of the faster one, in the smaller memories.
static std::optional<RowRates> merge(const std::optional<RowRates> &a,
                                     const std::optional<RowRates> &b) {
  if (!a || !b)
    return a ? a : b;
  return RowRates{std::min(a->product, b->product),
                  std::min(a->latency, b->latency),
                  std::min(a->load, b->load),
                  std::min(a->loadLatency, b->loadLatency),
                  std::min(a->operandRows, b->operandRows),
                  std::min(a->resultRows, b->resultRows)};
}

SmallVector<RowContraction>
matrix::getRowContractions(Type lhs, Type rhs, Type acc,
                           const desc::VariantInfo &variant) {
  SmallVector<RowContraction> found;
  auto add = [&](const RowContraction &contraction) {
    for (RowContraction &known : found)
      if (sameExtents(known, contraction)) {
        known.accumulates |= contraction.accumulates;
        known.rates = merge(known.rates, contraction.rates);
        return;
      }
    found.push_back(contraction);
  };
  for (const table::Instruction &inst : table::rowInstructions())
    for (const table::Pattern &pattern : inst.patterns)
      for (const Node &node : pattern.nodes)
        if (inst.isAvailable(variant) && node.kind == NodeKind::Contract &&
            is(node, acc) && is(pattern.nodes[node.args[1]], lhs) &&
            is(pattern.nodes[node.args[2]], rhs))
          add(describe(inst, pattern, node, variant));
  return found;
}
