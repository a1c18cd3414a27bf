//===- matrix-run.cpp - compile, simulate, compare
//--------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bisect.h"
#include "Compiler.h"
#include "Session.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;

static cl::OptionCategory Category("matrix-run options");

static cl::opt<std::string> Program(cl::Positional, cl::Required,
                                    cl::desc("<model.mlir or model.elf>"),
                                    cl::cat(Category));
static cl::list<std::string>
    InputFiles("input", cl::value_desc("x.npy"),
               cl::desc("An input; repeated, in the arguments' order"),
               cl::cat(Category));
static cl::list<std::string>
    OutputFiles("output", cl::value_desc("y.npy"),
                cl::desc("Where to write a result; repeated, in order"),
                cl::cat(Category));
static cl::list<std::string>
    ExpectFiles("expect", cl::value_desc("r.npy"),
                cl::desc("What a result must be; repeated, in order"),
                cl::cat(Category));
static cl::opt<bool>
    Check("check", cl::desc("Compare with CPU execution of the same MLIR"),
          cl::cat(Category));
static cl::opt<double>
    Tolerance("tolerance", cl::value_desc("x"),
              cl::desc("Allowed error, as a part of the largest magnitude "
                       "(default by type: f32 1e-5, f16 2e-3, bf16 2e-2)"),
              cl::cat(Category));
static cl::opt<std::string>
    Random("random", cl::ValueOptional, cl::value_desc("seed"),
           cl::desc("Random numbers for inputs that are not given"),
           cl::cat(Category));
static cl::opt<std::string> Cpu("mcpu", cl::value_desc("variant"),
                                cl::desc("The accelerator"), cl::cat(Category));
static cl::opt<unsigned> Cores("cores", cl::value_desc("n"),
                               cl::desc("Cores to use"), cl::cat(Category));
static cl::opt<std::string>
    SaveTemps("save-temps", cl::value_desc("folder"),
              cl::desc("Keep model.s and model.elf there"), cl::cat(Category));

static cl::opt<std::string>
    Bisect("bisect", cl::ValueOptional, cl::value_desc("folder"),
           cl::desc("Find the first operation whose result differs from CPU "
                    "execution; write both as simulated.npy and cpu.npy"),
           cl::cat(Category));

static int usageError(const Twine &Message) {
  errs() << "matrix-run: error: " << Message << '\n';
  return 2;
}

static run::RunOptions makeOptions(const char *Argv0, uint64_t Seed) {
  run::RunOptions Options;
  Options.Program = Program;
  Options.Cpu = Cpu;
  Options.Cores = Cores;
  Options.Inputs = InputFiles;
  Options.Outputs = OutputFiles;
  Options.Expected = ExpectFiles;
  Options.Check = Check;
  if (Tolerance.getNumOccurrences())
    Options.Tolerance = Tolerance;
  if (Random.getNumOccurrences())
    Options.Seed = Seed;
  Options.SaveTemps = SaveTemps;
  Options.BisectFolder = Bisect.empty() ? "." : Bisect.getValue();
  Options.Executable =
      sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&usageError));
  return Options;
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  if (!cl::ParseCommandLineOptions(
          Argc, Argv, "compile, simulate and compare a model\n", &errs()))
    return 2;
  if (Cores.getNumOccurrences() && Cores == 0)
    return usageError("--cores=0; give at least 1");
  uint64_t Seed = 0;
  if (!Random.empty() && StringRef(Random).getAsInteger(10, Seed))
    return usageError("--random=" + Random + "; give a number");
  if (Error E = compiler::checkTarget(Cpu, Cores))
    return usageError(toString(std::move(E)));
  if (!sys::fs::exists(Program))
    return compiler::reportErrors(
        compiler::makeError(Program + ": error: cannot read: no such file"));
  if (run::isExecutable(Program) &&
      (Check || !SaveTemps.empty() || Bisect.getNumOccurrences()))
    return usageError(
        "--check, --bisect and --save-temps need the MLIR, not an executable");
  if (Bisect.getNumOccurrences() && !OutputFiles.empty())
    return usageError("--bisect writes files of its own; leave --output out");
  run::RunOptions Options = makeOptions(Argv[0], Seed);
  auto Status = Bisect.getNumOccurrences() ? run::bisect(Options)
                                           : run::runProgram(Options);
  return Status ? *Status : compiler::reportErrors(Status.takeError());
}
