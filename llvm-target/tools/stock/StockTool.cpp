//===- tools/stock/StockTool.cpp - LLVM's tools with this target ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Locates the tool of the LLVM installation and the plugin, checks the output
// file, and executes the tool, optionally with the plugin in LD_PRELOAD.
//
//===----------------------------------------------------------------------===//

#include "StockTool.h"
#include "StockToolPaths.h"
#include "matrix/Support/CommandLine.h"
#include "matrix/Support/OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
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

/// Consumes `--name` or `--name=`, with one dash or two, and keeps the value.
static bool consumeOption(StringRef &Argument, StringRef Name) {
  if (!Argument.consume_front("-"))
    return false;
  Argument.consume_front("-");
  return Argument.consume_front(Name) &&
         (Argument.empty() || Argument.front() == '=');
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
  // Diagnostics name the program by its first argument.
  std::vector<char *> Argv = {Program.data()};
  for (std::string &Argument : Arguments)
    Argv.push_back(Argument.data());
  Argv.push_back(nullptr);
  execv(Real.c_str(), Argv.data());
  return usageError("cannot run '" + std::string(Real) + "': " +
                    std::strerror(errno) + "; install the tools of LLVM");
}
