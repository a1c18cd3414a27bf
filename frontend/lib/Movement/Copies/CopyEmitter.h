//===- CopyEmitter.h - DMA transfers of copies in DRAM ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the transfers of one copy or fill: a loop over the blocks of a core,
// which are distributed cyclically. The store of a block overlaps the load of
// the next one.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_COPYEMITTER_H
#define MATRIX_FRONTEND_LIB_COPYEMITTER_H

#include "CopyPlan.h"
#include "CoreBlocks.h"
#include "mlir/IR/BuiltinAttributeInterfaces.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// Emits the transfers of one copy or fill.
class CopyEmitter {
public:
  /// `source` (null for a fill) and `target` are views in the dimensions of the
  /// plan. Padding becomes `fill`.
  CopyEmitter(mlir::ImplicitLocOpBuilder &builder, const CopyPlan &plan,
              mlir::Value source, mlir::Value target, mlir::TypedAttr fill,
              int64_t cores);

  void emitCopy();
  void emitFill();

private:
  void allocate(int64_t count);
  /// The store of a block overlaps the load of the next one, into the buffer of
  /// the block before.
  llvm::SmallVector<mlir::Value> emitStep(mlir::ImplicitLocOpBuilder &b,
                                          mlir::Value index, mlir::Value loaded,
                                          mlir::Value before);
  mlir::Value done(mlir::ImplicitLocOpBuilder &b);
  mlir::Value load(mlir::ImplicitLocOpBuilder &b, mlir::Value index);
  struct Present;
  Present getPresent(mlir::ImplicitLocOpBuilder &b, const CopyDim &dim,
                     mlir::Value start, mlir::Value extent);
  mlir::Value loadPadded(mlir::ImplicitLocOpBuilder &b, mlir::Value index);
  mlir::Value store(mlir::ImplicitLocOpBuilder &b, mlir::Value index);
  mlir::Value storeMerged(mlir::ImplicitLocOpBuilder &b, mlir::Value index);
  /// Returns the first element of this core's block with that number, and its
  /// extents (empty if all blocks are complete).
  struct Position {
    llvm::SmallVector<mlir::Value> start, valid;
  };
  Position getPosition(mlir::ImplicitLocOpBuilder &b, mlir::Value index);
  /// Returns the buffer of a block.
  mlir::Value getBlock(mlir::ImplicitLocOpBuilder &b, mlir::Value index);

  mlir::ImplicitLocOpBuilder &builder;
  const CopyPlan &plan;
  int64_t cores;
  mlir::Type elementType;
  mlir::Value source, target;
  mlir::TypedAttr fill;
  CoreBlocks blocks;
  mlir::Value buffer; // in the scratchpad
  int64_t numBuffers = 1;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_COPYEMITTER_H
