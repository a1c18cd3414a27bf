//===- OverlappedProducts.h - register blocks that overlap ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The register blocks of a step as one software pipeline:
//
//   load the first operands of block 0
//   for each block, for depth:
//     acc[r][c] += a[r] * b[c]^T   a[r], b[c] are loaded again after their last
//                                  use, for the next iteration or block
//
// The epilogue and the store of each accumulator are before its
// initialization for the next block, beside the last products of its block and
// the first ones of the next. An epilogue that takes longer than the products
// of one tile is divided over the first tiles of depth; both blocks then have
// accumulators of their own. So do they if accumulators are reloaded and there
// are registers for both: no product then waits for a store. A tile is written
// when the epilogue of the next one starts: loads of operands, which the
// scheduler does not move above stores, are then beside the epilogue.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_OVERLAPPEDPRODUCTS_H
#define MATRIX_FRONTEND_LIB_OVERLAPPEDPRODUCTS_H

#include "TileProducts.h"

namespace matrix {

class OverlappedProducts {
public:
  /// Returns the initial accumulator of a tile.
  using Init = llvm::function_ref<mlir::Value(mlir::ImplicitLocOpBuilder &,
                                              TilePosition)>;
  using Write = std::function<void(mlir::ImplicitLocOpBuilder &)>;
  /// Finishes accumulators that follow each other in a row, as many as a tile
  /// of the result has column blocks, and returns the code that writes them.
  using Store = llvm::function_ref<Write(
      mlir::ImplicitLocOpBuilder &, TilePosition, llvm::ArrayRef<mlir::Value>)>;

  /// Computes columns from `firstCol` on. `rows`, `cols`, `depth`: valid
  /// extents of the step, which may be empty if they are not constant.
  /// `epilogueTiles`: the tiles of depth beside whose products a block is
  /// stored. `loadsEarly`: whether the accumulators of a block are initialized
  /// beside the last products of the block before, rather than after its
  /// stores.
  OverlappedProducts(const FusionGroupContext &context,
                     const TileProducts &products, const BufferViews &views,
                     const BlockStep &step, mlir::Value rows, int64_t firstCol,
                     mlir::Value cols, mlir::Value depth, int64_t epilogueTiles,
                     bool loadsEarly, Init init, Store store)
      : context(context), products(products), views(views), step(step),
        rows(rows), firstCol(firstCol), cols(cols), depth(depth),
        epilogueTiles(epilogueTiles),
        loadsEarly(loadsEarly && epilogueTiles == 1), init(init), store(store) {
  }

  void emit(mlir::ImplicitLocOpBuilder &builder) const;

private:
  using Operands = TileProducts::Operands;
  /// The code that replaces the previous block by this one.
  struct Replacement {
    TileProducts::Init init;
    TileProducts::Before before;
    llvm::function_ref<void()> after;
    /// The first tile that is transposed beside the products of this block;
    /// null: none.
    mlir::Value staged;
  };

  int64_t blockRows() const {
    return context.variant.tileRows * context.plan.accumulatorRows;
  }
  int64_t blockCols() const {
    return context.variant.tileColumns(32) * context.plan.accumulatorCols;
  }
  TilePosition getTile(mlir::ImplicitLocOpBuilder &builder,
                       TilePosition position, int64_t r, int64_t c) const;
  mlir::Value getNextRow(mlir::ImplicitLocOpBuilder &builder,
                         mlir::Value row) const;
  TilePosition getNextBlock(mlir::ImplicitLocOpBuilder &builder,
                            TilePosition position) const;
  std::optional<int64_t> getPeeled() const;
  std::pair<TilePosition, mlir::Value>
  getNext(mlir::ImplicitLocOpBuilder &builder, TilePosition position,
          mlir::Value k) const;
  bool isDivided() const;
  mlir::Value countBlocks(mlir::ImplicitLocOpBuilder &builder) const;

  void multiplyBlocks(mlir::ImplicitLocOpBuilder &builder,
                      mlir::Value count) const;
  llvm::SmallVector<mlir::Value>
  replaceBlock(mlir::ImplicitLocOpBuilder &builder, TilePosition previous,
               mlir::ValueRange carried, mlir::Value staged) const;
  llvm::SmallVector<mlir::Value>
  replaceBlocks(mlir::ImplicitLocOpBuilder &builder, mlir::Value count,
                llvm::SmallVector<mlir::Value> carried) const;
  mlir::Value getStaged(mlir::ImplicitLocOpBuilder &builder,
                        mlir::Value block) const;
  /// Returns the register blocks beside which tiles are transposed.
  mlir::Value countStaging(mlir::ImplicitLocOpBuilder &builder,
                           mlir::Value count) const;
  llvm::SmallVector<mlir::Value>
  multiplyStaged(mlir::ImplicitLocOpBuilder &builder, TilePosition position,
                 mlir::ValueRange carried, mlir::Value staged) const;
  /// Returns the products of a block before the first operand of the next one
  /// is read: the second one of several rows and columns at the earliest.
  int64_t countBeforeReads() const {
    return context.plan.accumulatorRows > 1 && context.plan.accumulatorCols > 1;
  }
  int64_t getLastStored(int64_t n) const;
  int64_t countFinished(int64_t n) const;
  std::pair<llvm::SmallVector<mlir::Value>, Operands>
  finishBlock(mlir::ImplicitLocOpBuilder &builder, mlir::ValueRange carried,
              TilePosition position, TilePosition next,
              TileProducts::Before before) const;
  llvm::SmallVector<mlir::Value>
  multiplyBlock(mlir::ImplicitLocOpBuilder &builder, TilePosition position,
                Operands operands, const Replacement &replacement) const;
  llvm::SmallVector<mlir::Value>
  multiplyFirst(mlir::ImplicitLocOpBuilder &builder, TilePosition position,
                Operands operands, const Replacement &replacement) const;
  llvm::SmallVector<mlir::Value>
  multiplyAndLoad(mlir::ImplicitLocOpBuilder &builder, TilePosition position,
                  mlir::Value k, Operands operands,
                  mlir::ValueRange accumulators,
                  const TileProducts::Hooks &hooks) const;
  int64_t numTiles() const {
    return products.numAccumulators() / context.plan.columnBlocks;
  }
  Write finishTile(mlir::ImplicitLocOpBuilder &builder, TilePosition position,
                   llvm::ArrayRef<mlir::Value> results, int64_t number) const;

  const FusionGroupContext &context;
  const TileProducts &products;
  const BufferViews &views;
  const BlockStep &step;
  mlir::Value rows;
  int64_t firstCol;
  mlir::Value cols, depth;
  int64_t epilogueTiles;
  bool loadsEarly;
  Init init;
  Store store;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_OVERLAPPEDPRODUCTS_H
