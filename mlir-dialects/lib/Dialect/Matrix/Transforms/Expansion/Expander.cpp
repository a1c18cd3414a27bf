//===- Expander.cpp - semantics as vector operations ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Evaluates the expression tree of an instruction recursively, one vector
// operation or sequence for each node. This file has elementwise operators,
// conversions, scalars and masks; ExpanderStructured.cpp has the rest.
// Transcendental operators are evaluated in f64 and rounded once; the body of a
// composed operator is evaluated in f64 as a whole.
//
//===----------------------------------------------------------------------===//

#include "Expansion/Expander.h"
#include "Vector/Casts.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/ErrorHandling.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;
using table::OperandUse;

Value Expander::expand() {
  Tree tree{inst.semantics().nodes, {}};
  const Node &root = inst.semantics().root();
  if (root.kind != NodeKind::Store)
    return build(tree, root);
  store(tree, root);
  return {};
}

Value Expander::expandRows(const table::Pattern &pattern) {
  Tree tree{pattern.nodes, {}};
  return buildArg(tree, pattern.root(), 1);
}

//===----------------------------------------------------------------------===//
// Types and helpers
//===----------------------------------------------------------------------===//

int64_t Expander::extent(const table::Extent &extent) {
  return extent.kind == table::Extent::Counted
             ? getRowNumber(op, inst, extent.value)
             : extent.evaluate(variant);
}

/// Nodes of instructions that only move bits have the tile type of the
/// operation.
VectorType Expander::typeOf(const Node &node) {
  bool givesTile = inst.result && !inst.givesScalar;
  Type tile = givesTile ? op->getResult(0).getType() : Type();
  for (const auto &[input, operand] : llvm::zip(inst.inputs, operands))
    if (!tile && input.use == OperandUse::Tile)
      tile = operand.value.getType();
  if (inst.widthFree && node.format->isAny)
    return ::cast<VectorType>(tile);
  Type element = node.format->isAny
                     ? getElementTypeOrSelf(tile)
                     : matrix::getElementType(*node.format, b.getContext());
  int64_t columns = inst.widthFree ? ::cast<VectorType>(tile).getDimSize(1)
                                   : extent(node.columns);
  return VectorType::get({extent(node.rows), columns}, element);
}

Value Expander::number(VectorType type, double value) {
  return createSplat(b, type, value);
}

Value Expander::transpose(Value value) {
  return vector::TransposeOp::create(b, value, ArrayRef<int64_t>{1, 0});
}

/// Returns row `number` as a 1-D vector.
Value Expander::line(Value value, int64_t number) {
  return vector::ExtractOp::create(b, value, ArrayRef<int64_t>{number});
}

Value Expander::buildArg(const Tree &tree, const Node &node, unsigned i) {
  return build(tree, tree.nodes[node.args[i]]);
}

Value Expander::build(const Tree &tree, const Node &node) {
  switch (node.kind) {
  case NodeKind::Operand:
    return tree.argument ? tree.argument : operands[node.index].value;
  case NodeKind::Number:
    return number(tree.argument ? ::cast<VectorType>(tree.argument.getType())
                                : typeOf(node),
                  node.value);
  case NodeKind::Elementwise:
    return elementwise(tree, node);
  case NodeKind::Cast:
    return cast(tree, node);
  case NodeKind::Bitcast:
    return arith::BitcastOp::create(b, typeOf(node), buildArg(tree, node, 0));
  case NodeKind::At:
    return at(tree, node);
  case NodeKind::Reduce:
    return reduce(tree, node);
  case NodeKind::ArgReduce:
    return argReduce(tree, node);
  case NodeKind::Element:
    return element(tree, node);
  case NodeKind::Contract:
    return contract(tree, node);
  case NodeKind::Part:
    return part(tree, node);
  case NodeKind::Insert:
    return insert(tree, node);
  case NodeKind::Leading:
    return leading(tree, node);
  case NodeKind::Row:
    return row(tree, node);
  case NodeKind::Splat:
    return splat(tree, node);
  case NodeKind::Iota:
    return iota(tree, node);
  case NodeKind::Mask:
    return mask(tree, node);
  case NodeKind::Load:
    return load(node, typeOf(node), /*transposed=*/false);
  case NodeKind::None:
  case NodeKind::RowBytes:
  case NodeKind::Store:
  case NodeKind::Set:
    break;
  }
  llvm_unreachable("no value");
}

//===----------------------------------------------------------------------===//
// Elementwise
//===----------------------------------------------------------------------===//

Value Expander::elementwise(const Tree &tree, const Node &node) {
  SmallVector<Value> args;
  for (unsigned i = 0; i < node.numArgs; ++i)
    args.push_back(buildArg(tree, node, i));
  Type result = tree.argument ? tree.argument.getType() : Type(typeOf(node));
  bool inWide = getElementTypeOrSelf(result).isF64();
  if (node.op->wide && !inWide)
    return wide(*node.op, args[0]);
  return apply(*node.op, result, args);
}

Value Expander::apply(const table::Operator &op, Type result,
                      SmallVector<Value> args) {
  if (!op.body.empty())
    return build({op.body, args[0]}, op.body.back());
  StringRef name = nameOn(op, getElementTypeOrSelf(args.back().getType()));
  if (name == arith::ShLIOp::getOperationName() ||
      name == arith::ShRUIOp::getOperationName() ||
      name == arith::ShRSIOp::getOperationName())
    return shift(name, result, args[0], args[1]);
  return createSpelled(b, name, result, args);
}

/// Counts use the low 5 bits. Those of narrow elements may be beyond the width,
/// where the operations of MLIR are undefined: no bit remains, or the sign.
Value Expander::shift(StringRef name, Type result, Value value, Value count) {
  constexpr int64_t kCounts = 32;
  auto type = ::cast<VectorType>(count.getType());
  int64_t width = type.getElementTypeBitWidth();
  count = arith::AndIOp::create(b, count, number(type, kCounts - 1));
  if (width >= kCounts)
    return createSpelled(b, name, result, {value, count});
  Value inside = arith::MinUIOp::create(b, count, number(type, width - 1));
  Value shifted = createSpelled(b, name, result, {value, inside});
  if (name == arith::ShRSIOp::getOperationName())
    return shifted;
  Value isInside =
      arith::CmpIOp::create(b, arith::CmpIPredicate::eq, count, inside);
  return arith::SelectOp::create(b, isInside, shifted,
                                 number(::cast<VectorType>(result), 0));
}

/// Evaluates on f64 and rounds once.
Value Expander::wide(const table::Operator &op, Value arg) {
  auto type = ::cast<VectorType>(arg.getType());
  auto doubles = VectorType::get(type.getShape(), b.getF64Type());
  Value extended = arith::ExtFOp::create(b, doubles, arg);
  Value result = apply(op, doubles, {extended});
  return arith::TruncFOp::create(b, type, result);
}

Value Expander::cast(const Tree &tree, const Node &node) {
  const Node &from = tree.nodes[node.args[0]];
  return buildCast(b, *from.format, *node.format, build(tree, from));
}

//===----------------------------------------------------------------------===//
// Scalars and masks
//===----------------------------------------------------------------------===//

/// Returns the low bits of a general register as an element of that type.
static Value fromRegister(ImplicitLocOpBuilder &b, Value scalar, Type type) {
  if (scalar.getType() == type)
    return scalar;
  Type integer = b.getIntegerType(type.getIntOrFloatBitWidth());
  Value low = arith::TruncIOp::create(b, integer, scalar);
  return type == integer ? low : Value(arith::BitcastOp::create(b, type, low));
}

Value Expander::splat(const Tree &tree, const Node &node) {
  const Node &scalar = tree.nodes[node.args[0]];
  VectorType type = typeOf(node);
  if (scalar.kind == NodeKind::Number)
    return number(type, scalar.value);
  const TileOperand &operand = operands[scalar.index];
  if (!operand.value)
    return number(type, double(operand.immediate));
  Value element = fromRegister(b, operand.value, type.getElementType());
  return vector::BroadcastOp::create(b, type, element);
}

Value Expander::iota(const Tree &tree, const Node &node) {
  VectorType type = typeOf(node);
  SmallVector<Attribute> numbers;
  for (int64_t i = 0; i < type.getDimSize(0); ++i)
    for (int64_t j = 0; j < type.getDimSize(1); ++j)
      numbers.push_back(
          b.getIntegerAttr(type.getElementType(), node.text == "i" ? i : j));
  Value count =
      arith::ConstantOp::create(b, DenseElementsAttr::get(type, numbers));
  return arith::AddIOp::create(b, count, splat(tree, node));
}

/// Bounds are signed 64-bit numbers. They are clamped, because upstream may
/// lower the mask with 32-bit comparisons.
Value Expander::mask(const Tree &tree, const Node &node) {
  VectorType type = typeOf(node);
  SmallVector<Value> bounds;
  for (unsigned dim : {0, 1}) {
    const Node &bound = tree.nodes[node.args[dim]];
    Value end = arith::ConstantIndexOp::create(b, type.getDimSize(dim));
    if (bound.kind != NodeKind::None) {
      const TileOperand &operand = operands[bound.index];
      Value given = operand.value
                        ? Value(arith::IndexCastOp::create(b, b.getIndexType(),
                                                           operand.value))
                        : arith::ConstantIndexOp::create(b, operand.immediate);
      Value none = arith::ConstantIndexOp::create(b, 0);
      given = arith::MaxSIOp::create(b, given, none);
      end = arith::MinSIOp::create(b, given, end);
    }
    bounds.push_back(end);
  }
  return vector::CreateMaskOp::create(b, type, bounds);
}
