//===- matrix-run.cpp - execution of a model ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a program, simulates it, and compares the results with CPU execution
// or given files. Session.cpp and Bisect.cpp implement the runs.
//
//===----------------------------------------------------------------------===//

#include "Bisect/Bisect.h"
#include "Compiler.h"
#include "RunCommandLine.h"
#include "matrix/Support/CommandLine.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;

static int reportUsage(Error E) {
  errs() << "matrix-run: error: " << toString(std::move(E)) << '\n';
  return 2;
}

int main(int Argc, char **Argv) {
  IgnoredSignals Ignored;
  InitLLVM Init(Argc, Argv);
  Ignored.restore();
  if (!run::parseCommandLine(Argc, Argv))
    return 2;
  if (run::asksForVariants()) {
    printVariants(outs());
    return 0;
  }
  if (Error E = run::checkCommandLine())
    return reportUsage(std::move(E));
  Expected<run::RunOptions> Options = run::makeRunOptions(Argv[0]);
  if (!Options)
    return compiler::reportErrors(Options.takeError());
  if (Error E = run::checkProgram(*Options))
    return reportUsage(std::move(E));
  if (!run::isBisection())
    return run::runOnVariants(std::move(*Options), run::getVariants());
  auto Status = run::bisect(*Options);
  return Status ? *Status : compiler::reportErrors(Status.takeError());
}
