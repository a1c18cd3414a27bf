//===- MatcherElementwise.cpp - operators, scalars, masks ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Casts.h"
#include "Matcher.h"
#include "VectorForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

/// Instructions use the low bits of a shift count, so that a mask around it is
/// part of the instruction.
static Value withoutCountMask(Operation *op, Value count) {
  if (!isa<arith::ShLIOp, arith::ShRUIOp, arith::ShRSIOp>(op))
    return {};
  auto mask = count.getDefiningOp<arith::AndIOp>();
  unsigned bits = getElementTypeOrSelf(count).getIntOrFloatBitWidth();
  return mask && isSplatOf(mask.getRhs(), bits - 1) ? mask.getLhs() : Value();
}

bool Matcher::arguments(const Tree &tree, const Node &node,
                        ArrayRef<Value> values) {
  Carried atNode = carried;
  for (unsigned i = 0; i < node.numArgs; ++i) {
    const Node &arg = tree.arg(node, i);
    bool isFactor = arg.kind == NodeKind::Splat || arg.kind == NodeKind::Number;
    carried = isFactor ? Carried::Nothing : atNode;
    if (!this->node(tree, arg, values[i]))
      return false;
  }
  return true;
}

bool Matcher::elementwise(const Tree &tree, const Node &node, Value value) {
  if (!node.op->body.empty())
    return composed(tree, node, value);
  for (unsigned i = 0; i < node.numArgs; ++i)
    if (node.numArgs == 2 && isParameter(tree.nodes, tree.arg(node, i)))
      return withParameter(tree, node, i, value);
  Operation *op = value.getDefiningOp();
  if (!op || op->getNumOperands() != node.numArgs)
    return false;
  Type element = getElementTypeOrSelf(op->getOperands().back().getType());
  StringRef name = nameOn(*node.op, element);
  if (name.empty() || spell(op) != name)
    return throughMask(tree, node, value);
  cover(op);
  SmallVector<Value> values(op->getOperands());
  if (Value count = withoutCountMask(op, values.back())) {
    cover(values.back().getDefiningOp());
    values.back() = count;
  }
  if (node.op->commutative && values[0] != values[1] && choose())
    std::swap(values[0], values[1]);
  return arguments(tree, node, values);
}

/// The body of a composed operator, its argument matched in the tree around.
bool Matcher::composed(const Tree &tree, const Node &node, Value value) {
  Value bound;
  Tree body{node.op->body, &tree, node.args[0], &bound};
  return this->node(body, body.nodes.back(), value);
}

/// A truth value that legalisation made a mask of: cmpi ne (extsi x), 0.
bool Matcher::throughMask(const Tree &tree, const Node &node, Value value) {
  auto compare = value.getDefiningOp<arith::CmpIOp>();
  if (!compare || compare.getPredicate() != arith::CmpIPredicate::ne ||
      !isSplatOf(compare.getRhs(), 0))
    return false;
  auto extend = compare.getLhs().getDefiningOp<arith::ExtSIOp>();
  return extend && cover(compare) && cover(extend) &&
         this->node(tree, node, extend.getIn());
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

/// A constant of any shape of tree, or equal rows where the row is read as is.
bool Matcher::parameter(const Tree &tree, const Node &node, Value value) {
  if (TypedAttr element = splatElement(value))
    return found.rows.solve(tree.nodes, node,
                            uint32_t(bitsOf(element).getZExtValue()));
  int input = tree.arg(node, 0).index;
  return node.kind == NodeKind::Row && hasEqualRows(value) &&
         found.rows.set(node, input, value);
}

/// An operator one of whose operands, at `position`, is a parameter. Where the
/// program doesn't have the operator, the parameter changes nothing.
bool Matcher::withParameter(const Tree &tree, const Node &node,
                            unsigned position, Value value) {
  Operation *op = value.getDefiningOp();
  StringRef name = nameOn(*node.op, getElementTypeOrSelf(value.getType()));
  bool isPresent = op && op->getNumOperands() == 2 && spell(op) == name;
  if (isPresent && node.op->commutative &&
      !hasEqualRows(op->getOperand(position)))
    position = 1 - position;
  if (!isPresent || !hasEqualRows(op->getOperand(position)))
    return idle(tree, node, value);
  unsigned first = isParameter(tree.nodes, tree.arg(node, 0)) ? 0 : 1;
  ++found.parametersUsed;
  return cover(op) &&
         this->node(tree, tree.arg(node, first), op->getOperand(position)) &&
         this->node(tree, tree.arg(node, 1 - first),
                    op->getOperand(1 - position));
}

bool Matcher::idle(const Tree &tree, const Node &node, Value value) {
  unsigned first = isParameter(tree.nodes, tree.arg(node, 0)) ? 0 : 1;
  std::optional<uint32_t> neutral =
      neutralOf(*node.op, getElementTypeOrSelf(value.getType()));
  ++found.parametersIdle;
  return neutral &&
         found.rows.solve(tree.nodes, tree.arg(node, first), *neutral) &&
         this->node(tree, tree.arg(node, 1 - first), value);
}

/// An integer that is narrowed after the meaning itself has clamped it: the
/// program's clamp is the meaning's, not that of the conversion.
bool Matcher::narrowed(const Tree &tree, const Node &node, Value value) {
  const Node &from = tree.arg(node, 0);
  bool clamps = from.kind == NodeKind::Elementwise && !from.format->isFloat &&
                !node.format->isFloat && from.numArgs == 2 &&
                (isParameter(tree.nodes, tree.arg(from, 0)) ||
                 isParameter(tree.nodes, tree.arg(from, 1)));
  auto truncate = value.getDefiningOp<arith::TruncIOp>();
  return clamps && truncate && isClamped(truncate.getIn(), *node.format) &&
         cover(truncate) && this->node(tree, from, truncate.getIn());
}

bool Matcher::cast(const Tree &tree, const Node &node, Value value) {
  const Node &from = tree.arg(node, 0);
  if (narrowed(tree, node, value))
    return true;
  SmallVector<Operation *> steps;
  bool positive = false;
  Value source = matchCast(*from.format, *node.format, value, steps,
                           mayCarry(tree, node) ? &positive : nullptr);
  if (!source)
    return false;
  if (positive)
    carryFromProgram();
  llvm::for_each(steps, [&](Operation *op) { cover(op); });
  return this->node(tree, from, source);
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
    // A number in the instruction leaves the constant to others.
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
    if (bound.kind == NodeKind::None) { // must hold everywhere
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
