//===- PackedOperand.h - tensors of fusion trees in DRAM --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor is accessed directly or through a packed copy with the layout
//
//   [unblocked dimensions .., block index of each blocked dimension ..,
//    index in the block ..]
//
// padded with zeros beyond the tensor.
//
// Each block of the copy is contiguous, and whole even if the tensor ends
// within it. OperandPacking.cpp chooses the operands that have a copy.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PACKEDOPERAND_H
#define MATRIX_FRONTEND_LIB_PACKEDOPERAND_H

#include "FusionTree.h"
#include "mlir/IR/Builders.h"

namespace matrix {

/// The current position in a loop dimension: a block or an element, and its
/// size.
struct Position {
  mlir::Value block; // null: not inside its loop
  int64_t size = 0;
};

/// Refers to the tree and to the operand, which must outlive it.
class PackedOperand {
public:
  /// `memory` contains the whole tensor.
  PackedOperand(const FusionTree &tree, mlir::OpOperand &use,
                mlir::Value memory)
      : tree(tree), use(use), memory(memory) {}

  /// Allocates a packed copy if the tree uses one; `fill` also writes it.
  void pack(mlir::ImplicitLocOpBuilder &builder, bool fill);
  /// Allocates the packed copy of a result, and copies it back.
  void allocate(mlir::ImplicitLocOpBuilder &builder);
  void unpack(mlir::ImplicitLocOpBuilder &builder);

  /// Reads or writes the block at `position` as a vector with dimensions
  /// `dims`.
  mlir::Value read(mlir::ImplicitLocOpBuilder &builder,
                   llvm::ArrayRef<Position> position,
                   llvm::ArrayRef<unsigned> dims) const;
  void write(mlir::ImplicitLocOpBuilder &builder,
             llvm::ArrayRef<Position> position, mlir::Value vector) const;

private:
  DimList blockOrder() const;
  mlir::MemRefType packedType() const;
  void copy(mlir::ImplicitLocOpBuilder &builder, bool in);
  void applyMasks(mlir::ImplicitLocOpBuilder &builder);
  llvm::SmallVector<mlir::Value>
  plainIndices(mlir::ImplicitLocOpBuilder &builder,
               llvm::ArrayRef<mlir::Value> elements) const;
  llvm::SmallVector<mlir::Value>
  packedIndices(mlir::ImplicitLocOpBuilder &builder,
                llvm::ArrayRef<mlir::Value> elements) const;
  llvm::SmallVector<mlir::Value>
  blockIndices(mlir::ImplicitLocOpBuilder &builder,
               llvm::ArrayRef<Position> position) const;
  mlir::AffineMap blockMap(mlir::MLIRContext *context,
                           llvm::ArrayRef<unsigned> dims) const;
  unsigned rank() const;

  const FusionTree &tree;
  mlir::OpOperand &use;
  mlir::Value memory;
  mlir::Value packed; // null: accessed directly
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PACKEDOPERAND_H
