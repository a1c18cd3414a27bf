//===- ContinuousParts.cpp - parts between register blocks ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A register block is written beside the products of the next one, and its
// rows are complete when the one after that begins. Parts that no register
// block begins, because their rows are not valid, follow the step: each wait
// for a multicast takes one notification.
//
//===----------------------------------------------------------------------===//

#include "ContinuousParts.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

static void ifTrue(ImplicitLocOpBuilder &b, Value condition,
                   function_ref<void(ImplicitLocOpBuilder &)> body) {
  auto branch = scf::IfOp::create(b, condition, /*withElseRegion=*/false);
  ImplicitLocOpBuilder inside(b.getLoc(), branch.getThenBodyBuilder());
  body(inside);
}

/// Executes `body` at the first register block of a part of `rows` rows.
static void ifBegins(ImplicitLocOpBuilder &b, TilePosition position,
                     int64_t rows,
                     function_ref<void(ImplicitLocOpBuilder &, Value)> body) {
  IndexMath math(b);
  Value begins = b.createOrFold<arith::AndIOp>(
      math.equal(position.col, 0), math.equal(math.rem(position.row, rows), 0));
  ifTrue(b, begins, [&](ImplicitLocOpBuilder &inside) {
    body(inside, IndexMath(inside).div(position.row, rows));
  });
}

SmallVector<Value> ContinuousParts::compute(ImplicitLocOpBuilder &b,
                                            BlockEmitter &emitter,
                                            BlockStep step,
                                            const BufferViews &views) const {
  Value isDivided = isLast;
  if (parts.first > 1)
    isDivided =
        b.createOrFold<arith::OrIOp>(IndexMath(b).equal(index, 0), isDivided);
  step.between = [&](ImplicitLocOpBuilder &block, TilePosition previous,
                     TilePosition next) {
    ifTrue(block, isDivided, [&](ImplicitLocOpBuilder &inside) {
      emitBetween(inside, previous, next);
    });
  };
  if (parts.first > 1)
    loads.waitForPart(b, index, IndexMath(b).constant(0));
  emitter.finish(b, step, views);
  if (parts.first > 1)
    waitForOthers(b, step);
  if (parts.last == 1)
    return store(b, {});
  auto stores = scf::IfOp::create(
      b, isLast,
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        scf::YieldOp::create(inside, storeOthers(inside, step));
      },
      [&](OpBuilder &region, Location l) {
        ImplicitLocOpBuilder inside(l, region);
        scf::YieldOp::create(inside, store(inside, {}));
      });
  return SmallVector<Value>(stores.getResults());
}

void ContinuousParts::emitBetween(ImplicitLocOpBuilder &b,
                                  TilePosition previous,
                                  TilePosition next) const {
  if (parts.first > 1 && next.row)
    ifTrue(b, IndexMath(b).equal(index, 0), [&](ImplicitLocOpBuilder &first) {
      ifBegins(first, next, rows / parts.first,
               [&](ImplicitLocOpBuilder &inside, Value part) {
                 loads.waitForPart(inside, index, part);
               });
    });
  if (parts.last > 1)
    ifTrue(b, isLast, [&](ImplicitLocOpBuilder &last) {
      ifBegins(last, previous, rows / parts.last,
               [&](ImplicitLocOpBuilder &begin, Value part) {
                 IndexMath math(begin);
                 ifTrue(begin, math.less(math.constant(0), part),
                        [&](ImplicitLocOpBuilder &inside) {
                          Value before = IndexMath(inside).sub(
                              part, IndexMath(inside).constant(1));
                          store(inside, {before, parts.last});
                        });
               });
    });
}

Value ContinuousParts::getLastPart(ImplicitLocOpBuilder &b,
                                   const BlockStep &step, int64_t count) const {
  IndexMath math(b);
  Value valid = step.valid[rowDim];
  if (!valid)
    return math.constant(count - 1);
  Value one = math.constant(1);
  Value last = math.sub(b.createOrFold<arith::MaxUIOp>(valid, one), one);
  return math.min(math.div(last, rows / count), count - 1);
}

void ContinuousParts::waitForOthers(ImplicitLocOpBuilder &b,
                                    const BlockStep &step) const {
  IndexMath math(b);
  Value next = math.add(getLastPart(b, step, parts.first), 1);
  emitLoop(b, next, math.constant(parts.first), 1, {},
           [&](ImplicitLocOpBuilder &inside, Value part, ValueRange) {
             loads.waitForPart(inside, index, part);
             return SmallVector<Value>();
           });
}

SmallVector<Value> ContinuousParts::storeOthers(ImplicitLocOpBuilder &b,
                                                const BlockStep &step) const {
  IndexMath math(b);
  Value last = getLastPart(b, step, parts.last);
  SmallVector<Value> tokens = store(b, {last, parts.last});
  return emitLoop(b, math.add(last, 1), math.constant(parts.last), 1, tokens,
                  [&](ImplicitLocOpBuilder &inside, Value part, ValueRange) {
                    return store(inside, {part, parts.last});
                  });
}
