//===- ContractionEmitter.h - tile code of contractions ---------*- C++ -*-===//
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
//       acc[r][c] += a[r] * b[c]^T        a[r], b[c] are loaded again after
//     epilogue, store                     their last use; or spill, if more
//                                         steps follow
//
// Register blocks overlap if there are registers for it (OverlappedProducts.h).
// If the result has the format of the accumulators and there is no epilogue,
// they are spilled to it.
//
// If an instruction computes a contraction and the start of the epilogue, the
// last iteration of the depth loop is peeled so that both are adjacent. If an
// instruction scales the product as well, and that is exact, every iteration
// scales its product, and acc starts from the addend of the scaled sum.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_CONTRACTIONEMITTER_H
#define MATRIX_FRONTEND_LIB_CONTRACTIONEMITTER_H

#include "Emit/InstructionFusion.h"
#include "OverlappedProducts.h"

namespace matrix {

class ContractionEmitter : public BlockEmitter {
public:
  /// `firstColumn`: of the columns that are emitted.
  explicit ContractionEmitter(const FusionGroupContext &context,
                              int64_t firstColumn = 0)
      : BlockEmitter(context), columns{firstColumn, {}}, spill(context),
        scaledSum(chooseScaledSum(context)), products(context, scaledSum),
        peels(!scaledSum && fusesLastContraction(context)),
        epilogue(
            peels || scaledSum
                ? EpilogueCost()
                : selectEpilogue(context.group, context.plan, context.variant)),
        overlap(countOverlap()) {}

  void allocate(mlir::ImplicitLocOpBuilder &builder) override;

  bool accumulatesInStores() const override {
    return spillsAccumulators() && accumulatesInResult(context.group);
  }

  StepParts chooseParts(int64_t cores) const override;
  std::optional<TranspositionSchedule> scheduleTransposition() const override;

  /// Accumulators are spilled only if a result takes several steps.
  void accumulate(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
                  const BufferViews &views) override;

  void finish(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
              const BufferViews &views) override;

private:
  /// Columns of a block; no end: all that follow.
  struct ColumnRange {
    int64_t first = 0;
    std::optional<int64_t> end;
  };

  const BlockPlan &plan() const { return context.plan; }
  void finishColumns(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
                     const BufferViews &views);
  mlir::Value boundColumns(mlir::ImplicitLocOpBuilder &builder,
                           const BlockStep &step) const;
  bool spillsAccumulators() const {
    return plan().reductionSteps(context.group) > 1;
  }
  int64_t registerBlockRows() const {
    return tileRows() * plan().accumulatorRows;
  }
  int64_t registerBlockCols() const {
    return columnBlockWidth() * plan().accumulatorCols;
  }

  /// `number`: the register blocks of an iteration.
  void forEachRegisterBlock(
      mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
      llvm::function_ref<void(mlir::ImplicitLocOpBuilder &, TilePosition)> body,
      OrderedBlocks number = {});

  /// As above, in sequences that are ordered, if the plan permits.
  void forEachOrdered(
      mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
      llvm::function_ref<void(mlir::ImplicitLocOpBuilder &, TilePosition)>
          body);
  /// `partRows`: the rows of a part of the block, 0: all.
  OrderedBlocks chooseOrdered(int64_t partRows) const;

  /// Iterates over the accumulators of a register block by rows, `width` at a
  /// time.
  void forEachTile(mlir::ImplicitLocOpBuilder &builder, TilePosition position,
                   int64_t width,
                   llvm::function_ref<void(mlir::ImplicitLocOpBuilder &,
                                           TilePosition, int64_t)>
                       body);

  llvm::SmallVector<mlir::Value>
  getInitialAccumulators(mlir::ImplicitLocOpBuilder &builder,
                         const BufferViews &views, TilePosition position);

  llvm::SmallVector<mlir::Value> readInit(mlir::ImplicitLocOpBuilder &builder,
                                          const BufferViews &views,
                                          TilePosition position);

  /// Returns the first element of the last tile in the depth dimension.
  /// Returns the elements of depth of a step; those of its last tile may be
  /// fewer. They are constant if all steps have the same number of tiles.
  mlir::Value boundDepth(mlir::ImplicitLocOpBuilder &builder,
                         const BlockStep &step) const;
  mlir::Value getLastTileStart(mlir::ImplicitLocOpBuilder &builder,
                               mlir::Value depth) const;

  llvm::SmallVector<mlir::Value> getResult(mlir::ImplicitLocOpBuilder &builder,
                                           mlir::Value depth,
                                           const BufferViews &views,
                                           TilePosition position);

  /// The last iteration is peeled.
  llvm::SmallVector<mlir::Value> multiply(mlir::ImplicitLocOpBuilder &builder,
                                          mlir::Value depth,
                                          const BufferViews &views,
                                          TilePosition position,
                                          mlir::ValueRange accumulators);

  bool overlapsRegisterBlocks() const { return overlap > 0; }

  int64_t countOverlap() const;

  /// The number of tiles of depth must be constant.
  int64_t countEpilogueTiles(mlir::ImplicitLocOpBuilder &builder,
                             const BlockStep &step) const;

  /// The first step of a result starts from the initial value, the others
  /// reload their accumulators. The last one is left to finish(), unless the
  /// result has the accumulators.
  void accumulateOverlapped(mlir::ImplicitLocOpBuilder &builder,
                            const BlockStep &step, const BufferViews &views);

  /// `isLast`: the step computes the epilogue, if there is one.
  void emitOverlapped(mlir::ImplicitLocOpBuilder &builder,
                      const BlockStep &step, const BufferViews &views,
                      bool reloads, bool isLast, int64_t epilogueTiles,
                      OverlappedProducts::Store store);

  /// Reads operands where they are used.
  llvm::SmallVector<mlir::Value>
  multiplyInOrder(mlir::ImplicitLocOpBuilder &builder, mlir::Value depth,
                  const BufferViews &views, TilePosition position,
                  mlir::ValueRange accumulators);

  void spillAccumulators(mlir::ImplicitLocOpBuilder &builder,
                         const BufferViews &views,
                         mlir::ValueRange accumulators, TilePosition position);

  llvm::SmallVector<mlir::Value>
  reloadAccumulators(mlir::ImplicitLocOpBuilder &builder,
                     const BufferViews &views, TilePosition position);

  /// Spills accumulators that follow each other in a row.
  void writeRow(mlir::ImplicitLocOpBuilder &builder, const BufferViews &views,
                llvm::ArrayRef<mlir::Value> accumulators, TilePosition first);

  mlir::Value readAccumulator(mlir::ImplicitLocOpBuilder &builder,
                              const BufferViews &views, TilePosition tile);

  ColumnRange columns;
  AccumulatorSpill spill;
  std::optional<ScaledSum> scaledSum;
  TileProducts products;
  bool peels;
  EpilogueCost epilogue; ///< of register blocks that may overlap
  int64_t overlap;       ///< as of countOverlap()
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_CONTRACTIONEMITTER_H
