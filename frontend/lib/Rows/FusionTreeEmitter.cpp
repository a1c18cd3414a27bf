//===- FusionTreeEmitter.cpp - vector code of fusion trees ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loops over blocks: those of the result's dimensions around the
// tree, and those of sums around contractions. A dimension whose extent is no
// multiple of the block size has a loop over whole blocks and a partial block.
//
//===----------------------------------------------------------------------===//

#include "FusionTreeEmitter.h"
#include "StepUnrolling.h"
#include "TreeBlockEmitter.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
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

void FusionTreeEmitter::emit(Value output, bool skipCopies) {
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

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

Value FusionTreeEmitter::makeIndex(int64_t number) {
  return arith::ConstantIndexOp::create(builder, number);
}

/// Bounds are defined outside of all loops, which unroll-and-jam requires.
Value FusionTreeEmitter::makeBound(int64_t number) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPointToStart(&getFunction().front());
  return makeIndex(number);
}

func::FuncOp FusionTreeEmitter::getFunction() {
  Operation *op = builder.getInsertionBlock()->getParentOp();
  auto function = dyn_cast<func::FuncOp>(op);
  return function ? function : op->getParentOfType<func::FuncOp>();
}

void FusionTreeEmitter::enterSingleBlocks() {
  for (auto [dim, blockPosition] : llvm::zip_equal(tree.dims, position))
    if (dim.numBlocks() == 1)
      blockPosition = {makeIndex(0),
                       dim.remainder() ? dim.remainder() : dim.blockExtent()};
}

void FusionTreeEmitter::emitOuter(ArrayRef<unsigned> dims,
                                  PackedOperand &result) {
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
void FusionTreeEmitter::computeReady() {
  for (linalg::GenericOp op : tree.ops)
    if (op != tree.root() &&
        llvm::all_of(tree.resultDims(op),
                     [&](unsigned dim) { return bool(position[dim].block); }))
      compute(op);
}

/// Emits a loop over whole blocks, then the partial one, optionally with a
/// loop-carried value.
Value FusionTreeEmitter::forEachBlock(unsigned number, Value carried,
                                      BlockBody emitBody) {
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
Value FusionTreeEmitter::emitLoop(unsigned number, int64_t first, int64_t end,
                                  Value carried, BlockBody emitBody) {
  const TreeDim &dim = tree.dims[number];
  auto loop = scf::ForOp::create(builder, makeBound(first), makeBound(end),
                                 makeBound(1),
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
Value FusionTreeEmitter::atPosition(unsigned dim, Position blockPosition,
                                    Value carried, BlockBody emitBody) {
  DenseMap<Operation *, Value> known = blocks;
  std::swap(position[dim], blockPosition);
  Value result = emitBody(carried);
  std::swap(position[dim], blockPosition);
  blocks = std::move(known);
  return result;
}

void matrix::emitFusionTree(ImplicitLocOpBuilder &builder,
                            const FusionTree &tree, const IRMapping &outside,
                            Value output, bool skipCopies) {
  FusionTreeEmitter emitter{builder, tree, outside};
  emitter.emit(output, skipCopies);
}
