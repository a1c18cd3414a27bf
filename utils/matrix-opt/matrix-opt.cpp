//===- matrix-opt.cpp - pass driver ---------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with the matrix dialect and the passes of this project.
//
//===----------------------------------------------------------------------===//

#include "matrix/InitAll.h"
#include "matrix/Support/CapturedOutput.h"
#include "matrix/Support/CommandLine.h"
#ifdef MATRIX_HAS_FRONTEND
#include "matrix/Frontend/Passes.h"
#endif
#include "mlir/Tools/mlir-opt/MlirOptMain.h"

int main(int argc, char **argv) {
  matrix::addVersionPrinter();
  mlir::DialectRegistry registry;
  matrix::registerAllDialects(registry);
  matrix::registerAllPasses();
#ifdef MATRIX_HAS_FRONTEND
  matrix::registerFrontendPasses();
#endif
  return matrix::runWithCapturedOutput(
      argc, argv, [&](int count, char **words) {
        return mlir::asMainReturnCode(mlir::MlirOptMain(
            count, words, "Matrix optimizer and pass driver\n", registry));
      });
}
