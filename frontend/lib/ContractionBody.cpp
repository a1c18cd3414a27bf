//===- ContractionBody.cpp - tile code of contractions --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of the result is computed in register blocks of accumulators, as many
// as there are registers:
//
//   for rows, columns:                    in register blocks
//     acc[r][c] = init                    or the spilled accumulators
//     for depth:
//       a[r] = ..., b[c] = ...
//       acc[r][c] += a[r] * b[c]^T
//     epilogue, store                     or spill, if more steps follow
//
// If an instruction computes a contraction and the start of the epilogue, the
// last iteration of the depth loop is peeled so that both are adjacent. If an
// instruction scales the product as well, and that is exact, every iteration
// scales its product, and acc starts from the addend of the scaled sum.
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "Fusion.h"
#include "ScaledSum.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

namespace {

struct ContractionEmitter : BlockEmitter {
  explicit ContractionEmitter(const GroupContext &context)
      : BlockEmitter(context), parking(context),
        scaled(findScaledTiles(context)),
        peels(!scaled && fusesLastContraction(context)) {}

  void allocate(OpBuilder &builder, Location loc) override {
    if (!parks())
      return;
    int64_t rows = llvm::alignTo(plan().blockOf(plan().rows), groupRows());
    int64_t cols = llvm::alignTo(plan().blockOf(plan().cols), groupCols());
    parking.allocate(builder, loc, rows, cols);
  }

  /// Accumulators are spilled only if a result takes several steps.
  void accumulate(OpBuilder &builder, Location loc, const Step &step,
                  const Slots &slots) override {
    if (!parks())
      return;
    auto begin = scf::IfOp::create(builder, loc, step.first,
                                   /*withElseRegion=*/false);
    OpBuilder inside = begin.getThenBodyBuilder();
    forEachGroup(inside, loc, step, [&](OpBuilder &b, Place place) {
      park(b, loc, start(b, loc, slots, place), place);
    });
    Value depth = bound(builder, loc, step, plan().depth);
    if (peels)
      depth = arith::SelectOp::create(builder, loc, step.last,
                                      lastTile(builder, loc, depth), depth);
    forEachGroup(builder, loc, step, [&](OpBuilder &b, Place place) {
      park(b, loc, multiply(b, loc, depth, slots, place, unpark(b, loc, place)),
           place);
    });
  }

  void finish(OpBuilder &builder, Location loc, const Step &step,
              const Slots &slots) override {
    Value depth = bound(builder, loc, step, plan().depth);
    Value last = peels ? lastTile(builder, loc, depth) : Value();
    forEachGroup(builder, loc, step, [&](OpBuilder &b, Place place) {
      SmallVector<Value> result =
          parks() ? unpark(b, loc, place)
                  : multiply(b, loc, peels ? last : depth, slots, place,
                             start(b, loc, slots, place));
      if (peels)
        result = multiplyTiles(b, loc, slots, place, last, result);
      forEachTile(b, loc, place, plan().parts,
                  [&](OpBuilder &b, Place tile, int64_t first) {
                    ArrayRef<Value> parts(result);
                    emitLastBody(
                        b, loc, slots, parts.slice(first, plan().parts), tile,
                        plan().parts, scaled ? scaled->result() : Value());
                  });
    });
  }

private:
  const BlockPlan &plan() const { return context.plan; }
  bool parks() const { return plan().reductionSteps(context.group) > 1; }
  int64_t groupRows() const { return tileRows() * plan().registerRows; }
  int64_t groupCols() const { return partCols() * plan().registerCols; }

  void forEachGroup(OpBuilder &builder, Location loc, const Step &step,
                    function_ref<void(OpBuilder &, Place)> body) {
    Value rows = bound(builder, loc, step, plan().rows);
    Value cols = bound(builder, loc, step, plan().cols);
    emitLoop(builder, loc, rows, groupRows(), [&](OpBuilder &b, Value row) {
      emitLoop(b, loc, cols, groupCols(),
               [&](OpBuilder &b, Value col) { body(b, {row, col}); });
    });
  }

  /// Iterates over the accumulators of a register block by rows, `width` at a
  /// time.
  void forEachTile(OpBuilder &builder, Location loc, Place place, int64_t width,
                   function_ref<void(OpBuilder &, Place, int64_t)> body) {
    IndexMath math(builder, loc);
    for (int64_t r = 0; r < plan().registerRows; ++r)
      for (int64_t c = 0; c < plan().registerCols; c += width)
        body(builder,
             {math.add(place.row, r * tileRows()),
              math.add(place.col, c * partCols())},
             r * plan().registerCols + c);
  }

  SmallVector<Value> start(OpBuilder &builder, Location loc, const Slots &slots,
                           Place place) {
    SmallVector<Value> init = readInit(builder, loc, slots, place);
    if (!scaled)
      return init;
    SmallVector<Value> result;
    forEachTile(builder, loc, place, plan().parts,
                [&](OpBuilder &b, Place tile, int64_t first) {
                  forEachPart(b, context.group.last()->getLoc(), slots,
                              ArrayRef(init).slice(first, plan().parts), tile,
                              plan().parts, {}, [&](TileArithmetic &body) {
                                result.push_back(body.get(scaled->result()));
                              });
                });
    return result;
  }

  SmallVector<Value> readInit(OpBuilder &builder, Location loc,
                              const Slots &slots, Place place) {
    int64_t count = plan().registerRows * plan().registerCols;
    if (!context.group.init) {
      TileArithmetic arithmetic(builder, loc, context.variant);
      return SmallVector<Value>(count,
                                arithmetic.splat(context.group.initConstant));
    }
    SmallVector<Value> result;
    forEachTile(builder, loc, place, plan().parts,
                [&](OpBuilder &b, Place tile, int64_t) {
                  result.append(readParts(b, loc, context.init(),
                                          slots.loads.back(), tile,
                                          plan().parts));
                });
    return result;
  }

  /// Returns the first element of the last tile in the depth dimension.
  Value lastTile(OpBuilder &builder, Location loc, Value depth) const {
    IndexMath math(builder, loc);
    int64_t tile = context.tileDepth();
    return math.mul(math.div(math.sub(depth, math.constant(1)), tile), tile);
  }

  SmallVector<Value> multiply(OpBuilder &builder, Location loc, Value depth,
                              const Slots &slots, Place place,
                              ValueRange accumulators) {
    Value zero = IndexMath(builder, loc).constant(0);
    return emitLoop(builder, loc, zero, depth, context.tileDepth(),
                    accumulators,
                    [&](OpBuilder &b, Value k, ValueRange carried) {
                      return multiplyTiles(b, loc, slots, place, k, carried);
                    });
  }

  SmallVector<Value> multiplyTiles(OpBuilder &builder, Location loc,
                                   const Slots &slots, Place place, Value k,
                                   ValueRange accumulators) {
    const Group &group = context.group;
    IndexMath math(builder, loc);
    SmallVector<Value> a, b, result;
    for (int64_t r = 0; r < plan().registerRows; ++r)
      a.push_back(
          asContracted(builder, loc, group, group.unsignedLhs,
                       lhs().read(builder, loc, slots.loads[group.lhs],
                                  math.add(place.row, r * tileRows()), k)));
    for (int64_t c = 0; c < plan().registerCols; ++c)
      b.push_back(asContracted(
          builder, loc, group, group.unsignedRhs,
          createLeadingRows(builder, loc,
                            rhs().read(builder, loc, slots.loads[group.rhs],
                                       math.add(place.col, c * partCols()), k),
                            context.variant)));
    for (auto [i, accumulator] : llvm::enumerate(accumulators))
      result.push_back(multiplyTile(builder, loc, a[i / plan().registerCols],
                                    b[i % plan().registerCols], accumulator));
    return result;
  }

  Value multiplyTile(OpBuilder &builder, Location loc, Value a, Value b,
                     Value accumulator) {
    if (!scaled)
      return contractTiles(builder, loc, a, b, accumulator);
    TileArithmetic arithmetic(builder, loc, context.variant);
    const Group &group = context.group;
    Value zero = arithmetic.splat(builder.getZeroAttr(group.accumulator));
    arithmetic.set(group.results.front(),
                   contractTiles(builder, loc, a, b, zero));
    return scaled->accumulate(builder, loc, accumulator,
                              arithmetic.get(scaled->scaled));
  }

  const OperandBlock &lhs() const { return context.input(context.group.lhs); }
  const OperandBlock &rhs() const { return context.input(context.group.rhs); }

  void park(OpBuilder &builder, Location loc, ValueRange accumulators,
            Place place) {
    forEachTile(builder, loc, place, 1,
                [&](OpBuilder &b, Place tile, int64_t i) {
                  parking.write(b, loc, accumulators[i], tile.row, tile.col);
                });
  }

  SmallVector<Value> unpark(OpBuilder &builder, Location loc, Place place) {
    SmallVector<Value> result;
    forEachTile(builder, loc, place, 1, [&](OpBuilder &b, Place tile, int64_t) {
      result.push_back(parking.read(b, loc, tile.row, tile.col));
    });
    return result;
  }

  Parking parking;
  std::optional<ScaledSum> scaled;
  bool peels;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::makeContractionEmitter(const GroupContext &context) {
  return std::make_unique<ContractionEmitter>(context);
}
