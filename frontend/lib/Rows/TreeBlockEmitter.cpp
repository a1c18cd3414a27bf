//===- TreeBlockEmitter.cpp - blocks of fusion trees ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Translates the operations of a fusion tree into vector operations on one
// block: elementwise bodies, reductions and contractions, with broadcasts and
// transpositions where an operand has other dimensions.
//
//===----------------------------------------------------------------------===//

#include "TreeBlockEmitter.h"
#include "Access/BodyMatchers.h"
#include "FusionTreeEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"

using namespace mlir;
using namespace matrix;

VectorType FusionTreeEmitter::blockType(ArrayRef<unsigned> dims, Type element) {
  SmallVector<int64_t> shape;
  for (unsigned dim : dims)
    shape.push_back(position[dim].size);
  return VectorType::get(shape, element);
}

Value FusionTreeEmitter::makeSplat(VectorType type, TypedAttr element) {
  return arith::ConstantOp::create(builder,
                                   DenseElementsAttr::get(type, element));
}

Value FusionTreeEmitter::compute(linalg::GenericOp op) {
  if (Value known = blocks.lookup(op))
    return known;
  // Operations keep their source locations; loops have that of the tree.
  Location outer = builder.getLoc();
  builder.setLoc(op.getLoc());
  auto contraction = tree.contractions.find(op);
  Value value = contraction != tree.contractions.end()
                    ? contract(op, contraction->second)
                : op.getNumReductionLoops() ? reduce(op)
                                            : map(op);
  builder.setLoc(outer);
  return blocks[op] = value;
}

void FusionTreeEmitter::storeConstants(bool fill) {
  for (auto &entry : tree.contractions) {
    auto op = cast<linalg::GenericOp>(entry.first);
    TypedAttr constant;
    if (!matchFill(op.getDpsInitOperand(0)->get(), constant))
      continue;
    const TreeDim &dim = tree.dims[tree.blockedResultDims(op).back()];
    auto type = MemRefType::get({dim.blockSize}, constant.getType());
    Value row = memref::AllocOp::create(builder, type);
    Value number = arith::ConstantOp::create(builder, constant);
    if (fill)
      linalg::FillOp::create(builder, number, row);
    rows[op] = row;
  }
}

/// Returns the initial value of a contraction.
Value FusionTreeEmitter::getInit(linalg::GenericOp op,
                                 ArrayRef<unsigned> dims) {
  Value row = rows.lookup(op);
  if (!row)
    return get(*op.getDpsInitOperand(0), dims);
  Type element = getElementTypeOrSelf(row.getType());
  auto map = AffineMap::get(
      1, 0, {builder.getAffineConstantExpr(0), builder.getAffineDimExpr(0)},
      builder.getContext());
  Value padding =
      arith::ConstantOp::create(builder, builder.getZeroAttr(element));
  return vector::TransferReadOp::create(
      builder, blockType(dims, element), row, ValueRange(makeIndex(0)), padding,
      AffineMapAttr::get(map), builder.getBoolArrayAttr({true, true}));
}

/// Returns a block of an operand with the dimensions `dims`.
Value FusionTreeEmitter::get(OpOperand &use, ArrayRef<unsigned> dims) {
  TypedAttr constant;
  if (linalg::GenericOp producer = tree.producer(use.get()))
    return align(compute(producer), tree.blockedDimsOf(use), dims);
  if (matchFill(use.get(), constant))
    return makeSplat(blockType(dims, constant.getType()), constant);
  return memories.find(&use)->second->read(builder, position, dims);
}

/// Broadcasts along new dimensions and permutes.
Value FusionTreeEmitter::align(Value vector, ArrayRef<unsigned> from,
                               ArrayRef<unsigned> to) {
  if (from == to)
    return vector;
  DimList all;
  for (unsigned dim : to)
    if (!llvm::is_contained(from, dim))
      all.push_back(dim);
  bool grows = !all.empty();
  all.append(from.begin(), from.end());
  Type element = getElementTypeOrSelf(vector);
  if (grows)
    vector =
        vector::BroadcastOp::create(builder, blockType(all, element), vector);
  if (ArrayRef(all) == to)
    return vector;
  SmallVector<int64_t> permutation;
  for (unsigned dim : to)
    permutation.push_back(llvm::find(all, dim) - all.begin());
  return vector::TransposeOp::create(builder, vector, permutation);
}

Value FusionTreeEmitter::map(linalg::GenericOp op) {
  return evaluateBody(op, op.getBody()->getTerminator()->getOperand(0),
                      tree.blockedResultDims(op));
}

Value FusionTreeEmitter::reduce(linalg::GenericOp op) {
  Combination combination = *matchCombination(op);
  DimList dims = tree.blocked(tree.loops.find(op)->second), remaining;
  DimList wanted = tree.blockedResultDims(op);
  SmallVector<bool> mask;
  for (unsigned dim : dims) {
    mask.push_back(!llvm::is_contained(wanted, dim));
    if (!mask.back())
      remaining.push_back(dim);
  }
  Value source = evaluateBody(op, combination.reduced, dims);
  Value init = get(*op.getDpsInitOperand(0), remaining);
  Value result = vector::MultiDimReductionOp::create(builder, source, init,
                                                     mask, combination.kind);
  return align(result, remaining, wanted);
}

//===----------------------------------------------------------------------===//
// Bodies
//===----------------------------------------------------------------------===//

/// Evaluates a value of the body for all elements of a block.
Value FusionTreeEmitter::evaluateBody(linalg::GenericOp op, Value root,
                                      ArrayRef<unsigned> dims) {
  DenseMap<Value, Value> done;
  std::function<Value(Value)> translate = [&](Value value) -> Value {
    if (Value known = done.lookup(value))
      return known;
    Value made = translateOne(op, value, dims, translate);
    return done[value] = made;
  };
  return translate(root);
}

Value FusionTreeEmitter::translateOne(
    linalg::GenericOp op, Value value, ArrayRef<unsigned> dims,
    const std::function<Value(Value)> &translate) {
  VectorType type = blockType(dims, value.getType());
  TypedAttr constant;
  if (matchPattern(value, m_Constant(&constant)))
    return makeSplat(type, constant);
  auto argument = dyn_cast<BlockArgument>(value);
  if (argument && argument.getOwner() == op.getBody())
    return get(op->getOpOperand(argument.getArgNumber()), dims);
  if (value.getParentBlock() != op.getBody())
    return vector::BroadcastOp::create(builder, type, outside.lookup(value));
  Operation *scalar = value.getDefiningOp();
  OperationState state(builder.getLoc(), scalar->getName());
  for (Value operand : scalar->getOperands())
    state.addOperands(translate(operand));
  state.addAttributes(scalar->getAttrDictionary().getValue());
  state.addTypes(type);
  return builder.create(state)->getResult(0);
}

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

Value FusionTreeEmitter::contract(linalg::GenericOp op,
                                  const TreeContraction &contraction) {
  DimList wanted = tree.blockedResultDims(op);
  Type result = getElementTypeOrSelf(op->getResult(0).getType());
  Type accumulator = getAccumulator(result);
  Value init = getInit(op, wanted);
  if (accumulator != result)
    init = arith::ExtFOp::create(builder, blockType(wanted, accumulator), init);
  DimList sums;
  for (auto [dim, kind] :
       llvm::zip_equal(tree.loops.find(op)->second, op.getIteratorTypesArray()))
    if (kind == utils::IteratorType::reduction)
      sums.push_back(dim);
  Value sum = accumulate(contraction, sums, wanted, init);
  if (accumulator != result)
    sum = arith::TruncFOp::create(builder, blockType(wanted, result), sum);
  return sum;
}

Value FusionTreeEmitter::accumulate(const TreeContraction &contraction,
                                    ArrayRef<unsigned> sums,
                                    ArrayRef<unsigned> wanted, Value sum) {
  while (!sums.empty() && tree.dims[sums.front()].numBlocks() == 1)
    sums = sums.drop_front();
  if (sums.empty())
    return multiply(contraction, wanted, sum);
  return forEachBlock(sums.front(), sum, [&](Value carried) {
    return accumulate(contraction, sums.drop_front(), wanted, carried);
  });
}

/// Integers are signed unless an operand is unsigned; then both are extended.
Value FusionTreeEmitter::factor(OpOperand &use,
                                const TreeContraction &contraction,
                                Type accumulator) {
  DimList dims = tree.blockedDimsOf(use);
  Value value = get(use, dims);
  if (!contraction.unsignedLhs && !contraction.unsignedRhs)
    return value;
  VectorType type = blockType(dims, accumulator);
  if (&use == contraction.lhs ? contraction.unsignedLhs
                              : contraction.unsignedRhs)
    return arith::ExtUIOp::create(builder, type, value);
  return arith::ExtSIOp::create(builder, type, value);
}

Value FusionTreeEmitter::multiply(const TreeContraction &contraction,
                                  ArrayRef<unsigned> wanted, Value sum) {
  Type accumulator = getElementTypeOrSelf(sum);
  Value lhs = factor(*contraction.lhs, contraction, accumulator);
  Value rhs = factor(*contraction.rhs, contraction, accumulator);
  DimList order = {contraction.m, contraction.n, contraction.k};
  auto makeMap = [&](ArrayRef<unsigned> dims) {
    SmallVector<AffineExpr> exprs;
    for (unsigned dim : dims)
      exprs.push_back(
          builder.getAffineDimExpr(llvm::find(order, dim) - order.begin()));
    return AffineMap::get(3, 0, exprs, builder.getContext());
  };
  SmallVector<AffineMap> maps = {makeMap(tree.blockedDimsOf(*contraction.lhs)),
                                 makeMap(tree.blockedDimsOf(*contraction.rhs)),
                                 makeMap(wanted)};
  SmallVector<Attribute> kinds;
  for (auto kind :
       {vector::IteratorType::parallel, vector::IteratorType::parallel,
        vector::IteratorType::reduction})
    kinds.push_back(vector::IteratorTypeAttr::get(builder.getContext(), kind));
  return vector::ContractionOp::create(builder, lhs, rhs, sum,
                                       builder.getAffineMapArrayAttr(maps),
                                       builder.getArrayAttr(kinds));
}
