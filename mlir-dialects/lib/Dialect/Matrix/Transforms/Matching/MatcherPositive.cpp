//===- MatcherPositive.cpp - max(x, 0) across monotonic operators ---------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If f is monotonic and f(0) is 0, then max(f(x), 0) equals f(max(x, 0)). This
// holds for conversions, which round and saturate, and for products with a
// positive finite number (0 times infinity is NaN, so 0 is excluded). NaN
// remains NaN on both sides or becomes 0; -0 becomes +0. The matcher therefore
// moves a maximum with 0 that occurs only in the program, or only in the
// semantics, through such operators until the other side contains it.
//
//===----------------------------------------------------------------------===//

#include "Matching/Matcher.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

/// Returns the x of max(x, 0), or null.
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

/// Returns whether the program contains max(x, 0) below monotonic operators.
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

/// Returns the argument x of Max x, 0; -1 if the node is not of this form.
static int positiveArgument(ArrayRef<Node> nodes, const Node &node) {
  if (isMaximum(node))
    for (int i : {0, 1}) {
      const Node &bound = nodes[node.args[1 - i]];
      if (bound.kind == NodeKind::Number && bound.value == 0)
        return i;
    }
  return -1;
}

/// Returns whether the semantics contains Max x, 0 at the node or below
/// monotonic operators.
static bool requiresPositivePart(ArrayRef<Node> nodes, const Node &node) {
  if (positiveArgument(nodes, node) >= 0)
    return true;
  if (node.kind == NodeKind::Cast)
    return requiresPositivePart(nodes, nodes[node.args[0]]);
  return isScaling(node) &&
         llvm::any_of(ArrayRef(node.args, node.numArgs), [&](int arg) {
           return requiresPositivePart(nodes, nodes[arg]);
         });
}

bool Matcher::mayDeferMaximum(const Tree &tree, const Node &node) {
  return pendingMaximum == PendingMaximum::InSemantics ||
         (!tree.enclosing && requiresPositivePart(tree.nodes, node));
}

void Matcher::deferMaximumOfProgram() {
  pendingMaximum = pendingMaximum == PendingMaximum::InSemantics
                       ? PendingMaximum::None
                       : PendingMaximum::InProgram;
}

/// If only one side has max(x, 0), matches its argument and carries the
/// maximum. Otherwise `value` and the node remain to be matched.
std::optional<bool> Matcher::matchPositivePart(const Tree &tree,
                                               const Node &node, Value &value) {
  if (tree.enclosing)
    return std::nullopt;
  int argument = positiveArgument(tree.nodes, node);
  Value inner = positivePart(value);
  if (argument >= 0 && inner) { // max is idempotent
    pendingMaximum = PendingMaximum::None;
    return std::nullopt;
  }
  if (argument >= 0 &&
      (pendingMaximum == PendingMaximum::InProgram || hasPositivePart(value))) {
    pendingMaximum = pendingMaximum == PendingMaximum::InProgram
                         ? PendingMaximum::None
                         : PendingMaximum::InSemantics;
    return this->node(tree, tree.arg(node, argument), value);
  }
  if (inner && mayDeferMaximum(tree, node)) {
    cover(value.getDefiningOp());
    deferMaximumOfProgram();
    value = inner;
  }
  return std::nullopt;
}

/// Returns whether no maximum is carried or the node commutes with it.
bool Matcher::commutesWithMaximum(const Tree &tree, const Node &node,
                                  Value value) {
  if (pendingMaximum == PendingMaximum::None || node.kind == NodeKind::Cast)
    return true;
  Operation *op = value.getDefiningOp();
  return !tree.enclosing && isScaling(node) &&
         isa_and_present<arith::MulFOp>(op) &&
         llvm::any_of(op->getOperands(), isPositive);
}
