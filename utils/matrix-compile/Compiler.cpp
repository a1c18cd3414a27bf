//===- Compiler.cpp - sequence of the stages ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs the stages up to the requested output: checks, MLIR passes, translation,
// code generation, linking. Errors of each stage are printed once.
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "Linker/Linker.h"
#include "matrix/Description/Target.h"
#include "matrix/Description/Variants.h"
#include "matrix/Frontend/Techniques.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::compiler;

//===----------------------------------------------------------------------===//
// Kinds of output
//===----------------------------------------------------------------------===//

bool compiler::isText(Emit Kind) { return Kind < Emit::Object; }

StringRef compiler::extensionOf(Emit Kind) {
  switch (Kind) {
  case Emit::Plan:
    return ".plan.mlir";
  case Emit::PlanCandidates:
    return ".candidates.json";
  case Emit::Tiles:
    return ".tiles.mlir";
  case Emit::Dialect:
    return ".dialect.mlir";
  case Emit::LLVM:
    return ".ll";
  case Emit::Assembly:
    return ".s";
  case Emit::Object:
    return ".o";
  case Emit::Executable:
    return ".elf";
  }
  llvm_unreachable("no such kind");
}

//===----------------------------------------------------------------------===//
// Errors
//===----------------------------------------------------------------------===//

Error compiler::makeError(const Twine &Message) {
  return createStringError(inconvertibleErrorCode(), Message);
}

namespace {
struct InstallationError : ErrorInfo<InstallationError, StringError> {
  static char ID;
  explicit InstallationError(const Twine &Message)
      : ErrorInfo(Message.str(), inconvertibleErrorCode()) {}
};
} // namespace

char InstallationError::ID;

Error compiler::makeInstallationError(const Twine &Message) {
  return make_error<InstallationError>(Message);
}

Error compiler::alreadyReported() { return makeError(""); }

int compiler::reportErrors(Error E) {
  int Status = E.isA<InstallationError>() ? 2 : 1;
  handleAllErrors(std::move(E), [](const ErrorInfoBase &Info) {
    if (std::string Message = Info.message(); !Message.empty())
      errs() << Message << '\n';
  });
  return Status;
}

Error compiler::checkTarget(StringRef Cpu, unsigned Cores) {
  const desc::VariantInfo *Variant = desc::lookupVariant(std::string_view(Cpu));
  if (!Variant) {
    std::vector<StringRef> Known;
    for (const desc::VariantInfo &V : desc::variants)
      Known.push_back(V.cpu);
    return makeError("unknown variant '" + Cpu +
                     "' in --mcpu; known: " + join(Known, ", "));
  }
  if (Cores > Variant->cores)
    return makeError("--cores=" + Twine(Cores) + ", but variant '" +
                     StringRef(Variant->cpu) + "' has " +
                     Twine(Variant->cores));
  return Error::success();
}

Error compiler::checkTechniques(ArrayRef<std::string> Names) {
  if (std::optional<std::string> Unknown = findUnknownTechnique(Names))
    return makeError("--disable=" + *Unknown + "; known are " +
                     listTechniques());
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

static void append(Bytes &Out, StringRef Text) {
  Out.append(Text.begin(), Text.end());
}

namespace {
/// Bytes of the stack of a core.
struct StackUse {
  uint64_t Option = 0;  // of the compilation; 0: the first size that is tried
  uint64_t Size = 0;    // that plans leave free
  uint64_t Largest = 0; // that the memory has room for
  uint64_t Needed = 0;  // of the deepest calls
  bool IsGiven = false; // Size is that of the module
};
} // namespace

/// Bytes for calls of the runtime library, whose frames are not in the module.
static constexpr uint64_t LibraryStack = 2048;

static Error linkProgram(StringRef Name, Bytes &Object,
                         const CompileOptions &Options) {
  linker::LinkOptions Link;
  Link.Inputs.push_back(
      MemoryBufferRef(StringRef(Object.data(), Object.size()), Name));
  Link.RuntimeDir = linker::runtimeDirOf(Options.Executable);
  auto Result = linker::link(Link);
  if (!Result)
    return Result.takeError();
  Object.assign(Result->Image.begin(), Result->Image.end());
  return Error::success();
}

/// A pass opens the files of plans later, and once for each output; unreadable
/// files are reported before other work. A pipe can be read only once.
static Error checkPlanFiles(const CompileOptions &Options) {
  for (StringRef Path : {StringRef(Options.Plans), StringRef(Options.Tuned)}) {
    if (Path.empty())
      continue;
    sys::fs::file_status Status;
    std::error_code Code = sys::fs::status(Path, Status);
    if (!Code && !sys::fs::is_regular_file(Status) &&
        !sys::fs::is_directory(Status))
      return makeError(Path + ": error: is not a regular file; plans are read "
                              "more than once: copy it to a file");
    if (!Code)
      Code = MemoryBuffer::getFile(Path).getError();
    if (Code)
      return makeError(Path + ": error: cannot read: " + Code.message());
  }
  return Error::success();
}

/// Text outputs end after the MLIR stages; the others continue with LLVM IR.
static Error compileOnce(const MemoryBuffer &Source,
                         const CompileOptions &Options, Bytes &Out,
                         StackUse &Stack) {
  LLVMContext Context;
  Context.setDiscardValueNames(Options.Output != Emit::LLVM);
  auto Copy = MemoryBuffer::getMemBuffer(Source.getMemBufferRef(),
                                         /*RequiresNullTerminator=*/false);
  auto Result = runFrontend(std::move(Copy), Options, Context);
  if (!Result)
    return Result.takeError();
  if (!Result->Module) {
    append(Out, Result->Text);
    return Error::success();
  }
  uint64_t Depth = 0;
  if (Error E = generateCode(*Result->Module, Result->Cpu, Options, Out, Depth))
    return E;
  Stack = {Options.StackSize, Result->StackSize, Result->LargestStack,
           Depth + LibraryStack, Result->IsStackGiven};
  return Error::success();
}

static Error reportStack(const StackUse &Stack, const CompileOptions &Options) {
  std::string Message = ("error: the frames of the functions need a stack of " +
                         Twine(Stack.Needed) + " bytes")
                            .str();
  if (Stack.IsGiven)
    return makeError(Message + ", but the module gives it " +
                     Twine(Stack.Size) + "; change its 'matrix.target'");
  Message += (", and a core has memory for " + Twine(Stack.Largest)).str();
  return makeError(Message + (Options.OptLevel == 0
                                  ? "; compile with -O1 or more"
                                  : "; divide the operations, or prescribe "
                                    "smaller blocks with --plan"));
}

/// Compiles an object, again with a larger stack as long as its functions need
/// one: plans precede the code.
static Error compileForStack(const MemoryBuffer &Source, CompileOptions Options,
                             Bytes &Out, StackUse &Stack) {
  for (bool IsFirst = true;; IsFirst = false) {
    Out.clear();
    if (Error E = compileOnce(Source, Options, Out, Stack)) {
      if (!IsFirst && !Options.HideErrors)
        errs() << "note: plans leave " << Options.StackSize
               << " bytes to the stack, which the frames of the functions "
                  "need\n";
      return E;
    }
    if (Stack.Needed <= Stack.Size)
      return Error::success();
    if (Stack.IsGiven || Stack.Needed > Stack.Largest)
      return reportStack(Stack, Options);
    Options.StackSize = alignTo(Stack.Needed, uint64_t(desc::stackAlignment));
    Options.HideWarnings = true;
    Options.ReportScalarCode = false;
  }
}

/// Returns the stack that the object of a module needs; 0 if the module cannot
/// be compiled to one. The plans of other outputs leave room for it.
static uint64_t findStack(const MemoryBuffer &Source, CompileOptions Options) {
  Options.Output = Emit::Object;
  Options.HasPassOptions = Options.Explain = Options.ReportScalarCode = false;
  Options.HideWarnings = Options.HideErrors = true;
  Bytes Object;
  StackUse Stack;
  if (Error E = compileForStack(Source, Options, Object, Stack)) {
    consumeError(std::move(E));
    return 0;
  }
  return Stack.Option;
}

Error compiler::compile(std::unique_ptr<MemoryBuffer> Source,
                        const CompileOptions &Options, Bytes &Out) {
  if (Error E = checkPlanFiles(Options))
    return E;
  CompileOptions Final = Options;
  StackUse Stack;
  if (isText(Options.Output) || Options.Explain)
    Final.StackSize = findStack(*Source, Options);
  if (isText(Options.Output))
    return compileOnce(*Source, Final, Out, Stack);
  if (Error E = compileForStack(*Source, Final, Out, Stack))
    return E;
  if (Options.Output != Emit::Executable)
    return Error::success();
  return linkProgram(Source->getBufferIdentifier(), Out, Options);
}

void compiler::printSteps(raw_ostream &OS, const CompileOptions &Options) {
  OS << "Variant: "
     << (Options.Cpu.empty() ? "the module's, or the default"
                             : StringRef(Options.Cpu))
     << "\nMLIR passes: ";
  printPasses(OS, Options);
  OS << '\n';
  if (Options.Output < Emit::LLVM)
    return;
  OS << "LLVM passes: default<O" << Options.OptLevel << ">\n";
  if (Options.Output == Emit::LLVM)
    return;
  OS << "Code generator: -O" << Options.OptLevel << ", "
     << pluginPath(Options.Executable) << '\n';
  if (Options.Output == Emit::Executable)
    OS << "Linker: start-up code and runtime library of "
       << linker::runtimeDirOf(Options.Executable) << '\n';
}
