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
#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/DenseMap.h"

namespace matrix {

/// Elements of a tensor: all combinations of indices, a set for each dimension.
/// Empty for values without static shape.
using ElementSets = llvm::SmallVector<llvm::BitVector>;

class DemandedElements {
public:
  /// `ofResults`: the elements of each result that the caller needs.
  DemandedElements(mlir::func::FuncOp function, mlir::ModuleOp module,
                   llvm::ArrayRef<ElementSets> ofResults, unsigned depth = 0);

  /// Returns the number of elements.
  int64_t of(mlir::Value value) const;
  /// Returns whether all elements of a tensor of static shape are needed.
  bool isFullyDemanded(mlir::Value value) const;
  llvm::SmallVector<ElementSets> ofAll(mlir::ValueRange values) const;

private:
  void visit(mlir::Operation &op);
  void visitStructured(mlir::linalg::LinalgOp op);
  void visitCall(mlir::func::CallOp op);
  void demand(mlir::Value value, ElementSets sets);

  mlir::ModuleOp module;
  unsigned depth;
  llvm::DenseMap<mlir::Value, ElementSets> elements;
};

/// Returns the elements of a tensor; 0 if its shape is not static.
int64_t elementsOf(mlir::Value value);
/// Returns all elements of a tensor.
ElementSets allElements(mlir::Value value);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DEMANDEDELEMENTS_H
