//===- ExpanderStructured.cpp - lines, column blocks and memory -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Expansion of the structured operators: broadcasts, reductions, contractions,
// column blocks, parameter rows, loads and stores. Reductions and contractions
// are unrolled over k in ascending order, which fixes the rounding; operands
// are transposed first such that a step combines rows. A contraction is a sum
// of outer products of row k of a and of b:
//
//   acc[i][j] += a[k][i] * b[k][j]     for k = 0, 1, ...
//
//===----------------------------------------------------------------------===//

#include "Expansion/Expander.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

//===----------------------------------------------------------------------===//
// Broadcasts, reductions, contractions
//===----------------------------------------------------------------------===//

Value Expander::at(const Tree &tree, const Node &node) {
  const Node &arg = tree.nodes[node.args[0]];
  if (node.text == "ji" && arg.kind == NodeKind::Load)
    return load(arg, typeOf(node), /*transposed=*/true);
  Value value = build(tree, arg);
  VectorType type = typeOf(node);
  if (node.text == "ji")
    return transpose(value);
  if (node.text == "0j")
    return vector::BroadcastOp::create(b, type, line(value, 0));
  if (node.text == "ij")
    return value;
  auto transposed = VectorType::get({type.getDimSize(1), type.getDimSize(0)},
                                    type.getElementType());
  Value column = line(transpose(value), 0);
  return transpose(vector::BroadcastOp::create(b, transposed, column));
}

/// Reduces line by line in ascending order.
Value Expander::reduce(const Tree &tree, const Node &node) {
  bool alongRows = node.text == "ik->ij";
  Value value = buildArg(tree, node, 0);
  Value lines = alongRows ? transpose(value) : value;
  auto type = ::cast<VectorType>(lines.getType());
  Value result = line(lines, 0);
  for (int64_t k = 1; k < type.getDimSize(0); ++k)
    result = apply(*node.op, result.getType(), {result, line(lines, k)});
  Value all = vector::BroadcastOp::create(b, type, result);
  return alongRows ? transpose(all) : all;
}

/// Returns whether `next` replaces the best element so far. A NaN replaces any
/// number, and the first NaN is kept.
Value Expander::exceeds(const table::Operator &comparison, Value best,
                        Value next) {
  Type element = getElementTypeOrSelf(best);
  Value result =
      createSpelled(b, nameOn(comparison, element), {}, {best, next});
  if (!isa<FloatType>(element))
    return result;
  auto compare = [&](arith::CmpFPredicate p, Value x) {
    return arith::CmpFOp::create(b, p, x, x);
  };
  Value first =
      arith::AndIOp::create(b, compare(arith::CmpFPredicate::UNO, next),
                            compare(arith::CmpFPredicate::ORD, best));
  return arith::OrIOp::create(b, result, first);
}

Value Expander::argReduce(const Tree &tree, const Node &node) {
  bool alongRows = node.text == "ik->ij";
  Value value = buildArg(tree, node, 0);
  Value lines = alongRows ? transpose(value) : value;
  auto type = ::cast<VectorType>(lines.getType());
  auto numbers = VectorType::get(type.getDimSize(1), b.getI32Type());
  Value best = line(lines, 0), found = number(numbers, 0);
  for (int64_t k = 1; k < type.getDimSize(0); ++k) {
    Value next = line(lines, k), exceedsBest = exceeds(*node.op, best, next);
    best = arith::SelectOp::create(b, exceedsBest, next, best);
    found = arith::SelectOp::create(b, exceedsBest, number(numbers, k), found);
  }
  Value all = vector::BroadcastOp::create(b, type.clone(b.getI32Type()), found);
  return alongRows ? transpose(all) : all;
}

Value Expander::element(const Tree &tree, const Node &node) {
  Value tile = buildArg(tree, node, 0);
  auto type = ::cast<VectorType>(tile.getType());
  auto flat = VectorType::get(type.getNumElements(), type.getElementType());
  Value last = arith::ConstantOp::create(
      b, b.getI64IntegerAttr(type.getNumElements() - 1));
  const Node &which = tree.nodes[node.args[1]];
  const TileOperand &operand = operands[which.index];
  Value position = operand.value;
  if (!position)
    position =
        arith::ConstantOp::create(b, b.getI64IntegerAttr(operand.immediate));
  position = arith::AndIOp::create(b, position, last);
  position = arith::IndexCastOp::create(b, b.getIndexType(), position);
  tile = vector::ShapeCastOp::create(b, flat, tile);
  return vector::ExtractOp::create(b, tile, position);
}

/// Converts elements to the accumulator's type.
Value Expander::asWide(Value value, const Node &node, Type element) {
  auto type = ::cast<VectorType>(value.getType());
  if (type.getElementType() == element)
    return value;
  VectorType result = type.clone(element);
  if (node.format->isFloat)
    return arith::ExtFOp::create(b, result, value);
  if (node.format->isUnsigned)
    return arith::ExtUIOp::create(b, result, value);
  return arith::ExtSIOp::create(b, result, value);
}

/// acc = a_k * b_k + acc, k ascending. vector.outerproduct on floats is one
/// fused multiply-add for each element.
Value Expander::contract(const Tree &tree, const Node &node) {
  const Node &aNode = tree.nodes[node.args[1]],
             &bNode = tree.nodes[node.args[2]];
  Value acc = buildArg(tree, node, 0);
  auto type = ::cast<VectorType>(acc.getType());
  Value a = asWide(build(tree, aNode), aNode, type.getElementType());
  Value bb = asWide(build(tree, bNode), bNode, type.getElementType());
  // Transposes such that k is the row index of `a` and `bb`.
  char k = node.text[0] == node.text[7] ? node.text[1] : node.text[0];
  if (node.text[0] != k)
    a = transpose(a);
  if (node.text[3] != k)
    bb = transpose(bb);
  auto left = ::cast<VectorType>(a.getType()),
       right = ::cast<VectorType>(bb.getType());
  // Row instructions have operands of fewer rows and columns than a constant.
  SmallVector<int64_t> shape{left.getDimSize(1), right.getDimSize(1)};
  if (type.getShape() != ArrayRef(shape))
    acc = vector::ExtractStridedSliceOp::create(b, acc, ArrayRef<int64_t>{0, 0},
                                                shape, ArrayRef<int64_t>{1, 1});
  for (int64_t i = 0, e = left.getDimSize(0); i < e; ++i)
    acc = vector::OuterProductOp::create(b, line(a, i), line(bb, i), acc);
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
      b, buildArg(tree, node, 1), ArrayRef<int64_t>{0, first}, type.getShape(),
      ArrayRef<int64_t>{1, 1});
}

Value Expander::leading(const Tree &tree, const Node &node) {
  VectorType type = typeOf(node);
  Value whole = buildArg(tree, node, 0);
  if (whole.getType() == type)
    return whole;
  return vector::ExtractStridedSliceOp::create(
      b, whole, ArrayRef<int64_t>{0, 0}, type.getShape(),
      ArrayRef<int64_t>{1, 1});
}

Value Expander::insert(const Tree &tree, const Node &node) {
  Value block = buildArg(tree, node, 1);
  int64_t first = columnBlock(tree, node) *
                  ::cast<VectorType>(block.getType()).getDimSize(1);
  return vector::InsertStridedSliceOp::create(b, block, buildArg(tree, node, 2),
                                              ArrayRef<int64_t>{0, first},
                                              ArrayRef<int64_t>{1, 1});
}

/// Broadcasts row m*q+n of the parameter tile to all rows.
Value Expander::row(const Tree &tree, const Node &node) {
  VectorType type = typeOf(node);
  Value tile = buildArg(tree, node, 0);
  const Node &q = tree.nodes[node.args[1]];
  int64_t block = q.kind == NodeKind::Number ? int64_t(q.value)
                                             : operands[q.index].immediate;
  int64_t number = int64_t(node.value) * block + node.value2;
  if (tile.getType() != type)
    tile = arith::BitcastOp::create(b, type, tile);
  return vector::BroadcastOp::create(b, type, line(tile, number));
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Maps the last two dimensions to the rows of the block; a broadcast reads one
/// line of contiguous elements.
static AffineMap mapOf(int64_t rank, bool broadcast, bool transposed,
                       MLIRContext *context) {
  AffineExpr columnExpr = getAffineDimExpr(rank - 1, context);
  AffineExpr rowExpr = broadcast ? getAffineConstantExpr(0, context)
                                 : getAffineDimExpr(rank - 2, context);
  if (transposed)
    std::swap(columnExpr, rowExpr);
  return AffineMap::get(rank, 0, {rowExpr, columnExpr}, context);
}

Value Expander::load(const Node &node, VectorType result, bool transposed) {
  const Node &base = inst.semantics().nodes[node.args[0]];
  Value memref = operands[base.index].value;
  auto type = ::cast<MemRefType>(memref.getType());
  AffineMap map = mapOf(type.getRank(), op->hasAttr(kBroadcastAttrName),
                        transposed, b.getContext());
  Value padding =
      arith::ConstantOp::create(b, b.getZeroAttr(type.getElementType()));
  return vector::TransferReadOp::create(b, result, memref, getIndices(op, inst),
                                        padding, map,
                                        ArrayRef<bool>{true, true});
}

void Expander::store(const Tree &tree, const Node &node) {
  const Node &base = tree.nodes[node.args[1]];
  vector::TransferWriteOp::create(
      b, buildArg(tree, node, 0), operands[base.index].value,
      getIndices(op, inst), ArrayRef<bool>{true, true});
}
