//===- RowMemory.h - tensors of a cluster in DRAM ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tensor is read and written where it is, or through a packed copy:
//
//   [axes that are not cut .., number of the block along each cut axis ..,
//    place in the block ..]
//
// with zeros where blocks go beyond the tensor.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWMEMORY_H
#define MATRIX_FRONTEND_LIB_ROWMEMORY_H

#include "RowCluster.h"
#include "mlir/IR/Builders.h"

namespace matrix {

/// Where code is along an axis: which block or element, of which size.
struct Position {
  mlir::Value block; // null: not known yet
  int64_t size = 0;
};

class RowMemory {
public:
  /// `memory`: of the whole tensor.
  RowMemory(const RowCluster &cluster, mlir::OpOperand &use, mlir::Value memory)
      : cluster(cluster), use(use), memory(memory) {}

  /// Makes a packed copy if the cluster wants one; `fill`: writes it, too.
  void pack(mlir::OpBuilder &builder, mlir::Location loc, bool fill);
  /// For results: a packed place to write to, and its way back.
  void allocate(mlir::OpBuilder &builder, mlir::Location loc);
  void unpack(mlir::OpBuilder &builder, mlir::Location loc);

  /// Access to the block at `position`, a vector that runs over `axes`.
  mlir::Value read(mlir::OpBuilder &builder, mlir::Location loc,
                   llvm::ArrayRef<Position> position,
                   llvm::ArrayRef<unsigned> axes) const;
  void write(mlir::OpBuilder &builder, mlir::Location loc,
             llvm::ArrayRef<Position> position, mlir::Value vector) const;

private:
  AxisList blockOrder() const;
  mlir::MemRefType packedType() const;
  void copy(mlir::OpBuilder &builder, mlir::Location loc, bool in);
  void exclude(mlir::OpBuilder &builder, mlir::Location loc);
  llvm::SmallVector<mlir::Value>
  plainIndices(mlir::OpBuilder &builder, mlir::Location loc,
               llvm::ArrayRef<mlir::Value> elements) const;
  llvm::SmallVector<mlir::Value>
  packedIndices(mlir::OpBuilder &builder, mlir::Location loc,
                llvm::ArrayRef<mlir::Value> elements) const;
  llvm::SmallVector<mlir::Value>
  blockIndices(mlir::OpBuilder &builder, mlir::Location loc,
               llvm::ArrayRef<Position> position) const;
  mlir::AffineMap blockMap(mlir::MLIRContext *context,
                           llvm::ArrayRef<unsigned> axes) const;
  unsigned rank() const;

  const RowCluster &cluster;
  mlir::OpOperand &use;
  mlir::Value memory;
  mlir::Value packed; // null: accessed where it is
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWMEMORY_H
