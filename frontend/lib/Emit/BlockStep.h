//===- BlockStep.h - one step of a group's loop -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The block coordinates of a step and a builder of index arithmetic.
// Coordinates are in elements of the loop dimensions of the group, as values of
// the emitted code; indices are unsigned.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKSTEP_H
#define MATRIX_FRONTEND_LIB_BLOCKSTEP_H

#include "Plan/Blocks/BlockPlan.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include <functional>

namespace matrix {

/// The rows of a block that are computed at once: from `first` on (null: all).
/// If all of them are valid, `isDivided` says whether they are `rows` rows or
/// the whole block.
struct RowPart {
  mlir::Value first, isDivided;
  int64_t rows = 0;

  int64_t countRows(int64_t ofBlock) const { return first ? rows : ofBlock; }

  mlir::Value getFirst(mlir::ImplicitLocOpBuilder &builder) const {
    return first ? first : mlir::arith::ConstantIndexOp::create(builder, 0);
  }
};

/// The position of a tile in its block.
struct TilePosition {
  mlir::Value row, col;
};

/// Emits code between two register blocks of a step, by their positions: the
/// blocks before `previous` are written, `next` is not read yet. Its values are
/// null after the last block.
using BetweenBlocks =
    std::function<void(mlir::ImplicitLocOpBuilder &builder,
                       TilePosition previous, TilePosition next)>;

struct TranspositionSchedule;

/// The box that is transposed beside the products of a step, if `schedule` is
/// not null.
struct StepTransposition {
  const TranspositionSchedule *schedule = nullptr;
  mlir::Value bufferIndex;
};

/// The position of a step in the iteration space.
struct BlockStep {
  /// For each dimension: the first element of the block, and the number of
  /// valid elements (null if the block is always complete).
  llvm::SmallVector<mlir::Value> start, valid;
  /// Whether the step begins and ends a result; null: always both.
  mlir::Value first, last;
  RowPart part;
  /// Called by emitters whose step parts are continuous.
  BetweenBlocks between;
  /// Called, if not null, after the reads of the first tiles, by emitters whose
  /// steps prefetch late.
  std::function<void(mlir::ImplicitLocOpBuilder &)> afterReads;
  StepTransposition transposition;
};

/// A part of a block: one of `count` equal parts of its outermost dimension.
struct BlockPiece {
  mlir::Value index;
  int64_t count = 1;
};

/// Builds index arithmetic. Identities are folded immediately, so that loops
/// with a single step leave no arithmetic.
class IndexMath {
public:
  explicit IndexMath(mlir::ImplicitLocOpBuilder &builder) : builder(builder) {}

  mlir::Value constant(int64_t value) {
    return mlir::arith::ConstantIndexOp::create(builder, value);
  }
  mlir::Value add(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::AddIOp>(a, b);
  }
  mlir::Value sub(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::SubIOp>(a, b);
  }
  mlir::Value add(mlir::Value a, int64_t b) { return add(a, constant(b)); }
  mlir::Value mul(mlir::Value a, int64_t b) {
    return builder.createOrFold<mlir::arith::MulIOp>(a, constant(b));
  }
  mlir::Value div(mlir::Value a, int64_t b) {
    if (b == 1)
      return a;
    return builder.createOrFold<mlir::arith::DivUIOp>(a, constant(b));
  }
  mlir::Value rem(mlir::Value a, int64_t b) {
    if (b == 1)
      return constant(0);
    return builder.createOrFold<mlir::arith::RemUIOp>(a, constant(b));
  }
  mlir::Value shl(mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::ShLIOp>(a, b);
  }
  mlir::Value select(mlir::Value condition, mlir::Value a, mlir::Value b) {
    return builder.createOrFold<mlir::arith::SelectOp>(condition, a, b);
  }
  mlir::Value min(mlir::Value a, int64_t b) {
    return builder.createOrFold<mlir::arith::MinUIOp>(a, constant(b));
  }
  mlir::Value equal(mlir::Value a, int64_t b) { return equal(a, constant(b)); }
  mlir::Value equal(mlir::Value a, mlir::Value b) {
    return mlir::arith::CmpIOp::create(builder, mlir::arith::CmpIPredicate::eq,
                                       a, b);
  }
  mlir::Value less(mlir::Value a, mlir::Value b) {
    return mlir::arith::CmpIOp::create(builder, mlir::arith::CmpIPredicate::ult,
                                       a, b);
  }

private:
  mlir::ImplicitLocOpBuilder &builder;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKSTEP_H
