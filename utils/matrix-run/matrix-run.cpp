//===- matrix-run.cpp - command line of matrix-run ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a program, simulates it, and compares the results with CPU execution
// or given files. Options are translated to RunOptions; Session.cpp and
// Bisect.cpp implement the runs.
//
//===----------------------------------------------------------------------===//

#include "Bisect/Bisect.h"
#include "Compiler.h"
#include "Session/Session.h"
#include "matrix/Support/CommandLine.h"
#include "matrix/Support/OutputFile.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;

static cl::OptionCategory Category("matrix-run options");

static cl::opt<std::string> Program(cl::Positional,
                                    cl::desc("<model.mlir, model.elf or ->"),
                                    cl::cat(Category));
static cl::list<std::string>
    InputFiles("input", cl::value_desc("x.npy"),
               cl::desc("An input; repeated, in the arguments' order"),
               cl::cat(Category));
static cl::list<std::string>
    OutputFiles("output", cl::value_desc("y.npy"),
                cl::desc("Output file of a result; repeated, in order"),
                cl::cat(Category));
static cl::list<std::string>
    ExpectFiles("expect", cl::value_desc("r.npy"),
                cl::desc("Expected value of a result; repeated, in order"),
                cl::cat(Category));
static cl::opt<std::string>
    Check("check", cl::ValueOptional, cl::value_desc("f64"),
          cl::desc("Compare with CPU execution of the same MLIR; with f64, a "
                   "second execution in f64 decides where they differ"),
          cl::cat(Category));
static cl::opt<std::string>
    Tolerance("tolerance", cl::value_desc("x"),
              cl::desc("Allowed error, as a part of the largest magnitude "
                       "(default by type: f32 1e-5, f16 2e-3, bf16 2e-2)"),
              cl::cat(Category));
static cl::opt<std::string>
    Random("random", cl::ValueOptional, cl::value_desc("seed"),
           cl::desc("Random numbers for inputs that are not given"),
           cl::cat(Category));
static cl::opt<std::string> Cpu("mcpu", cl::value_desc("variant"),
                                cl::desc("The accelerator; 'help' lists all"),
                                cl::cat(Category));
static cl::opt<unsigned> Cores("cores", cl::value_desc("n"),
                               cl::desc("Cores to use"), cl::cat(Category));
static cl::opt<std::string>
    Plans("plan", cl::value_desc("file"),
          cl::desc("Plans of fusion groups, as of matrix-compile"),
          cl::cat(Category));
static cl::list<std::string>
    Disabled("disable", cl::CommaSeparated, cl::value_desc("techniques"),
             cl::desc("Do without techniques, as matrix-compile"),
             cl::cat(Category));
static cl::opt<std::string>
    Tuned("tuned", cl::value_desc("db"),
          cl::desc("Plans that matrix-tune measured, as of matrix-compile"),
          cl::cat(Category));
static cl::opt<std::string>
    SaveTemps("save-temps", cl::ValueOptional, cl::value_desc("folder"),
              cl::desc("Keep model.s and model.elf there (default .)"),
              cl::cat(Category));

static cl::opt<std::string>
    Bisect("bisect", cl::ValueOptional, cl::value_desc("folder"),
           cl::desc("Find the first operation whose result differs from CPU "
                    "execution; write both as simulated.npy and cpu.npy"),
           cl::cat(Category));

//===----------------------------------------------------------------------===//
// Options of the simulator
//===----------------------------------------------------------------------===//

static cl::opt<bool> Timed("timed", cl::desc("Count cycles (default)"),
                           cl::cat(Category));
static cl::opt<bool>
    Functional("functional",
               cl::desc("Compute results only, without cycles: faster"),
               cl::cat(Category));
static cl::opt<bool>
    NoHazardChecks("no-hazard-checks",
                   cl::desc("Do not look for hazards (default: they stop the "
                            "program)"),
                   cl::cat(Category));
static cl::opt<bool> OldNoCheck("no-check", cl::Hidden, cl::cat(Category));
static cl::opt<uint64_t>
    MaxCycles("max-cycles", cl::value_desc("n"),
              cl::desc("Maximum number of cycles; with --functional, of "
                       "instructions of a core"),
              cl::cat(Category));
/// LLVM registers an option of the same name; it is removed before this one is
/// created.
static cl::opt<std::string> &statistics() {
  static bool Removed = [] {
    if (cl::Option *Llvms = cl::getRegisteredOptions().lookup("stats"))
      Llvms->removeArgument();
    return true;
  }();
  (void)Removed;
  static cl::opt<std::string> Option(
      "stats", cl::ValueOptional, cl::value_desc("text|json"),
      cl::desc("Print statistics of the run on standard error"),
      cl::cat(Category));
  return Option;
}
static cl::opt<std::string> OldStatistics("statistics", cl::ValueOptional,
                                          cl::Hidden, cl::cat(Category));
static cl::opt<std::string>
    ProgressSeconds("progress", cl::ValueOptional, cl::value_desc("seconds"),
                    cl::desc("Show progress every second, or at another "
                             "interval (default on a terminal)"),
                    cl::cat(Category));
static cl::opt<std::string> Trace("trace", cl::value_desc("t.json"),
                                  cl::desc("Write a trace for ui.perfetto.dev"),
                                  cl::cat(Category));
static cl::opt<std::string>
    Report("report", cl::value_desc("r.html"),
           cl::desc("Write a report of the run as an HTML page"),
           cl::cat(Category));

static cl::opt<std::string>
    Compare("compare", cl::value_desc("file"),
            cl::desc("Compare with an earlier run in --stats and --report: its "
                     "report, or its --stats=json"),
            cl::cat(Category));

static int usageError(const Twine &Message) {
  errs() << "matrix-run: error: " << Message << '\n';
  return 2;
}

static std::vector<std::pair<std::string, std::string>> simulatorOptions() {
  return {{"mode", Functional ? "functional" : "timed"},
          {"check", NoHazardChecks ? "off" : "on"},
          {"max-cycles", std::to_string(MaxCycles)},
          {"trace", Trace},
          {"report", Report},
          {"compare", Compare}};
}

static run::CheckMode checkMode() {
  if (!Check.getNumOccurrences())
    return run::CheckMode::Off;
  return Check.empty() ? run::CheckMode::Native : run::CheckMode::Double;
}

static bool hasStatistics() {
  return statistics().getNumOccurrences() || !statistics().empty();
}

static run::RunOptions makeOptions(const char *Argv0, uint64_t Seed) {
  run::RunOptions Options;
  Options.Simulator = simulatorOptions();
  Options.Reports = !Trace.empty() || !Report.empty();
  Options.ShowPlans = !Report.empty();
  if (hasStatistics())
    Options.Statistics =
        statistics().empty() ? "text" : statistics().getValue();
  if (ProgressSeconds.getNumOccurrences())
    Options.Progress = parseNotNegative(ProgressSeconds).value_or(1);
  Options.Cpu = Cpu;
  Options.Cores = Cores;
  Options.Plans = Plans;
  Options.Tuned = Tuned;
  Options.Disabled = Disabled;
  Options.Inputs = InputFiles;
  Options.Outputs = OutputFiles;
  Options.Expected = ExpectFiles;
  Options.Check = checkMode();
  Options.Tolerance = parseNotNegative(Tolerance);
  if (Random.getNumOccurrences())
    Options.Seed = Seed;
  if (SaveTemps.getNumOccurrences())
    Options.SaveTemps = SaveTemps.empty() ? "." : SaveTemps.getValue();
  Options.BisectFolder = Bisect.empty() ? "." : Bisect.getValue();
  Options.Executable =
      sys::fs::getMainExecutable(Argv0, reinterpret_cast<void *>(&usageError));
  return Options;
}

/// Returns a usage error of the comparison options, or an empty string.
static std::string wrongComparison() {
  if (!Check.empty() && Check != "f64")
    return "--check=" + Check + "; give --check or --check=f64";
  if (Tolerance.getNumOccurrences() && !parseNotNegative(Tolerance))
    return "--tolerance=" + Tolerance +
           "; give a finite number that is not negative";
  return "";
}

/// Returns a usage error of the simulator options, or an empty string.
static std::string wrongUse() {
  if (MaxCycles.getNumOccurrences() && MaxCycles == 0)
    return "--max-cycles=0; give at least 1";
  const std::string &Format = statistics();
  if (!Format.empty() && Format != "text" && Format != "json")
    return "--stats=" + Format + "; give text or json";
  if (!ProgressSeconds.empty() && !parseNotNegative(ProgressSeconds))
    return "--progress=" + ProgressSeconds + "; give a number of seconds";
  bool Files = !Trace.empty() || !Report.empty();
  if (Timed && Functional)
    return "--timed and --functional exclude each other; give one";
  if (Files && Functional)
    return "--trace and --report need cycles; leave --functional out";
  bool IsText = hasStatistics() && Format != "json";
  if (!Compare.empty() && Report.empty() && !IsText)
    return "--compare needs --stats or --report";
  if (!Compare.empty() && Functional)
    return "--compare needs cycles; leave --functional out";
  if (Bisect.getNumOccurrences() && !Plans.empty())
    return "--bisect compiles parts of the program; leave --plan out";
  if (Bisect.getNumOccurrences() && (Files || hasStatistics()))
    return "--bisect runs many programs; leave --stats, --trace and "
           "--report out";
  return "";
}

/// Checks the files that the run writes and reads.
static Error checkFiles() {
  std::vector<std::string> Outputs(OutputFiles), Inputs(InputFiles);
  Outputs.push_back(Trace);
  Outputs.push_back(Report);
  Inputs.insert(Inputs.end(), ExpectFiles.begin(), ExpectFiles.end());
  Inputs.insert(Inputs.end(), {Program, Plans, Tuned, Compare});
  return checkOutputs(Outputs, Inputs);
}

static void takeOldOptions() {
  if (OldNoCheck.getNumOccurrences()) {
    warnOldOption("matrix-run", "--no-check", "--no-hazard-checks");
    NoHazardChecks = OldNoCheck;
  }
  if (!OldStatistics.getNumOccurrences())
    return;
  warnOldOption("matrix-run", "--statistics", "--stats");
  statistics().setValue(OldStatistics.empty() ? "text"
                                              : OldStatistics.getValue());
}

static Error readProgram(run::RunOptions &Options) {
  auto Source = MemoryBuffer::getFileOrSTDIN(Program);
  if (!Source)
    return compiler::makeError(
        Program + ": error: cannot read: " + Source.getError().message());
  Options.Source = std::move(*Source);
  Options.Program = Options.Source->getBufferIdentifier().str();
  Options.IsStandardInput = Program == "-";
  return Error::success();
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  statistics();
  cl::HideUnrelatedOptions(Category);
  addVersionPrinter();
  if (!cl::ParseCommandLineOptions(
          Argc, Argv, "compile, simulate and compare a model\n", &errs()))
    return 2;
  if (Cpu == "help") {
    printVariants(outs());
    return 0;
  }
  takeOldOptions();
  if (Program.empty())
    return usageError("no program; usage: matrix-run model.mlir --input x.npy");
  if (Cores.getNumOccurrences() && Cores == 0)
    return usageError("--cores=0; give at least 1");
  for (const std::string &Wrong : {wrongUse(), wrongComparison()})
    if (!Wrong.empty())
      return usageError(Wrong);
  uint64_t Seed = 0;
  if (!Random.empty() && StringRef(Random).getAsInteger(10, Seed))
    return usageError("--random=" + Random + "; give a number");
  if (Error E = compiler::checkTarget(Cpu, Cores))
    return usageError(toString(std::move(E)));
  if (Error E = compiler::checkTechniques(Disabled))
    return usageError(toString(std::move(E)));
  if (Error E = checkFiles())
    return usageError(toString(std::move(E)));
  run::RunOptions Options = makeOptions(Argv[0], Seed);
  if (Error E = readProgram(Options))
    return compiler::reportErrors(std::move(E));
  if (run::isExecutable(Options) &&
      (Check.getNumOccurrences() || SaveTemps.getNumOccurrences() ||
       Bisect.getNumOccurrences()))
    return usageError(
        "--check, --bisect and --save-temps need the MLIR, not an executable");
  if (run::isExecutable(Options) &&
      !(Plans.empty() && Tuned.empty() && Disabled.empty()))
    return usageError(
        "--plan, --tuned and --disable need the MLIR, not an executable");
  if (Bisect.getNumOccurrences() && !OutputFiles.empty())
    return usageError("--bisect writes files of its own; leave --output out");
  auto Status = Bisect.getNumOccurrences() ? run::bisect(Options)
                                           : run::runProgram(Options);
  return Status ? *Status : compiler::reportErrors(Status.takeError());
}
