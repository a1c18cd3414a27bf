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

#include "DemandedOperands.h"
#include "Movement/KnownElements.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/DenseMap.h"

namespace matrix {

class DemandedElements {
public:
  /// All elements of the results are needed, those of operands of calls are
  /// not.
  explicit DemandedElements(mlir::func::FuncOp function);

  /// Returns the number of elements.
  int64_t of(mlir::Value value) const;
  /// Returns whether all elements of a tensor of static shape are needed.
  bool isFullyDemanded(mlir::Value value) const;

private:
  void visit(mlir::Operation &op);
  void visitStructured(mlir::linalg::LinalgOp op);
  void visitMove(mlir::Operation &op);
  void demand(mlir::Value value, const std::optional<ElementBox> &box);
  void demandAnywhere(mlir::Value value, int64_t count);

  KnownElements known;
  llvm::DenseMap<mlir::Value, ElementBox> boxes;  // absent if none is needed
  llvm::DenseMap<mlir::Value, int64_t> unlocated; // numbers of elements
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_DEMANDEDELEMENTS_H
