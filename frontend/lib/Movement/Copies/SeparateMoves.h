//===- SeparateMoves.h - operations apart from movement ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An elementwise operation that makes other elements adjacent than the tensor
// it reads, such as a bias that is added to interleaved results, is divided in
// two: the same operation in the order of the tensor that it reads, which can
// be the epilogue of the operation that computes this tensor, and a movement.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_SEPARATEMOVES_H
#define MATRIX_FRONTEND_LIB_SEPARATEMOVES_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include <optional>

namespace matrix {

/// An operation on tensors in both forms. The second form is before it and
/// has no users.
struct SeparatedMove {
  mlir::linalg::GenericOp whole;
  mlir::linalg::GenericOp producer; ///< of the tensor; may be null
  mlir::linalg::GenericOp computed, moved;
  bool movesFirst = false; ///< moves the operand, otherwise the result

  /// Keeps the second form only, or the first one.
  void accept();
  void reject();
};

/// Emits the second form, which moves the result or the operand; none if the
/// operation has none.
std::optional<SeparatedMove> separateMove(mlir::linalg::GenericOp op);
std::optional<SeparatedMove> separateOperandMove(mlir::linalg::GenericOp op);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_SEPARATEMOVES_H
