//===- MLIRMatrix.cpp - plug-in for tools of MLIR -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The entry points of --load-dialect-plugin and --load-pass-plugin. One shared
// library has both, and is also what C++ programs of other projects link.
//
//===----------------------------------------------------------------------===//

#include "matrix/Conversion/MatrixToLLVM/MatrixToLLVM.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#ifdef MATRIX_HAS_FRONTEND
#include "matrix/Frontend/Passes.h"
#endif
#include "mlir/IR/DialectRegistry.h"
#include "mlir/Tools/Plugins/DialectPlugin.h"
#include "mlir/Tools/Plugins/PassPlugin.h"

static constexpr const char *kName = "Matrix";

static void addDialects(mlir::DialectRegistry *registry) {
  registry->insert<matrix::MatrixDialect>();
  matrix::registerConvertMatrixToLLVMInterface(*registry);
}

static void addPasses() {
  matrix::registerMatrixPasses();
#ifdef MATRIX_HAS_FRONTEND
  matrix::registerFrontendPasses();
#endif
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::DialectPluginLibraryInfo
mlirGetDialectPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, MATRIX_VERSION, addDialects};
}

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT mlir::PassPluginLibraryInfo
mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, kName, MATRIX_VERSION, addPasses};
}
