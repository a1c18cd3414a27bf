//===- MatrixUnsupportedNames.h - names of unsupported IR -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tables of function attributes, parameter attributes and intrinsics that the
// target does not support, each with the advice that the error message gives.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TARGET_MATRIX_MATRIXUNSUPPORTEDNAMES_H
#define LLVM_LIB_TARGET_MATRIX_MATRIXUNSUPPORTEDNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include <optional>
#include <vector>

namespace llvm::Matrix {

/// Names with a common remedy.
struct UnsupportedNames {
  StringRef Advice;
  std::vector<StringRef> Names;
};

/// Function attributes that require unsupported code generation.
ArrayRef<UnsupportedNames> unsupportedFunctionAttributes();
ArrayRef<UnsupportedNames> unsupportedParameterAttributes();

/// Returns the advice for an unsupported intrinsic, listed by name or as a
/// member of a family (`llvm.eh.sjlj` and all below it).
std::optional<StringRef> adviceForIntrinsic(StringRef Name);

} // namespace llvm::Matrix

#endif // LLVM_LIB_TARGET_MATRIX_MATRIXUNSUPPORTEDNAMES_H
