//===- TensorBlocks.h - blocks of a tensor in DMA transfers -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The blocks of a tensor that transfers access, by its first dimension: whether
// a division of the tensor into contiguous parts divides a block, or leaves it
// in one part.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TENSORBLOCKS_H
#define MATRIX_FRONTEND_LIB_TENSORBLOCKS_H

#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/IR/SymbolTable.h"

namespace matrix {

/// The transfers of a tensor in one function, and the calls that receive its
/// address.
struct TensorUses {
  llvm::SmallVector<DmaLoadOp> loads;
  llvm::SmallVector<DmaStoreOp> stores;
  llvm::SmallVector<mlir::OpOperand *> arguments;
  bool isComplete = true; ///< there are no others
};

/// Finds the uses of a tensor, or its address, through views that begin with
/// its first element. What a view has beyond the tensor is not accessed.
TensorUses findUses(mlir::Value tensor);

/// What a transfer accesses in the first dimension of its view of the tensor.
struct BlockRows {
  int64_t stride = 0;   ///< elements of a slice
  int64_t slices = 0;   ///< of the tensor
  int64_t count = 0;    ///< of the block
  mlir::Value position; ///< null: 0
  bool isWhole = false;

  /// Returns the slices of a part, or 0 if the block may be in several parts,
  /// and not in all of them.
  int64_t getPart(int64_t owners) const {
    int64_t part = slices / owners;
    bool isDivided = slices % owners == 0 && (isWhole || part % count == 0);
    return isDivided ? part : 0;
  }
};

/// Returns what a transfer accesses of a tensor with this number of elements,
/// with a count of 0 if that is unknown.
BlockRows getBlockRows(DmaLoadOp load, int64_t elements);
BlockRows getBlockRows(DmaStoreOp store, int64_t elements);

/// Returns the largest number of owners, at most `maximum`, that the accesses
/// to a tensor permit; 1 if it cannot be divided. `tensors` are the values of
/// the tensor in a function.
int64_t findOwners(llvm::ArrayRef<mlir::Value> tensors, int64_t elements,
                   mlir::SymbolTable &symbols, int64_t maximum);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TENSORBLOCKS_H
