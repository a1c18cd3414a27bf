//===- InitAll.h - registration for tools -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registers all upstream dialects, extensions and passes, and those of the
// matrix dialect. matrix-opt, matrix-lsp-server and the frontend share the
// registration of dialects, so that each of them parses the modules that
// another one prints.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_INITALL_H
#define MATRIX_INITALL_H

#include "matrix/Conversion/MatrixToLLVM/MatrixToLLVM.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "mlir/InitAllDialects.h"
#include "mlir/InitAllExtensions.h"
#include "mlir/InitAllPasses.h"

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
}

} // namespace matrix

#endif // MATRIX_INITALL_H
