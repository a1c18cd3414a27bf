//===- RowAllocation.h - allocation of row memories -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocation of buffers in row memories over live ranges (FirstFit.h) in
// program order. A live range extends from the first to the last use; a use
// inside a loop extends it to the end of the loop. Each buffer follows the one
// before, so that an instruction writes rows which were read long ago and need
// not wait for their readers. If a buffer finds no room then, all are placed by
// first fit; if there is still none, the buffer with the furthest next use is
// evicted (Belady's rule): it is read again later if it was only read,
// otherwise it is spilled to DRAM.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWALLOCATION_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWALLOCATION_H

#include "Rows/RowLowering.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/FirstFit.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"

namespace matrix {

/// Sizes and offsets are rows.
struct RowBuffer : LiveBuffer {
  mlir::memref::AllocOp op;
  llvm::SmallVector<mlir::Operation *> users; // in program order
  bool inLoop = false; // used in a deeper loop than allocated
};

/// Replaces the buffers in row memories by buffers at fixed rows. Each memory
/// is allocated independently of the others; every eviction restarts the
/// allocation of its memory, and strictly shortens a live range.
class RowAllocator {
public:
  explicit RowAllocator(mlir::func::FuncOp function)
      : function(function), variant(getTarget(function)), plan(variant),
        aliases(function) {}
  mlir::LogicalResult run();

private:
  using Buffers = llvm::SmallVector<RowBuffer>;

  void number();
  RowBuffer describe(mlir::memref::AllocOp op);
  std::optional<Buffers> collect(const desc::SpaceInfo &space);
  mlir::FailureOr<bool> place(Buffers &buffers, const desc::SpaceInfo &space);
  bool rotate(Buffers &buffers, const desc::SpaceInfo &space);
  bool evictOne(Buffers &buffers, unsigned index, const desc::SpaceInfo &space);
  bool evict(RowBuffer &buffer, int64_t when, const desc::SpaceInfo &space);
  bool isRematerializable(const RowBuffer &buffer, mlir::Operation *until);
  const RowMove *findMove(bool toDram, const desc::SpaceInfo &space,
                          mlir::MemRefType type);
  mlir::LogicalResult reportFull(Buffers &buffers, unsigned index,
                                 const desc::SpaceInfo &space);
  void replace(llvm::ArrayRef<RowBuffer> buffers);

  mlir::func::FuncOp function;
  const desc::VariantInfo &variant;
  RowPlan plan;
  mlir::AliasAnalysis aliases;
  llvm::DenseMap<mlir::Operation *, int64_t> numbers, lastNumbers;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWALLOCATION_H
