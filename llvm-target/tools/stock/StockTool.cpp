//===- tools/stock/StockTool.cpp - LLVM's own tools with our target -------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StockTool.h"
#include "StockToolPaths.h"
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
    : Name(sys::path::filename(argv[0])), Arguments(argv + 1, argv + argc) {
  std::string Self = sys::fs::getMainExecutable(argv[0], Anchor);
  Directory = sys::path::parent_path(Self);
}

std::string StockTool::plugin() const {
  SmallString<128> Path(Directory);
  sys::path::append(Path, "..", "lib", "libLLVMMatrix.so");
  sys::path::remove_dots(Path, /*remove_dot_dot=*/true);
  return std::string(Path);
}

/// The rest of `--name` or `--name=value`, with one dash or two.
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

int StockTool::usageError(const std::string &Text) const {
  errs() << Name << ": error: " << Text << "\n";
  return 2;
}

int StockTool::run(StringRef Tool, bool Preload) {
  SmallString<128> Program(MATRIX_LLVM_TOOLS_DIR);
  sys::path::append(Program, Tool);
  if (!sys::fs::exists(plugin()))
    return usageError("'" + plugin() +
                      "' is missing; build the target LLVMMatrix");
  if (Preload)
    setenv("LD_PRELOAD", plugin().c_str(), /*overwrite=*/1);
  std::string First(Program);
  std::vector<char *> Argv = {First.data()};
  for (std::string &Argument : Arguments)
    Argv.push_back(Argument.data());
  Argv.push_back(nullptr);
  execv(First.c_str(), Argv.data());
  return usageError("cannot run '" + First + "': " + std::strerror(errno) +
                    "; install the tools of LLVM");
}
