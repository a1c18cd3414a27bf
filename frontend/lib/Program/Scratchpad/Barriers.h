//===- Barriers.h - barriers between launches -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The operations of the entry block of a function that no core passes before
// the others reach their end: barriers, and calls of functions that end with
// one. One core needs none: every operation takes their place.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BARRIERS_H
#define MATRIX_FRONTEND_LIB_BARRIERS_H

#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/SymbolTable.h"

namespace matrix {

class Barriers {
public:
  Barriers(mlir::func::FuncOp function, mlir::SymbolTable &symbols,
           int64_t cores);

  /// Returns the barrier before `op`, or null.
  mlir::Operation *findBefore(mlir::Operation *op) const;

  /// Returns the barrier after `op`, which may be the end of `op` itself, or
  /// the one that follows `number - 1` others. Null: none.
  mlir::Operation *findAfter(mlir::Operation *op, int64_t number) const;

private:
  llvm::SmallVector<mlir::Operation *> barriers;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BARRIERS_H
