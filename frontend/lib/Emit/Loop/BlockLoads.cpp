//===- BlockLoads.cpp - loads of the blocks of a loop ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loads of a loop over blocks, with double buffering.
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
                     numBuffers, std::nullopt});
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

void BlockLoads::appendViews(ImplicitLocOpBuilder &builder, Value index,
                             SmallVectorImpl<Value> &views) const {
  IndexMath math(builder);
  for (const Load &load : loads)
    views.push_back(
        load.block.getBufferView(builder, load.getBufferIndex(math, index)));
}

//===----------------------------------------------------------------------===//
// Start of loads
//===----------------------------------------------------------------------===//

SmallVector<Value> BlockLoads::startFirst(ImplicitLocOpBuilder &builder,
                                          const StepBlocks &steps,
                                          Value index) const {
  BlockStep step = steps.get(builder, index);
  SmallVector<Value> tokens;
  for (const Load &load : loads)
    tokens.append(load.start(builder, step, index));
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
        scf::YieldOp::create(inside, startNext(inside, steps, next, tokens));
      },
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        scf::YieldOp::create(inside, tokens);
      });
  return SmallVector<Value>(more.getResults());
}

/// Starts the loads that step `index` is the first to use. Returns the tokens
/// of its blocks, given those of the step before.
SmallVector<Value> BlockLoads::startNext(ImplicitLocOpBuilder &builder,
                                         const StepBlocks &steps, Value index,
                                         ValueRange previous) const {
  BlockStep step = steps.get(builder, index);
  SmallVector<Value> tokens;
  for (const Load &load : loads) {
    ValueRange before = previous.take_front(load.multicast ? 0 : 1);
    previous = previous.drop_front(before.size());
    if (load.isOnce())
      tokens.append(before.begin(), before.end());
    else if (load.period == 1)
      tokens.append(load.start(builder, step, index));
    else
      tokens.append(load.startIfFirst(builder, step, index, before));
  }
  return tokens;
}

SmallVector<Value> BlockLoads::Load::startIfFirst(ImplicitLocOpBuilder &builder,
                                                  const BlockStep &step,
                                                  Value index,
                                                  ValueRange previous) const {
  IndexMath math(builder);
  auto isFirst = scf::IfOp::create(
      builder, math.equal(math.rem(index, period), 0),
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        scf::YieldOp::create(inside, start(inside, step, index));
      },
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        scf::YieldOp::create(inside, previous);
      });
  return SmallVector<Value>(isFirst.getResults());
}

/// Returns the token of the transfer, if it is for this core only.
SmallVector<Value> BlockLoads::Load::start(ImplicitLocOpBuilder &builder,
                                           const BlockStep &step,
                                           Value index) const {
  IndexMath math(builder);
  if (!multicast)
    return {block.load(builder, step, getBufferIndex(math, index))};
  multicast->load(builder, block, step, getNumber(math, index));
  return {};
}

//===----------------------------------------------------------------------===//
// Waiting and release
//===----------------------------------------------------------------------===//

static void ifEqual(ImplicitLocOpBuilder &builder, Value index, int64_t value,
                    function_ref<void(ImplicitLocOpBuilder &)> body) {
  scf::IfOp::create(builder, IndexMath(builder).equal(index, value),
                    [&](OpBuilder &region, Location l) {
                      ImplicitLocOpBuilder inside(l, region);
                      body(inside);
                      scf::YieldOp::create(inside);
                    });
}

/// Executes `body` in steps whose index has this remainder.
static void ifRemainder(ImplicitLocOpBuilder &builder, Value index,
                        int64_t period, int64_t remainder,
                        function_ref<void(ImplicitLocOpBuilder &)> body) {
  if (period == 1)
    return body(builder);
  ifEqual(builder, IndexMath(builder).rem(index, period), remainder, body);
}

void BlockLoads::wait(ImplicitLocOpBuilder &builder, Value index,
                      ValueRange tokens) const {
  for (Value token : tokens)
    DmaWaitOp::create(builder, token);
  for (const Load &load : loads)
    if (load.multicast)
      ifRemainder(
          builder, index, load.period, 0,
          [&](ImplicitLocOpBuilder &inside) { load.multicast->wait(inside); });
}

void BlockLoads::transpose(ImplicitLocOpBuilder &builder, Value index) const {
  IndexMath math(builder);
  for (const Load &load : loads) {
    auto emit = [&](ImplicitLocOpBuilder &inside) {
      IndexMath own(inside);
      load.block.transpose(inside, load.getBufferIndex(own, index));
    };
    if (load.block.isTransposed() && load.isOnce())
      ifEqual(builder, index, 0, emit);
    else if (load.block.isTransposed())
      ifRemainder(builder, index, load.period, 0, emit);
  }
}

void BlockLoads::release(ImplicitLocOpBuilder &builder, Value index,
                         Value total) const {
  for (const Load &load : loads)
    if (load.multicast && !load.isOnce())
      ifRemainder(builder, index, load.period, load.period - 1,
                  [&](ImplicitLocOpBuilder &inside) {
                    load.release(inside, index, total);
                  });
}

void BlockLoads::Load::release(ImplicitLocOpBuilder &builder, Value index,
                               Value total) const {
  IndexMath math(builder);
  Value nextUse = math.add(index, 1 + (numBuffers - 1) * period);
  scf::IfOp::create(builder, math.less(nextUse, total),
                    [&](OpBuilder &region, Location l) {
                      ImplicitLocOpBuilder inside(l, region);
                      IndexMath math(inside);
                      multicast->release(inside, getNumber(math, index));
                      scf::YieldOp::create(inside);
                    });
}
