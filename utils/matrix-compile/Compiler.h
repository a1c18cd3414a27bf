//===- Compiler.h - Linalg to an executable ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module in one process: MLIR passes, translation to LLVM IR, LLVM's
// optimizer, the target's code generator, and the linker. No output is written
// unless all stages succeed.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_COMPILE_COMPILER_H
#define MATRIX_COMPILE_COMPILER_H

#include "llvm/ADT/SmallVector.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"
#include "llvm/Support/MemoryBuffer.h"
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace mlir {
class ModuleOp;
} // namespace mlir

namespace matrix {
namespace compiler {

/// Kind of output.
enum class Emit {
  Plan,
  PlanCandidates,
  Tiles,
  Dialect,
  LLVM,
  Assembly,
  Object,
  Executable
};

bool isText(Emit Kind);
llvm::StringRef extensionOf(Emit Kind);

struct CompileOptions {
  std::string Cpu;       // empty: the module's, or the default
  unsigned Cores = 0;    // 0: all cores of the variant
  unsigned OptLevel = 2; // of LLVM, 0 to 3
  Emit Output = Emit::Executable;
  std::string Plans;             // file of plans; empty: none
  std::string Tuned;             // database of plans; empty: none
  unsigned Candidates = 5;       // plans of a group, if these are the output
  bool Explain = false;          // show remarks
  bool ReportScalarCode = false; // remarks about costly scalar code only
  bool HideWarnings = false;     // another compilation of the module shows them
  bool HideErrors = false;       // another compilation of the module shows them
  /// Bytes of each core's stack; 0: as many as the program needs.
  uint64_t StackSize = 0;
  /// Set if the tool has called mlir::registerPassManagerCLOptions().
  bool HasPassOptions = false;
  /// Verify the module after each pass, as tests do, not only at the end.
  bool VerifyEach = std::getenv("MATRIX_VERIFY_EACH");
  /// If false, every result has a separate buffer, to detect errors in buffer
  /// reuse.
  bool ShareBuffers = true;
  /// Names of techniques that are not used (matrix/Frontend/Techniques.h).
  std::vector<std::string> Disabled;
  /// Path of the running tool; plugin and runtime are located relative to it.
  std::string Executable;
};

using Bytes = llvm::SmallVector<char, 0>;

/// Compiles MLIR text or bytecode. An error with an empty message has already
/// been printed with its source location.
llvm::Error compile(std::unique_ptr<llvm::MemoryBuffer> Source,
                    const CompileOptions &Options, Bytes &Out);

/// Prints the stages that compile() runs with these options, one per line.
void printSteps(llvm::raw_ostream &OS, const CompileOptions &Options);

/// Checks the variant's name and the number of cores against the description.
llvm::Error checkTarget(llvm::StringRef Cpu, unsigned Cores);
/// Checks names of techniques.
llvm::Error checkTechniques(llvm::ArrayRef<std::string> Names);

llvm::Error makeError(const llvm::Twine &Message);
/// Returns an error that no input can cause: files of this installation are
/// missing, or are of another description.
llvm::Error makeInstallationError(const llvm::Twine &Message);
/// Returns an error for diagnostics that have already been printed.
llvm::Error alreadyReported();
/// Prints errors that have not been printed; returns the exit status: 2 for
/// errors of the installation as for invalid usage, else 1.
int reportErrors(llvm::Error E);

//===----------------------------------------------------------------------===//
// Stages
//===----------------------------------------------------------------------===//

/// Result of the MLIR stages: text for outputs before LLVM IR, else a module.
struct FrontendResult {
  std::string Text;
  std::unique_ptr<llvm::Module> Module;
  std::string Cpu;           // variant of the module
  uint64_t StackSize = 0;    // bytes per core that plans leave free
  uint64_t LargestStack = 0; // bytes per core of the memory that it is in
  bool IsStackGiven = false; // by the module
};

/// Reports stores into arguments of the kernel as errors.
llvm::Error checkKernelArguments(mlir::ModuleOp Module);

llvm::Expected<FrontendResult>
runFrontend(std::unique_ptr<llvm::MemoryBuffer> Source,
            const CompileOptions &Options, llvm::LLVMContext &Context);

/// Prints the MLIR passes in the syntax of matrix-opt's --pass-pipeline.
void printPasses(llvm::raw_ostream &OS, const CompileOptions &Options);

/// Returns the path of the target plugin, which is loaded at run time.
std::string pluginPath(llvm::StringRef Executable);

/// Optimizes the module and emits IR, assembly or an object. StackDepth is the
/// stack of an object in bytes, without the runtime library.
llvm::Error generateCode(llvm::Module &Module, llvm::StringRef Cpu,
                         const CompileOptions &Options, Bytes &Out,
                         uint64_t &StackDepth);

} // namespace compiler
} // namespace matrix

#endif // MATRIX_COMPILE_COMPILER_H
