//===- UseDominators.h - operations that all uses pass through --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dominator tree of the use-def graph: the parent of an operation is the
// nearest operation through which all its uses pass. The operations below a
// node are its maximum fanout-free cone: they are needed for that node only.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_USEDOMINATORS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_USEDOMINATORS_H

#include "mlir/IR/Operation.h"
#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

namespace matrix {

/// The dominator tree as lists of children. An operation with uses outside of
/// the scope, or with users that share no dominator, has no parent.
class UseDominators {
public:
  /// Computes the tree of the operations in `scope`, constants aside.
  void compute(mlir::Operation *scope);
  /// Must be called before `op` is erased.
  void forget(mlir::Operation *op) { children.erase(op); }

  /// Returns the operations whose parent is `op`.
  llvm::ArrayRef<mlir::Operation *> childrenOf(mlir::Operation *op) const {
    auto entry = children.find(op);
    if (entry == children.end())
      return {};
    return entry->second;
  }

private:
  llvm::DenseMap<mlir::Operation *, llvm::SmallVector<mlir::Operation *, 2>>
      children;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_USEDOMINATORS_H
