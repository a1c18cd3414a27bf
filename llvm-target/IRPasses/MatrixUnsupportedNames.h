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
// Unsupported overloads of supported intrinsics are found by code, not by name.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TARGET_MATRIX_MATRIXUNSUPPORTEDNAMES_H
#define LLVM_LIB_TARGET_MATRIX_MATRIXUNSUPPORTEDNAMES_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/CodeGenTypes/MachineValueType.h"
#include <initializer_list>
#include <optional>

namespace llvm {
class CallBase;
} // namespace llvm

namespace llvm::Matrix {

/// Names with a common remedy.
struct UnsupportedNames {
  StringRef Advice;
  std::initializer_list<StringRef> Names;
};

/// Function attributes that require unsupported code generation.
ArrayRef<UnsupportedNames> unsupportedFunctionAttributes();
ArrayRef<UnsupportedNames> unsupportedParameterAttributes();

/// Returns the advice for a call of an unsupported intrinsic, or of an overload
/// that common code does not expand. Tile: the tile type of the subtarget.
std::optional<StringRef> adviceForIntrinsic(const CallBase &Call, MVT Tile);

} // namespace llvm::Matrix

#endif // LLVM_LIB_TARGET_MATRIX_MATRIXUNSUPPORTEDNAMES_H
