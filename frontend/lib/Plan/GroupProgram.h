//===- GroupProgram.h - a fusion group as a program -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A program that computes one fusion group. Its text represents the structure
// of the group: equal for structurally equal groups (FusionGroupKey.h) of all
// programs, and the same in every run of the compiler.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_GROUPPROGRAM_H
#define MATRIX_FRONTEND_LIB_GROUPPROGRAM_H

#include "Plan/PlanFile.h"

namespace matrix {

/// The group as a program of its own.
struct GroupProgram {
  std::string text; ///< MLIR: the tensors of the group are arguments of `@main`
  std::string key;  ///< a hash of the text
  std::string name; ///< of the group in the program
  unsigned numResults;
};

/// Returns the program of a group. No value if the group uses non-constant
/// values other than its operands.
std::optional<GroupProgram> getGroupProgram(const NamedGroup &group);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_GROUPPROGRAM_H
