//===- RowPreparation.h - preparation for row selection ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Normalization of vector code before row selection and its removal afterwards.
// Preparation makes explicit what instructions contain, so that matching does
// not search for it; code that selection does not cover remains valid vector
// code.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWPREPARATION_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWPREPARATION_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {

/// Makes the operations explicit that instructions absorb: operands of
/// contractions without a matching instruction are transposed, transposed
/// writes become transpositions, and the first iteration of a loop that starts
/// from a constant is peeled, because it is another specialization of the
/// instruction.
void prepareForRows(mlir::func::FuncOp function,
                    const desc::VariantInfo &variant);

/// Removes the vector code that row operations have replaced.
void removeReplaced(mlir::func::FuncOp function);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWS_ROWPREPARATION_H
