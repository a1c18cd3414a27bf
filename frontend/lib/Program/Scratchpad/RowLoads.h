//===- RowLoads.h - loads of one block of rows for each core ----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A function that is called as a launch reads a tensor by rows if all of its
// accesses are loads of blocks without multicast, and the first row of these
// blocks depends on the core alone: each core reads the columns of the same
// rows, one block after the other. Some of the rows can then come from
// elsewhere, the same ones in each block.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWLOADS_H
#define MATRIX_FRONTEND_LIB_ROWLOADS_H

#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/SymbolTable.h"
#include <optional>

namespace matrix {

/// The loads of a tensor by rows.
struct RowLoads {
  llvm::SmallVector<DmaLoadOp> loads;
  mlir::MemRefType tensor;              ///< dense, as the loads access it
  int64_t blockRows = 0;                ///< of each block, padding included
  llvm::SmallVector<int64_t> firstRows; ///< of each core
  llvm::SmallVector<int64_t> validRows; ///< of each core, from the first one

  int64_t getRowElements() const {
    return tensor.getNumElements() / tensor.getDimSize(0);
  }
  int64_t getRowBytes() const {
    return getRowElements() * tensor.getElementTypeBitWidth() / 8;
  }
};

/// Returns the loads of an argument, if its tensor is read by rows.
std::optional<RowLoads> findRowLoads(mlir::func::FuncOp function,
                                     unsigned argument, int64_t cores);

/// Returns the address or the global that a view or an address comes from.
mlir::Value findRoot(mlir::Value value);

/// Returns whether the tensor at an address is an argument of the program or a
/// constant, of which the program only loads blocks.
bool isOnlyLoaded(mlir::Value address, mlir::SymbolTable &symbols);

/// Returns the type of the dense tensor at an argument, or null.
mlir::MemRefType findTensorType(mlir::func::FuncOp function, unsigned argument);

/// Returns the view of `count` rows of a block, from row `first` on.
mlir::Value takeRows(mlir::ImplicitLocOpBuilder &b, mlir::Value block,
                     int64_t first, int64_t count);

/// The loop over steps of a function, which starts loads of the next one.
struct StepLoop {
  mlir::scf::ForOp loop;
  mlir::scf::IfOp nextLoads;
  int64_t minSteps = 0, maxSteps = 0; ///< over the cores
};

std::optional<StepLoop> findStepLoop(mlir::func::FuncOp function,
                                     int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWLOADS_H
