//===- BlockWaits.cpp - waits for the blocks of a loop --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits what a step does with its blocks before and after its computation: it
// waits for their loads, transposes those that it is the first to use, and
// releases the buffers that it is the last one to use.
//
//===----------------------------------------------------------------------===//

#include "BlockLoads.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

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

void BlockLoads::wait(ImplicitLocOpBuilder &builder, const StepBlocks &steps,
                      Value index, ValueRange tokens) const {
  for (Value token : tokens)
    DmaWaitOp::create(builder, token);
  for (const Load &load : loads)
    if (load.multicast)
      load.wait(builder, index, steps.getTotal(), hasFirst);
}

/// Waits for the first block, unless parts wait for it or it has arrived, and
/// for each piece in the step after the one that starts its load.
void BlockLoads::Load::wait(ImplicitLocOpBuilder &builder, Value index,
                            Value total, bool hasFirst) const {
  IndexMath math(builder);
  Value one = math.constant(1), none = math.constant(0);
  Value first = firstParts > 1 || hasFirst ? none : one, next = none;
  if (!isOnce())
    next = period == 1
               ? one
               : math.select(startsPiece(builder, math.sub(index, one), total),
                             one, none);
  multicast->wait(builder, math.select(math.equal(index, 0), first, next));
}

void BlockLoads::waitForPart(ImplicitLocOpBuilder &builder, Value index,
                             Value part) const {
  ifEqual(builder, index, 0, [&](ImplicitLocOpBuilder &inside) {
    for (const Load &load : loads)
      if (load.firstParts > 1 && load.multicast)
        load.multicast->wait(inside, IndexMath(inside).constant(1));
    if (parts.empty())
      return;
    IndexMath math(inside);
    Value token = parts.front();
    for (size_t number = 1; number < parts.size(); ++number)
      token =
          math.select(math.equal(part, int64_t(number)), parts[number], token);
    DmaWaitOp::create(inside, token);
  });
}

bool BlockLoads::transposesEachStep(unsigned number, int64_t cores) const {
  const Load &load = loads[number];
  bool hasOneStep = plan.numRounds(cores) * plan.numSteps() == 1;
  return load.block.isTransposed() && load.period == 1 &&
         (!load.isOnce() || hasOneStep);
}

StepTransposition
BlockLoads::transpose(ImplicitLocOpBuilder &builder, Value index,
                      const TranspositionSchedule *schedule) const {
  StepTransposition beside;
  for (auto [number, load] : llvm::enumerate(loads)) {
    IndexMath math(builder);
    if (schedule && number == schedule->input) {
      beside = {schedule, load.getBufferIndex(math, index)};
      load.block.transposeFirst(builder, beside.bufferIndex, *schedule);
      continue;
    }
    auto emit = [&](ImplicitLocOpBuilder &inside) {
      IndexMath own(inside);
      load.block.transpose(inside, load.getBufferIndex(own, index));
    };
    if (load.block.isTransposed() && load.isOnce())
      ifEqual(builder, index, 0, emit);
    else if (load.block.isTransposed())
      ifRemainder(builder, index, load.period, 0, emit);
  }
  return beside;
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
