//===- RowPreparation.h - vector code as rows want it -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWPREPARATION_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWPREPARATION_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {

/// Says in the program what instructions absorb: contractions get transposed
/// operands where no instruction has them as they are, transposed writes become
/// transpositions, and the first iteration of a loop that starts from a
/// constant stands alone, as it is another form of the instruction.
void prepareForRows(mlir::func::FuncOp function,
                    const desc::VariantInfo &variant);

/// Removes the vector code that operations on rows replaced.
void removeReplaced(mlir::func::FuncOp function);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_ROWPREPARATION_H
