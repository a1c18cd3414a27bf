//===- Matcher.cpp - meanings against vector operations -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Matcher.h"
#include "VectorForms.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;
using table::OperandUse;

//===----------------------------------------------------------------------===//
// The whole
//===----------------------------------------------------------------------===//

/// Inputs that no value stands for.
static bool isImplied(const table::Operand &input) {
  return input.use == OperandUse::Offset || input.use == OperandUse::Stride;
}

std::optional<Match> Matcher::match(Operation *root) {
  found.inputs.resize(inst.inputs.size());
  found.windows.resize(inst.inputs.size());
  Tree tree{form.nodes};
  const Node &top = form.root();
  if (top.kind == NodeKind::Set)
    return set(tree, top, root) && isWhole(root) ? std::optional(found)
                                                 : std::nullopt;
  if (top.kind == NodeKind::Store) {
    if (!store(tree, top, root))
      return std::nullopt;
  } else if (root->getNumResults() != 1 ||
             !node(tree, top, root->getResult(0))) {
    return std::nullopt;
  }
  for (const auto &[input, binding] : llvm::zip(inst.inputs, found.inputs))
    if (!isImplied(input) && !binding.isBound())
      return std::nullopt;
  if (!nothingElseNeeds(root) || !canReadAt(root))
    return std::nullopt;
  return found;
}

/// What is there anyway, or costs nothing to have twice.
bool Matcher::mayBeNeededElsewhere(Operation *op) {
  auto type = dyn_cast<VectorType>(op->getResult(0).getType());
  if (form.root().kind != NodeKind::Set)
    return !isTileType(type, variant);
  return !type || type.getRank() != 2 ||
         isa<vector::TransferReadOp, vector::TransposeOp, vector::BroadcastOp,
             arith::ConstantOp>(op);
}

/// A tile that somebody else needs too would be computed twice. Values that no
/// register holds must be absorbed whoever needs them.
bool Matcher::nothingElseNeeds(Operation *root) {
  for (Operation *op : found.covered) {
    if (op == root || op->getNumResults() != 1 || mayBeNeededElsewhere(op))
      continue;
    for (Operation *user : op->getUsers())
      if (!llvm::is_contained(found.covered, user))
        return false;
  }
  return true;
}

/// The instruction stands where the root is: nothing may be written between
/// the read and it.
bool Matcher::canReadAt(Operation *root) {
  Operation *read = found.access.op;
  if (!read || read == root)
    return true;
  if (read->getBlock() != root->getBlock())
    return false;
  for (Operation *op = read->getNextNode(); op != root;
       op = op->getNextNode()) {
    auto effects = dyn_cast<MemoryEffectOpInterface>(op);
    if (!isMemoryEffectFree(op) &&
        !(effects && effects.onlyHasEffect<MemoryEffects::Read>()))
      return false;
  }
  return true;
}

bool Matcher::cover(Operation *op) {
  found.covered.push_back(op);
  return true;
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

bool Matcher::bind(int input, const Binding &binding) {
  Binding &place = found.inputs[input];
  if (!place.isBound())
    place = binding;
  return place == binding;
}

bool Matcher::bindNumber(const Tree &tree, const Node &node, int64_t number) {
  if (node.kind == NodeKind::Number)
    return node.value == number;
  const table::Operand &input = inst.inputs[node.index];
  Binding binding;
  binding.immediate = number;
  return number >= input.min && number <= input.max &&
         bind(node.index, binding);
}

/// A register of either file: f32 in a floating-point one, up to 64 bits in a
/// general one.
bool Matcher::bindScalar(const Tree &tree, const Node &node, Binding scalar) {
  if (node.kind != NodeKind::Operand)
    return false;
  Type type = scalar.value ? scalar.value.getType() : scalar.constant.getType();
  bool fits = inst.inputs[node.index].use == OperandUse::Float
                  ? type.isF32()
                  : type.isIntOrIndexOrFloat();
  return fits && bind(node.index, scalar);
}

bool Matcher::operand(const Tree &tree, const Node &node, Value value) {
  if (!tree.around && inst.inputs[node.index].use == OperandUse::Place)
    return place(node, value, /*transposed=*/false);
  if (!tree.around) {
    Binding binding;
    binding.value = value;
    return bind(node.index, binding);
  }
  if (*tree.bound)
    return *tree.bound == value;
  *tree.bound = value;
  return this->node(*tree.around, tree.around->nodes[tree.argument], value);
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
  bool sameElement =
      node.format->isAny
          ? element.isIntOrFloat() &&
                element.getIntOrFloatBitWidth() == node.format->bits
          : element == matrix::getElementType(*node.format, type.getContext());
  return sameElement && hasExtent(node.rows, vector.getDimSize(0)) &&
         (inst.widthFree || hasExtent(node.columns, vector.getDimSize(1)));
}

/// Counts are what they must be for the types at hand.
bool Matcher::hasExtent(const table::Extent &extent, int64_t size) {
  if (extent.kind != table::Extent::Counted)
    return size == extent.evaluate(variant);
  const table::Operand &input = inst.inputs[extent.value];
  Binding count;
  count.immediate = size;
  return size >= input.min && size <= input.max && bind(extent.value, count);
}

bool Matcher::node(const Tree &tree, const Node &node, Value value) {
  if (!tree.around && node.format && node.kind != NodeKind::Element &&
      !hasType(node, value.getType()))
    return false;
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
  case NodeKind::Elementwise:
    return elementwise(tree, node, value);
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
  default: // Row: parameters are not found in programs, they are laid out;
           // ArgReduce: programs have it as a loop only
    return false;
  }
}
