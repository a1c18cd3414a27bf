//===- IdentityContraction.h - identity-matrix contractions -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rewrite that moves a tensor to the memory that only contractions write,
// by a product with the identity matrix. The results of the operations do not
// change.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_IDENTITYCONTRACTION_H
#define MATRIX_FRONTEND_LIB_IDENTITYCONTRACTION_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// If `ops` use a tensor of narrow floats only for exponentials, returns a copy
/// of the operations from this tensor on, producers first, in which the tensor
/// is the result of a contraction with the identity matrix. Returns an empty
/// list if there is no such tensor.
llvm::SmallVector<mlir::linalg::GenericOp>
copyThroughIdentityContraction(llvm::ArrayRef<mlir::linalg::GenericOp> ops);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_IDENTITYCONTRACTION_H
