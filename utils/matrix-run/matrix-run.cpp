//===- matrix-run.cpp - compile, simulate, compare ------------------------===//
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

//===----------------------------------------------------------------------===//
// The simulator's
//===----------------------------------------------------------------------===//

static cl::opt<bool> Timed("timed",
                           cl::desc("Count cycles (default: results only)"),
                           cl::cat(Category));
static cl::opt<bool> NoCheck("no-check",
                             cl::desc("Don't look for hazards (default: they "
                                      "stop the program)"),
                             cl::cat(Category));
static cl::opt<uint64_t>
    MaxCycles("max-cycles", cl::value_desc("n"),
              cl::desc("Stop after so many cycles; without --timed, "
                       "instructions of a core"),
              cl::cat(Category));
static cl::opt<std::string>
    Statistics("statistics", cl::ValueOptional, cl::value_desc("text|json"),
               cl::desc("Print figures of the run on standard error"),
               cl::cat(Category));
static cl::opt<std::string>
    ProgressSeconds("progress", cl::ValueOptional, cl::value_desc("seconds"),
                    cl::desc("Show every second, or at another interval, how "
                             "far the run is (on a terminal: always)"),
                    cl::cat(Category));
static cl::opt<std::string>
    Trace("trace", cl::value_desc("t.json"),
          cl::desc("Write what happened when, for ui.perfetto.dev"),
          cl::cat(Category));
static cl::opt<std::string>
    Report("report", cl::value_desc("r.html"),
           cl::desc("Write a page about the run, for a browser"),
           cl::cat(Category));

static int usageError(const Twine &Message) {
  errs() << "matrix-run: error: " << Message << '\n';
  return 2;
}

static std::vector<std::pair<std::string, std::string>> simulatorOptions() {
  return {{"mode", Timed ? "timed" : "functional"},
          {"check", NoCheck ? "off" : "on"},
          {"max-cycles", std::to_string(MaxCycles)},
          {"trace", Trace},
          {"report", Report}};
}

static run::RunOptions makeOptions(const char *Argv0, uint64_t Seed) {
  run::RunOptions Options;
  Options.Simulator = simulatorOptions();
  Options.Reports = !Trace.empty() || !Report.empty();
  if (Statistics.getNumOccurrences())
    Options.Statistics = Statistics.empty() ? "text" : Statistics.getValue();
  if (double Seconds = 1; ProgressSeconds.getNumOccurrences()) {
    StringRef(ProgressSeconds).getAsDouble(Seconds);
    Options.Progress = Seconds;
  }
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

/// Of the simulator's options; empty: they make sense together.
static std::string wrongUse() {
  double Seconds = 1;
  if (MaxCycles.getNumOccurrences() && MaxCycles == 0)
    return "--max-cycles=0; give at least 1";
  if (!Statistics.empty() && Statistics != "text" && Statistics != "json")
    return "--statistics=" + Statistics + "; give text or json";
  if (!ProgressSeconds.empty() &&
      (StringRef(ProgressSeconds).getAsDouble(Seconds) || !(Seconds >= 0)))
    return "--progress=" + ProgressSeconds + "; give a number of seconds";
  bool Files = !Trace.empty() || !Report.empty();
  if (Files && !Timed)
    return "--trace and --report need --timed";
  if (Bisect.getNumOccurrences() && (Files || Statistics.getNumOccurrences()))
    return "--bisect runs many programs; leave --statistics, --trace and "
           "--report out";
  return "";
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  cl::HideUnrelatedOptions(Category);
  if (!cl::ParseCommandLineOptions(
          Argc, Argv, "compile, simulate and compare a model\n", &errs()))
    return 2;
  if (Cores.getNumOccurrences() && Cores == 0)
    return usageError("--cores=0; give at least 1");
  if (std::string Wrong = wrongUse(); !Wrong.empty())
    return usageError(Wrong);
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
