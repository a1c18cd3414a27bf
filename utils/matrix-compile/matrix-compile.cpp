//===- matrix-compile.cpp - command line of the compiler ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the options, compiles the input by the library (Compiler.h), and
// writes the requested output and the intermediate files of --save-temps. Each
// intermediate file is compiled from the source again, so that it equals the
// output of --emit. The exit status is 1 for invalid input and 2 for invalid
// usage.
//
//===----------------------------------------------------------------------===//

#include "CompileFlags.h"
#include "matrix/Support/CommandLine.h"
#include "matrix/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::compiler;
using namespace matrix::compiler::flags;

static int usageError(const Twine &Message) {
  errs() << "matrix-compile: error: " << Message << '\n';
  return 2;
}

//===----------------------------------------------------------------------===//
// File names
//===----------------------------------------------------------------------===//

static std::string outputPath() {
  if (!Output.empty())
    return Output;
  return isText(Kind) ? "-"
                      : (sys::path::stem(Input) + extensionOf(Kind)).str();
}

/// The folder of --save-temps; without a value, that of this process.
static std::string temporaryFolder() {
  return SaveTemps.empty() ? "." : SaveTemps.getValue();
}

static std::string temporaryPath(Emit Stage) {
  StringRef Stem = Input == "-" ? "stdin" : sys::path::stem(Input);
  SmallString<128> Path(SaveTemps);
  sys::path::append(Path, Stem + extensionOf(Stage));
  return Path.str().str();
}

/// Stages saved by --save-temps, in order, without the requested output.
static std::vector<Emit> savedStages() {
  std::vector<Emit> Stages;
  if (SaveTemps.getNumOccurrences())
    for (Emit Stage : {Emit::Plan, Emit::Tiles, Emit::Dialect, Emit::LLVM,
                       Emit::Assembly, Emit::Object})
      if (Stage < Kind)
        Stages.push_back(Stage);
  return Stages;
}

static std::vector<std::string> outputPaths() {
  std::vector<std::string> Paths = {outputPath()};
  for (Emit Stage : savedStages())
    Paths.push_back(temporaryPath(Stage));
  return Paths;
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static CompileOptions makeOptions(const char *Argv0) {
  CompileOptions Options;
  Options.Cpu = Cpu;
  Options.Cores = Cores;
  Options.OptLevel = OptLevel - '0';
  Options.Output = Kind;
  Options.Plans = Plans;
  Options.Tuned = Tuned;
  Options.Candidates = Candidates;
  Options.Explain = Explain;
  Options.ReportScalarCode = true;
  Options.HasPassOptions = true;
  Options.VerifyEach |= VerifyEach;
  Options.ShareBuffers = ShareBuffers;
  Options.Disabled = Disabled;
  Options.Executable =
      sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&usageError));
  return Options;
}

static Error compileTo(StringRef Path, const MemoryBuffer &Source,
                       const CompileOptions &Options) {
  Bytes Out;
  auto Copy = MemoryBuffer::getMemBuffer(Source.getMemBufferRef(),
                                         /*RequiresNullTerminator=*/false);
  if (Error E = compile(std::move(Copy), Options, Out))
    return E;
  return writeFile(Path, StringRef(Out.data(), Out.size()));
}

/// Each stage is compiled from the source, so that saved files equal those of
/// --emit.
static Error saveStages(const MemoryBuffer &Source, CompileOptions Options) {
  Options.Explain = Options.ReportScalarCode = false;
  Options.HideWarnings = true;
  if (std::error_code Code = sys::fs::create_directories(temporaryFolder()))
    return makeError(temporaryFolder() +
                     ": error: cannot be made a folder: " + Code.message());
  for (Emit Stage : savedStages()) {
    Options.Output = Stage;
    if (Error E = compileTo(temporaryPath(Stage), Source, Options))
      return E;
  }
  return Error::success();
}

static Error run(const char *Argv0) {
  auto Source = MemoryBuffer::getFileOrSTDIN(Input);
  if (!Source)
    return makeError(Input +
                     ": error: cannot read: " + Source.getError().message());
  CompileOptions Options = makeOptions(Argv0);
  if (Verbose || OnlySteps) {
    printVersion(errs());
    printSteps(errs(), Options);
    errs() << "Output: " << join(outputPaths(), ", ") << "\n";
    if (OnlySteps)
      return Error::success();
  }
  if (SaveTemps.getNumOccurrences())
    if (Error E = saveStages(**Source, Options))
      return E;
  return compileTo(outputPath(), **Source, Options);
}

//===----------------------------------------------------------------------===//
// Command line
//===----------------------------------------------------------------------===//

/// Returns a usage error for conflicting options, or "".
static std::string wrongUse() {
  if (OptLevel < '0' || OptLevel > '3')
    return ("unknown level '-O" + Twine(char(OptLevel)) +
            "'; known: -O0 to -O3")
        .str();
  if (Cores.getNumOccurrences() && Cores == 0)
    return "--cores=0; give at least 1";
  if (Candidates == 0)
    return "--candidates=0; give at least 1";
  if (Input.empty())
    return "no input file; usage: matrix-compile model.mlir -o model.elf";
  if (Input == "-" && Output.empty() && !isText(Kind))
    return "standard input has no name for the output; give -o FILE";
  if (Error E = checkTarget(Cpu, Cores))
    return toString(std::move(E));
  if (Error E = checkTechniques(Disabled))
    return toString(std::move(E));
  if (Error E = checkOutputs(outputPaths(), {Input, Plans, Tuned}))
    return toString(std::move(E));
  return "";
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  if (!parse(Argc, Argv))
    return 2;
  if (Cpu == "help") {
    printVariants(outs());
    return 0;
  }
  if (std::string Wrong = wrongUse(); !Wrong.empty())
    return usageError(Wrong);
  if (Error E = run(Argv[0]))
    return reportErrors(std::move(E));
  return 0;
}
