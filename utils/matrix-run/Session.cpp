//===- Session.cpp - one run of a program
//------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"
#include "Compiler.h"
#include "Reference.h"
#include "Tensors.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Signals.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

bool run::isExecutable(StringRef Path) {
  file_magic Magic;
  return !identify_magic(Path, Magic) && Magic.is_object();
}

//===----------------------------------------------------------------------===//
// Compiling
//===----------------------------------------------------------------------===//

static Error compileTo(StringRef Path, compiler::Emit Kind,
                       const RunOptions &Run) {
  auto Source = MemoryBuffer::getFile(Run.Program);
  if (!Source)
    return makeError(Run.Program +
                     ": error: cannot read: " + Source.getError().message());
  compiler::CompileOptions Options;
  Options.Cpu = Run.Cpu;
  Options.Cores = Run.Cores;
  Options.Output = Kind;
  Options.Executable = Run.Executable;
  compiler::Bytes Out;
  if (Error E = compiler::compile(std::move(*Source), Options, Out))
    return E;
  return compiler::writeFile(Path, Out);
}

static Error saveTemps(StringRef Executable, const RunOptions &Run) {
  if (std::error_code Code = sys::fs::create_directories(Run.SaveTemps))
    return makeError(Run.SaveTemps +
                     ": error: cannot make this folder: " + Code.message());
  SmallString<128> Path(Run.SaveTemps);
  sys::path::append(Path, "model.elf");
  if (std::error_code Code = sys::fs::copy_file(Executable, Path))
    return makeError(Path + ": error: cannot write: " + Code.message());
  sys::path::replace_extension(Path, "s");
  return compileTo(Path, compiler::Emit::Assembly, Run);
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

Expected<std::vector<sim::NpyArray>>
run::readInputs(const RunOptions &Run,
                const std::vector<sim::Argument> &Inputs) {
  std::mt19937_64 Generator(Run.Seed.value_or(0));
  std::vector<sim::NpyArray> Given;
  for (size_t I = 0; I < Inputs.size(); ++I) {
    if (I >= Run.Inputs.size()) {
      Given.push_back(randomTensor(Inputs[I], Generator));
      continue;
    }
    auto Array = readTensor(Run.Inputs[I], Inputs[I]);
    if (!Array)
      return Array.takeError();
    Given.push_back(std::move(*Array));
  }
  return Given;
}

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

namespace {
class Session {
public:
  explicit Session(const RunOptions &Run) : Run(Run) {}
  Expected<int> run();

private:
  Error compileProgram();
  Error load();
  Error checkCounts() const;
  Error checkCount(StringRef What, size_t Files,
                   const std::vector<sim::Argument> &Tensors,
                   bool AllNeeded) const;
  Error readInputs();
  Error simulate();
  Error fetchResults();
  Error compareAll();
  Error compareWith(StringRef Reference,
                    const std::vector<sim::NpyArray> &Want);
  void summarise() const;
  std::string named(std::string Message) const;

  const RunOptions &Run;
  SmallString<128> TemporaryName;
  std::unique_ptr<FileRemover> Temporary;
  std::unique_ptr<sim::Simulator> Simulator;
  std::vector<sim::Argument> Inputs, Outputs;
  std::vector<sim::NpyArray> Given, Results;
  std::string Verdicts; // of the comparisons, for the summary
  int Status = 0;
};
} // namespace

Expected<int> run::runProgram(const RunOptions &Options) {
  return Session(Options).run();
}

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

Error Session::compileProgram() {
  if (std::error_code Code =
          sys::fs::createTemporaryFile("matrix-run", "elf", TemporaryName))
    return makeError("matrix-run: error: no temporary file: " + Code.message());
  Temporary = std::make_unique<FileRemover>(TemporaryName);
  sys::RemoveFileOnSignal(TemporaryName);
  if (Error E = compileTo(TemporaryName, compiler::Emit::Executable, Run))
    return E;
  return Run.SaveTemps.empty() ? Error::success()
                               : saveTemps(TemporaryName, Run);
}

Error Session::load() {
  std::string Path = Run.Program, Message;
  if (!isExecutable(Path)) {
    if (Error E = compileProgram())
      return E;
    Path = TemporaryName.str().str();
  }
  sim::Options Options;
  Options.cpu = Run.Cpu;
  Options.cores = Run.Cores;
  Simulator = sim::Simulator::load(Path, Options, Message);
  if (!Simulator)
    return makeError(named(Message));
  for (const sim::Argument &A : Simulator->arguments())
    (A.output ? Outputs : Inputs).push_back(A);
  return checkCounts();
}

/// The simulator knows the temporary file only.
std::string Session::named(std::string Message) const {
  StringRef Name = TemporaryName;
  for (size_t At = 0;
       !Name.empty() && (At = Message.find(Name, At)) != std::string::npos;)
    Message.replace(At, Name.size(), Run.Program);
  return Message;
}

/// More files than tensors, or too few.
Error Session::checkCount(StringRef What, size_t Files,
                          const std::vector<sim::Argument> &Tensors,
                          bool AllNeeded) const {
  if (Files > Tensors.size())
    return makeError(Run.Program + ": error: has " + Twine(Tensors.size()) +
                     " " + What + "s, but " + Twine(Files) +
                     " files were given");
  if (AllNeeded && Files < Tensors.size())
    return makeError(Run.Program + ": error: no file for " + What + " " +
                     Tensors[Files].name + ", " + Tensors[Files].type + " " +
                     sim::npyShape(Tensors[Files].shape) +
                     "; give one more, or --random");
  return Error::success();
}

Error Session::checkCounts() const {
  if (Error E = checkCount("input", Run.Inputs.size(), Inputs, !Run.Seed))
    return E;
  if (Error E = checkCount("result", Run.Outputs.size(), Outputs, false))
    return E;
  return checkCount("result", Run.Expected.size(), Outputs, false);
}

Error Session::readInputs() {
  auto Arrays = run::readInputs(Run, Inputs);
  if (!Arrays)
    return Arrays.takeError();
  Given = std::move(*Arrays);
  return Error::success();
}

Error Session::simulate() {
  std::string Message;
  for (size_t I = 0; I < Given.size(); ++I)
    if (!Simulator->setInput(I, Given[I], Message))
      return makeError(named(Message));
  sim::Result Result = Simulator->run();
  if (!Result.message.empty())
    errs() << named(Result.message) << '\n';
  Status = Result.status;
  return Error::success();
}

Error Session::fetchResults() {
  std::string Message;
  for (size_t I = 0; I < Outputs.size(); ++I) {
    Results.emplace_back();
    if (!Simulator->getOutput(I, Results.back(), Message))
      return makeError(named(Message));
    if (I < Run.Outputs.size() &&
        !sim::writeNpy(Run.Outputs[I], Results.back(), Message))
      return makeError(named(Message));
  }
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

Error Session::compareAll() {
  if (Run.Check) {
    std::vector<sim::NpyArray> Want;
    for (const sim::Argument &Output : Outputs)
      Want.push_back(zeroTensor(Output));
    if (Error E = runReference(Run.Program, Given, Want))
      return E;
    if (Error E = compareWith("CPU", Want))
      return E;
  }
  std::vector<sim::NpyArray> Want;
  for (size_t I = 0; I < Run.Expected.size(); ++I) {
    auto Array = readTensor(Run.Expected[I], Outputs[I]);
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
    double Bound = Run.Tolerance.value_or(defaultTolerance(Outputs[I].type));
    Comparison C = compare(Outputs[I], Results[I], Want[I], Bound);
    if (!C.Mismatch.empty()) {
      errs() << Run.Program << ": error: against " << Reference << ": "
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
  outs() << Run.Program << ": " << (Status ? "WRONG" : "ok") << ": "
         << Simulator->variant() << ", " << Statistics.size()
         << (Statistics.size() == 1 ? " core, " : " cores, ") << Instructions
         << " instructions" << Verdicts << '\n';
}
