//===- tools/stock/StockTool.cpp - LLVM's tools with this target ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Locates the tool of the LLVM installation and the plugin, checks the output
// file, and runs the tool, optionally with the plugin in LD_PRELOAD. If the
// tool writes to a file, this process waits for it and replaces the file.
//
//===----------------------------------------------------------------------===//

#include "StockTool.h"
#include "StockToolPaths.h"
#include "matrix/Support/CapturedOutput.h"
#include "matrix/Support/CommandLine.h"
#include "matrix/Support/OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/raw_ostream.h"
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <unistd.h>

using namespace llvm;
using namespace matrix;

StockTool::StockTool(int argc, char **argv, void *Anchor)
    : Program(argv[0]), Name(sys::path::filename(argv[0])),
      Arguments(argv + 1, argv + argc) {
  std::string Self = sys::fs::getMainExecutable(argv[0], Anchor);
  Directory = sys::path::parent_path(Self);
}

std::string StockTool::plugin() const {
  SmallString<128> Path(Directory);
  sys::path::append(Path, "..", "lib", "libLLVMMatrix.so");
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

bool StockTool::hasOption(StringRef Name) const {
  for (StringRef Argument : Arguments)
    if (consumeOption(Argument, Name))
      return true;
  return false;
}

std::string StockTool::valueOf(StringRef Name) const {
  for (size_t I = 0; I < Arguments.size(); ++I) {
    StringRef Argument = Arguments[I];
    if (!consumeOption(Argument, Name))
      continue;
    if (Argument.consume_front("="))
      return Argument.str();
    return I + 1 < Arguments.size() ? Arguments[I + 1] : "";
  }
  return "";
}

bool StockTool::listsVariants() const {
  if (valueOf("mcpu") != "help")
    return false;
  printVariants(outs());
  return true;
}

int StockTool::usageError(const std::string &Text) const {
  errs() << Name << ": error: " << Text << "\n";
  return 2;
}

int StockTool::fileError(const std::string &Text) const {
  usageError(Text);
  return 1;
}

/// Checks the files named by the arguments. Values of options may be inputs: a
/// file that the tool may read is not overwritten.
Error StockTool::checkOutput() const {
  std::string Output = valueOf("o");
  std::vector<std::string> Inputs;
  for (size_t I = 0; I < Arguments.size(); ++I)
    if (StringRef(Arguments[I]).starts_with("-"))
      I += Arguments[I] == "-o" || Arguments[I] == "--o";
    else
      Inputs.push_back(Arguments[I]);
  return checkOutputs({Output}, Inputs);
}

int StockTool::run(StringRef Tool, bool Preload) {
  SmallString<128> Real(MATRIX_LLVM_TOOLS_DIR);
  sys::path::append(Real, Tool);
  if (Error E = checkOutput())
    return usageError(toString(std::move(E)));
  if (!sys::fs::exists(plugin()))
    return usageError("'" + plugin() +
                      "' is missing; build the target LLVMMatrix");
  if (Preload)
    setenv("LD_PRELOAD", plugin().c_str(), /*overwrite=*/1);
  if (hasOption("version"))
    printVersion(outs());
  std::string Output = valueOf("o");
  return Output.empty() || Output == "-" ? execute(Real) : runAndKeep(Real);
}

/// Diagnostics name the program by its first argument.
int StockTool::execute(StringRef Real) {
  std::vector<char *> Argv = {Program.data()};
  for (std::string &Argument : Arguments)
    Argv.push_back(Argument.data());
  Argv.push_back(nullptr);
  execv(Real.str().c_str(), Argv.data());
  return cannotRun(Real, std::strerror(errno));
}

/// The file is replaced only if the tool succeeds.
int StockTool::runAndKeep(StringRef Real) {
  CapturedOutput Output;
  if (Error E = Output.capture(Arguments))
    return cannotRun(Real, toString(std::move(E)));
  std::vector<StringRef> Words = {Program};
  Words.insert(Words.end(), Arguments.begin(), Arguments.end());
  std::string Reason;
  bool NotFound = false;
  restoreChildStatus();
  int Status = sys::ExecuteAndWait(Real, Words, std::nullopt, {}, 0, 0, &Reason,
                                   &NotFound);
  if (NotFound)
    return cannotRun(Real, Reason);
  if (Status < 0)
    errs() << Name << ": error: '" << Real << "' ended: " << Reason << "\n";
  if (Status)
    return Status < 0 ? 1 : Status;
  Error E = Output.keep();
  if (!E)
    return 0;
  errs() << toString(std::move(E)) << "\n";
  return 1;
}

int StockTool::cannotRun(StringRef Real, StringRef Reason) const {
  return usageError(
      ("cannot run '" + Real + "': " + Reason + "; install the tools of LLVM")
          .str());
}
