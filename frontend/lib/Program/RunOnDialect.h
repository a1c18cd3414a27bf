//===- RunOnDialect.h - passes for the operations of a dialect --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Creates the pass matrix-run-on-dialect for passes that are not written as
// text. It is in pipelines instead of passes of upstream that visit all
// operations of a module.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PROGRAM_RUNONDIALECT_H
#define MATRIX_FRONTEND_LIB_PROGRAM_RUNONDIALECT_H

#include "matrix/Frontend/Passes.h"

namespace matrix {

/// Returns a pass that runs the added ones on a module, if that has operations
/// of the dialect.
std::unique_ptr<mlir::Pass>
createRunOnDialect(llvm::StringRef dialect,
                   llvm::function_ref<void(mlir::OpPassManager &)> addPasses);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PROGRAM_RUNONDIALECT_H
