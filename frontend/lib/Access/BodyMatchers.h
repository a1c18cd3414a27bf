//===- BodyMatchers.h - matching of reduction bodies ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Matchers of the bodies of contractions and reductions. They recognize
// structure only: whether instructions exist for the formats is decided by
// trial selection later.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_BODYMATCHERS_H
#define MATRIX_FRONTEND_LIB_BODYMATCHERS_H

#include "FusionGroup.h"

namespace matrix {

/// Matches a tensor all of whose elements are one constant: a fill, an
/// operation that yields it, or a splat.
bool matchFill(mlir::Value tensor, mlir::TypedAttr &constant);

/// Returns whether operations of the body have effects, as assertions have.
bool hasEffects(mlir::linalg::GenericOp op);

/// The body of a contraction: acc + extend(lhs) * extend(rhs).
struct MulAdd {
  mlir::BlockArgument lhs, rhs;
  bool unsignedLhs, unsignedRhs;
};
/// Returns none if the operation has several results, no reduction loop, or
/// another body.
std::optional<MulAdd> matchMulAdd(mlir::linalg::GenericOp op);

/// The body of a reduction: combine(reduced, acc).
struct Combination {
  mlir::vector::CombiningKind kind;
  mlir::Value reduced;
};
/// Returns none if the last operation has no combining kind or the accumulator
/// has other uses. The reduced value may be computed by any operations.
std::optional<Combination> matchCombination(mlir::linalg::GenericOp op);

/// Sets the members of the group that describe a contraction or a reduction.
/// They require the dimensions and inputs of the group, and fail if the
/// accumulator is not f32 or i32. A contraction also needs two different
/// operands, a dimension k, and one of m and n.
mlir::LogicalResult matchContraction(FusionGroup &group);
bool matchReduction(FusionGroup &group);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_BODYMATCHERS_H
