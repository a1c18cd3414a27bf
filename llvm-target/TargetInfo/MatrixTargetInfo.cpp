//===- TargetInfo/MatrixTargetInfo.cpp - registration of the plugin -------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loading the library registers the target: `llc --load=`, or LD_PRELOAD for
// tools without that option. `matrix` is not an architecture of llvm::Triple,
// so the target is registered for UnknownArch; createMatrixTargetMachine
// rejects other unknown triples.
//
//===----------------------------------------------------------------------===//

#include "TargetInfo/MatrixTargetInfo.h"
#include "matrix/Description/Hash.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/TargetParser/Triple.h"

using namespace llvm;

Target &llvm::getTheMatrixTarget() {
  static Target TheTarget;
  return TheTarget;
}

extern "C" LLVM_EXTERNAL_VISIBILITY void LLVMInitializeMatrixTargetInfo() {
  TargetRegistry::RegisterTarget(
      getTheMatrixTarget(), "matrix", "Matrix accelerators", "Matrix",
      [](Triple::ArchType Arch) { return Arch == Triple::UnknownArch; });
}

/// matrix-compile loads the target only if both are of one description.
extern "C" LLVM_EXTERNAL_VISIBILITY const char *matrixDescriptionHash() {
  return matrix::desc::descriptionHash.data(); // a string literal
}

extern "C" void LLVMInitializeMatrixTargetMC();
extern "C" void LLVMInitializeMatrixTarget();
extern "C" void LLVMInitializeMatrixAsmPrinter();
extern "C" void LLVMInitializeMatrixAsmParser();
extern "C" void LLVMInitializeMatrixDisassembler();

namespace {
struct RegisterAll {
  RegisterAll() {
    LLVMInitializeMatrixTargetInfo();
    LLVMInitializeMatrixTargetMC();
    LLVMInitializeMatrixTarget();
    LLVMInitializeMatrixAsmPrinter();
    LLVMInitializeMatrixAsmParser();
    LLVMInitializeMatrixDisassembler();
  }
} Registration;
} // namespace
