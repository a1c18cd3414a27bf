//===- BlockLoads.cpp - loads of the blocks of a loop ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loads of a loop over blocks, with double buffering. The tokens of
// transfers to this core are carried by the loop, one for each operand;
// transfers of multicasts are counted by semaphores instead. With period p and
// n pieces, step i starts piece i % p - (p - n) of the block that follows, if
// that is not negative; the buffer of block b is b % buffers.
//
//===----------------------------------------------------------------------===//

#include "BlockLoads.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

BlockLoads::BlockLoads(FusionGroupContext &context, int64_t cores)
    : plan(context.plan) {
  for (auto [block, numBuffers] :
       llvm::zip_equal(context.loads, plan.loadBuffers))
    loads.push_back({block, plan.stepsPerBlock(block.getOperand(), cores),
                     numBuffers, /*pieces=*/1, /*firstParts=*/1, std::nullopt});
}

void BlockLoads::allocate(ImplicitLocOpBuilder &builder) {
  for (Load &load : loads)
    load.block.allocate(builder, load.numBuffers);
}

void BlockLoads::share(IndexMath &math, CoreGrid &grid) {
  for (auto [load, isShared] : llvm::zip_equal(loads, plan.multicasts))
    if (isShared)
      load.multicast = grid.share(math, load.block, load.numBuffers);
}

void BlockLoads::choosePieces() {
  for (Load &load : loads)
    load.pieces = load.isOnce()
                      ? 1
                      : countPieces(load.block.getDivisibleRows(), load.period,
                                    load.multicast.has_value());
}

int64_t BlockLoads::divideFirst(unsigned number, int64_t count) {
  Load &load = loads[number];
  bool isDivisible = load.block.getLayout() == OperandBlock::Layout::Plain &&
                     load.block.getDivisibleRows() == plan.blockOf(plan.rows) &&
                     plan.blockOf(plan.rows) % count == 0;
  return load.firstParts = isDivisible ? count : 1;
}

void BlockLoads::appendViews(ImplicitLocOpBuilder &builder, Value index,
                             const BlockStep &step,
                             SmallVectorImpl<Value> &views) const {
  IndexMath math(builder);
  for (const Load &load : loads)
    views.push_back(load.block.getStepView(
        builder, load.getBufferIndex(math, index), step));
}

//===----------------------------------------------------------------------===//
// Start of loads
//===----------------------------------------------------------------------===//

/// The parts follow the other blocks.
SmallVector<Value> BlockLoads::startFirst(ImplicitLocOpBuilder &builder,
                                          const StepBlocks &steps,
                                          Value index) {
  BlockStep step = steps.get(builder, index);
  IndexMath math(builder);
  SmallVector<Value> tokens;
  for (const Load &load : loads) {
    if (load.firstParts == 1)
      tokens.append(load.start(builder, step, index));
    else if (!load.multicast)
      tokens.push_back(DmaDoneOp::create(builder).getToken());
  }
  for (const Load &load : loads)
    for (int64_t i = 0; load.firstParts > 1 && i < load.firstParts; ++i)
      parts.append(load.start(builder, step, index,
                              {math.constant(i), load.firstParts}));
  return tokens;
}

SmallVector<Value> BlockLoads::awaitFirst(ImplicitLocOpBuilder &builder,
                                          const StepBlocks &steps,
                                          Value index) {
  BlockStep step = steps.get(builder, index);
  SmallVector<Value> tokens;
  for (bool isMulticast : {false, true})
    for (const Load &load : loads)
      if (load.multicast.has_value() == isMulticast)
        tokens.append(load.start(builder, step, index));
  for (Value token : tokens)
    DmaWaitOp::create(builder, token);
  for (const Load &load : loads)
    if (load.multicast)
      load.multicast->wait(builder, IndexMath(builder).constant(1));
  hasFirst = true;
  return tokens;
}

SmallVector<Value> BlockLoads::prefetch(ImplicitLocOpBuilder &builder,
                                        const StepBlocks &steps, Value index,
                                        ValueRange tokens) const {
  if (llvm::all_of(loads, [](const Load &load) { return load.isOnce(); }))
    return SmallVector<Value>(tokens);
  IndexMath math(builder);
  Value next = math.add(index, 1);
  auto more = scf::IfOp::create(
      builder, math.less(next, steps.getTotal()),
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        scf::YieldOp::create(inside, startNext(inside, steps, index, tokens));
      },
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        scf::YieldOp::create(inside, tokens);
      });
  return SmallVector<Value>(more.getResults());
}

/// Starts the loads of the step after `index`. Returns the tokens of its
/// blocks, given those of step `index`. Pieces start first: the next step
/// waits for both.
SmallVector<Value> BlockLoads::startNext(ImplicitLocOpBuilder &builder,
                                         const StepBlocks &steps, Value index,
                                         ValueRange previous) const {
  Value next = IndexMath(builder).add(index, 1);
  BlockStep step = steps.get(builder, next);
  SmallVector<SmallVector<Value>> tokens(loads.size());
  for (auto [load, own] : llvm::zip_equal(loads, tokens)) {
    ValueRange before = previous.take_front(load.multicast ? 0 : 1);
    previous = previous.drop_front(before.size());
    own.assign(before.begin(), before.end());
    if (!load.isOnce() && load.period > 1)
      own = load.startPiece(builder, steps, index, before);
  }
  for (auto [load, own] : llvm::zip_equal(loads, tokens))
    if (!load.isOnce() && load.period == 1)
      own = load.start(builder, step, next);
  SmallVector<Value> all;
  for (const SmallVector<Value> &own : tokens)
    all.append(own);
  return all;
}

Value BlockLoads::Load::startsPiece(ImplicitLocOpBuilder &builder, Value index,
                                    Value total) const {
  IndexMath math(builder);
  Value exists = math.less(getNext(math, index), total);
  if (pieces == period)
    return exists;
  Value isLate =
      math.less(math.constant(period - pieces - 1), math.rem(index, period));
  return builder.createOrFold<arith::AndIOp>(isLate, exists);
}

SmallVector<Value> BlockLoads::Load::startPiece(ImplicitLocOpBuilder &builder,
                                                const StepBlocks &steps,
                                                Value index,
                                                ValueRange previous) const {
  auto starts = scf::IfOp::create(
      builder, startsPiece(builder, index, steps.getTotal()),
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        IndexMath math(inside);
        Value next = getNext(math, index);
        BlockPiece piece{
            math.sub(math.rem(index, period), math.constant(period - pieces)),
            pieces};
        scf::YieldOp::create(
            inside, start(inside, steps.get(inside, next), next, piece));
      },
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        scf::YieldOp::create(inside, previous);
      });
  return SmallVector<Value>(starts.getResults());
}

/// Returns the token of the transfer, if it is for this core only.
SmallVector<Value> BlockLoads::Load::start(ImplicitLocOpBuilder &builder,
                                           const BlockStep &step, Value index,
                                           const BlockPiece &piece) const {
  IndexMath math(builder);
  if (!multicast)
    return {block.load(builder, step, getBufferIndex(math, index), piece)};
  multicast->load(builder, block, step, getNumber(math, index), piece);
  return {};
}
