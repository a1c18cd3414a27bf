//===- FusionGroupKey.h - structural equality of fusion groups --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keys by which groups are deduplicated. A key contains addresses of uniqued
// objects of the MLIR context, so that it is valid in one run of the compiler
// only; GroupProgram.h has keys that are not.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FUSIONGROUPKEY_H
#define MATRIX_FRONTEND_LIB_FUSIONGROUPKEY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// Everything that code generation for a group depends on, except the identity
/// of its tensors. Groups with equal keys have equal code.
using FusionGroupKey = std::vector<intptr_t>;

/// Returns the key of an operation and its optional epilogue. No value if they
/// use non-constant values defined outside.
std::optional<FusionGroupKey>
getFusionGroupKey(mlir::linalg::GenericOp root,
                  mlir::linalg::GenericOp epilogue);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FUSIONGROUPKEY_H
