//===- MatrixUnsupportedGlobals.h - unsupported globals ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks of globals, COMDATs and module flags, for the pass that reports
// unsupported features (MatrixUnsupported.cpp). They precede all passes,
// because those of garbage collection abort on an unknown collector when they
// are initialized.
//
//===----------------------------------------------------------------------===//

#ifndef LLVM_LIB_TARGET_MATRIX_MATRIXUNSUPPORTEDGLOBALS_H
#define LLVM_LIB_TARGET_MATRIX_MATRIXUNSUPPORTEDGLOBALS_H

namespace llvm {
class Module;

namespace Matrix {

/// Reports the unsupported features of global variables, ifuncs, COMDATs,
/// garbage collectors and module flags, each with its name. Removes those on
/// which code generation aborts; returns true if it removed any.
bool reportUnsupportedGlobals(Module &M);

} // namespace Matrix
} // namespace llvm

#endif // LLVM_LIB_TARGET_MATRIX_MATRIXUNSUPPORTEDGLOBALS_H
