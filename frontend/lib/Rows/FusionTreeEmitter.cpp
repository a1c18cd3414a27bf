//===- FusionTreeEmitter.cpp - vector code of fusion trees ----------------===//
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

#include "FusionTreeEmitter.h"
#include "Access/BodyMatchers.h"
#include "PackedOperand.h"
#include "StepUnrolling.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/TypeUtilities.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace matrix;

Type matrix::getAccumulator(Type result) {
  bool isNarrow = isa<FloatType>(result) && result.getIntOrFloatBitWidth() < 32;
  return isNarrow ? Float32Type::get(result.getContext()) : result;
}

SmallVector<Value> matrix::getCaptures(const FusionTree &tree) {
  SetVector<Value> values;
  for (linalg::GenericOp op : tree.ops)
    getUsedValuesDefinedAbove(op->getRegions(), values);
  values.remove_if(
      [](Value value) { return matchPattern(value, m_Constant()); });
  return values.takeVector();
}

namespace {

struct FusionTreeEmitter {
  ImplicitLocOpBuilder &builder;
  const FusionTree &tree;
  const IRMapping &outside;
  DenseMap<OpOperand *, std::unique_ptr<PackedOperand>> memories =
      DenseMap<OpOperand *, std::unique_ptr<PackedOperand>>();
  SmallVector<Position> position = {}; // by dimension
  DenseMap<Operation *, Value> blocks = DenseMap<Operation *, Value>();
  /// One row of the initial constant of a contraction.
  DenseMap<Operation *, Value> rows = DenseMap<Operation *, Value>();

  void emit(Value output, bool skipCopies) {
    for (OpOperand *leaf : tree.leaves()) {
      auto &memory = memories[leaf];
      memory = std::make_unique<PackedOperand>(tree, *leaf,
                                               outside.lookup(leaf->get()));
      memory->pack(builder, /*fill=*/!skipCopies);
    }
    if (tree.readsConstantsFromMemory)
      storeConstants(/*fill=*/!skipCopies);
    PackedOperand result(tree, tree.output(), output);
    result.allocate(builder);
    position.resize(tree.dims.size());
    enterSingleBlocks();
    emitOuter(tree.outerDims(), result);
    if (!skipCopies)
      result.unpack(builder);
  }

private:
  //===--------------------------------------------------------------------===//
  // Loops
  //===--------------------------------------------------------------------===//

  Value makeIndex(int64_t number) {
    return arith::ConstantIndexOp::create(builder, number);
  }

  /// Bounds are defined outside of all loops, which unroll-and-jam requires.
  Value makeBound(int64_t number) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(&getFunction().front());
    return makeIndex(number);
  }

  func::FuncOp getFunction() {
    Operation *op = builder.getInsertionBlock()->getParentOp();
    auto function = dyn_cast<func::FuncOp>(op);
    return function ? function : op->getParentOfType<func::FuncOp>();
  }

  void enterSingleBlocks() {
    for (auto [dim, blockPosition] : llvm::zip_equal(tree.dims, position))
      if (dim.numBlocks() == 1)
        blockPosition = {makeIndex(0),
                         dim.remainder() ? dim.remainder() : dim.blockExtent()};
  }

  void emitOuter(ArrayRef<unsigned> dims, PackedOperand &result) {
    computeReady();
    while (!dims.empty() && tree.dims[dims.front()].numBlocks() == 1)
      dims = dims.drop_front();
    if (dims.empty())
      return result.write(builder, position, compute(tree.root()));
    forEachBlock(dims.front(), {}, [&](Value) {
      emitOuter(dims.drop_front(), result);
      return Value();
    });
  }

  /// Computes operations that depend on no dimension whose loop is still to
  /// come.
  void computeReady() {
    for (linalg::GenericOp op : tree.ops)
      if (op != tree.root() &&
          llvm::all_of(tree.resultDims(op),
                       [&](unsigned dim) { return bool(position[dim].block); }))
        compute(op);
  }

  using BlockBody = function_ref<Value(Value)>;

  /// Emits a loop over whole blocks, then the partial one, optionally with a
  /// loop-carried value.
  Value forEachBlock(unsigned number, Value carried, BlockBody emitBody) {
    const TreeDim &dim = tree.dims[number];
    int64_t count = dim.numFullBlocks();
    // Blocks that remain after whole steps have a loop of their own.
    int64_t whole = carried ? count : count - count % dim.step;
    if (count == 1)
      carried = atPosition(number, {makeIndex(0), dim.blockExtent()}, carried,
                           emitBody);
    else if (count > 1)
      carried = emitLoop(number, 0, whole, carried, emitBody);
    if (whole < count)
      carried = emitLoop(number, whole, count, carried, emitBody);
    if (dim.remainder())
      carried = atPosition(number, {makeIndex(count), dim.remainder()}, carried,
                           emitBody);
    return carried;
  }

  /// Emits a loop over whole blocks. Loops without a carried value are marked
  /// with their steps.
  Value emitLoop(unsigned number, int64_t first, int64_t end, Value carried,
                 BlockBody emitBody) {
    const TreeDim &dim = tree.dims[number];
    auto loop = scf::ForOp::create(
        builder, makeBound(first), makeBound(end), makeBound(1),
        carried ? ValueRange(carried) : ValueRange());
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(loop.getBody());
    Value inside = carried ? loop.getRegionIterArg(0) : Value();
    Value next = atPosition(number, {loop.getInductionVar(), dim.blockExtent()},
                            inside, emitBody);
    if (!carried) {
      if (int64_t step = std::min(dim.step, end - first); step > 1)
        loop->setAttr(kStepAttrName, builder.getI64IntegerAttr(step));
      return Value();
    }
    builder.setInsertionPointToEnd(loop.getBody());
    scf::YieldOp::create(builder, next);
    return loop.getResult(0);
  }

  /// Blocks computed in the step are not available after it.
  Value atPosition(unsigned dim, Position blockPosition, Value carried,
                   BlockBody emitBody) {
    DenseMap<Operation *, Value> known = blocks;
    std::swap(position[dim], blockPosition);
    Value result = emitBody(carried);
    std::swap(position[dim], blockPosition);
    blocks = std::move(known);
    return result;
  }

  //===--------------------------------------------------------------------===//
  // Blocks
  //===--------------------------------------------------------------------===//

  VectorType blockType(ArrayRef<unsigned> dims, Type element) {
    SmallVector<int64_t> shape;
    for (unsigned dim : dims)
      shape.push_back(position[dim].size);
    return VectorType::get(shape, element);
  }

  Value makeSplat(VectorType type, TypedAttr element) {
    return arith::ConstantOp::create(builder,
                                     DenseElementsAttr::get(type, element));
  }

  Value compute(linalg::GenericOp op) {
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

  void storeConstants(bool fill) {
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
  Value getInit(linalg::GenericOp op, ArrayRef<unsigned> dims) {
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
        builder, blockType(dims, element), row, ValueRange(makeIndex(0)),
        padding, AffineMapAttr::get(map),
        builder.getBoolArrayAttr({true, true}));
  }

  /// Returns a block of an operand with the dimensions `dims`.
  Value get(OpOperand &use, ArrayRef<unsigned> dims) {
    TypedAttr constant;
    if (linalg::GenericOp producer = tree.producer(use.get()))
      return align(compute(producer), tree.blockedDimsOf(use), dims);
    if (matchFill(use.get(), constant))
      return makeSplat(blockType(dims, constant.getType()), constant);
    return memories.find(&use)->second->read(builder, position, dims);
  }

  /// Broadcasts along new dimensions and permutes.
  Value align(Value vector, ArrayRef<unsigned> from, ArrayRef<unsigned> to) {
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

  Value map(linalg::GenericOp op) {
    return evaluateBody(op, op.getBody()->getTerminator()->getOperand(0),
                        tree.blockedResultDims(op));
  }

  Value reduce(linalg::GenericOp op) {
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

  //===--------------------------------------------------------------------===//
  // Bodies
  //===--------------------------------------------------------------------===//

  /// Evaluates a value of the body for all elements of a block.
  Value evaluateBody(linalg::GenericOp op, Value root,
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

  Value translateOne(linalg::GenericOp op, Value value, ArrayRef<unsigned> dims,
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

  //===--------------------------------------------------------------------===//
  // Contractions
  //===--------------------------------------------------------------------===//

  Value contract(linalg::GenericOp op, const TreeContraction &contraction) {
    DimList wanted = tree.blockedResultDims(op);
    Type result = getElementTypeOrSelf(op->getResult(0).getType());
    Type accumulator = getAccumulator(result);
    Value init = getInit(op, wanted);
    if (accumulator != result)
      init =
          arith::ExtFOp::create(builder, blockType(wanted, accumulator), init);
    DimList sums;
    for (auto [dim, kind] : llvm::zip_equal(tree.loops.find(op)->second,
                                            op.getIteratorTypesArray()))
      if (kind == utils::IteratorType::reduction)
        sums.push_back(dim);
    Value sum = accumulate(contraction, sums, wanted, init);
    if (accumulator != result)
      sum = arith::TruncFOp::create(builder, blockType(wanted, result), sum);
    return sum;
  }

  Value accumulate(const TreeContraction &contraction, ArrayRef<unsigned> sums,
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
  Value factor(OpOperand &use, const TreeContraction &contraction,
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

  Value multiply(const TreeContraction &contraction, ArrayRef<unsigned> wanted,
                 Value sum) {
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
    SmallVector<AffineMap> maps = {
        makeMap(tree.blockedDimsOf(*contraction.lhs)),
        makeMap(tree.blockedDimsOf(*contraction.rhs)), makeMap(wanted)};
    SmallVector<Attribute> kinds;
    for (auto kind :
         {vector::IteratorType::parallel, vector::IteratorType::parallel,
          vector::IteratorType::reduction})
      kinds.push_back(
          vector::IteratorTypeAttr::get(builder.getContext(), kind));
    return vector::ContractionOp::create(builder, lhs, rhs, sum,
                                         builder.getAffineMapArrayAttr(maps),
                                         builder.getArrayAttr(kinds));
  }
};

} // namespace

void matrix::emitFusionTree(ImplicitLocOpBuilder &builder,
                            const FusionTree &tree, const IRMapping &outside,
                            Value output, bool skipCopies) {
  FusionTreeEmitter emitter{builder, tree, outside};
  emitter.emit(output, skipCopies);
}
