//===- TranspositionSchedule.h - transposition beside products --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The order in which a transposed image (WindowLayout.h) is produced and read.
// Register blocks read it from its first positions to its last ones. The tiles
// that the first register block reads are transposed before its products, and
// the others beside the products of earlier register blocks:
//
//   tiles 0 .. first - 1                          before the products
//   tiles first + b * perBlock .. + perBlock - 1  beside those of block b
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TRANSPOSITIONSCHEDULE_H
#define MATRIX_FRONTEND_LIB_TRANSPOSITIONSCHEDULE_H

#include "Plan/Blocks/WindowLayout.h"
#include "llvm/Support/MathExtras.h"

namespace matrix {

/// The tiles of a transposed box are numbered by group, position and row, in
/// this order. Two rows of tiles have one number, so that the code has a
/// constant row.
struct StagedTiles {
  int64_t groups, positions, rows;
  int64_t parts; ///< tiles that have one number

  StagedTiles(const StagedOperand &staged, int64_t tileRows,
              int64_t tileColumns)
      : groups(staged.groups),
        positions(llvm::divideCeil(staged.positions, tileRows)),
        rows(llvm::divideCeil(staged.rows, tileColumns)),
        parts(rows == 2 ? 2 : 1) {}
  int64_t numbersOfPosition() const { return rows / parts; }
  int64_t count() const { return groups * positions * numbersOfPosition(); }
};

/// Numbers of tiles.
struct TranspositionSchedule {
  unsigned input = 0;
  int64_t first = 0, perBlock = 0;
  int64_t perIteration = 1; ///< of the loop over depth
  int64_t parts = 1;        ///< tiles that have one number
  int64_t total = 0;
  int64_t blocks = 0; ///< register blocks beside which tiles are transposed

  /// Returns the iterations of a register block beside which tiles are
  /// transposed.
  int64_t iterations() const {
    return llvm::divideCeil(perBlock, perIteration);
  }
  /// Returns the share of tiles beside no product.
  double exposed() const { return double(first) / double(total); }
};

/// Returns none if no tiles of the right operand are transposed beside
/// products of register blocks, which have `iterations` iterations of the loop
/// over depth each.
std::optional<TranspositionSchedule>
scheduleTransposition(const FusionGroup &group, const BlockPlan &plan,
                      const desc::VariantInfo &variant, int64_t iterations);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TRANSPOSITIONSCHEDULE_H
