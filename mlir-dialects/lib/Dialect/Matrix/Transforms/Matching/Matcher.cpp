//===- Matcher.cpp - matching of expression trees -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matches an expression tree of an instruction against operations, recursively
// from the root, with backtracking over the operand order of commutative
// operators. This file has the driver, the record of match failures and the
// dispatch by node kind. A choice is one bit, in the order in which operators
// are visited; a failed attempt is repeated from the root with the next
// combination (depth first), at most 2^n for n commutative operators.
//
//===----------------------------------------------------------------------===//

#include "Matching/Matcher.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;
using table::OperandUse;

//===----------------------------------------------------------------------===//
// Driver
//===----------------------------------------------------------------------===//

static std::string print(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Returns the operator in the notation of the description.
static std::string describe(const Node &node) {
  auto format = [&] {
    return node.format && !node.format->isAny ? " to " + node.format->mlir.str()
                                              : std::string();
  };
  switch (node.kind) {
  case NodeKind::Elementwise:
    return node.op->name.str();
  case NodeKind::Reduce:
    return "Reduce " + node.op->name.str() + " " + node.text.str();
  case NodeKind::Cast:
    return "Cast" + format();
  case NodeKind::At:
  case NodeKind::Contract:
    return stringify(node.kind).str() + " " + node.text.str();
  case NodeKind::Number:
    return "the number " + llvm::formatv("{0}", node.value).str();
  default:
    return stringify(node.kind).str();
  }
}

/// Returns whether values that a node matches have the type of the node.
static bool isTyped(const Node &node) {
  return node.format && node.kind != NodeKind::Element;
}

/// Returns whether the memory access implies the operand (offset and stride).
static bool isImplied(const table::Operand &input) {
  return input.use == OperandUse::Offset || input.use == OperandUse::Stride;
}

std::optional<Match> Matcher::match(Operation *root) {
  do {
    found = Match();
    found.inputs.resize(inst.inputs.size());
    found.windows.resize(inst.inputs.size());
    numChosen = 0;
    pendingMaximum = PendingMaximum::None;
    if (attempt(root))
      return found;
  } while (nextChoice());
  return std::nullopt;
}

bool Matcher::mayGive(Type type) {
  const Node &top = pattern.root();
  if (top.kind == NodeKind::Set)
    return true;
  if (top.kind == NodeKind::Store)
    return !type;
  if (!type)
    return false;
  found.inputs.resize(inst.inputs.size());
  return !isTyped(top) || hasType(top, type);
}

bool Matcher::attempt(Operation *root) {
  Tree tree{pattern.nodes};
  const Node &top = pattern.root();
  if (top.kind == NodeKind::Set)
    return set(tree, top, root) && hasRequiredInputs(root);
  if (top.kind == NodeKind::Store) {
    if (!store(tree, top, root))
      return notifyMatchFailure(
          [&] { return "the order of stores differs from the instruction's"; });
  } else if (root->getNumResults() != 1 ||
             !node(tree, top, root->getResult(0))) {
    return false;
  }
  return isComplete() && hasNoOtherUsers(root) && canReadAt(root);
}

bool Matcher::isComplete() {
  for (unsigned i = 0, e = inst.inputs.size(); i != e; ++i) {
    const table::Operand &input = inst.inputs[i];
    if (!isImplied(input) && !found.inputs[i].isBound() && !found.rows.has(i))
      return notifyMatchFailure([&] {
        return "operand $" + input.name.str() +
               " is not bound by the expression";
      });
  }
  if (!hasParameterRows())
    return false;
  // Building parameter rows has a cost. It is worthwhile only if the program
  // uses more of the parameterized operators than it lacks.
  if (found.parametersAbsent &&
      found.parametersPresent <= found.parametersAbsent)
    return notifyMatchFailure([] {
      return "the program lacks most of its parameterized operations";
    });
  return true;
}

/// Tiles with few rows have no rows for the parameters of later column blocks.
bool Matcher::hasParameterRows() {
  for (const Node &node : pattern.nodes) {
    if (node.kind != NodeKind::Row)
      continue;
    const Node &q = pattern.nodes[node.args[1]];
    int64_t block = q.kind == NodeKind::Number
                        ? int64_t(q.value)
                        : *found.inputs[q.index].immediate;
    int64_t row = int64_t(node.value) * block + node.value2;
    if (row >= variant.tileRows)
      return notifyMatchFailure([&] {
        return "its parameters are in row " + std::to_string(row) +
               ", tiles have " + std::to_string(variant.tileRows);
      });
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Operand order
//===----------------------------------------------------------------------===//

/// Backtracking: attempts are repeated with other choices until one succeeds or
/// all choices are exhausted.
bool Matcher::choose() {
  if (numChosen == choices.size())
    choices.push_back(false);
  return choices[numChosen++];
}

bool Matcher::nextChoice() {
  choices.truncate(numChosen);
  while (!choices.empty() && choices.back())
    choices.pop_back();
  if (choices.empty())
    return false;
  choices.back() = true;
  return true;
}

//===----------------------------------------------------------------------===//
// Match failures
//===----------------------------------------------------------------------===//

/// Returns false. The reason is formatted only if failures are recorded.
bool Matcher::notifyMatchFailure(llvm::function_ref<std::string()> reason) {
  size_t progress = found.covered.size();
  if (matchFailure &&
      (matchFailure->reason.empty() || progress > matchFailure->progress))
    *matchFailure = {reason(), progress};
  return false;
}

bool Matcher::notifyNodeMismatch(const Node &node, Value value) {
  return notifyMatchFailure([&] {
    Operation *op = value.getDefiningOp();
    return describe(node) + " expected, found " +
           (op ? "'" + spell(op) + "'" : std::string("a block argument"));
  });
}

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

bool Matcher::hasType(const Node &node, Type type) {
  auto vector = dyn_cast<VectorType>(type);
  if (!vector || vector.getRank() != 2 || vector.isScalable())
    return false;
  if (inst.widthFree && node.format->isAny)
    return isTileType(type, variant);
  Type element = vector.getElementType();
  bool sameElement = node.format->isAny ? element.isIntOrFloat() &&
                                              element.getIntOrFloatBitWidth() ==
                                                  node.format->bits
                                        : isElementOf(element, *node.format);
  return sameElement && hasExtent(node.rows, vector.getDimSize(0)) &&
         (inst.widthFree || hasExtent(node.columns, vector.getDimSize(1)));
}

/// Returns whether the extent admits `size`. Counts follow from the types.
bool Matcher::hasExtent(const table::Extent &extent, int64_t size) {
  if (extent.kind == table::Extent::AtMost)
    return size <= extent.value;
  if (extent.kind != table::Extent::Counted)
    return size == extent.evaluate(variant);
  const table::Operand &input = inst.inputs[extent.value];
  Binding count;
  count.immediate = size;
  return size >= input.min && size <= input.max && bind(extent.value, count);
}

bool Matcher::node(const Tree &tree, const Node &node, Value value) {
  if (!tree.enclosing && isTyped(node) && !hasType(node, value.getType()))
    return notifyMatchFailure([&] {
      return describe(node) + " does not have type " + print(value.getType());
    });
  if (std::optional<bool> isMatch = matchPositivePart(tree, node, value))
    return *isMatch;
  if (!commutesWithMaximum(tree, node, value))
    return notifyNodeMismatch(node, value);
  bool isMatch = isParameter(tree.nodes, node) ? parameter(tree, node, value)
                                               : nodeOfType(tree, node, value);
  return isMatch || notifyNodeMismatch(node, value);
}

bool Matcher::nodeOfType(const Tree &tree, const Node &node, Value value) {
  switch (node.kind) {
  case NodeKind::Operand:
    return operand(tree, node, value);
  case NodeKind::Number:
    return isSplatOf(value, node.value);
  case NodeKind::Splat:
    return splat(tree, node, value);
  case NodeKind::Iota:
    return iota(tree, node, value);
  case NodeKind::Load:
    return load(tree, node, value, /*transposed=*/false);
  case NodeKind::Elementwise:
    return elementwise(tree, node, value);
  case NodeKind::Leading:
    return leading(tree, node, value);
  case NodeKind::Element:
    return element(tree, node, value);
  default:
    return value.getDefiningOp() && operation(tree, node, value);
  }
}

bool Matcher::operation(const Tree &tree, const Node &node, Value value) {
  switch (node.kind) {
  case NodeKind::Cast:
    return cast(tree, node, value);
  case NodeKind::Bitcast:
    return isa<arith::BitcastOp, vector::BitCastOp>(value.getDefiningOp()) &&
           cover(value.getDefiningOp()) &&
           this->node(tree, tree.arg(node, 0),
                      value.getDefiningOp()->getOperand(0));
  case NodeKind::At:
    return at(tree, node, value);
  case NodeKind::Reduce:
    return reduce(tree, node, value);
  case NodeKind::Contract:
    return contract(tree, node, value);
  case NodeKind::Part:
    return part(tree, node, value);
  case NodeKind::Insert:
    return insert(tree, node, value);
  case NodeKind::Mask:
    return mask(tree, node, value);
  default: // Row: parameter rows are built, not matched.
           // ArgReduce: programs contain it only as a loop.
    return false;
  }
}
