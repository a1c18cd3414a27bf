//===- matrix-run.cpp - compile, simulate, compare
//--------------------------===//
//
// Part of the Matrix project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Compiler.h"
#include "Reference.h"
#include "Tensors.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/InitLLVM.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

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

static int usageError(const Twine &Message) {
  errs() << "matrix-run: error: " << Message << '\n';
  return 2;
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static std::string ToolPath;

static Error writeFile(StringRef Path, const compiler::Bytes &Contents) {
  Error E = writeToOutput(Path, [&](raw_ostream &OS) {
    OS.write(Contents.data(), Contents.size());
    return Error::success();
  });
  return E ? makeError(Path +
                       ": error: cannot write: " + toString(std::move(E)))
           : Error::success();
}

static Error compileTo(StringRef Path, compiler::Emit Kind) {
  auto Source = MemoryBuffer::getFile(Program);
  if (!Source)
    return makeError(Program +
                     ": error: cannot read: " + Source.getError().message());
  compiler::CompileOptions Options;
  Options.Cpu = Cpu;
  Options.Cores = Cores;
  Options.Output = Kind;
  Options.Executable = ToolPath;
  compiler::Bytes Out;
  if (Error E = compiler::compile(std::move(*Source), Options, Out))
    return E;
  return writeFile(Path, Out);
}

static Error saveTemps(StringRef Executable) {
  if (std::error_code Code = sys::fs::create_directories(SaveTemps))
    return makeError(SaveTemps +
                     ": error: cannot make this folder: " + Code.message());
  SmallString<128> Path(SaveTemps);
  sys::path::append(Path, "model.elf");
  if (std::error_code Code = sys::fs::copy_file(Executable, Path))
    return makeError(Path + ": error: cannot write: " + Code.message());
  sys::path::replace_extension(Path, "s");
  return compileTo(Path, compiler::Emit::Assembly);
}

static bool isExecutable(StringRef Path) {
  file_magic Magic;
  return !identify_magic(Path, Magic) && Magic.is_object();
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
class Session {
public:
  /// The exit status, or what went wrong before the run.
  Expected<int> run();

private:
  Error load();
  Error checkCounts() const;
  Error readInputs();
  Error simulate();
  Error fetchResults();
  Error compareAll();
  Error compareWith(StringRef Reference,
                    const std::vector<sim::NpyArray> &Want);
  void summarise() const;

  std::unique_ptr<FileRemover> Temporary;
  std::unique_ptr<sim::Simulator> Simulator;
  std::vector<sim::Argument> Inputs, Outputs;
  std::vector<sim::NpyArray> Given, Results;
  std::string Verdicts; // of the comparisons, for the summary
  int Status = 0;
};
} // namespace

Expected<int> Session::run() {
  if (Error E = load())
    return std::move(E);
  if (Error E = readInputs())
    return std::move(E);
  if (Error E = simulate())
    return std::move(E);
  if (Status)
    return Status;
  if (Error E = fetchResults())
    return std::move(E);
  if (Error E = compareAll())
    return std::move(E);
  summarise();
  return Status;
}

Error Session::load() {
  std::string Path = Program;
  if (!isExecutable(Path)) {
    SmallString<128> Name;
    if (std::error_code Code =
            sys::fs::createTemporaryFile("matrix-run", "elf", Name))
      return makeError("matrix-run: error: no temporary file: " +
                       Code.message());
    Temporary = std::make_unique<FileRemover>(Name);
    Path = Name.str().str();
    if (Error E = compileTo(Path, compiler::Emit::Executable))
      return E;
    if (!SaveTemps.empty())
      if (Error E = saveTemps(Path))
        return E;
  }
  sim::Options Options;
  Options.cpu = Cpu;
  Options.cores = Cores;
  std::string Message;
  Simulator = sim::Simulator::load(Path, Options, Message);
  if (!Simulator)
    return makeError(Message);
  for (const sim::Argument &A : Simulator->arguments())
    (A.output ? Outputs : Inputs).push_back(A);
  return checkCounts();
}

/// More files than tensors, or too few.
static Error checkCount(StringRef What, size_t Files,
                        const std::vector<sim::Argument> &Tensors,
                        bool AllNeeded) {
  if (Files > Tensors.size())
    return makeError(Program + ": error: has " + Twine(Tensors.size()) + " " +
                     What + "s, but " + Twine(Files) + " files were given");
  if (AllNeeded && Files < Tensors.size())
    return makeError(Program + ": error: no file for " + What + " " +
                     Tensors[Files].name + ", " + Tensors[Files].type + " " +
                     sim::npyShape(Tensors[Files].shape) +
                     "; give one more, or --random");
  return Error::success();
}

Error Session::checkCounts() const {
  if (Error E = checkCount("input", InputFiles.size(), Inputs,
                           !Random.getNumOccurrences()))
    return E;
  if (Error E = checkCount("result", OutputFiles.size(), Outputs, false))
    return E;
  return checkCount("result", ExpectFiles.size(), Outputs, false);
}

/// Of --random, which stands for --random=0.
static uint64_t randomSeed() {
  uint64_t Seed = 0;
  StringRef(Random).getAsInteger(10, Seed);
  return Seed;
}

Error Session::readInputs() {
  std::mt19937_64 Generator(randomSeed());
  for (size_t I = 0; I < Inputs.size(); ++I) {
    if (I >= InputFiles.size()) {
      Given.push_back(randomTensor(Inputs[I], Generator));
    } else {
      auto Array = readTensor(InputFiles[I], Inputs[I]);
      if (!Array)
        return Array.takeError();
      Given.push_back(std::move(*Array));
    }
  }
  return Error::success();
}

Error Session::simulate() {
  std::string Message;
  for (size_t I = 0; I < Given.size(); ++I)
    if (!Simulator->setInput(I, Given[I], Message))
      return makeError(Message);
  sim::Result Result = Simulator->run();
  if (!Result.message.empty())
    errs() << Result.message << '\n';
  Status = Result.status;
  return Error::success();
}

Error Session::fetchResults() {
  std::string Message;
  for (size_t I = 0; I < Outputs.size(); ++I) {
    Results.emplace_back();
    if (!Simulator->getOutput(I, Results.back(), Message))
      return makeError(Message);
    if (I < OutputFiles.size() &&
        !sim::writeNpy(OutputFiles[I], Results.back(), Message))
      return makeError(Message);
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

Error Session::compareAll() {
  if (Check) {
    std::vector<sim::NpyArray> Want;
    for (const sim::Argument &Output : Outputs)
      Want.push_back(zeroTensor(Output));
    if (Error E = runReference(Program, Given, Want))
      return E;
    if (Error E = compareWith("CPU", Want))
      return E;
  }
  std::vector<sim::NpyArray> Want;
  for (size_t I = 0; I < ExpectFiles.size(); ++I) {
    auto Array = readTensor(ExpectFiles[I], Outputs[I]);
    if (!Array)
      return Array.takeError();
    Want.push_back(std::move(*Array));
  }
  return compareWith("expected", Want);
}

/// The worst error of all results goes into the summary; every mismatch is
/// printed.
Error Session::compareWith(StringRef Reference,
                           const std::vector<sim::NpyArray> &Want) {
  if (Want.empty())
    return Error::success();
  double Worst = -1, Allowed = 0;
  for (size_t I = 0; I < Want.size(); ++I) {
    double Bound = Tolerance.getNumOccurrences()
                       ? double(Tolerance)
                       : defaultTolerance(Outputs[I].type);
    Comparison C = compare(Outputs[I], Results[I], Want[I], Bound);
    if (!C.Mismatch.empty()) {
      errs() << Program << ": error: against " << Reference << ": "
             << C.Mismatch << '\n';
      Status = 1;
    }
    if (C.Error > Worst) {
      Worst = C.Error;
      Allowed = Bound;
    }
  }
  raw_string_ostream(Verdicts)
      << ", error against " << Reference << ' ' << format("%.2g", Worst)
      << " of the largest magnitude (allowed " << format("%.2g", Allowed)
      << ")";
  return Error::success();
}

void Session::summarise() const {
  uint64_t Instructions = 0;
  std::vector<sim::CoreStatistics> Statistics = Simulator->statistics();
  for (const sim::CoreStatistics &S : Statistics)
    Instructions += S.instructions;
  outs() << Program << ": " << (Status ? "WRONG" : "ok") << ": "
         << Simulator->variant() << ", " << Statistics.size()
         << (Statistics.size() == 1 ? " core, " : " cores, ") << Instructions
         << " instructions" << Verdicts << '\n';
}

int main(int Argc, char **Argv) {
  InitLLVM Init(Argc, Argv);
  ToolPath = sys::fs::getMainExecutable(Argv[0],
                                        reinterpret_cast<void *>(&usageError));
  cl::HideUnrelatedOptions(Category);
  if (!cl::ParseCommandLineOptions(
          Argc, Argv, "compile, simulate and compare a model\n", &errs()))
    return 2;
  if (Cores.getNumOccurrences() && Cores == 0)
    return usageError("--cores=0; give at least 1");
  uint64_t Seed;
  if (!Random.empty() && StringRef(Random).getAsInteger(10, Seed))
    return usageError("--random=" + Random + "; give a number");
  if (Error E = compiler::checkTarget(Cpu, Cores))
    return usageError(toString(std::move(E)));
  if (!sys::fs::exists(Program))
    return compiler::reportErrors(
        makeError(Program + ": error: cannot read: no such file"));
  if (isExecutable(Program) && (Check || !SaveTemps.empty()))
    return usageError(
        "--check and --save-temps need the MLIR, not an executable");
  auto Status = Session().run();
  return Status ? *Status : compiler::reportErrors(Status.takeError());
}
