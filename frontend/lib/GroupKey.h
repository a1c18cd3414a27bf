//===- GroupKey.h - which groups are the same ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_GROUPKEY_H
#define MATRIX_FRONTEND_LIB_GROUPKEY_H

#include "mlir/Dialect/Linalg/IR/Linalg.h"

namespace matrix {

/// All that code generation for a group depends on, but for the tensors
/// themselves: groups with equal keys get equal code.
using GroupKey = std::vector<intptr_t>;

/// The key of an operation and its epilogue, if it has one; none if they use
/// values of their surroundings that are not constant.
std::optional<GroupKey> getGroupKey(mlir::linalg::GenericOp root,
                                    mlir::linalg::GenericOp epilogue);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_GROUPKEY_H
