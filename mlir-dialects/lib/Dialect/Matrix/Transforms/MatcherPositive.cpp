//===- MatcherPositive.cpp - max(x, 0) before or after what keeps order ---===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where x <= y has f(x) <= f(y), and f(0) is 0, max(f(x), 0) is f(max(x, 0)):
// of conversions, which round and saturate, and of products with a positive
// finite number (0 times infinity is NaN, 0 is not). NaN stays NaN on both
// sides, or becomes 0; -0 becomes +0. So a maximum with 0 on one side, the
// program or the meaning, is carried along through such operators, until the
// other side has it.
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "VectorForms.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

/// The x of max(x, 0), or null.
static Value positivePart(Value value) {
  Operation *op = value.getDefiningOp();
  return isa_and_present<arith::MaximumFOp, arith::MaxSIOp>(op) &&
                 isSplatOf(op->getOperand(1), 0)
             ? op->getOperand(0)
             : Value();
}

static bool isPositive(Value value) {
  auto number = dyn_cast_if_present<FloatAttr>(splatElement(value));
  return number && number.getValue().isFiniteNonZero() &&
         !number.getValue().isNegative();
}

/// Whether the program has max(x, 0) below operators that keep order.
static bool hasPositivePart(Value value) {
  while (Operation *op = value.getDefiningOp()) {
    if (positivePart(value))
      return true;
    bool keepsOrder =
        isa<arith::ExtFOp, arith::TruncFOp, arith::SIToFPOp, arith::FPToSIOp,
            arith::ExtSIOp, arith::TruncIOp, math::RoundEvenOp,
            arith::MinimumFOp, arith::MaximumFOp, arith::MinSIOp,
            arith::MaxSIOp>(op) ||
        (isa<arith::MulFOp>(op) && isPositive(op->getOperand(1)));
    if (!keepsOrder)
      return false;
    value = op->getOperand(0);
  }
  return false;
}

static bool isElementwise(const Node &node) {
  return node.kind == NodeKind::Elementwise && node.format;
}

static bool isMaximum(const Node &node) {
  return isElementwise(node) &&
         (node.format->isFloat
              ? node.op->mlirFloat == arith::MaximumFOp::getOperationName()
              : node.op->mlirInt == arith::MaxSIOp::getOperationName());
}

static bool isScaling(const Node &node) {
  return isElementwise(node) && node.format->isFloat &&
         node.op->mlirFloat == arith::MulFOp::getOperationName();
}

/// The argument x of Max x, 0; -1: the node isn't one.
static int positiveArgument(ArrayRef<Node> nodes, const Node &node) {
  if (isMaximum(node))
    for (int i : {0, 1}) {
      const Node &bound = nodes[node.args[1 - i]];
      if (bound.kind == NodeKind::Number && bound.value == 0)
        return i;
    }
  return -1;
}

/// Whether the meaning has Max x, 0 at the node or below operators that keep
/// order.
static bool wantsPositivePart(ArrayRef<Node> nodes, const Node &node) {
  if (positiveArgument(nodes, node) >= 0)
    return true;
  if (node.kind == NodeKind::Cast)
    return wantsPositivePart(nodes, nodes[node.args[0]]);
  return isScaling(node) &&
         llvm::any_of(ArrayRef(node.args, node.numArgs), [&](int arg) {
           return wantsPositivePart(nodes, nodes[arg]);
         });
}

bool Matcher::mayCarry(const Tree &tree, const Node &node) {
  return carried == Carried::FromMeaning ||
         (!tree.around && wantsPositivePart(tree.nodes, node));
}

void Matcher::carryFromProgram() {
  carried =
      carried == Carried::FromMeaning ? Carried::Nothing : Carried::FromProgram;
}

/// Where only one side has max(x, 0), goes on behind it. Else `value`, and the
/// node, are what is to be matched.
std::optional<bool> Matcher::positive(const Tree &tree, const Node &node,
                                      Value &value) {
  if (tree.around)
    return std::nullopt;
  int argument = positiveArgument(tree.nodes, node);
  Value inner = positivePart(value);
  if (argument >= 0 && inner) { // once more changes nothing
    carried = Carried::Nothing;
    return std::nullopt;
  }
  if (argument >= 0 &&
      (carried == Carried::FromProgram || hasPositivePart(value))) {
    carried = carried == Carried::FromProgram ? Carried::Nothing
                                              : Carried::FromMeaning;
    return this->node(tree, tree.arg(node, argument), value);
  }
  if (inner && mayCarry(tree, node)) {
    cover(value.getDefiningOp());
    carryFromProgram();
    value = inner;
  }
  return std::nullopt;
}

/// Nothing is left to carry, or the node lets it through.
bool Matcher::letsThrough(const Tree &tree, const Node &node, Value value) {
  if (carried == Carried::Nothing || node.kind == NodeKind::Cast)
    return true;
  Operation *op = value.getDefiningOp();
  return !tree.around && isScaling(node) &&
         isa_and_present<arith::MulFOp>(op) &&
         llvm::any_of(op->getOperands(), isPositive);
}
