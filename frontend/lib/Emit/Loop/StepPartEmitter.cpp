//===- StepPartEmitter.cpp - steps in parts -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the loop over the parts of a step. It has one iteration, except in the
// first step, whose parts start as soon as their loads arrive, and in the last
// one, whose parts are stored one by one. Other steps run the same code with
// the extent of the whole block.
//
//===----------------------------------------------------------------------===//

#include "StepPartEmitter.h"
#include "ContinuousParts.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

StepParts matrix::chooseParts(const FusionGroupContext &context,
                              const BlockEmitter &emitter, BlockLoads &loads,
                              int64_t cores) {
  const BlockPlan &plan = context.plan;
  StepParts parts = emitter.chooseParts(cores);
  if (parts.first > 1)
    parts.first = loads.divideFirst(context.group.lhs, parts.first);
  if (parts.last > 1 &&
      !llvm::all_of(context.stores, [&](const OperandBlock &block) {
        return block.canStorePieces(plan.blockOf(plan.rows), parts.last);
      }))
    parts.last = 1;
  return parts;
}

Value StepPartEmitter::isLast(ImplicitLocOpBuilder &b, Value index) const {
  IndexMath math(b);
  return math.equal(math.add(index, 1), steps.getTotal());
}

SmallVector<Value> StepPartEmitter::compute(ImplicitLocOpBuilder &b,
                                            const BlockStep &step,
                                            const BufferViews &views,
                                            Value index,
                                            Value bufferIndex) const {
  if (parts.count() == 1) {
    emitter.finish(b, step, views);
    return store(b, step, bufferIndex);
  }
  if (parts.isContinuous)
    return ContinuousParts(
               context, loads, parts, index, isLast(b, index),
               [&](ImplicitLocOpBuilder &inside, const BlockPiece &piece) {
                 return store(inside, step, bufferIndex, piece);
               })
        .compute(b, emitter, step, views);
  IndexMath math(b);
  SmallVector<Value> completed;
  Value first, last, isDivided;
  if (parts.first > 1)
    isDivided = first = math.equal(index, 0);
  if (parts.last > 1) {
    completed.assign(context.stores.size(), DmaDoneOp::create(b).getToken());
    last = isLast(b, index);
    isDivided = first ? b.createOrFold<arith::OrIOp>(first, last) : last;
  }
  Value count =
      math.select(isDivided, math.constant(parts.count()), math.constant(1));
  SmallVector<Value> stored = emitLoop(
      b, math.constant(0), count, 1, completed,
      [&](ImplicitLocOpBuilder &inside, Value part, ValueRange) {
        if (first)
          loads.waitForPart(inside, index, part);
        emitter.finish(inside, getPart(inside, step, part, isDivided), views);
        if (!last)
          return SmallVector<Value>();
        auto stores = scf::IfOp::create(
            inside, last,
            [&](OpBuilder &region, Location l) {
              ImplicitLocOpBuilder own(l, region);
              scf::YieldOp::create(
                  own, store(own, step, bufferIndex, {part, parts.last}));
            },
            [&](OpBuilder &region, Location l) {
              ImplicitLocOpBuilder own(l, region);
              scf::YieldOp::create(
                  own, storeAfterLastPart(own, step, index, bufferIndex, part));
            });
        return SmallVector<Value>(stores.getResults());
      });
  return last ? stored : store(b, step, bufferIndex);
}

BlockStep StepPartEmitter::getPart(ImplicitLocOpBuilder &b,
                                   const BlockStep &step, Value part,
                                   Value isDivided) const {
  int64_t extent = context.plan.blockOf(context.plan.rows),
          rows = extent / parts.count();
  IndexMath math(b);
  Value size =
      math.select(isDivided, math.constant(rows), math.constant(extent));
  BlockStep result = step;
  Value &end = result.valid[context.plan.rows];
  Value first = b.createOrFold<arith::MulIOp>(part, size);
  Value last = b.createOrFold<arith::AddIOp>(first, size);
  if (!end)
    result.part = {first, isDivided, rows};
  else
    result.part = {b.createOrFold<arith::MinUIOp>(first, end), {}, rows};
  end = end ? b.createOrFold<arith::MinUIOp>(last, end) : last;
  return result;
}

SmallVector<Value> StepPartEmitter::store(ImplicitLocOpBuilder &b,
                                          const BlockStep &step,
                                          Value bufferIndex,
                                          const BlockPiece &piece) const {
  return llvm::map_to_vector(context.stores, [&](const OperandBlock &block) {
    return block.store(b, step, bufferIndex, piece);
  });
}

/// In a step that is not the last one, the last part stores all of them.
SmallVector<Value> StepPartEmitter::storeAfterLastPart(ImplicitLocOpBuilder &b,
                                                       const BlockStep &step,
                                                       Value index,
                                                       Value bufferIndex,
                                                       Value part) const {
  if (parts.first == 1)
    return store(b, step, bufferIndex);
  IndexMath math(b);
  Value count = math.select(math.equal(index, 0), math.constant(parts.first),
                            math.constant(1));
  auto stored = scf::IfOp::create(
      b, math.equal(math.add(part, 1), count),
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        scf::YieldOp::create(inside, store(inside, step, bufferIndex));
      },
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        SmallVector<Value> done(context.stores.size(),
                                DmaDoneOp::create(inside).getToken());
        scf::YieldOp::create(inside, done);
      });
  return SmallVector<Value>(stored.getResults());
}
