//===- ScatterLoop.h - loops that update rows of a table --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scatter loop carries one tensor, the table, and replaces one row or one
// element of it in each iteration, at a position that is data. Nests of loops
// are scatter loops as well. If one of the loops counts an index of all
// accesses to the table, its iterations access different parts of the table.
//
//   %r = scf.for %i = 0 to N iter_args(%t = %init) {
//     %k = tensor.extract %numbers[%i]
//     %a = tensor.extract_slice %t[%k, 0] [1, D] [1, 1]
//     %b = tensor.extract_slice %updates[%i, 0] [1, D] [1, 1]
//     %s = linalg.generic { arith.addf } ins(%a, %b)
//     %u = tensor.insert_slice %s into %t[%k, 0] [1, D] [1, 1]
//     scf.yield %u
//   }
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SCATTERLOOP_H
#define MATRIX_FRONTEND_LIB_SCATTERLOOP_H

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/SetVector.h"
#include <optional>

namespace matrix {

/// A tensor that a scatter loop accesses.
struct ScatterOperand {
  mlir::Value tensor;
  /// For each dimension: the counter that is the index of all accesses, or
  /// null.
  llvm::SmallVector<mlir::Value> counters;
  bool hasRows = false, hasElements = false; ///< what is accessed

  mlir::RankedTensorType getType() const {
    return mlir::cast<mlir::RankedTensorType>(tensor.getType());
  }
  /// Returns the first dimension with this counter; -1 if there is none.
  int64_t findDim(mlir::Value counter) const;
};

/// A perfect nest of loops from 0 with step 1 and constant trip counts.
struct ScatterLoop {
  llvm::SmallVector<mlir::scf::ForOp> loops;  ///< outermost first
  ScatterOperand table;                       ///< in an iteration
  llvm::SmallVector<ScatterOperand> operands; ///< that are read
  /// Scalars from outside of the nest that are not constants.
  llvm::SetVector<mlir::Value> scalars;
  /// The tensor.insert or tensor.insert_slice.
  mlir::Operation *insertion = nullptr;

  mlir::scf::ForOp outer() const { return loops.front(); }
  mlir::scf::ForOp inner() const { return loops.back(); }
  /// Returns the table before the first iteration, and its type.
  mlir::Value getInit() const;
  mlir::RankedTensorType getTableType() const { return table.getType(); }
  /// Returns the iterations of a loop, of the first one, and of the nest.
  int64_t numIterations(unsigned loop) const;
  int64_t numOuter() const { return numIterations(0); }
  int64_t numIterations() const;
  /// Returns the number of elements in a row of the table.
  int64_t rowElements() const;
  /// Returns whether each column of the table depends on one column of the
  /// operands that are read by rows, and on all others.
  bool hasSeparateColumns() const;
  /// Returns whether each iteration of a loop accesses its own part of the
  /// table.
  bool hasSeparateIterations(unsigned loop) const;
};

/// Returns whether an operation of the loop computes a row: a slice or an
/// elementwise operation on rows.
bool isScatterRow(mlir::Operation *op);

/// Matches the outermost loop of a nest.
std::optional<ScatterLoop> matchScatterLoop(mlir::scf::ForOp loop);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCATTERLOOP_H
