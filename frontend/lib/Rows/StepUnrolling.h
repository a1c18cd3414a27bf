//===- StepUnrolling.h - steps of several blocks ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The choice of the blocks that one iteration of the loops of a fusion tree
// computes, and the unrolling of the loops. Candidates are enumerated and
// compared by an estimate of their cycles and by the size of their code
// (RowStep.h). Loops over results are unrolled and jammed; the loop over the
// depth is software-pipelined and unrolled.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_STEPUNROLLING_H
#define MATRIX_FRONTEND_LIB_STEPUNROLLING_H

#include "FusionTree.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"

namespace matrix {

/// The number of iterations to unroll and jam, on loops over blocks of results.
inline constexpr llvm::StringLiteral kStepAttrName = "matrix.step";

/// Sets the steps of the dimensions of a tree with one contraction to those of
/// least cost. Returns whether a step has several blocks.
bool chooseSteps(FusionTree &tree);
void resetSteps(FusionTree &tree);

/// Unrolls and jams the loops of the tree, which `function` contains, by their
/// steps.
void unrollSteps(mlir::func::FuncOp function, const FusionTree &tree);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_STEPUNROLLING_H
