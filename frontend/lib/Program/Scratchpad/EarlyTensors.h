//===- EarlyTensors.h - rows that are loaded launches ahead -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch that DRAM limits, because of wide weights, may follow launches that
// leave DRAM idle, and scratchpads with unused space. Each core then loads some
// of the rows that it needs during the steps of earlier launches, the carriers,
// a piece in each step after the loads of the step, and reads them from its own
// scratchpad later.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_EARLYTENSORS_H
#define MATRIX_FRONTEND_LIB_EARLYTENSORS_H

#include "ScratchpadRoom.h"
#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/IR/SymbolTable.h"
#include "llvm/ADT/DenseSet.h"

namespace matrix {

/// Rows of each core's block that are loaded during one launch.
struct EarlyRows {
  mlir::func::CallOp carrier;
  int64_t first = 0, count = 0;
  int64_t pieceBytes = 0;             ///< that one step loads
  int64_t size = 0;                   ///< bytes in the scratchpad
  llvm::SmallVector<int64_t> offsets; ///< in the scratchpad of each core
};

/// A tensor of which a launch finds the last rows of each block in scratchpads.
struct EarlyTensor {
  mlir::func::CallOp launch;
  unsigned argument = 0;
  llvm::SmallVector<EarlyRows> parts; ///< in the order of their rows
};

/// Chooses tensors for the launches that `function` calls, and adds their
/// buffers to those of the scratchpads. `kept` are the operands of launches
/// that are in scratchpads already.
std::vector<EarlyTensor>
chooseEarlyTensors(mlir::func::FuncOp function, mlir::SymbolTable &symbols,
                   const llvm::DenseSet<mlir::OpOperand *> &kept,
                   ScratchpadRoom use, const desc::VariantInfo &variant);

/// Changes carriers and launches, which become functions of their own.
/// `scratchpad` is the global of all buffers.
void loadEarly(llvm::ArrayRef<EarlyTensor> tensors, mlir::SymbolTable &symbols,
               mlir::memref::GlobalOp scratchpad, int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_EARLYTENSORS_H
