//===- MatrixAsmErrors.h - errors in inline assembly ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// llc finds the errors in inline assembly, but only clang can tell where the
// statement is in C: its `!srcloc` is a number of clang. After such errors
// matrix-cc runs clang again, with the errors as options, which this pass
// reports.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_IRPASSES_MATRIXASMERRORS_H
#define MATRIX_IRPASSES_MATRIXASMERRORS_H

#include "llvm/IR/PassManager.h"

namespace llvm::Matrix {

struct AsmErrorsPass : PassInfoMixin<AsmErrorsPass> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &);
  static bool isRequired() { return true; }
};

} // namespace llvm::Matrix

#endif // MATRIX_IRPASSES_MATRIXASMERRORS_H
