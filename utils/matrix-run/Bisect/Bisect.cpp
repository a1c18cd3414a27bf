//===- Bisect.cpp - matrix-run --bisect -----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements --bisect: cuts the program with Slices, runs each part on the
// simulator and the CPU, and searches the first differing cut by binary search,
// with log2(operations) cuts. The search assumes that a difference persists in
// all later cuts. The operation found is then run alone on the CPU's operands,
// and the whole program with a fusion barrier after it, which separates an
// error of the operation from one of its fusion.
//
//===----------------------------------------------------------------------===//

#include "Bisect.h"
#include "Compiler.h"
#include "Reference/Reference.h"
#include "Session/CpuComparison.h"
#include "Session/Program.h"
#include "Session/SaveTemps.h"
#include "Slices.h"
#include "matrix/Support/Nesting.h"
#include "mlir/Parser/Parser.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SourceMgr.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

Expected<size_t> run::findFirstBad(size_t Count,
                                   function_ref<Expected<bool>(size_t)> IsBad) {
  size_t Good = 0, Bad = Count - 1; // the first failing cut is in [Good, Bad]
  while (Good < Bad) {
    size_t Middle = Good + (Bad - Good) / 2;
    auto Answer = IsBad(Middle);
    if (!Answer)
      return Answer.takeError();
    (*Answer ? Bad : Good) = *Answer ? Middle : Middle + 1;
  }
  return Bad;
}

namespace {
class Bisection {
public:
  Bisection(const RunOptions &Run, mlir::ModuleOp Module)
      : Run(Run), Parts(Module) {}
  Expected<int> run();

private:
  Error readInputs();
  Expected<Outcome> compareNativeAndDouble(const MemoryBuffer &Source,
                                           Arrays Given,
                                           const std::string &Stem,
                                           ArrayRef<std::string> Names = {}) {
    if (Error E = saveTemps(Source, Stem, Run))
      return std::move(E);
    return runAndCompare(Source, std::move(Given), Names, Run);
  }
  Expected<bool> isBad(size_t Cut);
  Expected<int> report(size_t Cut);
  Error explain(size_t Number);
  Error explainAlone(size_t Number);
  Error writeBoth(size_t Number);
  Expected<std::string> write(StringRef Name, const sim::NpyArray &Array);
  raw_ostream &say() { return outs() << Run.Program << ": bisect: "; }
  std::string number(size_t Number) const {
    return "operation " + std::to_string(Number + 1) + " of " +
           std::to_string(Parts.size()) + ", " + Parts.describe(Number);
  }
  std::string nameOf(const SlicedValue &V) const {
    return "result " + std::to_string(V.Result) + " of operation " +
           std::to_string(V.Operation + 1);
  }

  const RunOptions &Run;
  Slices Parts;
  Arrays Inputs;
  Outcome Worst; // of the smallest failing cut
  SlicedValues WorstValues;
};
} // namespace

static const char *verdict(const Outcome &Result) {
  return Result.failed() ? "fails" : Result.isBad() ? "differs" : "agrees";
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

/// Compiles the whole program, for which alone warnings are shown.
Error Bisection::readInputs() {
  RunOptions Shown = Run;
  Shown.HideWarnings = false;
  auto Whole = Program::make(*Run.Source, Shown);
  if (!Whole)
    return Whole.takeError();
  if (Run.Inputs.size() < Whole->Inputs.size() && !Run.Seed)
    return makeError(Run.Program + ": error: no file for input " +
                     Whole->Inputs[Run.Inputs.size()].name +
                     "; give one more, or --random");
  auto Given = run::readInputs(Run, Whole->Inputs);
  if (!Given)
    return Given.takeError();
  Inputs = std::move(*Given);
  return Error::success();
}

/// The last cut is the whole program.
Expected<bool> Bisection::isBad(size_t Cut) {
  SlicedValues Live = Parts.liveBehind(Cut);
  std::vector<std::string> Names;
  for (const SlicedValue &V : Live)
    Names.push_back(nameOf(V));
  if (Cut + 1 == Parts.size())
    say() << "the whole program: ";
  else
    say() << "compiled again with a fusion barrier after " << number(Cut)
          << " (" << Live.size() << (Live.size() == 1 ? " result" : " results")
          << " kept in memory): ";
  auto Result = compareNativeAndDouble(*Parts.program(Live, false), Inputs,
                                       "cut-" + std::to_string(Cut + 1), Names);
  if (!Result) {
    outs() << "cannot be compiled or run\n";
    return Result.takeError();
  }
  outs() << verdict(*Result) << "\n";
  if (!Result->isBad())
    return false;
  Worst = std::move(*Result);
  WorstValues = std::move(Live);
  return true;
}

Expected<int> Bisection::run() {
  if (!Parts.size())
    return makeError(Run.Program +
                     ": error: @main has no operations on tensors "
                     "to compare");
  if (Error E = readInputs())
    return std::move(E);
  auto Whole = isBad(Parts.size() - 1);
  if (!Whole)
    return Whole.takeError();
  if (!*Whole) {
    say() << "no difference to CPU execution"
          << (Run.Tolerance ? ""
                            : " beyond what is usual for the types; "
                              "--tolerance=0 requires equality")
          << "\n";
    return 0;
  }
  auto First =
      findFirstBad(Parts.size(), [this](size_t Cut) { return isBad(Cut); });
  return First ? report(*First) : First.takeError();
}

//===----------------------------------------------------------------------===//
// Reporting
//===----------------------------------------------------------------------===//

/// Returns the path.
Expected<std::string> Bisection::write(StringRef Name,
                                       const sim::NpyArray &Array) {
  if (std::error_code Code = sys::fs::create_directories(Run.BisectFolder))
    return makeError(Run.BisectFolder +
                     ": error: cannot make this folder: " + Code.message());
  SmallString<128> Path(Run.BisectFolder);
  sys::path::append(Path, Name);
  if (Error E = sim::writeNpy(Path.str().str(), Array))
    return std::move(E);
  return Path.str().str();
}

/// A failed run has no results.
Error Bisection::writeBoth(size_t Number) {
  size_t Which = Worst.Wrong;
  for (size_t I = WorstValues.size(); I-- && Worst.failed();)
    if (WorstValues[I].Operation == Number)
      Which = I;
  if (Which >= Worst.Expected.size())
    return Error::success(); // the value has no users
  auto Cpu = write("cpu.npy", Worst.Expected[Which]);
  if (!Cpu)
    return Cpu.takeError();
  if (Worst.failed()) {
    say() << "wrote " << *Cpu << ": the result of the CPU; the simulator gave "
          << "nothing\n";
    return Error::success();
  }
  auto Simulated = write("simulated.npy", Worst.Simulated[Which]);
  if (!Simulated)
    return Simulated.takeError();
  say() << "wrote " << *Simulated << " and " << *Cpu << "\n";
  return Error::success();
}

/// Reports the last operation of the cut, or another value that the cut moved
/// to memory.
Expected<int> Bisection::report(size_t Cut) {
  size_t Number = Worst.failed() ? Cut : WorstValues[Worst.Wrong].Operation;
  say() << (Worst.failed() ? "first failure: " : "first difference: ")
        << number(Number) << "\n";
  say() << Worst.Difference << "\n";
  if (Error E = writeBoth(Number))
    return std::move(E);
  if (Error E = explainAlone(Number))
    return std::move(E);
  if (Error E = explain(Number))
    return std::move(E);
  return 1;
}

/// Tests whether the difference persists without fusion into users.
Error Bisection::explain(size_t Number) {
  SlicedValues Results;
  for (unsigned R = 0; R < Parts.numResults(Number); ++R)
    Results.push_back({Number, R});
  auto Result =
      compareNativeAndDouble(*Parts.program(Results, /*KeepResults=*/true),
                             Inputs, "barrier-" + std::to_string(Number + 1));
  if (!Result)
    return Result.takeError();
  say() << "the whole program, compiled again with a fusion barrier after "
           "this operation alone: "
        << verdict(*Result)
        << (Result->isBad() ? " as well" : "; fusion with its users matters")
        << "\n";
  return Error::success();
}

/// Tests whether the operation fails in isolation.
Error Bisection::explainAlone(size_t Number) {
  // The operands are computed by the CPU, so that errors of earlier operations
  // have no effect.
  SlicedValues Operands = Parts.operandsOf(Number), Results;
  Arrays Given = Inputs;
  if (!Operands.empty()) {
    auto Before =
        compareNativeAndDouble(*Parts.program(Operands, false), Inputs,
                               "operands-" + std::to_string(Number + 1));
    if (!Before)
      return Before.takeError();
    Given.insert(Given.end(), Before->Expected.begin(), Before->Expected.end());
  }
  for (unsigned R = 0; R < Parts.numResults(Number); ++R)
    Results.push_back({Number, R});
  auto Result =
      compareNativeAndDouble(*Parts.program(Results, false, Operands), Given,
                             "operation-" + std::to_string(Number + 1));
  if (!Result)
    return Result.takeError();
  say() << "the operation alone, compiled again, on the CPU's operands: "
        << verdict(*Result)
        << (Result->isBad() ? " as well"
                            : "; what it is fused with, or its operands as "
                              "they are, matter")
        << "\n";
  return Error::success();
}

Expected<int> run::bisect(const RunOptions &Run) {
  mlir::MLIRContext Context(makeReferenceRegistry(),
                            mlir::MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects();
  if (Error E = checkNesting(*Run.Source))
    return std::move(E);
  SourceMgr Sources;
  mlir::SourceMgrDiagnosticHandler Printer(Sources, &Context);
  Sources.AddNewSourceBuffer(
      MemoryBuffer::getMemBuffer(Run.Source->getMemBufferRef()), SMLoc());
  auto Module = mlir::parseSourceFile<mlir::ModuleOp>(Sources, &Context);
  if (!Module)
    return compiler::alreadyReported();
  RunOptions Hidden = Run;
  Hidden.HideWarnings = true;
  return Bisection(Hidden, *Module).run();
}
