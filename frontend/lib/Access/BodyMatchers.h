//===- BodyMatchers.h - matching of reduction bodies ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matchers of the bodies of contractions and reductions.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BODYMATCHERS_H
#define MATRIX_FRONTEND_LIB_BODYMATCHERS_H

#include "FusionGroup.h"

namespace matrix {

/// Matches a tensor all of whose elements are one constant.
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

/// Sets the members of the group that describe a contraction or a reduction.
mlir::LogicalResult matchContraction(FusionGroup &group);
bool matchReduction(FusionGroup &group);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BODYMATCHERS_H
