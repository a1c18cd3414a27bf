//===- Compiler.h - Linalg to an executable ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole way inside one process: MLIR passes, translation, LLVM's optimiser
// and the target's code generator, linker. Nothing is written before all of it
// has succeeded.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMPILE_COMPILER_H
#define MATRIX_COMPILE_COMPILER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <memory>
#include <string>

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace matrix {
namespace compiler {

/// What comes out.
enum class Emit { Tiles, Dialect, LLVM, Assembly, Object, Executable };

struct CompileOptions {
  std::string Cpu;       // empty: what the module says, else the default
  unsigned Cores = 0;    // 0: all of the variant
  unsigned OptLevel = 2; // of LLVM, 0 to 3
  Emit Output = Emit::Executable;
  bool Explain = false;          // show remarks
  bool ReportScalarCode = false; // those about scalar code that costs time
  /// The tool has registered mlir::registerPassManagerCLOptions().
  bool HasPassOptions = false;
  /// Off: every result gets a buffer of its own, to find mistakes in sharing.
  bool ShareBuffers = true;
  /// Of the running tool: the target's library and the runtime lie beside it.
  std::string Executable;
};

using Bytes = llvm::SmallVector<char, 0>;

/// Compiles MLIR text or bytecode. An error whose message is empty has been
/// printed already, with its place in the source.
llvm::Error compile(std::unique_ptr<llvm::MemoryBuffer> Source,
                    const CompileOptions &Options, Bytes &Out);

/// What compile() does with these options, one line for each step.
void printSteps(llvm::raw_ostream &OS, const CompileOptions &Options);

/// Checks the name of a variant and a number of cores against the description.
llvm::Error checkTarget(llvm::StringRef Cpu, unsigned Cores);

llvm::Error makeError(const llvm::Twine &Message);
/// Stands for diagnostics that were printed.
llvm::Error alreadyReported();
/// Prints what has not been printed; the exit status is 1.
int reportErrors(llvm::Error E);

//===----------------------------------------------------------------------===//
// The two halves
//===----------------------------------------------------------------------===//

/// What the MLIR half gives: text for --emit=tiles|dialect, else a module.
struct FrontendResult {
  std::string Text;
  std::unique_ptr<llvm::Module> Module;
  std::string Cpu; // the variant that the module is for
};

/// An error with its place if brackets are nested deeper than parser and passes
/// can follow.
llvm::Error checkNesting(const llvm::MemoryBuffer &Source);
/// Refuses stores into arguments of the kernel.
llvm::Error checkKernelArguments(mlir::ModuleOp Module);

llvm::Expected<FrontendResult>
runFrontend(std::unique_ptr<llvm::MemoryBuffer> Source,
            const CompileOptions &Options, llvm::LLVMContext &Context);

/// The passes of the MLIR half, as matrix-opt's --pass-pipeline takes them.
void printPasses(llvm::raw_ostream &OS, const CompileOptions &Options);

/// The target's library, loaded at run time.
std::string pluginPath(llvm::StringRef Executable);

/// Optimises the module and emits IR, assembly or an object.
llvm::Error generateCode(llvm::Module &Module, llvm::StringRef Cpu,
                         const CompileOptions &Options, Bytes &Out);

} // namespace compiler
} // namespace matrix

#endif // MATRIX_COMPILE_COMPILER_H
