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
// are scatter loops as well.
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

/// A tensor that a scatter loop reads, apart from the table.
struct ScatterOperand {
  mlir::Value tensor;
  bool isStreamed = true; ///< each read is at the counter of the first loop
  bool hasRows = false, hasElements = false; ///< what is read
};

/// A perfect nest of loops from 0 with step 1 and constant trip counts.
struct ScatterLoop {
  llvm::SmallVector<mlir::scf::ForOp> loops; ///< outermost first
  llvm::SmallVector<ScatterOperand> operands;
  /// Scalars from outside of the nest that are not constants.
  llvm::SetVector<mlir::Value> scalars;
  /// The tensor.insert or tensor.insert_slice.
  mlir::Operation *insertion = nullptr;
  bool hasElements = false; ///< whether elements of the table are accessed

  mlir::scf::ForOp outer() const { return loops.front(); }
  mlir::scf::ForOp inner() const { return loops.back(); }
  /// Returns the table before the first iteration, and its type.
  mlir::Value getInit() const;
  mlir::RankedTensorType getTableType() const;
  /// Returns the table of an iteration.
  mlir::Value getTable() const;
  /// Returns the iterations of the first loop, and those of the nest.
  int64_t numOuter() const;
  int64_t numIterations() const;
  /// Returns the number of elements in a row of the table.
  int64_t rowElements() const;
  /// Returns whether each column of the table depends on one column of the
  /// operands that are read by rows, and on all others.
  bool isDivisible() const;
};

/// Returns whether an operation of the loop computes a row: a slice or an
/// elementwise operation on rows.
bool isScatterRow(mlir::Operation *op);

/// Matches the outermost loop of a nest.
std::optional<ScatterLoop> matchScatterLoop(mlir::scf::ForOp loop);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SCATTERLOOP_H
