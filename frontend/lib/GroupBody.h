//===- GroupBody.h - what the body of a reduction computes ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_GROUPBODY_H
#define MATRIX_FRONTEND_LIB_GROUPBODY_H

#include "Group.h"

namespace matrix {

/// Whether every element of the tensor is the same constant.
bool matchFill(mlir::Value tensor, mlir::TypedAttr &constant);

/// The body of a contraction: acc + extend(lhs) * extend(rhs).
struct MulAdd {
  mlir::BlockArgument lhs, rhs;
  bool unsignedLhs, unsignedRhs;
};
std::optional<MulAdd> matchMulAdd(mlir::linalg::GenericOp op);

/// The body of a reduction: combine(reduced, acc).
struct Combination {
  mlir::vector::CombiningKind kind;
  mlir::Value reduced;
};
std::optional<Combination> matchCombination(mlir::linalg::GenericOp op);

/// Fills in what the group says about a contraction, or about a reduction.
mlir::LogicalResult matchContraction(Group &group);
bool matchReduction(Group &group);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_GROUPBODY_H
