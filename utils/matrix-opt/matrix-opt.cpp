//===- matrix-opt.cpp - pass driver ---------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-opt with the matrix dialect and the passes of this project. The nesting
// of the input is checked before MLIR's recursive parser reads it. The passes
// of the frontend are present if the frontend is built.
//
//===----------------------------------------------------------------------===//

#include "matrix/InitAll.h"
#include "matrix/Support/CapturedOutput.h"
#include "matrix/Support/CommandLine.h"
#include "matrix/Support/Nesting.h"
#ifdef MATRIX_HAS_FRONTEND
#include "matrix/Frontend/Passes.h"
#endif
#include "mlir/Support/FileUtilities.h"
#include "mlir/Tools/mlir-opt/MlirOptMain.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/ToolOutputFile.h"

/// Processes the input as mlir-opt does, after a check of its nesting.
static mlir::LogicalResult process(llvm::StringRef input,
                                   llvm::StringRef output,
                                   mlir::DialectRegistry &registry) {
  std::string message;
  std::unique_ptr<llvm::MemoryBuffer> file =
      mlir::openInputFile(input, &message);
  std::unique_ptr<llvm::ToolOutputFile> result;
  if (file) {
    if (llvm::Error error = matrix::checkNesting(*file))
      message = llvm::toString(std::move(error));
    else
      result = mlir::openOutputFile(output, &message);
  }
  if (!result) {
    llvm::errs() << message << "\n";
    return mlir::failure();
  }
  if (failed(mlir::MlirOptMain(result->os(), std::move(file), registry,
                               mlir::MlirOptMainConfig::createFromCLOptions())))
    return mlir::failure();
  result->keep();
  return mlir::success();
}

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
        llvm::InitLLVM init(count, words);
        auto [input, output] = mlir::registerAndParseCLIOptions(
            count, words, "Matrix optimizer and pass driver\n", registry);
        auto config = mlir::MlirOptMainConfig::createFromCLOptions();
        bool isQuery = config.shouldShowDialects() || config.shouldListPasses();
        return mlir::asMainReturnCode(
            isQuery ? mlir::MlirOptMain(count, words, input, output, registry)
                    : process(input, output, registry));
      });
}
