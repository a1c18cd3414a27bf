//===- KeptTensors.h - tensors in scratchpads between launches --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A buffer in DRAM that only DMA transfers access can as well be in the
// scratchpad of one of the cores, or in parts in those of several
// (DividedTensors.h), where no buffer of that core is live at the same time.
// Transfers reach it by its address, locally or over the interconnect.
//
// Cores are at different places of the program, but none passes a barrier that
// another one has not reached. A buffer is therefore occupied from the barrier
// before its first access to the one after its last.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_KEPTTENSORS_H
#define MATRIX_FRONTEND_LIB_KEPTTENSORS_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseSet.h"
#include <vector>

namespace matrix {

/// A buffer in DRAM, and the operations of the entry block of its function
/// between which it is occupied.
struct KeptTensor {
  mlir::memref::GlobalOp global;
  int64_t bits = 0;  ///< of all elements
  size_t number = 0; ///< in program order
  llvm::SmallVector<mlir::memref::GetGlobalOp> uses;
  /// Null: from the start of the function.
  mlir::Operation *barrierBefore = nullptr;
  /// Possibly the end of the function.
  mlir::Operation *barrierAfter = nullptr;
};

/// Returns the buffers that only DMA transfers of `function`, and of functions
/// that it calls, access; the largest ones first. One core needs no barriers:
/// the operations around the accesses take their place.
std::vector<KeptTensor> findKeptTensors(mlir::func::FuncOp function,
                                        mlir::SymbolTable &symbols,
                                        int64_t cores);

/// Returns the operands of calls that are these values or views of them.
llvm::DenseSet<mlir::OpOperand *>
findCallOperands(llvm::ArrayRef<mlir::Value> values);

/// Replaces a buffer by the one at an offset in the scratchpad of a core, and
/// returns it. `scratchpad` is the global of all its buffers.
mlir::Value moveToScratchpad(mlir::memref::GetGlobalOp use,
                             mlir::memref::GlobalOp scratchpad, int64_t core,
                             int64_t offset, const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_KEPTTENSORS_H
