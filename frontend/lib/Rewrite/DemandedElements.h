//===- DemandedElements.h - elements that results depend on -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A lower bound of the elements of each tensor that every program for a
// function has to read or compute, by one traversal from the results to the
// operands. Slices and strided windows need a part of their source. Operands of
// unsupported operations count as not needed.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_DEMANDEDELEMENTS_H
#define MATRIX_FRONTEND_LIB_DEMANDEDELEMENTS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/DenseMap.h"

namespace matrix {

class DemandedElements {
public:
  /// `ofResults`: the number of elements of each result that the caller needs.
  DemandedElements(mlir::func::FuncOp function, mlir::ModuleOp module,
                   llvm::ArrayRef<int64_t> ofResults, unsigned depth = 0);

  int64_t of(mlir::Value value) const { return elements.lookup(value); }
  /// Returns whether all elements of a tensor of static shape are needed.
  bool isFullyDemanded(mlir::Value value) const;
  llvm::SmallVector<int64_t> ofAll(mlir::ValueRange values) const;

private:
  void visit(mlir::Operation &op);
  void visitStructured(mlir::linalg::LinalgOp op);
  void visitCall(mlir::func::CallOp op);
  void demand(mlir::Value value, int64_t count);

  mlir::ModuleOp module;
  unsigned depth;
  llvm::DenseMap<mlir::Value, int64_t> elements;
};

/// Returns the elements of a tensor; 0 if its shape is not static.
int64_t elementsOf(mlir::Value value);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DEMANDEDELEMENTS_H
