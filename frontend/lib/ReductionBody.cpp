//===- ReductionBody.cpp - tile code of reductions ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles are combined elementwise; the remaining tile is then reduced along its
// rows or columns if these are reduction dimensions:
//
//   for tiles of the result:
//     acc = neutral                       or the spilled accumulator
//     for tiles that are reduced to it:   acc = combine(acc, body(tile))
//     acc = reduce within the tile        or spill, if more steps follow
//     epilogue, store
//
// If an instruction fuses the reduction of a tile with other operations, each
// tile is reduced separately, and only tiles at the edge are masked before.
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "EdgeElements.h"
#include "Fusion.h"
#include "TileReduction.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

namespace {

struct ReductionEmitter : BlockEmitter {
  explicit ReductionEmitter(const GroupContext &context)
      : BlockEmitter(context), parking(context),
        reducesEach(reducesTilesSingly(context)),
        masksRows(reducesRows() && !zerosAreNeutral(group(), plan().rows)),
        masksCols(reducesCols() && !zerosAreNeutral(group(), plan().cols)) {}

  void allocate(OpBuilder &builder, Location loc) override {
    if (!parks())
      return;
    int64_t rows = reducesRows()
                       ? tileRows()
                       : std::max(plan().blockOf(plan().rows), tileRows());
    int64_t cols = reducesCols()
                       ? partCols()
                       : std::max(plan().blockOf(plan().cols), iterationCols());
    parking.allocate(builder, loc, rows, cols);
  }

  void accumulate(OpBuilder &builder, Location loc, const Step &step,
                  const Slots &slots) override {
    if (!parks())
      return;
    auto begin = scf::IfOp::create(builder, loc, step.first,
                                   /*withElseRegion=*/false);
    OpBuilder inside = begin.getThenBodyBuilder();
    forEachResult(inside, loc, step, [&](OpBuilder &b, Place place) {
      park(b, loc, neutral(b, loc), place);
    });
    forEachResult(builder, loc, step, [&](OpBuilder &b, Place place) {
      park(b, loc,
           combineTiles(b, loc, step, slots, place, unpark(b, loc, place)),
           place);
    });
  }

  void finish(OpBuilder &builder, Location loc, const Step &step,
              const Slots &slots) override {
    forEachResult(builder, loc, step, [&](OpBuilder &b, Place place) {
      SmallVector<Value> parts =
          parks() ? unpark(b, loc, place)
                  : combineTiles(b, loc, step, slots, place, neutral(b, loc));
      for (Value &part : parts)
        part = reduceTile(b, loc, part);
      combineInit(b, loc, slots, place, parts);
      emitLastBody(b, loc, slots, parts, place, resultParts());
    });
  }

private:
  /// Whether all rows and columns of a tile are valid.
  struct Whole {
    bool rows, cols;
  };
  const BlockPlan &plan() const { return context.plan; }
  const Group &group() const { return context.group; }
  bool parks() const { return plan().reductionSteps(group()) > 1; }
  bool isReduced(int dim) const {
    return dim >= 0 && group().dims[dim].reduction;
  }
  bool reducesRows() const { return isReduced(plan().rows); }
  bool reducesCols() const { return isReduced(plan().cols); }
  int64_t resultParts() const { return reducesCols() ? 1 : plan().parts; }

  /// Iterates over the tiles of the result in block coordinates.
  void forEachResult(OpBuilder &builder, Location loc, const Step &step,
                     function_ref<void(OpBuilder &, Place)> body) {
    Value one = IndexMath(builder, loc).constant(1);
    Value rows = reducesRows() ? one : bound(builder, loc, step, plan().rows);
    Value cols = reducesCols() ? one : bound(builder, loc, step, plan().cols);
    emitLoop(builder, loc, rows, tileRows(), [&](OpBuilder &b, Value row) {
      emitLoop(b, loc, cols, iterationCols(),
               [&](OpBuilder &b, Value col) { body(b, {row, col}); });
    });
  }

  using TileLoop = function_ref<SmallVector<Value>(OpBuilder &, Value position,
                                                   bool isWhole, ValueRange)>;

  /// Iterates over the tiles of a reduced dimension. `isWhole`: all of their
  /// elements are known to be valid.
  SmallVector<Value> overTiles(OpBuilder &builder, Location loc,
                               const Step &step, int dim, int64_t size,
                               ValueRange start, TileLoop body) {
    Value end = bound(builder, loc, step, dim);
    bool hasEdge =
        step.valid[dim] && (dim == plan().rows ? masksRows : masksCols);
    auto loop = [&](Value from, Value to, bool isWhole, ValueRange carried) {
      return emitLoop(builder, loc, from, to, size, carried,
                      [&](OpBuilder &b, Value at, ValueRange inner) {
                        return body(b, at, isWhole, inner);
                      });
    };
    IndexMath math(builder, loc);
    if (!hasEdge || !reducesEach)
      return loop(math.constant(0), end, !hasEdge, start);
    Value whole = math.mul(math.div(end, size), size);
    SmallVector<Value> result = loop(math.constant(0), whole, true, start);
    return loop(whole, end, false, result);
  }

  /// Combines the tiles that are reduced to the result at `place`.
  SmallVector<Value> combineTiles(OpBuilder &builder, Location loc,
                                  const Step &step, const Slots &slots,
                                  Place place, ValueRange start) {
    auto overCols = [&](OpBuilder &b, Value row, bool wholeRow,
                        ValueRange carried) {
      if (!reducesCols())
        return combineTile(b, loc, step, slots, {row, place.col},
                           {wholeRow, true}, carried);
      return overTiles(
          b, loc, step, plan().cols, iterationCols(), carried,
          [&](OpBuilder &b, Value col, bool wholeCol, ValueRange inner) {
            return combineTile(b, loc, step, slots, {row, col},
                               {wholeRow, wholeCol}, inner);
          });
    };
    if (!reducesRows())
      return overCols(builder, place.row, true, start);
    return overTiles(builder, loc, step, plan().rows, tileRows(), start,
                     overCols);
  }

  SmallVector<Value> combineTile(OpBuilder &builder, Location loc,
                                 const Step &step, const Slots &slots,
                                 Place place, Whole whole,
                                 ValueRange accumulators) {
    SmallVector<SmallVector<Value>> read;
    for (unsigned i = 0; i < group().inputs.size(); ++i)
      read.push_back(readParts(builder, loc, context.input(i), slots.loads[i],
                               place, plan().parts));
    SmallVector<Value> result(accumulators);
    for (int64_t p = 0; p < plan().parts; ++p) {
      TileArithmetic arithmetic(builder, loc, context.variant);
      for (auto [input, parts] : llvm::zip_equal(group().inputs, read))
        arithmetic.set(input.argument, parts[p]);
      Value value = arithmetic.get(group().reduced);
      value =
          reducesEach
              ? reduceEach(builder, loc, step, place, p, whole, value)
              : maskRows(builder, loc, step, place, whole,
                         maskCols(builder, loc, step, place, p, whole, value));
      Value &accumulator = result[reducesCols() ? 0 : p];
      accumulator = vector::makeArithReduction(builder, loc, group().combiner,
                                               value, accumulator);
    }
    return result;
  }

  /// Reduces a tile along the dimension of the fused instruction.
  Value reduceEach(OpBuilder &builder, Location loc, const Step &step,
                   Place place, int64_t part, Whole whole, Value value) {
    if (!reducesCols())
      return reduceAlong(builder, loc, group().combiner,
                         maskRows(builder, loc, step, place, whole, value), 0);
    value = maskCols(builder, loc, step, place, part, whole, value);
    return maskRows(builder, loc, step, place, whole,
                    reduceAlong(builder, loc, group().combiner, value, 1));
  }

  /// Replaces elements beyond the edge of the tensor by the neutral element.
  Value maskCols(OpBuilder &builder, Location loc, const Step &step,
                 Place place, int64_t part, Whole whole, Value value) {
    if (!masksCols || whole.cols)
      return value;
    IndexMath math(builder, loc);
    Value all = math.constant(tileRows());
    return select(builder, loc, value, all,
                  remaining(builder, loc, step.valid[plan().cols],
                            math.add(place.col, part * partCols())));
  }
  Value maskRows(OpBuilder &builder, Location loc, const Step &step,
                 Place place, Whole whole, Value value) {
    if (!masksRows || whole.rows)
      return value;
    Value all = IndexMath(builder, loc).constant(partCols());
    return select(builder, loc, value,
                  remaining(builder, loc, step.valid[plan().rows], place.row),
                  all);
  }

  Value remaining(OpBuilder &builder, Location loc, Value valid, Value start) {
    IndexMath math(builder, loc);
    Value rest = math.sub(valid, start);
    return arith::MaxSIOp::create(builder, loc, rest, math.constant(0));
  }

  Value select(OpBuilder &builder, Location loc, Value value, Value rows,
               Value cols) {
    auto type = cast<VectorType>(value.getType());
    Value mask = vector::CreateMaskOp::create(
        builder, loc, type.clone(builder.getI1Type()), ValueRange{rows, cols});
    return arith::SelectOp::create(builder, loc, mask, value,
                                   neutral(builder, loc).front());
  }

  SmallVector<Value> neutral(OpBuilder &builder, Location loc) {
    TileArithmetic arithmetic(builder, loc, context.variant);
    TypedAttr value = getNeutral(group().combiner, group().accumulator);
    return SmallVector<Value>(resultParts(), arithmetic.splat(value));
  }

  /// Reduces within the tile; every element receives the result.
  Value reduceTile(OpBuilder &builder, Location loc, Value tile) {
    if (reducesCols() && !reducesEach)
      tile = reduceAlong(builder, loc, group().combiner, tile, /*dim=*/1);
    if (reducesRows() && !(reducesEach && !reducesCols()))
      tile = reduceAlong(builder, loc, group().combiner, tile, /*dim=*/0);
    return tile;
  }

  /// Combines the result with the initial value, if it is not neutral.
  void combineInit(OpBuilder &builder, Location loc, const Slots &slots,
                   Place place, SmallVectorImpl<Value> &parts) {
    SmallVector<Value> init;
    if (group().init) {
      init = readParts(builder, loc, context.init(), slots.loads.back(), place,
                       resultParts());
    } else {
      TileArithmetic arithmetic(builder, loc, context.variant);
      Value start = arithmetic.splat(group().initConstant);
      Value none = neutral(builder, loc).front();
      if (start.getDefiningOp()->getAttrs() == none.getDefiningOp()->getAttrs())
        return;
      init.assign(parts.size(), start);
    }
    for (auto [part, start] : llvm::zip_equal(parts, init))
      part = vector::makeArithReduction(builder, loc, group().combiner, part,
                                        start);
  }

  void park(OpBuilder &builder, Location loc, ValueRange parts, Place place) {
    IndexMath math(builder, loc);
    for (auto [p, part] : llvm::enumerate(parts))
      parking.write(builder, loc, part, place.row,
                    math.add(place.col, p * partCols()));
  }

  SmallVector<Value> unpark(OpBuilder &builder, Location loc, Place place) {
    IndexMath math(builder, loc);
    SmallVector<Value> result;
    for (int64_t p = 0; p < resultParts(); ++p)
      result.push_back(parking.read(builder, loc, place.row,
                                    math.add(place.col, p * partCols())));
    return result;
  }

  Parking parking;
  bool reducesEach, masksRows, masksCols;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::makeReductionEmitter(const GroupContext &context) {
  return std::make_unique<ReductionEmitter>(context);
}
