//===- MatrixAsmOperands.h - values of inline assembly ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds values of inline assembly that their constraints cannot hold. The pass
// that reports unsupported features (MatrixUnsupported.cpp) calls it for each
// call.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LLVM_TARGET_IRPASSES_MATRIXASMOPERANDS_H
#define MATRIX_LLVM_TARGET_IRPASSES_MATRIXASMOPERANDS_H

#include "llvm/ADT/StringRef.h"
#include <optional>

namespace llvm {
class CallBase;
class TargetLowering;
class Type;

namespace Matrix {
/// A value that no register and no memory operand of inline assembly holds.
struct UnsupportedAsmValue {
  Type *T;
  StringRef Advice;
};

/// Returns the first such operand or result of a call of inline assembly.
/// SelectionDAG has no diagnostic for these.
std::optional<UnsupportedAsmValue>
findUnsupportedAsmValue(const CallBase &Call, const TargetLowering &TLI);
} // namespace Matrix
} // namespace llvm

#endif
