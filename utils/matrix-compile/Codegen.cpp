//===- Codegen.cpp - LLVM IR to assembly or object ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads the target plugin, runs LLVM's default optimization pipeline for the
// level, and the code generator. The plugin is a separate library, because
// LLVM's tools load it as well; both must be made from the same description,
// which their hashes show. Output is collected in memory, so that an error
// leaves no file.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "StackDepth.h"
#include "matrix/Description/Hash.h"
#include "llvm/Analysis/TargetTransformInfo.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/DiagnosticPrinter.h"
#include "llvm/IR/LegacyPassManager.h"
#include "llvm/MC/TargetRegistry.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::compiler;

static constexpr StringLiteral TripleName = "matrix-unknown-elf";

//===----------------------------------------------------------------------===//
// The target plugin
//===----------------------------------------------------------------------===//

std::string matrix::compiler::pluginPath(StringRef Executable) {
  SmallString<128> Path(
      sys::path::parent_path(sys::path::parent_path(Executable)));
  sys::path::append(Path, "lib", "libLLVMMatrix.so");
  return Path.str().str();
}

/// The plugin selects instructions by its own tables: those of another
/// description would encode operations of this one differently.
static Error checkDescription(sys::DynamicLibrary Library, StringRef Plugin) {
  void *Function = Library.getAddressOfSymbol("matrixDescriptionHash");
  StringRef Hash =
      Function ? reinterpret_cast<const char *(*)()>(Function)() : "";
  if (Hash == StringRef(desc::descriptionHash))
    return Error::success();
  return makeInstallationError("error: " + Plugin +
                               " is made from another description of the "
                               "machine than matrix-compile; build both again");
}

static Expected<const Target *> lookupTarget(StringRef Executable) {
  std::string Plugin = pluginPath(Executable), Message;
  sys::DynamicLibrary Library =
      sys::DynamicLibrary::getPermanentLibrary(Plugin.c_str(), &Message);
  if (!Library.isValid())
    return makeInstallationError("error: cannot load the target: " + Message);
  if (Error E = checkDescription(Library, Plugin))
    return std::move(E);
  const Target *T = TargetRegistry::lookupTarget(Triple(TripleName), Message);
  return T ? Expected<const Target *>(T)
           : makeInstallationError("error: " + Message);
}

static CodeGenOptLevel codegenLevel(unsigned Level) {
  return *CodeGenOpt::getLevel(static_cast<int>(Level));
}

static OptimizationLevel pipelineLevel(unsigned Level) {
  static const OptimizationLevel Levels[] = {
      OptimizationLevel::O0, OptimizationLevel::O1, OptimizationLevel::O2,
      OptimizationLevel::O3};
  return Levels[Level];
}

static Expected<std::unique_ptr<TargetMachine>>
makeMachine(StringRef Cpu, const CompileOptions &Options) {
  auto T = lookupTarget(Options.Executable);
  if (!T)
    return T.takeError();
  TargetOptions Settings;
  std::unique_ptr<TargetMachine> Machine((*T)->createTargetMachine(
      Triple(TripleName), Cpu, "", Settings, std::nullopt, std::nullopt,
      codegenLevel(Options.OptLevel)));
  if (!Machine)
    return makeError("error: the target has no machine for '" + Cpu + "'");
  return std::move(Machine);
}

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

namespace {
/// Prints errors and warnings; records whether an error occurred, and the
/// frames, whose sizes are warnings (recordFrames).
struct Reporter : DiagnosticHandler {
  bool &Failed;
  FrameSizes &Frames;
  const CompileOptions &Options;
  Reporter(bool &Failed, FrameSizes &Frames, const CompileOptions &Options)
      : Failed(Failed), Frames(Frames), Options(Options) {}
  bool handleDiagnostics(const DiagnosticInfo &Info) override {
    if (auto *Frame = dyn_cast<DiagnosticInfoStackSize>(&Info)) {
      Frames[&Frame->getFunction()] = Frame->getStackSize();
      return true;
    }
    if (Info.getSeverity() > DS_Warning)
      return true;
    bool IsError = Info.getSeverity() == DS_Error;
    Failed |= IsError;
    if (IsError ? Options.HideErrors : Options.HideWarnings)
      return true;
    errs() << LLVMContext::getDiagnosticMessagePrefix(Info.getSeverity())
           << ": ";
    DiagnosticPrinterRawOStream Printer(errs());
    Info.print(Printer);
    errs() << '\n';
    return true;
  }
};
} // namespace

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static void optimize(Module &M, TargetMachine &Machine, unsigned Level) {
  PassBuilder Builder(&Machine);
  LoopAnalysisManager Loops;
  FunctionAnalysisManager Functions;
  CGSCCAnalysisManager Graph;
  ModuleAnalysisManager Modules;
  Builder.registerModuleAnalyses(Modules);
  Builder.registerCGSCCAnalyses(Graph);
  Builder.registerFunctionAnalyses(Functions);
  Builder.registerLoopAnalyses(Loops);
  Builder.crossRegisterProxies(Loops, Functions, Graph, Modules);
  OptimizationLevel Pipeline = pipelineLevel(Level);
  ModulePassManager Passes =
      Pipeline == OptimizationLevel::O0
          ? Builder.buildO0DefaultPipeline(Pipeline)
          : Builder.buildPerModuleDefaultPipeline(Pipeline);
  Passes.run(M, Modules);
}

static void recordFrames(Module &M) {
  for (Function &F : M)
    F.addFnAttr("warn-stack-size", "0");
}

static Error emit(Module &M, TargetMachine &Machine, Emit Output,
                  raw_pwrite_stream &OS) {
  if (Output == Emit::LLVM) {
    M.print(OS, nullptr);
    return Error::success();
  }
  legacy::PassManager Passes;
  auto Type = Output == Emit::Assembly ? CodeGenFileType::AssemblyFile
                                       : CodeGenFileType::ObjectFile;
  if (Machine.addPassesToEmitFile(Passes, OS, nullptr, Type))
    return makeError("error: the target cannot emit this kind of file");
  Passes.run(M);
  return Error::success();
}

Error matrix::compiler::generateCode(Module &M, StringRef Cpu,
                                     const CompileOptions &Options, Bytes &Out,
                                     uint64_t &StackDepth) {
  auto Machine = makeMachine(Cpu, Options);
  if (!Machine)
    return Machine.takeError();
  bool Failed = false;
  FrameSizes Frames;
  M.getContext().setDiagnosticHandler(
      std::make_unique<Reporter>(Failed, Frames, Options));
  M.setTargetTriple(Triple(TripleName));
  M.setDataLayout((*Machine)->createDataLayout());
  optimize(M, **Machine, Options.OptLevel);
  if (Options.Output >= Emit::Object)
    recordFrames(M);
  raw_svector_ostream OS(Out);
  if (Error E = emit(M, **Machine, Options.Output, OS))
    return E;
  StackDepth = getStackDepth(M, Frames);
  return Failed ? alreadyReported() : Error::success();
}
