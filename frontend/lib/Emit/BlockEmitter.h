//===- BlockEmitter.h - tile code of one step of a group --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The interface of the tile code of a fusion group: one emitter for each kind
// of group emits the accumulation and the final operations of a step. Emitters
// operate on blocks in the scratchpad; the loops of Loop/ transfer them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BLOCKEMITTER_H
#define MATRIX_FRONTEND_LIB_BLOCKEMITTER_H

#include "BlockStep.h"
#include "OperandBlock.h"
#include "Plan/Blocks/BlockCost.h"
#include "Plan/Chains/GroupChain.h"
#include "Tiles/TileArithmetic.h"
#include <memory>
#include <vector>

namespace matrix {

/// The fusion group and the blocks of its operands in the order inputs,
/// epilogue inputs, init. It refers to its arguments, which must outlive it.
struct FusionGroupContext {
  const FusionGroup &group;
  const BlockPlan &plan;
  const desc::VariantInfo &variant;
  std::vector<OperandBlock> loads;
  std::vector<OperandBlock> stores;
  /// Whether the launch uses the second half of the semaphores.
  bool usesSecondHalf = false;

  FusionGroupContext(const FusionGroup &group, const BlockPlan &plan,
                     const desc::VariantInfo &variant);
  /// The same blocks, with register blocks of another plan.
  FusionGroupContext(const FusionGroupContext &other, const BlockPlan &plan)
      : group(other.group), plan(plan), variant(other.variant),
        loads(other.loads), stores(other.stores),
        usesSecondHalf(other.usesSecondHalf) {}

  const OperandBlock &input(unsigned i) const { return loads[i]; }
  const OperandBlock &init() const { return loads.back(); }
  /// Returns the elements of a tile in the depth dimension of a contraction.
  int64_t tileDepth() const {
    return input(group.lhs).getTileType().getDimSize(1);
  }
};

/// Accumulator spill: tiles of the accumulator's format in the scratchpad that
/// hold partial results between steps. Rows and columns are in elements.
class AccumulatorSpill {
public:
  explicit AccumulatorSpill(const FusionGroupContext &context)
      : context(context) {}
  void allocate(mlir::ImplicitLocOpBuilder &, int64_t rows, int64_t cols);
  void write(mlir::ImplicitLocOpBuilder &, mlir::Value tile, mlir::Value row,
             mlir::Value col) const;
  mlir::Value read(mlir::ImplicitLocOpBuilder &, mlir::Value row,
                   mlir::Value col) const;

private:
  const FusionGroupContext &context;
  mlir::Value buffer;
};

/// The tiles of several operands.
using TileLists = llvm::SmallVector<llvm::SmallVector<mlir::Value>>;

/// The buffers of a step, parallel to `loads` and `stores`.
struct BufferViews {
  llvm::SmallVector<mlir::Value> loads, stores;
  /// For each load: its column block in all columns of the present rows of
  /// tiles; null if it is read for each tile.
  llvm::SmallVector<mlir::Value> invariant;
  /// For each load: its tiles at the present position; empty if not read yet.
  TileLists tiles;
};

/// Emits the tile code of one kind of fusion group. `accumulate` runs in every
/// step. `finish` runs in the last step of each result. Only it writes
/// `stores`, unless the emitter accumulates in them. The context must outlive
/// the emitter.
class BlockEmitter {
public:
  explicit BlockEmitter(const FusionGroupContext &context) : context(context) {}
  virtual ~BlockEmitter() = default;

  /// Allocates additional buffers, which are live throughout the loop.
  virtual void allocate(mlir::ImplicitLocOpBuilder &) {}
  virtual bool accumulatesInStores() const { return false; }
  virtual StepParts chooseParts(int64_t cores) const { return {}; }
  /// Returns how a box can be transposed beside the products of steps that have
  /// no parts.
  virtual std::optional<TranspositionSchedule> scheduleTransposition() const {
    return std::nullopt;
  }
  virtual void accumulate(mlir::ImplicitLocOpBuilder &, const BlockStep &,
                          const BufferViews &) {}
  virtual void finish(mlir::ImplicitLocOpBuilder &, const BlockStep &,
                      const BufferViews &) = 0;

protected:
  int64_t tileRows() const { return context.variant.tileRows; }
  int64_t columnBlockWidth() const { return context.variant.tileColumns(32); }
  int64_t iterationCols() const {
    return columnBlockWidth() * context.plan.columnBlocks;
  }
  /// Returns the number of valid elements of a block in dimension `dim` (-1:
  /// none).
  mlir::Value bound(mlir::ImplicitLocOpBuilder &builder, const BlockStep &step,
                    int dim) const;

  /// Reads the consecutive column blocks of an operand at that position.
  llvm::SmallVector<mlir::Value> readColumnBlocks(mlir::ImplicitLocOpBuilder &,
                                                  const OperandBlock &,
                                                  mlir::Value view,
                                                  TilePosition position,
                                                  int64_t columnBlocks) const;
  /// As above, the tiles as they are stored.
  llvm::SmallVector<mlir::Value> readTiles(mlir::ImplicitLocOpBuilder &,
                                           const OperandBlock &,
                                           mlir::Value view,
                                           TilePosition position,
                                           int64_t columnBlocks) const;
  /// Reads the tiles of the first `number` loads that are not invariant.
  TileLists readLoads(mlir::ImplicitLocOpBuilder &, const BufferViews &,
                      unsigned number, TilePosition position,
                      int64_t columnBlocks) const;
  /// Returns the column blocks of load `index`.
  llvm::SmallVector<mlir::Value> readLoad(mlir::ImplicitLocOpBuilder &,
                                          const BufferViews &, unsigned index,
                                          TilePosition position,
                                          int64_t columnBlocks) const;
  /// Returns whether all column blocks of a load in a row are equal, or if the
  /// dimension is that of rows, all tiles below each other.
  bool isInvariant(const OperandBlock &block, int dim) const;
  /// Reads the first `number` loads that are the same in all columns.
  BufferViews readInvariant(mlir::ImplicitLocOpBuilder &, BufferViews views,
                            mlir::Value row, unsigned number) const;
  /// Reads the tiles of the first `number` loads that are the same in all rows.
  BufferViews readInvariantInRows(mlir::ImplicitLocOpBuilder &,
                                  BufferViews views, mlir::Value col,
                                  unsigned number) const;
  /// Returns the iterations over a dimension of tiles, rows or columns, whose
  /// tiles are in registers at once, if each of them reads `number` loads and
  /// keeps `others`.
  int64_t unrollFactor(int dim, unsigned number, int64_t others) const;
  /// Iterates by `step` in unrolled iterations, then over the rest.
  llvm::SmallVector<mlir::Value>
  emitUnrolledLoop(mlir::ImplicitLocOpBuilder &, mlir::Value bound,
                   int64_t step, int64_t factor, mlir::ValueRange init,
                   llvm::function_ref<llvm::SmallVector<mlir::Value>(
                       mlir::ImplicitLocOpBuilder &, mlir::Value position,
                       int64_t factor, mlir::ValueRange)>
                       body) const;
  /// Converts column blocks to tiles as they are stored.
  llvm::SmallVector<mlir::Value>
  narrowToTiles(mlir::ImplicitLocOpBuilder &, const OperandBlock &,
                llvm::ArrayRef<mlir::Value> columnBlocks) const;
  void writeTiles(mlir::ImplicitLocOpBuilder &, const OperandBlock &,
                  mlir::Value view, llvm::ArrayRef<mlir::Value> tiles,
                  TilePosition position) const;
  /// Evaluates the body of the last operation and writes its results. `results`
  /// are the column blocks of the root's result (none for elementwise groups),
  /// or of the value `bodyValue` of the body.
  void emitLastBody(mlir::ImplicitLocOpBuilder &, const BufferViews &,
                    llvm::ArrayRef<mlir::Value> results, TilePosition position,
                    int64_t columnBlocks, mlir::Value bodyValue = {}) const;
  /// As above, but returns the tiles of each store.
  TileLists computeLastBody(mlir::ImplicitLocOpBuilder &, const BufferViews &,
                            llvm::ArrayRef<mlir::Value> results,
                            TilePosition position, int64_t columnBlocks,
                            mlir::Value bodyValue = {}) const;
  void writeStores(mlir::ImplicitLocOpBuilder &, const BufferViews &,
                   const TileLists &tiles, TilePosition position) const;
  /// Calls `body` for each column block, with its values of the last
  /// operation's inputs and of `bodyValue`.
  void
  forEachColumnBlock(mlir::ImplicitLocOpBuilder &, const BufferViews &,
                     llvm::ArrayRef<mlir::Value> results, TilePosition position,
                     int64_t columnBlocks, mlir::Value bodyValue,
                     llvm::function_ref<void(TileArithmetic &)> body) const;

  const FusionGroupContext &context;
};

std::unique_ptr<BlockEmitter>
createContractionEmitter(const FusionGroupContext &);
std::unique_ptr<BlockEmitter>
createReductionEmitter(const FusionGroupContext &);
std::unique_ptr<BlockEmitter>
createWindowReductionEmitter(const FusionGroupContext &);
std::unique_ptr<BlockEmitter>
createElementwiseEmitter(const FusionGroupContext &);
std::unique_ptr<BlockEmitter> createBlockEmitter(const FusionGroupContext &);
/// `boundary`: the context of the chain's loads and stores.
std::unique_ptr<BlockEmitter>
createChainEmitter(const FusionGroupContext &boundary, const GroupChain &chain);

/// Emits a loop from 0 to `bound` without results. The body takes the counter.
void emitLoop(
    mlir::ImplicitLocOpBuilder &builder, mlir::Value bound, int64_t step,
    llvm::function_ref<void(mlir::ImplicitLocOpBuilder &, mlir::Value)> body);
/// Emits a loop from `start` to `bound` with loop-carried values.
llvm::SmallVector<mlir::Value>
emitLoop(mlir::ImplicitLocOpBuilder &builder, mlir::Value start,
         mlir::Value bound, int64_t step, mlir::ValueRange init,
         llvm::function_ref<llvm::SmallVector<mlir::Value>(
             mlir::ImplicitLocOpBuilder &, mlir::Value, mlir::ValueRange)>
             body);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BLOCKEMITTER_H
