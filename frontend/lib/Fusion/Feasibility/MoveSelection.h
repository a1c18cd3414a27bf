//===- MoveSelection.h - forms of operations that permute -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The form of an elementwise operation that permutes the elements of an operand
// (SeparateMoves.h). It moves and computes elements, or another operation moves
// those of the operand before it, or those of the result after it. The plans of
// all forms are predicted.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FUSION_FEASIBILITY_MOVESELECTION_H
#define MATRIX_FRONTEND_LIB_FUSION_FEASIBILITY_MOVESELECTION_H

#include "Movement/Copies/SeparateMoves.h"
#include "matrix/Description/Variants.h"

namespace matrix {

class MoveSelection {
public:
  /// Returns the predicted cycles of the group of a root and its epilogue,
  /// which may be null; infinite if tiles do not compute it.
  using Predict = llvm::function_ref<double(mlir::linalg::GenericOp root,
                                            mlir::linalg::GenericOp epilogue)>;

  MoveSelection(const desc::VariantInfo &variant, int64_t cores,
                Predict predict)
      : variant(variant), cores(cores), predict(predict) {}

  /// Keeps the form of the operation with the fewest predicted cycles. Returns
  /// whether it is one in two operations.
  bool select(mlir::linalg::GenericOp op) const;

private:
  double predictGroups(const SeparatedMove &form,
                       mlir::linalg::GenericOp epilogue) const;
  double predictForm(const SeparatedMove &form) const;

  const desc::VariantInfo &variant;
  int64_t cores;
  Predict predict;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FUSION_FEASIBILITY_MOVESELECTION_H
