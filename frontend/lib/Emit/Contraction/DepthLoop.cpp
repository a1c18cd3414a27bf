//===- DepthLoop.cpp - loop of a register block over its depth ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The products of one register block over all tiles of depth. If there are
// registers for it, the loop is software-pipelined: operands of the next
// iteration are loaded after the last use of those of this one, and the last
// iteration is peeled.
//
//===----------------------------------------------------------------------===//

#include "ContractionEmitter.h"
#include "Plan/Blocks/BlockCost.h"

using namespace mlir;
using namespace matrix;

Value ContractionEmitter::getLastTileStart(ImplicitLocOpBuilder &builder,
                                           Value depth) const {
  IndexMath math(builder);
  int64_t tile = context.tileDepth();
  return math.mul(math.div(math.sub(depth, math.constant(1)), tile), tile);
}

SmallVector<Value> ContractionEmitter::getResult(ImplicitLocOpBuilder &builder,
                                                 Value depth,
                                                 const BufferViews &views,
                                                 TilePosition position) {
  if (!spillsAccumulators())
    return multiply(builder, depth, views, position,
                    getInitialAccumulators(builder, views, position));
  SmallVector<Value> result = reloadAccumulators(builder, views, position);
  if (!peels)
    return result;
  TileProducts::Operands last = products.readAll(
      builder, views, position, getLastTileStart(builder, depth));
  return products.multiply(builder, last, result);
}

Value ContractionEmitter::boundDepth(ImplicitLocOpBuilder &builder,
                                     const BlockStep &step) const {
  if (plan().innerDepth.empty() &&
      haveEqualDepth(context.group, plan(), context.variant))
    return IndexMath(builder).constant(plan().blockOf(plan().depth));
  return bound(builder, step, plan().depth);
}

SmallVector<Value> ContractionEmitter::multiply(ImplicitLocOpBuilder &builder,
                                                Value depth,
                                                const BufferViews &views,
                                                TilePosition position,
                                                ValueRange accumulators) {
  Value last = getLastTileStart(builder, depth);
  if (!haveRegisters(plan(), context.variant)) {
    SmallVector<Value> carried = multiplyInOrder(builder, peels ? last : depth,
                                                 views, position, accumulators);
    if (!peels)
      return carried;
    TileProducts::Operands operands =
        products.readAll(builder, views, position, last);
    return products.multiply(builder, operands, carried);
  }
  IndexMath math(builder);
  Value zero = math.constant(0);
  SmallVector<Value> carried(accumulators);
  carried.append(products.readAll(builder, views, position, zero).join());
  carried = emitLoop(
      builder, zero, last, context.tileDepth(), carried,
      [&](ImplicitLocOpBuilder &b, Value k, ValueRange values) {
        Value next = IndexMath(b).add(k, context.tileDepth());
        TileProducts::Operands operands =
            products.split(values.drop_front(accumulators.size()));
        auto reload = [&](bool isLhs, int64_t i) {
          return products.read(b, views, position, next, isLhs, i);
        };
        auto late = [&] { return products.readLate(b, views, position, k); };
        TileProducts::Hooks hooks;
        hooks.reload = reload;
        hooks.late = late;
        SmallVector<Value> result = products.multiply(
            b, operands, values.take_front(accumulators.size()), hooks);
        result.append(operands.join());
        return result;
      });
  TileProducts::Operands operands =
      products.split(ArrayRef(carried).drop_front(accumulators.size()));
  auto late = [&] { return products.readLate(builder, views, position, last); };
  TileProducts::Hooks hooks;
  hooks.late = late;
  return products.multiply(builder, operands,
                           ArrayRef(carried).take_front(accumulators.size()),
                           hooks);
}

SmallVector<Value> ContractionEmitter::multiplyInOrder(
    ImplicitLocOpBuilder &builder, Value depth, const BufferViews &views,
    TilePosition position, ValueRange accumulators) {
  Value zero = IndexMath(builder).constant(0);
  return emitLoop(builder, zero, depth, context.tileDepth(), accumulators,
                  [&](ImplicitLocOpBuilder &b, Value k, ValueRange carried) {
                    TileProducts::Operands operands =
                        products.readAll(b, views, position, k);
                    return products.multiply(b, operands, carried);
                  });
}
