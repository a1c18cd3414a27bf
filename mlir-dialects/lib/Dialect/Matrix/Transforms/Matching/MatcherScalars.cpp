//===- MatcherScalars.cpp - parameter rows, scalars and masks -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matching of operands that are not tiles: rows of parameters, whose values are
// solved from a constant of the program, scalars that are broadcast, index
// sequences and masks. An operator with a parameter also matches a program
// without this operator; the parameter is then its neutral element, and the
// match counts how many parameters are present and absent.
//
//===----------------------------------------------------------------------===//

#include "Matching/Matcher.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// Matches a constant with a tree over parameter rows, or a tile of equal rows
/// with a row that is read unmodified.
bool Matcher::parameter(const Tree &tree, const Node &node, Value value) {
  if (TypedAttr element = splatElement(value))
    return found.rows.solve(tree.nodes, node,
                            uint32_t(bitsOf(element).getZExtValue()));
  int input = tree.arg(node, 0).index;
  return node.kind == NodeKind::Row && hasEqualRows(value) &&
         found.rows.set(node, input, value);
}

/// Matches an operator whose operand `position` is a parameter. If the program
/// does not contain the operator, the parameter is its neutral element.
bool Matcher::withParameter(const Tree &tree, const Node &node,
                            unsigned position, Value value) {
  Operation *op = value.getDefiningOp();
  StringRef name = nameOn(*node.op, getElementTypeOrSelf(value.getType()));
  bool isPresent = op && op->getNumOperands() == 2 && spell(op) == name;
  if (isPresent && node.op->commutative &&
      !hasEqualRows(op->getOperand(position)))
    position = 1 - position;
  if (!isPresent || !hasEqualRows(op->getOperand(position)))
    return absentParameter(tree, node, value);
  unsigned first = isParameter(tree.nodes, tree.arg(node, 0)) ? 0 : 1;
  ++found.parametersPresent;
  return cover(op) &&
         this->node(tree, tree.arg(node, first), op->getOperand(position)) &&
         this->node(tree, tree.arg(node, 1 - first),
                    op->getOperand(1 - position));
}

bool Matcher::absentParameter(const Tree &tree, const Node &node, Value value) {
  unsigned first = isParameter(tree.nodes, tree.arg(node, 0)) ? 0 : 1;
  std::optional<uint32_t> neutral =
      neutralOf(*node.op, getElementTypeOrSelf(value.getType()));
  ++found.parametersAbsent;
  return neutral &&
         found.rows.solve(tree.nodes, tree.arg(node, first), *neutral) &&
         this->node(tree, tree.arg(node, 1 - first), value);
}

//===----------------------------------------------------------------------===//
// Scalars and masks
//===----------------------------------------------------------------------===//

bool Matcher::splat(const Tree &tree, const Node &node, Value value) {
  const Node &scalar = tree.arg(node, 0);
  if (scalar.kind == NodeKind::Number)
    return isSplatOf(value, scalar.value);
  if (TypedAttr element = splatElement(value)) {
    Binding binding;
    binding.constant = element;
    // A constant encoded as an immediate is not covered and may have other
    // users.
    return (isImmediate(scalar) || cover(value.getDefiningOp())) &&
           bindScalar(tree, scalar, binding);
  }
  auto broadcast = value.getDefiningOp<vector::BroadcastOp>();
  if (!broadcast || isa<VectorType>(broadcast.getSourceType()))
    return false;
  Binding binding;
  binding.value = broadcast.getSource();
  return cover(broadcast) && bindScalar(tree, scalar, binding);
}

bool Matcher::iota(const Tree &tree, const Node &node, Value value) {
  DenseIntElementsAttr elements;
  if (!matchPattern(value, m_Constant(&elements)) || elements.isSplat())
    return false;
  int64_t columns = ::cast<VectorType>(value.getType()).getDimSize(1);
  APInt base = *elements.value_begin<APInt>();
  for (const auto &[position, element] :
       llvm::enumerate(elements.getValues<APInt>())) {
    int64_t n = node.text == "i" ? position / columns : position % columns;
    if (element != base + n)
      return false;
  }
  Binding binding;
  binding.constant = IntegerAttr::get(elements.getElementType(), base);
  return cover(value.getDefiningOp()) &&
         bindScalar(tree, tree.arg(node, 0), binding);
}

bool Matcher::mask(const Tree &tree, const Node &node, Value value) {
  auto op = value.getDefiningOp<vector::CreateMaskOp>();
  if (!op || op->getNumOperands() != 2)
    return false;
  auto type = ::cast<VectorType>(value.getType());
  for (unsigned dim : {0, 1}) {
    const Node &bound = tree.arg(node, dim);
    IntegerAttr constant;
    if (bound.kind == NodeKind::None) { // must include all rows or columns
      if (!matchPattern(op.getOperand(dim), m_Constant(&constant)) ||
          constant.getInt() < type.getDimSize(dim))
        return false;
      continue;
    }
    Binding binding;
    binding.value = op.getOperand(dim);
    if (!bindScalar(tree, bound, binding))
      return false;
  }
  return cover(op);
}
