//===- Session.cpp - one run of a program ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Session.h"
#include "Program.h"
#include "Reference.h"
#include "matrix/Sim/Watch.h"
#include "llvm/BinaryFormat/Magic.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

bool run::isExecutable(StringRef Path) {
  file_magic Magic;
  return !identify_magic(Path, Magic) && Magic.is_object();
}

//===----------------------------------------------------------------------===//
// Inputs
//===----------------------------------------------------------------------===//

Expected<std::vector<sim::NpyArray>>
run::readInputs(const RunOptions &Run, const std::vector<Tensor> &Inputs) {
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
  Session(const RunOptions &Run, Program Loaded)
      : Run(Run), Loaded(std::move(Loaded)) {}
  Expected<int> run();

private:
  Error checkCounts() const;
  Error checkCount(StringRef What, size_t Files,
                   const std::vector<Tensor> &Tensors, bool AllNeeded) const;
  Error readInputs();
  Error simulate();
  Error fetchResults();
  Error compareAll();
  Error compareWith(StringRef Reference,
                    const std::vector<sim::NpyArray> &Want);
  void summarise() const;

  const RunOptions &Run;
  Program Loaded;
  std::vector<sim::NpyArray> Given, Results;
  std::string Verdicts; // of the comparisons, for the summary
  int Status = 0;
};
} // namespace

static Expected<Program> compileProgram(const RunOptions &Run) {
  auto Source = MemoryBuffer::getFile(Run.Program);
  if (!Source)
    return makeError(Run.Program +
                     ": error: cannot read: " + Source.getError().message());
  if (Run.SaveTemps.empty())
    return Program::make(**Source, Run);
  if (std::error_code Code = sys::fs::create_directories(Run.SaveTemps))
    return makeError(Run.SaveTemps +
                     ": error: cannot make this folder: " + Code.message());
  SmallString<128> Path(Run.SaveTemps);
  sys::path::append(Path, "model.elf");
  auto Compiled = Program::make(**Source, Run, /*KeepAt=*/Path);
  if (!Compiled)
    return Compiled.takeError();
  sys::path::replace_extension(Path, "s");
  if (Error E = compileTo(Path, **Source, /*AsAssembly=*/true, Run))
    return std::move(E);
  return Compiled;
}

Expected<int> run::runProgram(const RunOptions &Run) {
  auto Loaded = isExecutable(Run.Program) ? Program::load(Run.Program, Run)
                                          : compileProgram(Run);
  return Loaded ? Session(Run, std::move(*Loaded)).run() : Loaded.takeError();
}

Expected<int> Session::run() {
  if (Error E = checkCounts())
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

/// More files than tensors, or too few.
Error Session::checkCount(StringRef What, size_t Files,
                          const std::vector<Tensor> &Tensors,
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
  if (Error E =
          checkCount("input", Run.Inputs.size(), Loaded.Inputs, !Run.Seed))
    return E;
  if (Error E = checkCount("result", Run.Outputs.size(), Loaded.Outputs, false))
    return E;
  return checkCount("result", Run.Expected.size(), Loaded.Outputs, false);
}

Error Session::readInputs() {
  auto Arrays = run::readInputs(Run, Loaded.Inputs);
  if (!Arrays)
    return Arrays.takeError();
  Given = std::move(*Arrays);
  return Loaded.setInputs(Given);
}

/// Shows what there is to show, also of a run that has failed.
Error Session::simulate() {
  RunEnd End = Loaded.run(Run);
  Status = End.Status;
  if (!End.Message.empty())
    errs() << End.Message << '\n';
  if (End.Interrupted)
    errs() << "matrix-run: interrupted; the figures are of the part that has "
              "run\n";
  if (!Run.Statistics.empty())
    errs() << Loaded.statistics(Run.Statistics);
  if (Run.Reports) {
    auto Note = Loaded.writeReports();
    if (!Note)
      return Note.takeError();
    if (!Note->empty())
      errs() << *Note << '\n';
  }
  if (End.Interrupted)
    sim::endInterrupted();
  return Error::success();
}

Error Session::fetchResults() {
  auto Arrays = Loaded.results();
  if (!Arrays)
    return Arrays.takeError();
  Results = std::move(*Arrays);
  std::string Message;
  for (size_t I = 0; I < Run.Outputs.size(); ++I)
    if (!sim::writeNpy(Run.Outputs[I], Results[I], Message))
      return makeError(Message);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

Error Session::compareAll() {
  if (Run.Check) {
    std::vector<sim::NpyArray> Want;
    for (const Tensor &Output : Loaded.Outputs)
      Want.push_back(zeroTensor(Output));
    if (Error E = runReference(Run.Program, Given, Want))
      return E;
    if (Error E = compareWith("CPU", Want))
      return E;
  }
  std::vector<sim::NpyArray> Want;
  for (size_t I = 0; I < Run.Expected.size(); ++I) {
    auto Array = readTensor(Run.Expected[I], Loaded.Outputs[I]);
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
    const Tensor &Output = Loaded.Outputs[I];
    double Bound = Run.Tolerance.value_or(defaultTolerance(Output.type));
    Comparison C = compare(Output, Results[I], Want[I], Bound);
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
  matrix_sim_progress Figures = Loaded.progress();
  outs() << Run.Program << ": " << (Status ? "WRONG" : "ok") << ": "
         << Loaded.variant() << ", " << Loaded.cores()
         << (Loaded.cores() == 1 ? " core, " : " cores, ")
         << Figures.instructions << " instructions";
  if (Figures.cycles)
    outs() << ", " << Figures.cycles << " cycles";
  outs() << Verdicts << '\n';
}
