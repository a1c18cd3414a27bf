//===- ReductionEmitter.h - tile code of reductions -------------*- C++ -*-===//
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

#ifndef MATRIX_FRONTEND_LIB_REDUCTIONEMITTER_H
#define MATRIX_FRONTEND_LIB_REDUCTIONEMITTER_H

#include "Access/Padding/ZeroPadding.h"
#include "Emit/BlockEmitter.h"
#include "Emit/InstructionFusion.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

namespace matrix {

class ReductionEmitter : public BlockEmitter {
public:
  explicit ReductionEmitter(const FusionGroupContext &context)
      : BlockEmitter(context), spill(context),
        reducesEachTile(reducesTilesIndividually(context)),
        masksRows(reducesRows() && !isZeroPaddingNeutral(group(), plan().rows)),
        masksCols(reducesCols() &&
                  !isZeroPaddingNeutral(group(), plan().cols)) {}

  void allocate(mlir::ImplicitLocOpBuilder &builder) override;

  void accumulate(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
                  const BufferViews &views) override;

  void finish(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
              const BufferViews &views) override;

private:
  /// Whether all rows and columns of a tile are valid.
  struct FullTile {
    bool rows, cols;
  };
  const BlockPlan &plan() const { return context.plan; }
  const FusionGroup &group() const { return context.group; }
  bool spillsAccumulators() const { return plan().reductionSteps(group()) > 1; }
  bool isReduced(int dim) const {
    return dim >= 0 && group().dims[dim].reduction;
  }
  bool reducesRows() const { return isReduced(plan().rows); }
  bool reducesCols() const { return isReduced(plan().cols); }
  int64_t numResultBlocks() const {
    return reducesCols() ? 1 : plan().columnBlocks;
  }

  /// Iterates over the tiles of the result in block coordinates.
  void forEachResult(
      mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
      llvm::function_ref<void(mlir::ImplicitLocOpBuilder &, TilePosition)>
          body);

  /// Returns the rows of tiles that are reduced side by side; 0: rows are too
  /// long, or not reduced by columns.
  int64_t countSideBySide(mlir::ImplicitLocOpBuilder &builder,
                          const BlockStep &step) const;

  /// The result of a row is stored while the next one is reduced.
  void emitShortRows(mlir::ImplicitLocOpBuilder &b, const BlockStep &step,
                     const BufferViews &views, mlir::Value firstRow,
                     int64_t number);

  /// Accumulators start from the first values that are combined in them, except
  /// one of sums: 0 + -0 is 0.
  llvm::SmallVector<mlir::Value>
  getFirstAccumulators(mlir::ImplicitLocOpBuilder &b, unsigned number);

  /// Returns the tiles of the results of a row.
  TileLists finishRow(mlir::ImplicitLocOpBuilder &b, const BufferViews &views,
                      mlir::Value row,
                      llvm::ArrayRef<mlir::Value> accumulators);

  /// Combines values pairwise.
  mlir::Value combineAll(mlir::ImplicitLocOpBuilder &b,
                         llvm::SmallVector<mlir::Value> values);

  using TileLoopBody = llvm::function_ref<llvm::SmallVector<mlir::Value>(
      mlir::ImplicitLocOpBuilder &, mlir::Value position, bool isFull,
      mlir::ValueRange)>;

  /// Iterates over the tiles of reduced rows. `isFull`: all of their elements
  /// are known to be valid.
  llvm::SmallVector<mlir::Value>
  forEachReducedRow(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
                    mlir::ValueRange start, TileLoopBody body);

  /// Combines the tiles that are reduced to the result at `position`.
  llvm::SmallVector<mlir::Value>
  combineTiles(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
               const BufferViews &views, TilePosition position,
               mlir::ValueRange start);

  /// A row of tiles, or a column if `dim` is that of rows. `other`: its
  /// position in the other dimension, in which all elements are known to be
  /// valid if `otherFull`.
  struct TileLine {
    int dim;
    int64_t step;
    mlir::Value other;
    bool otherFull;
  };
  TilePosition getPosition(const TileLine &line, mlir::Value at) const {
    return line.dim == plan().rows ? TilePosition{at, line.other}
                                   : TilePosition{line.other, at};
  }
  FullTile getFull(const TileLine &line, bool isFull) const {
    return line.dim == plan().rows ? FullTile{isFull, line.otherFull}
                                   : FullTile{line.otherFull, isFull};
  }

  llvm::SmallVector<mlir::Value> combineRow(mlir::ImplicitLocOpBuilder &builder,
                                            const BlockStep &step,
                                            const BufferViews &outer,
                                            mlir::Value row, bool fullRow,
                                            mlir::ValueRange start);
  llvm::SmallVector<mlir::Value>
  combineColumn(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
                const BufferViews &outer, mlir::Value col,
                mlir::ValueRange start);

  /// Combines tiles in several accumulators side by side, so that combinations
  /// do not wait for each other. Returns all accumulators.
  llvm::SmallVector<mlir::Value>
  combineLine(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
              const BufferViews &views, const TileLine &line,
              mlir::ValueRange start);

  /// Combines the tiles of `number` positions in as many accumulators.
  llvm::SmallVector<mlir::Value>
  combinePositions(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
                   const BufferViews &views, const TileLine &line,
                   mlir::Value at, int64_t number, bool isFull,
                   mlir::ValueRange accumulators);

  /// Combines full tiles. Returns false if they are too few, or not known.
  bool emitPipeline(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
                    const BufferViews &views, const TileLine &line,
                    mlir::Value end,
                    llvm::SmallVectorImpl<mlir::Value> &accumulators);

  llvm::SmallVector<mlir::Value>
  combineTile(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
              const BufferViews &views, TilePosition position, FullTile full,
              int64_t columnBlocks, mlir::ValueRange accumulators);

  /// Reduces a tile along the dimension of the fused instruction.
  mlir::Value reduceOneTile(mlir::ImplicitLocOpBuilder &builder,
                            const BlockStep &step, TilePosition position,
                            int64_t columnBlock, FullTile full,
                            mlir::Value value);

  /// Replaces elements beyond the edge of the tensor by the neutral element.
  mlir::Value maskCols(mlir::ImplicitLocOpBuilder &builder,
                       const BlockStep &step, TilePosition position,
                       int64_t columnBlock, FullTile full, mlir::Value value);
  mlir::Value maskRows(mlir::ImplicitLocOpBuilder &builder,
                       const BlockStep &step, TilePosition position,
                       FullTile full, mlir::Value value);

  mlir::Value remaining(mlir::ImplicitLocOpBuilder &builder, mlir::Value valid,
                        mlir::Value start);

  mlir::Value select(mlir::ImplicitLocOpBuilder &builder, mlir::Value value,
                     mlir::Value rows, mlir::Value cols);

  llvm::SmallVector<mlir::Value> neutral(mlir::ImplicitLocOpBuilder &builder);

  /// Reduces within the tile; every element receives the result.
  mlir::Value reduceTile(mlir::ImplicitLocOpBuilder &builder, mlir::Value tile);

  /// Combines the result with the initial value, if it is not neutral.
  void combineInit(mlir::ImplicitLocOpBuilder &builder,
                   const BufferViews &views, TilePosition position,
                   llvm::SmallVectorImpl<mlir::Value> &columnBlocks);

  void spillAccumulators(mlir::ImplicitLocOpBuilder &builder,
                         mlir::ValueRange columnBlocks, TilePosition position);

  llvm::SmallVector<mlir::Value>
  reloadAccumulators(mlir::ImplicitLocOpBuilder &builder,
                     TilePosition position);

  AccumulatorSpill spill;
  bool reducesEachTile, masksRows, masksCols;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_REDUCTIONEMITTER_H
