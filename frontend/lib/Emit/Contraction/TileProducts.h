//===- TileProducts.h - products of tiles of a register block ---*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the products of one tile of depth for a register block, a grid of
// accumulators in registers. Accumulators are lists by rows of the grid. Hooks
// insert the code of callers between products: reloads of operands, initial
// values, and stores of the register block before.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TILEPRODUCTS_H
#define MATRIX_FRONTEND_LIB_TILEPRODUCTS_H

#include "Emit/BlockEmitter.h"
#include "ScaledSum.h"

namespace matrix {

/// Refers to the context and the scaled sum, which must outlive it.
class TileProducts {
public:
  /// The tiles of both operands for a register block and one tile of depth.
  struct Operands {
    llvm::SmallVector<mlir::Value> a, b;
    llvm::SmallVector<mlir::Value> join() const {
      llvm::SmallVector<mlir::Value> all(a);
      all.append(b);
      return all;
    }
  };
  using Reload = llvm::function_ref<mlir::Value(bool isLhs, int64_t i)>;
  using Late = llvm::function_ref<mlir::Value()>;
  using Init = llvm::function_ref<mlir::Value(int64_t r, int64_t c)>;
  using Before = llvm::function_ref<void(
      int64_t n, llvm::ArrayRef<mlir::Value> accumulators)>;
  using AfterFirst = std::function<void(mlir::ImplicitLocOpBuilder &)>;
  struct Hooks {
    /// Replaces an operand after its last use.
    Reload reload;
    /// Returns the operand of the last column, if it is loaded late.
    Late late;
    /// Returns the value that an accumulator starts from.
    Init init;
    /// Called before product `n`.
    Before before;
  };

  /// With a scaled sum, it accumulates every product.
  TileProducts(const FusionGroupContext &context,
               const std::optional<ScaledSum> &scaledSum)
      : context(context), scaledSum(scaledSum),
        loadsLate(
            loadsLastColumnLate(context.group, context.plan, context.variant)),
        loadsRowLater(
            loadsFirstRowLater(context.group, context.plan, context.variant)) {}

  int64_t numAccumulators() const {
    return context.plan.accumulatorRows * context.plan.accumulatorCols;
  }

  /// Returns the result of join() as operands.
  Operands split(mlir::ValueRange values) const;
  mlir::Value read(mlir::ImplicitLocOpBuilder &builder,
                   const BufferViews &views, TilePosition position,
                   mlir::Value k, bool isLhs, int64_t i) const;
  /// Returns the operand of the last column.
  mlir::Value readLate(mlir::ImplicitLocOpBuilder &builder,
                       const BufferViews &views, TilePosition position,
                       mlir::Value k) const {
    return read(builder, views, position, k, /*isLhs=*/false,
                context.plan.accumulatorCols - 1);
  }
  Operands readAll(mlir::ImplicitLocOpBuilder &builder,
                   const BufferViews &views, TilePosition position,
                   mlir::Value k, const AfterFirst &afterFirst = {}) const;

  /// Adds the products to `accumulators`, all rows of a column first. With
  /// `hooks.reload`, the operands of the next tile of depth lack the last
  /// column, if it is loaded late; `hooks.late` returns it.
  llvm::SmallVector<mlir::Value> multiply(mlir::ImplicitLocOpBuilder &builder,
                                          Operands &operands,
                                          mlir::ValueRange accumulators,
                                          const Hooks &hooks = {}) const;

private:
  void reloadAfter(Operands &operands, int64_t r, int64_t c,
                   Reload reload) const;
  mlir::Value extend(mlir::ImplicitLocOpBuilder &builder, mlir::Value tile,
                     bool isLhs) const;
  mlir::Value multiplyTile(mlir::ImplicitLocOpBuilder &builder, mlir::Value a,
                           mlir::Value b, mlir::Value accumulator) const;

  const FusionGroupContext &context;
  const std::optional<ScaledSum> &scaledSum;
  bool loadsLate, loadsRowLater;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TILEPRODUCTS_H
