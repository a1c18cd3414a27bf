//===- Session.cpp - one run of a program ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Loads or compiles the program, reads or generates inputs, simulates, writes
// and compares results, and prints the summary. Results are written before they
// are compared.
//
//===----------------------------------------------------------------------===//

#include "Session.h"
#include "CpuResults.h"
#include "Program.h"
#include "SaveTemps.h"
#include "matrix/Sim/Watch.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

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
  Session(const RunOptions &Run, Program Loaded,
          std::optional<CpuResults> &Reference)
      : Run(Run), Loaded(std::move(Loaded)), Reference(Reference) {}
  Expected<int> run();

private:
  Error checkCounts() const;
  Error checkCount(StringRef What, size_t Files,
                   const std::vector<Tensor> &Tensors, bool AllNeeded) const;
  Error readInputs();
  Error simulate();
  Error fetchResults();
  Error compareAll();
  Error runReference();
  Error compareWithCpu();
  Error compareWithExpected();
  double tolerance(const Tensor &Output) const {
    return Run.Tolerance.value_or(defaultTolerance(Output.type));
  }
  void report(StringRef Severity, StringRef Reference, StringRef Difference);
  void addVerdict(StringRef What, const std::vector<Comparison> &All);
  void summarize() const;

  const RunOptions &Run;
  Program Loaded;
  std::optional<CpuResults> &Reference;
  std::vector<sim::NpyArray> Given, Results;
  std::string Verdicts; // comparisons, for the summary
  int Status = 0;
};
} // namespace

Expected<int> run::runProgram(const RunOptions &Run,
                              std::optional<CpuResults> &Reference) {
  auto Loaded = isExecutable(Run) ? Program::load(Run) : compileProgram(Run);
  return Loaded ? Session(Run, std::move(*Loaded), Reference).run()
                : Loaded.takeError();
}

int run::runOnVariants(RunOptions Run, ArrayRef<std::string> Variants) {
  std::optional<CpuResults> Reference;
  int Status = 0;
  for (const std::string &Variant : Variants) {
    Run.Cpu = Variant;
    auto Ran = runProgram(Run, Reference);
    int Ended = Ran ? *Ran : compiler::reportErrors(Ran.takeError());
    if (Ended && Variants.size() > 1)
      errs() << Run.Program << ": note: on variant '" << Variant << "'\n";
    Status = std::max(Status, Ended);
  }
  return Status;
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
  summarize();
  return Status;
}

/// Reports more files than tensors, or fewer if all are needed.
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

/// Prints messages, statistics and reports, also of failed runs.
Error Session::simulate() {
  RunEnd End = Loaded.run(Run);
  Status = End.Status;
  if (!End.Message.empty())
    errs() << End.Message << '\n';
  if (End.Interrupted)
    errs() << "matrix-run: interrupted; the statistics cover the part that has "
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
  for (size_t I = 0; I < Run.Outputs.size(); ++I)
    if (Error E = sim::writeNpy(Run.Outputs[I], Results[I]))
      return E;
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Comparing
//===----------------------------------------------------------------------===//

Error Session::compareAll() {
  if (Run.Check != CheckMode::Off)
    if (Error E = compareWithCpu())
      return E;
  return Run.Expected.empty() ? Error::success() : compareWithExpected();
}

Error Session::runReference() {
  if (Reference)
    return Error::success();
  auto Results = runOnCpu(*Run.Source, Given, Loaded.Outputs, Run.Check);
  if (!Results)
    return Results.takeError();
  Reference = std::move(*Results);
  return Error::success();
}

/// A difference caused by the CPU's rounding is a warning.
Error Session::compareWithCpu() {
  if (Error E = runReference())
    return E;
  std::vector<Comparison> Native, Double, Cpu;
  for (auto [I, Output] : enumerate(Loaded.Outputs)) {
    Verdict J = compareResult(Output, *Reference, I, Results[I], Run.Tolerance);
    if (J.differs())
      report(J.isWrong() ? "error" : "warning", "CPU", J.describe());
    Native.push_back(J.Native);
    if (!J.Accelerator)
      continue;
    Double.push_back(*J.Accelerator);
    Cpu.push_back(*J.Cpu);
  }
  addVerdict("error against CPU", Native);
  addVerdict("error against f64", Double);
  addVerdict("of the CPU against f64", Cpu);
  return Error::success();
}

Error Session::compareWithExpected() {
  std::vector<Comparison> All;
  for (size_t I = 0; I < Run.Expected.size(); ++I) {
    const Tensor &Output = Loaded.Outputs[I];
    auto Want = readTensor(Run.Expected[I], Output);
    if (!Want)
      return Want.takeError();
    All.push_back(compare(Output, Results[I], *Want, tolerance(Output)));
    if (!All.back().Mismatch.empty())
      report("error", "expected", All.back().Mismatch);
  }
  addVerdict("error against expected", All);
  return Error::success();
}

void Session::report(StringRef Severity, StringRef Reference,
                     StringRef Difference) {
  errs() << Run.Program << ": " << Severity << ": against " << Reference << ": "
         << Difference << '\n';
  if (Severity == "error")
    Status = 1;
}

/// Adds the largest error of all results to the summary.
void Session::addVerdict(StringRef What, const std::vector<Comparison> &All) {
  auto Worst = max_element(All, [](const Comparison &A, const Comparison &B) {
    return A.Error < B.Error;
  });
  if (Worst == All.end())
    return;
  raw_string_ostream(Verdicts)
      << ", " << What << ' ' << format("%.2g", Worst->Error)
      << " of the largest magnitude (allowed " << format("%.2g", Worst->Allowed)
      << ")";
}

/// Data on standard output is not mixed with the summary.
void Session::summarize() const {
  matrix_sim_progress Counts = Loaded.progress();
  raw_ostream &OS = Run.writesToStandardOutput() ? errs() : outs();
  const char *Cores = Loaded.cores() == 1 ? " core, " : " cores, ";
  OS << Run.Program << ": " << (Status ? "WRONG" : "ok") << ": "
     << Loaded.variant() << ", " << Loaded.cores() << Cores
     << Counts.instructions << " instructions";
  if (Counts.cycles)
    OS << ", " << Counts.cycles << " cycles";
  OS << Verdicts << '\n';
}
