//===- matrix-cc.cpp - drivers for C and C++ ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// matrix-cc and matrix-c++ compile, assemble and link: clang is the front end,
// llc, matrix-mc and matrix-ld do the rest. This file answers questions such as
// --help, and runs the commands of the plan.
//
//===----------------------------------------------------------------------===//

#include "AsmErrors.h"
#include "Plan.h"
#include "StockToolPaths.h"
#include "matrix/Support/CapturedOutput.h"
#include "matrix/Support/CommandLine.h"
#include "matrix/Support/OutputFile.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix::cc;

static int usageError(StringRef Name, Error E) {
  errs() << sys::path::filename(Name) << ": error: " << toString(std::move(E))
         << '\n';
  return 2;
}

/// The path of the tool, or its name if there is none. Archives and symbols are
/// of any target.
static std::string findProgram(const Arguments &Args) {
  StringRef Name = Args.AskedProgram;
  Name = Name == "as" ? "mc" : Name;
  for (std::string Path : {Args.tool(("matrix-" + Name).str()),
                           (MATRIX_LLVM_TOOLS_DIR "/llvm-" + Name).str()})
    if (sys::fs::can_execute(Path))
      return Path;
  return Args.AskedProgram;
}

static int answer(const Arguments &Args) {
  switch (Args.Asked) {
  case Arguments::Help:
    printHelp(Args);
    break;
  case Arguments::Version:
    matrix::printAllVersions(outs());
    break;
  case Arguments::Variants:
    matrix::printVariants(outs());
    break;
  case Arguments::Library:
    outs() << Args.library(Args.variantOrDefault() + "/libmatrixrt.a") << '\n';
    break;
  case Arguments::Program:
    outs() << findProgram(Args) << '\n';
    break;
  default:
    outs() << "matrix-unknown-elf\n";
  }
  return 0;
}

static void print(const Command &C) {
  for (StringRef Word : C.Words) {
    errs() << ' ';
    sys::printArg(errs(), Word, /*Quote=*/true);
  }
  errs() << '\n';
}

/// Messages are written to the file, if there is one.
static int execute(const Arguments &Args, const std::vector<std::string> &Words,
                   std::optional<StringRef> Messages = std::nullopt) {
  std::string Reason;
  std::vector<StringRef> Refs(Words.begin(), Words.end());
  int Status = sys::ExecuteAndWait(Refs[0], Refs, std::nullopt,
                                   {std::nullopt, std::nullopt, Messages}, 0, 0,
                                   &Reason);
  if (Status >= 0)
    return Status;
  errs() << Args.Name << ": error: '" << Refs[0] << "' failed: " << Reason
         << '\n';
  return 1;
}

static int report(Error E) {
  errs() << toString(std::move(E)) << '\n';
  return 1;
}

/// Runs llc, whose errors in inline assembly clang prints.
static int generate(const Arguments &Args, const Plan &Commands,
                    const Command &C) {
  SmallString<128> File;
  if (sys::fs::createTemporaryFile("matrix-cc", "txt", File))
    return execute(Args, C.Words);
  FileRemover Remover(File);
  int Status = execute(Args, C.Words, File.str());
  auto Buffer = MemoryBuffer::getFile(File);
  std::string All = Buffer ? (*Buffer)->getBuffer().str() : "", Rest = All;
  Words Errors = Status ? takeAsmErrors(Rest) : Words();
  Words Report = Errors.empty()
                     ? Words()
                     : commandToReport(Commands, C, Errors, Args.plugin());
  bool IsReported = !Report.empty() && execute(Args, Report) != 0;
  errs() << (IsReported ? Rest : All);
  return Status;
}

static int run(const Arguments &Args, const Plan &Commands, const Command &C) {
  if (C.Words.front() == Args.tool("llc"))
    return generate(Args, Commands, C);
  std::vector<std::string> Words = C.Words;
  matrix::CapturedOutput Output;
  if (C.IsCaptured)
    if (Error E = Output.capture(Words))
      return report(std::move(E));
  if (int Status = execute(Args, Words))
    return Status;
  if (Error E = Output.keep())
    return report(std::move(E));
  return 0;
}

/// Runs the commands. One that reads the output of a failed one is left out;
/// the status is that of the first failure.
static int run(const Arguments &Args, const Plan &Commands) {
  int First = 0;
  StringSet<> Missing;
  for (const Command &C : Commands.Commands) {
    bool CanRun = none_of(C.Words, [&](const std::string &Word) {
      return Word != C.Output && Missing.contains(Word);
    });
    if (Args.Verbose || Args.OnlyPrint)
      print(C);
    if (Args.OnlyPrint)
      continue;
    int Status = CanRun ? run(Args, Commands, C) : 1;
    if (!Status)
      continue;
    Missing.insert(C.Output);
    First = First ? First : Status;
  }
  return First;
}

/// Sources are not written. clang reads its last word; the other tools check
/// their files themselves.
static Error checkFiles(const Plan &Commands) {
  std::vector<std::string> Sources, Written;
  for (const Command &C : Commands.Commands) {
    if (is_contained(C.Words, "-cc1") && !is_contained(Written, C.Words.back()))
      Sources.push_back(C.Words.back());
    if (!is_contained(Written, C.Output))
      Written.push_back(C.Output);
  }
  return matrix::checkOutputs(Written, Sources);
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  matrix::restoreChildStatus();
  SmallVector<const char *> Words(Argv + 1, Argv + Argc);
  BumpPtrAllocator Allocator;
  cl::ExpansionContext Expansion(Allocator, cl::TokenizeGNUCommandLine);
  if (Error E = Expansion.expandResponseFiles(Words))
    return usageError(Argv[0], std::move(E));
  std::string Self = sys::fs::getMainExecutable(
      Argv[0], reinterpret_cast<void *>(&usageError));
  auto Args = parseArguments(Argv[0], sys::path::parent_path(Self), Words);
  if (!Args)
    return usageError(Argv[0], Args.takeError());
  if (Args->Asked != Arguments::None)
    return answer(*Args);
  auto Commands = makePlan(*Args);
  if (!Commands)
    return usageError(Argv[0], Commands.takeError());
  if (Commands->Status)
    return Commands->Status;
  if (Error E = checkFiles(*Commands))
    return usageError(Argv[0], std::move(E));
  return run(*Args, *Commands);
}
