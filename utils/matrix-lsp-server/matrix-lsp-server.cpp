//===- matrix-lsp-server.cpp - language server for MLIR files -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-lsp-server with the matrix dialect registered, for editors of MLIR
// files. All upstream dialects are registered too.
//
//===----------------------------------------------------------------------===//

#include "matrix/InitAll.h"
#include "matrix/Support/CommandLine.h"
#include "mlir/Tools/mlir-lsp-server/MlirLspServerMain.h"

int main(int argc, char **argv) {
  matrix::addVersionPrinter();
  mlir::DialectRegistry registry;
  matrix::registerAllDialects(registry);
  return mlir::failed(mlir::MlirLspServerMain(argc, argv, registry));
}
