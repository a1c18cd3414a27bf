//===- RowQueries.cpp - queries of row instructions -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Answers the queries of RowSelection.h from the semantics in the table of row
// instructions.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"

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
         getElementType(*node.format, element.getContext()) == element;
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

/// "ik,kj->ij": the indices i, j and k are m, n and k.
static RowContraction describe(const table::Instruction &inst,
                               const table::Pattern &pattern,
                               const Node &node) {
  const Node &a = pattern.nodes[node.args[1]], &b = pattern.nodes[node.args[2]];
  char m = node.text[7], n = node.text[8];
  char k = node.text[0] == m ? node.text[1] : node.text[0];
  return {rangeOf(inst, node, m, a, b), rangeOf(inst, node, n, a, b),
          rangeOf(inst, node, k, a, b),
          pattern.nodes[node.args[0]].kind == NodeKind::Operand};
}

static bool sameExtents(const RowContraction &a, const RowContraction &b) {
  auto same = [](RowExtent x, RowExtent y) {
    return x.min == y.min && x.max == y.max;
  };
  return same(a.m, b.m) && same(a.n, b.n) && same(a.k, b.k);
}

SmallVector<RowContraction>
matrix::getRowContractions(Type lhs, Type rhs, Type acc,
                           const desc::VariantInfo &variant) {
  SmallVector<RowContraction> found;
  auto add = [&](const RowContraction &contraction) {
    for (RowContraction &known : found)
      if (sameExtents(known, contraction)) {
        known.accumulates |= contraction.accumulates;
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
          add(describe(inst, pattern, node));
  return found;
}
