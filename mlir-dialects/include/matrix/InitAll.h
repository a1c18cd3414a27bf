//===- InitAll.h - registration for tools -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers all dialects, extensions and passes, upstream and of this project.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_INITALL_H
#define MATRIX_INITALL_H

#include "matrix/Conversion/MatrixToLLVM/MatrixToLLVM.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/Transforms/Passes.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"
#if MATRIX_HAS_FRONTEND
#include "matrix/Frontend/Passes.h"
#endif

namespace matrix {

/// Registers the dialect with its lowering, and all upstream dialects with
/// their extensions.
inline void registerAllDialects(mlir::DialectRegistry &registry) {
  mlir::registerAllDialects(registry);
  mlir::registerAllExtensions(registry);
  registry.insert<MatrixDialect>();
  registerConvertMatrixToLLVMInterface(registry);
}

inline void registerAllPasses() {
  mlir::registerAllPasses();
  registerMatrixPasses();
#if MATRIX_HAS_FRONTEND
  registerFrontendPasses();
#endif
}

} // namespace matrix

#endif // MATRIX_INITALL_H
