//===- matrix-translate.cpp - translation from and to LLVM IR -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// mlir-translate with the matrix dialect registered. The module attribute
// `matrix.target` has no effect on the translation to LLVM IR. Unused
// declarations of debug intrinsics are removed from the output, since debug
// records take their place.
//
//===----------------------------------------------------------------------===//

#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Support/CapturedOutput.h"
#include "matrix/Support/CommandLine.h"
#include "mlir/Dialect/DLTI/DLTI.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/InitAllTranslations.h"
#include "mlir/Target/LLVMIR/Dialect/All.h"
#include "mlir/Target/LLVMIR/ModuleTranslation.h"
#include "mlir/Tools/mlir-translate/MlirTranslateMain.h"
#include "mlir/Tools/mlir-translate/Translation.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"

static mlir::LogicalResult toLlvmIr(mlir::Operation *op,
                                    llvm::raw_ostream &os) {
  llvm::LLVMContext context;
  std::unique_ptr<llvm::Module> module =
      mlir::translateModuleToLLVMIR(op, context);
  if (!module)
    return mlir::failure();
  module->removeDebugIntrinsicDeclarations();
  module->print(os, nullptr);
  return mlir::success();
}

static void registerDialects(mlir::DialectRegistry &registry) {
  registry.insert<mlir::DLTIDialect, mlir::func::FuncDialect,
                  matrix::MatrixDialect>();
  mlir::registerAllToLLVMIRTranslations(registry);
}

int main(int argc, char **argv) {
  matrix::addVersionPrinter();
  mlir::registerFromLLVMIRTranslation();
  mlir::registerToCppTranslation();
  mlir::TranslateFromMLIRRegistration toLlvm(
      "mlir-to-llvmir", "Translate MLIR to LLVMIR", toLlvmIr, registerDialects);
  return matrix::runWithCapturedOutput(argc, argv, [](int count, char **words) {
    return int(mlir::failed(
        mlir::mlirTranslateMain(count, words, "Matrix translation driver")));
  });
}
