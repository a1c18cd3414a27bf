//===- ContractionBody.cpp - tile code of contractions -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A block of the result is computed in groups of accumulators, as many as the
// registers hold:
//
//   for rows, columns:                    in groups of accumulators
//     acc[r][c] = init                    or what the last step parked
//     for depth:
//       a[r] = ..., b[c] = ...
//       acc[r][c] += a[r] * b[c]^T
//     epilogue, store                     or park, if more steps follow
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

namespace {

struct ContractionEmitter : BlockEmitter {
  using BlockEmitter::BlockEmitter;

  void allocate(OpBuilder &builder, Location loc) override {
    if (!parks())
      return;
    int64_t rows = llvm::alignTo(plan().blockOf(plan().rows), groupRows());
    int64_t cols = llvm::alignTo(plan().blockOf(plan().cols), groupCols());
    auto type = MemRefType::get({rows, getPitch(cols, 32, context.variant)},
                                context.group.accumulator, AffineMap(),
                                getScratchpadSpace(builder.getContext()));
    parked = memref::AllocOp::create(builder, loc, type);
  }

  /// Only results of several steps are parked.
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
    forEachGroup(builder, loc, step, [&](OpBuilder &b, Place place) {
      park(b, loc, multiply(b, loc, step, slots, place, unpark(b, loc, place)),
           place);
    });
  }

  void finish(OpBuilder &builder, Location loc, const Step &step,
              const Slots &slots) override {
    forEachGroup(builder, loc, step, [&](OpBuilder &b, Place place) {
      SmallVector<Value> result = parks()
                                      ? unpark(b, loc, place)
                                      : multiply(b, loc, step, slots, place,
                                                 start(b, loc, slots, place));
      forEachTile(b, loc, place, plan().parts,
                  [&](OpBuilder &b, Place tile, int64_t first) {
                    ArrayRef<Value> parts(result);
                    emitLastBody(b, loc, slots,
                                 parts.slice(first, plan().parts), tile,
                                 plan().parts);
                  });
    });
  }

private:
  const BlockPlan &plan() const { return context.plan; }
  bool parks() const { return plan().reductionSteps(context.group) > 1; }
  int64_t groupRows() const { return tileRows() * plan().registerRows; }
  int64_t groupCols() const { return partCols() * plan().registerCols; }
  VectorType accumulatorType() const {
    return matrix::getTileType(context.group.accumulator, context.variant);
  }

  void forEachGroup(OpBuilder &builder, Location loc, const Step &step,
                    function_ref<void(OpBuilder &, Place)> body) {
    Value rows = bound(builder, loc, step, plan().rows);
    Value cols = bound(builder, loc, step, plan().cols);
    emitLoop(builder, loc, rows, groupRows(), [&](OpBuilder &b, Value row) {
      emitLoop(b, loc, cols, groupCols(),
               [&](OpBuilder &b, Value col) { body(b, {row, col}); });
    });
  }

  /// Accumulators of a group by rows; `width` of them at a time.
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

  SmallVector<Value> multiply(OpBuilder &builder, Location loc,
                              const Step &step, const Slots &slots, Place place,
                              ValueRange accumulators) {
    Value depth = bound(builder, loc, step, plan().depth);
    int64_t tileDepth = lhs().getTileType().getDimSize(1);
    return emitLoop(builder, loc, depth, tileDepth, accumulators,
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
      a.push_back(extend(builder, loc, group.unsignedLhs,
                         lhs().read(builder, loc, slots.loads[group.lhs],
                                    math.add(place.row, r * tileRows()), k)));
    for (int64_t c = 0; c < plan().registerCols; ++c)
      b.push_back(extend(
          builder, loc, group.unsignedRhs,
          createLeadingRows(builder, loc,
                            rhs().read(builder, loc, slots.loads[group.rhs],
                                       math.add(place.col, c * partCols()), k),
                            context.variant)));
    for (auto [i, accumulator] : llvm::enumerate(accumulators))
      result.push_back(contract(builder, loc, a[i / plan().registerCols],
                                b[i % plan().registerCols], accumulator));
    return result;
  }

  const OperandBlock &lhs() const { return context.input(context.group.lhs); }
  const OperandBlock &rhs() const { return context.input(context.group.rhs); }

  /// Signless integers count as signed unless they are extended otherwise.
  static Value extend(OpBuilder &builder, Location loc, bool isUnsigned,
                      Value tile) {
    if (!isUnsigned)
      return tile;
    auto type = cast<VectorType>(tile.getType()).clone(builder.getI32Type());
    return arith::ExtUIOp::create(builder, loc, type, tile);
  }

  /// The dot form of the hardware: depth is the last dimension of both.
  static Value contract(OpBuilder &builder, Location loc, Value a, Value b,
                        Value accumulator) {
    MLIRContext *context = builder.getContext();
    AffineExpr i, j, k;
    bindDims(context, i, j, k);
    SmallVector<SmallVector<AffineExpr, 4>> forms = {{i, k}, {j, k}, {i, j}};
    auto maps = AffineMap::inferFromExprList(forms, context);
    auto parallel =
        vector::IteratorTypeAttr::get(context, vector::IteratorType::parallel);
    auto reduction =
        vector::IteratorTypeAttr::get(context, vector::IteratorType::reduction);
    return vector::ContractionOp::create(
        builder, loc, a, b, accumulator, builder.getAffineMapArrayAttr(maps),
        builder.getArrayAttr({parallel, parallel, reduction}));
  }

  void park(OpBuilder &builder, Location loc, ValueRange accumulators,
            Place place) {
    forEachTile(
        builder, loc, place, 1, [&](OpBuilder &b, Place tile, int64_t i) {
          vector::TransferWriteOp::create(b, loc, accumulators[i], parked,
                                          ValueRange{tile.row, tile.col},
                                          ArrayRef<bool>{true, true});
        });
  }

  SmallVector<Value> unpark(OpBuilder &builder, Location loc, Place place) {
    SmallVector<Value> result;
    Value padding = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(context.group.accumulator));
    forEachTile(builder, loc, place, 1, [&](OpBuilder &b, Place tile, int64_t) {
      result.push_back(vector::TransferReadOp::create(
          b, loc, accumulatorType(), parked, ValueRange{tile.row, tile.col},
          padding, ArrayRef<bool>{true, true}));
    });
    return result;
  }

  Value parked;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::makeContractionEmitter(const GroupContext &context) {
  return std::make_unique<ContractionEmitter>(context);
}
