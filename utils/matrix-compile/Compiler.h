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

namespace matrix {
namespace compiler {

/// What comes out.
enum class Emit { Tiles, Dialect, LLVM, Assembly, Object, Executable };

struct CompileOptions {
  std::string Cpu;       // empty: what the module says, else the default
  unsigned Cores = 0;    // 0: all of the variant
  unsigned OptLevel = 2; // of LLVM, 0 to 3
  Emit Output = Emit::Executable;
  bool Explain = false; // show remarks
  /// Of the running tool: the target's library and the runtime lie beside it.
  std::string Executable;
};

using Bytes = llvm::SmallVector<char, 0>;

/// Compiles MLIR text or bytecode. An error whose message is empty has been
/// printed already, with its place in the source.
llvm::Error compile(std::unique_ptr<llvm::MemoryBuffer> Source,
                    const CompileOptions &Options, Bytes &Out);

/// Checks the name of a variant and a number of cores against the description.
llvm::Error checkTarget(llvm::StringRef Cpu, unsigned Cores);

/// The whole file or nothing; "-" is standard output.
llvm::Error writeFile(llvm::StringRef Path, const Bytes &Contents);

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

llvm::Expected<FrontendResult>
runFrontend(std::unique_ptr<llvm::MemoryBuffer> Source,
            const CompileOptions &Options, llvm::LLVMContext &Context);

/// Optimises the module and emits IR, assembly or an object.
llvm::Error generateCode(llvm::Module &Module, llvm::StringRef Cpu,
                         const CompileOptions &Options, Bytes &Out);

} // namespace compiler
} // namespace matrix

#endif // MATRIX_COMPILE_COMPILER_H
