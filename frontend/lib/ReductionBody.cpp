//===- ReductionBody.cpp - tile code of reductions -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tiles are combined element by element; only when all are, what is left in one
// tile is reduced along its rows or columns, if these are reduced:
//
//   for tiles of the result:
//     acc = neutral                       or what the last step parked
//     for tiles that are reduced to it:   acc = combine(acc, body(tile))
//     acc = reduce within the tile        or park, if more steps follow
//     epilogue, store
//
//===----------------------------------------------------------------------===//

#include "BlockEmitter.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;

/// What changes nothing when combined.
static TypedAttr getNeutral(OpBuilder &builder, vector::CombiningKind kind,
                            Type type) {
  using Kind = vector::CombiningKind;
  auto integer = [&](APInt value) -> TypedAttr {
    return builder.getIntegerAttr(type, value);
  };
  switch (kind) {
  case Kind::ADD:
    return builder.getZeroAttr(type);
  case Kind::MUL:
    return builder.getOneAttr(type);
  case Kind::MAXIMUMF:
  case Kind::MINIMUMF:
    return builder.getFloatAttr(
        type, APFloat::getInf(cast<FloatType>(type).getFloatSemantics(),
                              kind == Kind::MAXIMUMF));
  case Kind::MAXSI:
    return integer(APInt::getSignedMinValue(32));
  case Kind::MINSI:
    return integer(APInt::getSignedMaxValue(32));
  case Kind::MINUI:
    return integer(APInt::getAllOnes(32));
  default:
    return integer(APInt::getZero(32));
  }
}

namespace {

struct ReductionEmitter : BlockEmitter {
  using BlockEmitter::BlockEmitter;

  void allocate(OpBuilder &builder, Location loc) override {
    if (!parks())
      return;
    int64_t rows = reducesRows()
                       ? tileRows()
                       : std::max(plan().blockOf(plan().rows), tileRows());
    int64_t cols = reducesCols()
                       ? partCols()
                       : std::max(plan().blockOf(plan().cols), iterationCols());
    auto type = MemRefType::get({rows, getPitch(cols, 32, context.variant)},
                                group().accumulator, AffineMap(),
                                getScratchpadSpace(builder.getContext()));
    parked = memref::AllocOp::create(builder, loc, type);
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
  const BlockPlan &plan() const { return context.plan; }
  const Group &group() const { return context.group; }
  bool parks() const { return plan().reductionSteps(group()) > 1; }
  bool isReduced(int dim) const {
    return dim >= 0 && group().dims[dim].reduction;
  }
  bool reducesRows() const { return isReduced(plan().rows); }
  bool reducesCols() const { return isReduced(plan().cols); }
  int64_t resultParts() const { return reducesCols() ? 1 : plan().parts; }

  /// Tiles of the result, in the block's coordinates.
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

  /// The tiles that are combined into the result at `place`.
  SmallVector<Value> combineTiles(OpBuilder &builder, Location loc,
                                  const Step &step, const Slots &slots,
                                  Place place, ValueRange start) {
    Value one = IndexMath(builder, loc).constant(1);
    Value rows = reducesRows() ? bound(builder, loc, step, plan().rows) : one;
    Value cols = reducesCols() ? bound(builder, loc, step, plan().cols) : one;
    return emitLoop(builder, loc, rows, tileRows(), start,
                    [&](OpBuilder &b, Value row, ValueRange outer) {
                      return emitLoop(
                          b, loc, cols, iterationCols(), outer,
                          [&](OpBuilder &b, Value col, ValueRange carried) {
                            Place tile = {reducesRows() ? row : place.row,
                                          reducesCols() ? col : place.col};
                            return combineTile(b, loc, step, slots, tile,
                                               carried);
                          });
                    });
  }

  SmallVector<Value> combineTile(OpBuilder &builder, Location loc,
                                 const Step &step, const Slots &slots,
                                 Place place, ValueRange accumulators) {
    SmallVector<SmallVector<Value>> read;
    for (unsigned i = 0; i < group().inputs.size(); ++i)
      read.push_back(readParts(builder, loc, context.input(i), slots.loads[i],
                               place, plan().parts));
    SmallVector<Value> result(accumulators);
    for (int64_t p = 0; p < plan().parts; ++p) {
      TileArithmetic arithmetic(builder, loc, context.variant);
      for (auto [input, parts] : llvm::zip_equal(group().inputs, read))
        arithmetic.set(input.argument, parts[p]);
      Value value =
          mask(builder, loc, step, place, p, arithmetic.get(group().reduced));
      Value &accumulator = result[reducesCols() ? 0 : p];
      accumulator = vector::makeArithReduction(builder, loc, group().combiner,
                                               value, accumulator);
    }
    return result;
  }

  /// Elements beyond the tensor's edge become neutral.
  Value mask(OpBuilder &builder, Location loc, const Step &step, Place place,
             int64_t part, Value value) {
    auto type = cast<VectorType>(value.getType());
    IndexMath math(builder, loc);
    Value allRows = math.constant(type.getDimSize(0));
    Value allCols = math.constant(type.getDimSize(1));
    if (reducesCols() && step.valid[plan().cols])
      value = select(builder, loc, value, allRows,
                     remaining(builder, loc, step.valid[plan().cols],
                               math.add(place.col, part * partCols())));
    if (reducesRows() && step.valid[plan().rows])
      value = select(
          builder, loc, value,
          remaining(builder, loc, step.valid[plan().rows], place.row), allCols);
    return value;
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
    TypedAttr value =
        getNeutral(builder, group().combiner, group().accumulator);
    return SmallVector<Value>(resultParts(), arithmetic.splat(value));
  }

  /// Along what is reduced of the tile itself; every element gets the result.
  Value reduceTile(OpBuilder &builder, Location loc, Value tile) {
    if (reducesCols())
      tile = reduceAlong(builder, loc, tile, /*dim=*/1);
    if (reducesRows())
      tile = reduceAlong(builder, loc, tile, /*dim=*/0);
    return tile;
  }

  Value reduceAlong(OpBuilder &builder, Location loc, Value tile, int64_t dim) {
    auto type = cast<VectorType>(tile.getType());
    int64_t kept = type.getDimSize(1 - dim), gone = type.getDimSize(dim);
    auto vectorType = VectorType::get({kept}, type.getElementType());
    Attribute neutral =
        getNeutral(builder, group().combiner, group().accumulator);
    Value start = arith::ConstantOp::create(
        builder, loc, DenseElementsAttr::get(vectorType, neutral));
    Value reduced = vector::MultiDimReductionOp::create(
        builder, loc, vectorType, group().combiner, tile, start,
        ArrayRef<int64_t>{dim});
    auto spread = VectorType::get({gone, kept}, type.getElementType());
    Value result = vector::BroadcastOp::create(builder, loc, spread, reduced);
    if (dim == 0)
      return result;
    return vector::TransposeOp::create(builder, loc, result,
                                       ArrayRef<int64_t>{1, 0});
  }

  /// Where the reduction started, if that is not neutral.
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
      vector::TransferWriteOp::create(
          builder, loc, part, parked,
          ValueRange{place.row, math.add(place.col, p * partCols())},
          ArrayRef<bool>{true, true});
  }

  SmallVector<Value> unpark(OpBuilder &builder, Location loc, Place place) {
    IndexMath math(builder, loc);
    VectorType type = matrix::getTileType(group().accumulator, context.variant);
    Value padding = arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(group().accumulator));
    SmallVector<Value> result;
    for (int64_t p = 0; p < resultParts(); ++p)
      result.push_back(vector::TransferReadOp::create(
          builder, loc, type, parked,
          ValueRange{place.row, math.add(place.col, p * partCols())}, padding,
          ArrayRef<bool>{true, true}));
    return result;
  }

  Value parked;
};

} // namespace

std::unique_ptr<BlockEmitter>
matrix::makeReductionEmitter(const GroupContext &context) {
  return std::make_unique<ReductionEmitter>(context);
}
