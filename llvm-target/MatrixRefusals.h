//===- MatrixRefusals.h - names of IR that are refused ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TARGET_MATRIX_MATRIXREFUSALS_H
#define LLVM_LIB_TARGET_MATRIX_MATRIXREFUSALS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace llvm::Matrix {

/// What to do instead of using one of these names.
struct Refusal {
  StringRef Advice;
  std::vector<StringRef> Names;
};

/// Attributes of functions that ask for code that is not generated.
ArrayRef<Refusal> refusedFunctionAttributes();
ArrayRef<Refusal> refusedParameterAttributes();

/// The advice for an intrinsic that is refused by its name or as a member of a
/// family (`llvm.eh.sjlj` and all below it).
std::optional<StringRef> adviceForIntrinsic(StringRef Name);

} // namespace llvm::Matrix

#endif // LLVM_LIB_TARGET_MATRIX_MATRIXREFUSALS_H
