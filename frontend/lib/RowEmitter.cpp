//===- RowEmitter.cpp - vector code of fusion trees -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits blocks on demand from the root: the block of an operation needs those
// of its operands, and so on to the leaves, which are read from memory. Each
// block is computed once for a position of its dimensions. Operations that
// depend on fewer dimensions than the root are hoisted out of the other loops.
//
//===----------------------------------------------------------------------===//

#include "GroupBody.h"
#include "RowMemory.h"
#include "RowEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/Support/SaveAndRestore.h"

using namespace mlir;
using namespace matrix;

Type matrix::getAccumulator(Type result) {
  bool isNarrow = isa<FloatType>(result) && result.getIntOrFloatBitWidth() < 32;
  return isNarrow ? Float32Type::get(result.getContext()) : result;
}

SmallVector<Value> matrix::getCaptures(const RowCluster &cluster) {
  SetVector<Value> values;
  for (linalg::GenericOp op : cluster.ops)
    getUsedValuesDefinedAbove(op->getRegions(), values);
  values.remove_if(
      [](Value value) { return matchPattern(value, m_Constant()); });
  return values.takeVector();
}

namespace {

struct Emitter {
  OpBuilder &builder;
  Location loc;
  const RowCluster &cluster;
  const IRMapping &outside;
  DenseMap<OpOperand *, std::unique_ptr<RowMemory>> memories =
      DenseMap<OpOperand *, std::unique_ptr<RowMemory>>();
  SmallVector<Position> position = {}; // by dimension
  DenseMap<Operation *, Value> blocks = DenseMap<Operation *, Value>();
  /// One row of the initial constant of a contraction.
  DenseMap<Operation *, Value> rows = DenseMap<Operation *, Value>();

  void emit(Value output, bool onlyBlocks) {
    for (OpOperand *leaf : cluster.leaves()) {
      auto &memory = memories[leaf];
      memory = std::make_unique<RowMemory>(cluster, *leaf,
                                           outside.lookup(leaf->get()));
      memory->pack(builder, loc, /*fill=*/!onlyBlocks);
    }
    if (cluster.storesConstants)
      storeConstants(/*fill=*/!onlyBlocks);
    RowMemory result(cluster, cluster.output(), output);
    result.allocate(builder, loc);
    position.resize(cluster.axes.size());
    enterSingleBlocks();
    emitOuter(cluster.outerAxes(), result);
    if (!onlyBlocks)
      result.unpack(builder, loc);
  }

private:
  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  Value makeIndex(int64_t number) {
    return arith::ConstantIndexOp::create(builder, loc, number);
  }

  void enterSingleBlocks() {
    for (auto [axis, place] : llvm::zip_equal(cluster.axes, position))
      if (axis.blocks() == 1)
        place = {makeIndex(0), axis.rest() ? axis.rest() : axis.step()};
  }

  void emitOuter(ArrayRef<unsigned> axes, RowMemory &result) {
    computeEarly();
    while (!axes.empty() && cluster.axes[axes.front()].blocks() == 1)
      axes = axes.drop_front();
    if (axes.empty())
      return result.write(builder, loc, position, compute(cluster.root()));
    forEachBlock(axes.front(), {}, [&](Value) {
      emitOuter(axes.drop_front(), result);
      return Value();
    });
  }

  /// Computes operations that depend on no dimension whose loop is still to
  /// come.
  void computeEarly() {
    for (linalg::GenericOp op : cluster.ops)
      if (op != cluster.root() &&
          llvm::all_of(cluster.resultAxes(op), [&](unsigned axis) {
            return bool(position[axis].block);
          }))
        compute(op);
  }

  using Step = function_ref<Value(Value)>;

  /// Emits a loop over whole blocks, then the partial one, optionally with a
  /// loop-carried value.
  Value forEachBlock(unsigned number, Value carried, Step step) {
    const Axis &axis = cluster.axes[number];
    int64_t count = axis.wholeBlocks();
    if (count == 1) {
      carried = at(number, {makeIndex(0), axis.step()}, carried, step);
    } else if (count > 1) {
      Value zero = makeIndex(0), one = makeIndex(1), end = makeIndex(count);
      auto loop =
          scf::ForOp::create(builder, loc, zero, end, one,
                             carried ? ValueRange(carried) : ValueRange());
      OpBuilder::InsertionGuard guard(builder);
      builder.setInsertionPointToStart(loop.getBody());
      Value inside = carried ? loop.getRegionIterArg(0) : Value();
      Value next =
          at(number, {loop.getInductionVar(), axis.step()}, inside, step);
      if (carried) {
        builder.setInsertionPointToEnd(loop.getBody());
        scf::YieldOp::create(builder, loc, next);
        carried = loop.getResult(0);
      }
    }
    if (axis.rest())
      carried = at(number, {makeIndex(count), axis.rest()}, carried, step);
    return carried;
  }

  /// Blocks computed in the step are not available after it.
  Value at(unsigned axis, Position place, Value carried, Step step) {
    DenseMap<Operation *, Value> known = blocks;
    std::swap(position[axis], place);
    Value result = step(carried);
    std::swap(position[axis], place);
    blocks = std::move(known);
    return result;
  }

  //===--------------------------------------------------------------------===//
  // Blocks
  //===--------------------------------------------------------------------===//

  VectorType blockType(ArrayRef<unsigned> axes, Type element) {
    SmallVector<int64_t> shape;
    for (unsigned axis : axes)
      shape.push_back(position[axis].size);
    return VectorType::get(shape, element);
  }

  Value makeSplat(VectorType type, TypedAttr element) {
    return arith::ConstantOp::create(builder, loc,
                                     DenseElementsAttr::get(type, element));
  }

  Value compute(linalg::GenericOp op) {
    if (Value known = blocks.lookup(op))
      return known;
    // Operations keep their source locations; loops have that of the tree.
    llvm::SaveAndRestore<Location> here(loc, op.getLoc());
    auto contraction = cluster.contractions.find(op);
    Value value = contraction != cluster.contractions.end()
                      ? contract(op, contraction->second)
                  : op.getNumReductionLoops() ? reduce(op)
                                              : map(op);
    return blocks[op] = value;
  }

  void storeConstants(bool fill) {
    for (auto &entry : cluster.contractions) {
      auto op = cast<linalg::GenericOp>(entry.first);
      TypedAttr constant;
      if (!matchFill(op.getDpsInitOperand(0)->get(), constant))
        continue;
      const Axis &axis = cluster.axes[cluster.tiledResultAxes(op).back()];
      auto type = MemRefType::get({axis.tile}, constant.getType());
      Value row = memref::AllocOp::create(builder, loc, type);
      Value number = arith::ConstantOp::create(builder, loc, constant);
      if (fill)
        linalg::FillOp::create(builder, loc, number, row);
      rows[op] = row;
    }
  }

  /// Returns the initial value of a contraction.
  Value getInit(linalg::GenericOp op, ArrayRef<unsigned> axes) {
    Value row = rows.lookup(op);
    if (!row)
      return get(*op.getDpsInitOperand(0), axes);
    Type element = getElementTypeOrSelf(row.getType());
    auto map = AffineMap::get(
        1, 0, {builder.getAffineConstantExpr(0), builder.getAffineDimExpr(0)},
        builder.getContext());
    Value padding =
        arith::ConstantOp::create(builder, loc, builder.getZeroAttr(element));
    return vector::TransferReadOp::create(
        builder, loc, blockType(axes, element), row, ValueRange(makeIndex(0)),
        padding, AffineMapAttr::get(map),
        builder.getBoolArrayAttr({true, true}));
  }

  /// Returns a block of an operand with the dimensions `axes`.
  Value get(OpOperand &use, ArrayRef<unsigned> axes) {
    TypedAttr constant;
    if (linalg::GenericOp producer = cluster.producer(use.get()))
      return align(compute(producer), cluster.tiledAxesOf(use), axes);
    if (matchFill(use.get(), constant))
      return makeSplat(blockType(axes, constant.getType()), constant);
    return memories.find(&use)->second->read(builder, loc, position, axes);
  }

  /// Broadcasts along new dimensions and permutes.
  Value align(Value vector, ArrayRef<unsigned> from, ArrayRef<unsigned> to) {
    if (from == to)
      return vector;
    AxisList all;
    for (unsigned axis : to)
      if (!llvm::is_contained(from, axis))
        all.push_back(axis);
    bool grows = !all.empty();
    all.append(from.begin(), from.end());
    Type element = getElementTypeOrSelf(vector);
    if (grows)
      vector = vector::BroadcastOp::create(builder, loc,
                                           blockType(all, element), vector);
    if (ArrayRef(all) == to)
      return vector;
    SmallVector<int64_t> permutation;
    for (unsigned axis : to)
      permutation.push_back(llvm::find(all, axis) - all.begin());
    return vector::TransposeOp::create(builder, loc, vector, permutation);
  }

  Value map(linalg::GenericOp op) {
    return body(op, op.getBody()->getTerminator()->getOperand(0),
                cluster.tiledResultAxes(op));
  }

  Value reduce(linalg::GenericOp op) {
    Combination combination = *matchCombination(op);
    AxisList axes = cluster.tiled(cluster.loops.find(op)->second), left;
    AxisList wanted = cluster.tiledResultAxes(op);
    SmallVector<bool> mask;
    for (unsigned axis : axes) {
      mask.push_back(!llvm::is_contained(wanted, axis));
      if (!mask.back())
        left.push_back(axis);
    }
    Value source = body(op, combination.reduced, axes);
    Value init = get(*op.getDpsInitOperand(0), left);
    Value result = vector::MultiDimReductionOp::create(
        builder, loc, source, init, mask, combination.kind);
    return align(result, left, wanted);
  }

  //===--------------------------------------------------------------------===//
  // Bodies
  //===--------------------------------------------------------------------===//

  /// Evaluates a value of the body for all elements of a block.
  Value body(linalg::GenericOp op, Value root, ArrayRef<unsigned> axes) {
    DenseMap<Value, Value> done;
    std::function<Value(Value)> translate = [&](Value value) -> Value {
      if (Value known = done.lookup(value))
        return known;
      Value made = translateOne(op, value, axes, translate);
      return done[value] = made;
    };
    return translate(root);
  }

  Value translateOne(linalg::GenericOp op, Value value, ArrayRef<unsigned> axes,
                     const std::function<Value(Value)> &translate) {
    VectorType type = blockType(axes, value.getType());
    TypedAttr constant;
    if (matchPattern(value, m_Constant(&constant)))
      return makeSplat(type, constant);
    auto argument = dyn_cast<BlockArgument>(value);
    if (argument && argument.getOwner() == op.getBody())
      return get(op->getOpOperand(argument.getArgNumber()), axes);
    if (value.getParentBlock() != op.getBody())
      return vector::BroadcastOp::create(builder, loc, type,
                                         outside.lookup(value));
    Operation *scalar = value.getDefiningOp();
    OperationState state(loc, scalar->getName());
    for (Value operand : scalar->getOperands())
      state.addOperands(translate(operand));
    state.addAttributes(scalar->getAttrDictionary().getValue());
    state.addTypes(type);
    return builder.create(state)->getResult(0);
  }

  //===--------------------------------------------------------------------===//
  // Contractions
  //===--------------------------------------------------------------------===//

  Value contract(linalg::GenericOp op, const ClusterContraction &contraction) {
    AxisList wanted = cluster.tiledResultAxes(op);
    Type result = getElementTypeOrSelf(op->getResult(0).getType());
    Type accumulator = getAccumulator(result);
    Value init = getInit(op, wanted);
    if (accumulator != result)
      init = arith::ExtFOp::create(builder, loc, blockType(wanted, accumulator),
                                   init);
    AxisList sums;
    for (auto [axis, kind] : llvm::zip_equal(cluster.loops.find(op)->second,
                                             op.getIteratorTypesArray()))
      if (kind == utils::IteratorType::reduction)
        sums.push_back(axis);
    Value sum = addUp(contraction, sums, wanted, init);
    if (accumulator != result)
      sum =
          arith::TruncFOp::create(builder, loc, blockType(wanted, result), sum);
    return sum;
  }

  Value addUp(const ClusterContraction &contraction, ArrayRef<unsigned> sums,
              ArrayRef<unsigned> wanted, Value sum) {
    while (!sums.empty() && cluster.axes[sums.front()].blocks() == 1)
      sums = sums.drop_front();
    if (sums.empty())
      return multiply(contraction, wanted, sum);
    return forEachBlock(sums.front(), sum, [&](Value carried) {
      return addUp(contraction, sums.drop_front(), wanted, carried);
    });
  }

  /// Integers are signed unless an operand is unsigned; then both are extended.
  Value factor(OpOperand &use, const ClusterContraction &contraction,
               Type accumulator) {
    AxisList axes = cluster.tiledAxesOf(use);
    Value value = get(use, axes);
    if (!contraction.unsignedLhs && !contraction.unsignedRhs)
      return value;
    VectorType type = blockType(axes, accumulator);
    if (&use == contraction.lhs ? contraction.unsignedLhs
                                : contraction.unsignedRhs)
      return arith::ExtUIOp::create(builder, loc, type, value);
    return arith::ExtSIOp::create(builder, loc, type, value);
  }

  Value multiply(const ClusterContraction &contraction,
                 ArrayRef<unsigned> wanted, Value sum) {
    Type accumulator = getElementTypeOrSelf(sum);
    Value lhs = factor(*contraction.lhs, contraction, accumulator);
    Value rhs = factor(*contraction.rhs, contraction, accumulator);
    AxisList order = {contraction.m, contraction.n, contraction.k};
    auto makeMap = [&](ArrayRef<unsigned> axes) {
      SmallVector<AffineExpr> dims;
      for (unsigned axis : axes)
        dims.push_back(
            builder.getAffineDimExpr(llvm::find(order, axis) - order.begin()));
      return AffineMap::get(3, 0, dims, builder.getContext());
    };
    SmallVector<AffineMap> maps = {
        makeMap(cluster.tiledAxesOf(*contraction.lhs)),
        makeMap(cluster.tiledAxesOf(*contraction.rhs)), makeMap(wanted)};
    SmallVector<Attribute> kinds;
    for (auto kind :
         {vector::IteratorType::parallel, vector::IteratorType::parallel,
          vector::IteratorType::reduction})
      kinds.push_back(
          vector::IteratorTypeAttr::get(builder.getContext(), kind));
    return vector::ContractionOp::create(builder, loc, lhs, rhs, sum,
                                         builder.getAffineMapArrayAttr(maps),
                                         builder.getArrayAttr(kinds));
  }
};

} // namespace

void matrix::emitCluster(OpBuilder &builder, Location loc,
                         const RowCluster &cluster, const IRMapping &outside,
                         Value output, bool onlyBlocks) {
  Emitter emitter{builder, loc, cluster, outside};
  emitter.emit(output, onlyBlocks);
}
