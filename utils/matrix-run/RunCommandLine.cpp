//===- RunCommandLine.cpp - command line of matrix-run --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rejects values and combinations of options that are invalid, and translates
// the options to RunOptions. Checks precede all work, so that an invalid option
// is not reported after a compilation. Earlier names of options are accepted
// with a warning.
//
//===----------------------------------------------------------------------===//

#include "RunCommandLine.h"
#include "Compiler.h"
#include "RunFlags.h"
#include "matrix/Description/Variants.h"
#include "matrix/Support/CommandLine.h"
#include "matrix/Support/OutputFile.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run::flags;

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

/// Returns the number of --random; nothing if it is not one.
static std::optional<uint64_t> getSeed() {
  uint64_t Seed = 0;
  if (!Random.empty() && StringRef(Random).getAsInteger(10, Seed))
    return std::nullopt;
  return Seed;
}

static run::RunOptions translate(const char *Argv0) {
  run::RunOptions Options;
  Options.Simulator = simulatorOptions();
  Options.Reports = !Trace.empty() || !Report.empty();
  Options.ShowPlans = !Report.empty();
  if (hasStatistics())
    Options.Statistics =
        statistics().empty() ? "text" : statistics().getValue();
  if (ProgressSeconds.getNumOccurrences())
    Options.Progress = parseNotNegative(ProgressSeconds).value_or(1);
  Options.Cpu = run::getVariants().front();
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
    Options.Seed = getSeed().value_or(0);
  if (SaveTemps.getNumOccurrences())
    Options.SaveTemps = SaveTemps.empty() ? "." : SaveTemps.getValue();
  Options.BisectFolder = Bisect.empty() ? "." : Bisect.getValue();
  Options.Executable = sys::fs::getMainExecutable(
      Argv0, reinterpret_cast<void *>(&run::makeRunOptions));
  return Options;
}

/// Returns a usage error of the comparison options, or an empty string.
static std::string findComparisonError() {
  if (!Check.empty() && Check != "f64")
    return "--check=" + Check + "; give --check or --check=f64";
  if (Tolerance.getNumOccurrences() && !parseNotNegative(Tolerance))
    return "--tolerance=" + Tolerance +
           "; give a finite number that is not negative";
  return "";
}

/// Returns a usage error of the simulator options, or an empty string.
static std::string findSimulatorError() {
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

/// Returns an option whose file or document is of one variant, or an empty
/// string.
static StringRef findOptionOfOneVariant() {
  const std::pair<StringRef, bool> Given[] = {
      {"--output", !OutputFiles.empty()},
      {"--save-temps", SaveTemps.getNumOccurrences()},
      {"--bisect", Bisect.getNumOccurrences()},
      {"--trace", !Trace.empty()},
      {"--report", !Report.empty()},
      {"--compare", !Compare.empty()},
      {"--plan", !Plans.empty()},
      {"--stats=json", statistics() == "json"}};
  for (auto [Option, IsGiven] : Given)
    if (IsGiven)
      return Option;
  return "";
}

/// Returns the option of an output file that has no name, or an empty string:
/// the error would follow the run.
static StringRef findUnnamedOutput() {
  if (is_contained(std::vector<std::string>(OutputFiles), ""))
    return "--output";
  if (Trace.getNumOccurrences() && Trace.empty())
    return "--trace";
  return Report.getNumOccurrences() && Report.empty() ? "--report" : "";
}

bool run::RunOptions::writesToStandardOutput() const {
  return is_contained(Outputs, "-") ||
         any_of(Simulator, [](const auto &Option) {
           return (Option.first == "trace" || Option.first == "report") &&
                  Option.second == "-";
         });
}

/// Adds the files of --save-temps or --bisect that the run may write.
static void addFilesOf(const cl::opt<std::string> &Folder,
                       ArrayRef<StringRef> Names,
                       std::vector<std::string> &Outputs) {
  if (!Folder.getNumOccurrences())
    return;
  for (StringRef Name : Names) {
    SmallString<128> Path(Folder.getValue());
    sys::path::append(Path, Name);
    Outputs.push_back(Path.str().str());
  }
}

/// Checks the files that the run writes and reads.
static Error checkFiles() {
  if (StringRef Option = findUnnamedOutput(); !Option.empty())
    return createStringError(Option + " needs the name of a file");
  std::vector<std::string> Outputs(OutputFiles), Inputs(InputFiles);
  addFilesOf(SaveTemps, {"model.elf", "model.s"}, Outputs);
  addFilesOf(Bisect, {"cpu.npy", "simulated.npy"}, Outputs);
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
  return Error::success();
}

bool run::parseCommandLine(int Argc, char **Argv) {
  if (!parse(Argc, Argv))
    return false;
  if (!asksForVariants())
    takeOldOptions();
  return true;
}

bool run::asksForVariants() { return Cpu == "help"; }

std::vector<std::string> run::getVariants() {
  std::vector<std::string> Names;
  if (Cpu == "all")
    for (const desc::VariantInfo &Variant : desc::variants)
      Names.emplace_back(Variant.cpu);
  else
    for (StringRef Name : split(Cpu, ','))
      Names.emplace_back(Name);
  return Names;
}

bool run::isBisection() { return Bisect.getNumOccurrences(); }

static Error checkVariants() {
  std::vector<std::string> Names = run::getVariants();
  for (const std::string &Name : Names) {
    if (Name.empty() && Names.size() > 1)
      return createStringError("--mcpu=" + Cpu + " has an empty name");
    if (Error E = compiler::checkTarget(Name, Cores))
      return E;
  }
  if (StringRef Option = findOptionOfOneVariant();
      Names.size() > 1 && !Option.empty())
    return createStringError(Option + " is for one variant, and --mcpu names " +
                             Twine(Names.size()));
  return Error::success();
}

Error run::checkCommandLine() {
  if (Program.empty())
    return createStringError(
        "no program; usage: matrix-run model.mlir --input x.npy");
  if (Cores.getNumOccurrences() && Cores == 0)
    return createStringError("--cores=0; give at least 1");
  for (const std::string &Wrong : {findSimulatorError(), findComparisonError()})
    if (!Wrong.empty())
      return createStringError(Wrong);
  if (!getSeed())
    return createStringError("--random=" + Random + "; give a number");
  if (Error E = checkVariants())
    return E;
  if (Error E = compiler::checkTechniques(Disabled))
    return E;
  return checkFiles();
}

bool run::isExecutable(const RunOptions &Run) {
  return identify_magic(Run.Source->getBuffer()).is_object();
}

Error run::checkProgram(const RunOptions &Options) {
  if (isExecutable(Options) &&
      (Check.getNumOccurrences() || SaveTemps.getNumOccurrences() ||
       Bisect.getNumOccurrences()))
    return createStringError(
        "--check, --bisect and --save-temps need the MLIR, not an executable");
  if (isExecutable(Options) &&
      !(Plans.empty() && Tuned.empty() && Disabled.empty()))
    return createStringError(
        "--plan, --tuned and --disable need the MLIR, not an executable");
  if (Bisect.getNumOccurrences() && !OutputFiles.empty())
    return createStringError(
        "--bisect writes files of its own; leave --output out");
  return Error::success();
}

Expected<run::RunOptions> run::makeRunOptions(const char *Argv0) {
  RunOptions Options = translate(Argv0);
  if (Error E = readProgram(Options))
    return E;
  return Options;
}
