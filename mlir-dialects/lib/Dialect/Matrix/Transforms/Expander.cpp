//===- Expander.cpp - meanings as vector operations -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Expander.h"
#include "Casts.h"
#include "VectorForms.h"
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
  Tree tree{inst.meaning().nodes, {}};
  const Node &root = inst.meaning().root();
  if (root.kind != NodeKind::Store)
    return build(tree, root);
  store(tree, root);
  return {};
}

//===----------------------------------------------------------------------===//
// Small pieces
//===----------------------------------------------------------------------===//

/// Tiles that only move bits have the type of the operation's tiles.
VectorType Expander::typeOf(const Node &node) {
  Type tile = inst.result ? op->getResult(0).getType() : Type();
  for (const auto &[input, operand] : llvm::zip(inst.inputs, operands))
    if (!tile && input.use == OperandUse::Tile)
      tile = operand.value.getType();
  if (inst.widthFree && node.format->isAny)
    return ::cast<VectorType>(tile);
  Type element = node.format->isAny
                     ? getElementTypeOrSelf(tile)
                     : matrix::getElementType(*node.format, b.getContext());
  int64_t columns = inst.widthFree ? ::cast<VectorType>(tile).getDimSize(1)
                                   : node.columns.evaluate(variant);
  return VectorType::get({node.rows.evaluate(variant), columns}, element);
}

Value Expander::number(VectorType type, double value) {
  return createSplat(b, loc, type, value);
}

Value Expander::transpose(Value value) {
  return vector::TransposeOp::create(b, loc, value, ArrayRef<int64_t>{1, 0});
}

/// Row `number` as a 1-D vector.
Value Expander::line(Value value, int64_t number) {
  return vector::ExtractOp::create(b, loc, value, ArrayRef<int64_t>{number});
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
    return arith::BitcastOp::create(b, loc, typeOf(node),
                                    buildArg(tree, node, 0));
  case NodeKind::At:
    return at(tree, node);
  case NodeKind::Reduce:
    return reduce(tree, node);
  case NodeKind::Contract:
    return contract(tree, node);
  case NodeKind::Part:
    return part(tree, node);
  case NodeKind::Insert:
    return insert(tree, node);
  case NodeKind::Row:
    return row(tree, node);
  case NodeKind::Splat:
    return splat(tree, node);
  case NodeKind::Iota:
    return iota(tree, node);
  case NodeKind::Mask:
    return mask(tree, node);
  case NodeKind::Load:
    return load(node, /*transposed=*/false);
  case NodeKind::None:
  case NodeKind::RowBytes:
  case NodeKind::Store:
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

/// Shift counts are taken modulo the width.
Value Expander::apply(const table::Operator &op, Type result,
                      SmallVector<Value> args) {
  if (!op.body.empty())
    return build({op.body, args[0]}, op.body.back());
  Type element = getElementTypeOrSelf(args.back().getType());
  StringRef name = nameOn(op, element);
  if (name == arith::ShLIOp::getOperationName() ||
      name == arith::ShRUIOp::getOperationName() ||
      name == arith::ShRSIOp::getOperationName())
    args[1] =
        arith::AndIOp::create(b, loc, args[1],
                              number(::cast<VectorType>(args[1].getType()),
                                     element.getIntOrFloatBitWidth() - 1));
  return createSpelled(b, loc, name, result, args);
}

/// On f64, rounded once.
Value Expander::wide(const table::Operator &op, Value arg) {
  auto type = ::cast<VectorType>(arg.getType());
  auto doubles = VectorType::get(type.getShape(), b.getF64Type());
  Value extended = arith::ExtFOp::create(b, loc, doubles, arg);
  Value result = apply(op, doubles, {extended});
  return arith::TruncFOp::create(b, loc, type, result);
}

Value Expander::cast(const Tree &tree, const Node &node) {
  const Node &from = tree.nodes[node.args[0]];
  return buildCast(b, loc, *from.format, *node.format, build(tree, from));
}

//===----------------------------------------------------------------------===//
// Broadcasts, reductions, contractions
//===----------------------------------------------------------------------===//

Value Expander::at(const Tree &tree, const Node &node) {
  const Node &arg = tree.nodes[node.args[0]];
  if (node.text == "ji" && arg.kind == NodeKind::Load)
    return load(arg, /*transposed=*/true);
  Value value = build(tree, arg);
  VectorType type = typeOf(node);
  if (node.text == "ji")
    return transpose(value);
  if (node.text == "0j")
    return vector::BroadcastOp::create(b, loc, type, line(value, 0));
  if (node.text == "ij")
    return value;
  auto transposed = VectorType::get({type.getDimSize(1), type.getDimSize(0)},
                                    type.getElementType());
  Value column = line(transpose(value), 0);
  return transpose(vector::BroadcastOp::create(b, loc, transposed, column));
}

/// One line after the other, in order.
Value Expander::reduce(const Tree &tree, const Node &node) {
  bool alongRows = node.text == "ik->ij";
  Value value = buildArg(tree, node, 0);
  Value lines = alongRows ? transpose(value) : value;
  auto type = ::cast<VectorType>(lines.getType());
  Value result = line(lines, 0);
  for (int64_t k = 1; k < type.getDimSize(0); ++k)
    result = apply(*node.op, result.getType(), {result, line(lines, k)});
  Value all = vector::BroadcastOp::create(b, loc, type, result);
  return alongRows ? transpose(all) : all;
}

/// Elements as the accumulator has them.
Value Expander::asWide(Value value, const Node &node, Type element) {
  auto type = ::cast<VectorType>(value.getType());
  if (type.getElementType() == element)
    return value;
  VectorType result = type.clone(element);
  if (node.format->isFloat)
    return arith::ExtFOp::create(b, loc, result, value);
  if (node.format->isUnsigned)
    return arith::ExtUIOp::create(b, loc, result, value);
  return arith::ExtSIOp::create(b, loc, result, value);
}

/// acc = a_k * b_k + acc, k ascending; vector.outerproduct on floats is one
/// fused multiply-add for each element.
Value Expander::contract(const Tree &tree, const Node &node) {
  const Node &aNode = tree.nodes[node.args[1]],
             &bNode = tree.nodes[node.args[2]];
  Value acc = buildArg(tree, node, 0);
  auto type = ::cast<VectorType>(acc.getType());
  Value a = asWide(build(tree, aNode), aNode, type.getElementType());
  Value bb = asWide(build(tree, bNode), bNode, type.getElementType());
  // Rows of `a` and `bb` become the values of k.
  char k = node.text[0] == node.text[7] ? node.text[1] : node.text[0];
  if (node.text[0] != k)
    a = transpose(a);
  if (node.text[3] != k)
    bb = transpose(bb);
  int64_t count = ::cast<VectorType>(a.getType()).getDimSize(0);
  for (int64_t i = 0; i < count; ++i)
    acc = vector::OuterProductOp::create(b, loc, line(a, i), line(bb, i), acc);
  return acc;
}

//===----------------------------------------------------------------------===//
// Column blocks and parameter rows
//===----------------------------------------------------------------------===//

int64_t Expander::columnBlock(const Tree &tree, const Node &node) {
  const Node &q = tree.nodes[node.args[0]];
  return q.kind == NodeKind::Number ? int64_t(q.value)
                                    : operands[q.index].immediate;
}

Value Expander::part(const Tree &tree, const Node &node) {
  VectorType type = typeOf(node);
  int64_t first = columnBlock(tree, node) * type.getDimSize(1);
  return vector::ExtractStridedSliceOp::create(
      b, loc, buildArg(tree, node, 1), ArrayRef<int64_t>{0, first},
      type.getShape(), ArrayRef<int64_t>{1, 1});
}

Value Expander::insert(const Tree &tree, const Node &node) {
  Value block = buildArg(tree, node, 1);
  int64_t first = columnBlock(tree, node) *
                  ::cast<VectorType>(block.getType()).getDimSize(1);
  return vector::InsertStridedSliceOp::create(
      b, loc, block, buildArg(tree, node, 2), ArrayRef<int64_t>{0, first},
      ArrayRef<int64_t>{1, 1});
}

/// Row m*q+n of the parameter tile, in every row.
Value Expander::row(const Tree &tree, const Node &node) {
  VectorType type = typeOf(node);
  Value tile = buildArg(tree, node, 0);
  const Node &q = tree.nodes[node.args[1]];
  int64_t block = q.kind == NodeKind::Number ? int64_t(q.value)
                                             : operands[q.index].immediate;
  int64_t number = int64_t(node.value) * block + node.value2;
  if (tile.getType() != type)
    tile = arith::BitcastOp::create(b, loc, type, tile);
  return vector::BroadcastOp::create(b, loc, type, line(tile, number));
}

//===----------------------------------------------------------------------===//
// Scalars and masks
//===----------------------------------------------------------------------===//

/// The low bits of a general register as an element of that type.
static Value fromRegister(OpBuilder &b, Location loc, Value scalar, Type type) {
  if (scalar.getType() == type)
    return scalar;
  Type integer = b.getIntegerType(type.getIntOrFloatBitWidth());
  Value low = arith::TruncIOp::create(b, loc, integer, scalar);
  return type == integer ? low
                         : Value(arith::BitcastOp::create(b, loc, type, low));
}

Value Expander::splat(const Tree &tree, const Node &node) {
  const Node &scalar = tree.nodes[node.args[0]];
  VectorType type = typeOf(node);
  if (scalar.kind == NodeKind::Number)
    return number(type, scalar.value);
  Value element =
      fromRegister(b, loc, operands[scalar.index].value, type.getElementType());
  return vector::BroadcastOp::create(b, loc, type, element);
}

Value Expander::iota(const Tree &tree, const Node &node) {
  VectorType type = typeOf(node);
  SmallVector<Attribute> numbers;
  for (int64_t i = 0; i < type.getDimSize(0); ++i)
    for (int64_t j = 0; j < type.getDimSize(1); ++j)
      numbers.push_back(
          b.getIntegerAttr(type.getElementType(), node.text == "i" ? i : j));
  Value count =
      arith::ConstantOp::create(b, loc, DenseElementsAttr::get(type, numbers));
  return arith::AddIOp::create(b, loc, count, splat(tree, node));
}

/// Bounds are signed 64-bit numbers; clamped, because upstream may lower the
/// mask with 32-bit comparisons.
Value Expander::mask(const Tree &tree, const Node &node) {
  VectorType type = typeOf(node);
  SmallVector<Value> bounds;
  for (unsigned dim : {0, 1}) {
    const Node &bound = tree.nodes[node.args[dim]];
    Value end = arith::ConstantIndexOp::create(b, loc, type.getDimSize(dim));
    if (bound.kind != NodeKind::None) {
      Value given = arith::IndexCastOp::create(b, loc, b.getIndexType(),
                                               operands[bound.index].value);
      Value none = arith::ConstantIndexOp::create(b, loc, 0);
      given = arith::MaxSIOp::create(b, loc, given, none);
      end = arith::MinSIOp::create(b, loc, given, end);
    }
    bounds.push_back(end);
  }
  return vector::CreateMaskOp::create(b, loc, type, bounds);
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Rows of the block: the last two dimensions; a broadcast reads one line, the
/// elements of which follow each other.
static AffineMap mapOf(int64_t rank, bool broadcast, bool transposed,
                       MLIRContext *context) {
  AffineExpr across = getAffineDimExpr(rank - 1, context);
  AffineExpr down = broadcast ? getAffineConstantExpr(0, context)
                              : getAffineDimExpr(rank - 2, context);
  if (transposed)
    std::swap(across, down);
  return AffineMap::get(rank, 0, {down, across}, context);
}

Value Expander::load(const Node &node, bool transposed) {
  const Node &base = inst.meaning().nodes[node.args[0]];
  Value memref = operands[base.index].value;
  auto type = ::cast<MemRefType>(memref.getType());
  AffineMap map = mapOf(type.getRank(), op->hasAttr(kBroadcastAttrName),
                        transposed, b.getContext());
  Value padding =
      arith::ConstantOp::create(b, loc, b.getZeroAttr(type.getElementType()));
  return vector::TransferReadOp::create(
      b, loc, ::cast<VectorType>(op->getResult(0).getType()), memref,
      getIndices(op, inst), padding, map, ArrayRef<bool>{true, true});
}

void Expander::store(const Tree &tree, const Node &node) {
  const Node &base = tree.nodes[node.args[1]];
  vector::TransferWriteOp::create(
      b, loc, buildArg(tree, node, 0), operands[base.index].value,
      getIndices(op, inst), ArrayRef<bool>{true, true});
}
