//===- Bisect.cpp - matrix-run --bisect -----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bisect.h"
#include "Compiler.h"
#include "Program.h"
#include "Reference.h"
#include "Slices.h"
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
  size_t Good = 0, Bad = Count - 1; // the first bad one is in [Good, Bad]
  while (Good < Bad) {
    size_t Middle = Good + (Bad - Good) / 2;
    auto Answer = IsBad(Middle);
    if (!Answer)
      return Answer.takeError();
    (*Answer ? Bad : Good) = *Answer ? Middle : Middle + 1;
  }
  return Bad;
}

//===----------------------------------------------------------------------===//
// One part, both ways
//===----------------------------------------------------------------------===//

namespace {
using Arrays = std::vector<sim::NpyArray>;

struct Outcome {
  std::vector<sim::Argument> Outputs;
  Arrays Simulated, Expected; // Simulated is empty if the run failed
  size_t Wrong = 0;           // number of the first result that differs
  std::string Difference;     // how; empty if none does
};

class Bisection {
public:
  Bisection(const RunOptions &Run, mlir::ModuleOp Module)
      : Run(Run), Parts(Module) {}
  Expected<int> run();

private:
  Error readInputs();
  Expected<Outcome> compareBoth(const MemoryBuffer &Source, Arrays Given);
  Expected<bool> isBad(size_t Cut);
  Expected<int> report(size_t Cut);
  Error explain(size_t Number);
  Error explainAlone(size_t Number);
  Error write(StringRef Name, const sim::NpyArray &Array);
  raw_ostream &say() { return outs() << Run.Program << ": bisect: "; }
  std::string number(size_t Number) const {
    return "operation " + std::to_string(Number + 1) + " of " +
           std::to_string(Parts.size()) + ", " + Parts.describe(Number);
  }

  const RunOptions &Run;
  Slices Parts;
  Arrays Inputs;
  Outcome Worst; // of the smallest cut that is bad
  SlicedValues WorstValues;
};
} // namespace

Expected<Outcome> Bisection::compareBoth(const MemoryBuffer &Source,
                                         Arrays Given) {
  Outcome Result;
  auto Compiled = Program::make(Source, Run);
  if (!Compiled)
    return Compiled.takeError();
  auto Simulated = Compiled->simulate(Given, Result.Difference);
  if (!Simulated)
    return Simulated.takeError();
  Result.Outputs = Compiled->Outputs;
  Result.Simulated = std::move(*Simulated);
  for (const sim::Argument &Output : Result.Outputs)
    Result.Expected.push_back(zeroTensor(Output));
  if (Error E =
          runReference(MemoryBuffer::getMemBufferCopy(
                           Source.getBuffer(), Source.getBufferIdentifier()),
                       Given, Result.Expected))
    return std::move(E);
  for (size_t I = 0; I < Result.Simulated.size(); ++I) {
    const sim::Argument &Output = Result.Outputs[I];
    Comparison C =
        compare(Output, Result.Simulated[I], Result.Expected[I],
                Run.Tolerance.value_or(defaultTolerance(Output.type)));
    if (C.Mismatch.empty() || !Result.Difference.empty())
      continue;
    Result.Wrong = I;
    Result.Difference = C.Mismatch;
  }
  return Result;
}

//===----------------------------------------------------------------------===//
// Search
//===----------------------------------------------------------------------===//

Error Bisection::readInputs() {
  auto Source = MemoryBuffer::getFile(Run.Program);
  if (!Source)
    return makeError(Run.Program +
                     ": error: cannot read: " + Source.getError().message());
  auto Whole = Program::make(**Source, Run);
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

Expected<bool> Bisection::isBad(size_t Cut) {
  SlicedValues Live = Parts.liveBehind(Cut);
  auto Result = compareBoth(*Parts.program(Live, false), Inputs);
  if (!Result)
    return Result.takeError();
  bool Bad = !Result->Difference.empty();
  say() << "cut behind " << number(Cut) << "; " << Live.size()
        << (Live.size() == 1 ? " result" : " results")
        << " kept in memory: " << (Bad ? "differs" : "agrees") << "\n";
  if (Bad) {
    Worst = std::move(*Result);
    WorstValues = std::move(Live);
  }
  return Bad;
}

Expected<int> Bisection::run() {
  if (!Parts.size())
    return makeError(Run.Program +
                     ": error: @main has no operations on tensors "
                     "to look at");
  if (Error E = readInputs())
    return std::move(E);
  auto Whole = isBad(Parts.size() - 1);
  if (!Whole)
    return Whole.takeError();
  if (!*Whole) {
    say() << "no difference to CPU execution\n";
    return 0;
  }
  auto First =
      findFirstBad(Parts.size(), [this](size_t Cut) { return isBad(Cut); });
  return First ? report(*First) : First.takeError();
}

//===----------------------------------------------------------------------===//
// What was found
//===----------------------------------------------------------------------===//

Error Bisection::write(StringRef Name, const sim::NpyArray &Array) {
  if (std::error_code Code = sys::fs::create_directories(Run.BisectFolder))
    return makeError(Run.BisectFolder +
                     ": error: cannot make this folder: " + Code.message());
  SmallString<128> Path(Run.BisectFolder);
  sys::path::append(Path, Name);
  std::string Message;
  if (!sim::writeNpy(Path.str().str(), Array, Message))
    return makeError(Message);
  say() << "wrote " << Path << "\n";
  return Error::success();
}

/// The cut's last operation, or another value that only now is in memory.
Expected<int> Bisection::report(size_t Cut) {
  bool Failed = Worst.Simulated.empty();
  size_t Number = Failed ? Cut : WorstValues[Worst.Wrong].Operation;
  say() << "first difference: " << number(Number) << "\n";
  say() << Worst.Difference << "\n";
  for (const SlicedValue &V : WorstValues)
    if (V.Operation == Number && !Failed)
      if (Error E = write("simulated.npy", Worst.Simulated[Worst.Wrong]))
        return std::move(E);
      else
        break;
  if (!Failed)
    if (Error E = write("cpu.npy", Worst.Expected[Worst.Wrong]))
      return std::move(E);
  if (Error E = explainAlone(Number))
    return std::move(E);
  if (Error E = explain(Number))
    return std::move(E);
  return 1;
}

/// Does the error stay if fusion with users is impossible?
Error Bisection::explain(size_t Number) {
  SlicedValues Results;
  for (unsigned R = 0; R < Parts.numResults(Number); ++R)
    Results.push_back({Number, R});
  auto Result =
      compareBoth(*Parts.program(Results, /*KeepResults=*/true), Inputs);
  if (!Result)
    return Result.takeError();
  say() << "the whole program, compiled again with this result in memory (a "
           "barrier to fusion with its users), "
        << (Result->Difference.empty() ? "agrees" : "differs as well") << "\n";
  return Error::success();
}

/// Does the operation err by itself?
Error Bisection::explainAlone(size_t Number) {
  SlicedValues Operands = Parts.operandsOf(Number), Results;
  Arrays Given = Inputs;
  if (!Operands.empty()) {
    auto Before = compareBoth(*Parts.program(Operands, false), Inputs);
    if (!Before)
      return Before.takeError();
    Given.insert(Given.end(), Before->Expected.begin(), Before->Expected.end());
  }
  for (unsigned R = 0; R < Parts.numResults(Number); ++R)
    Results.push_back({Number, R});
  auto Result = compareBoth(*Parts.program(Results, false, Operands), Given);
  if (!Result)
    return Result.takeError();
  say() << "alone, on the CPU's operands, it "
        << (Result->Difference.empty() ? "agrees: what is fused with it matters"
                                       : "differs as well")
        << "\n";
  return Error::success();
}

Expected<int> run::bisect(const RunOptions &Run) {
  mlir::MLIRContext Context(makeReferenceRegistry(),
                            mlir::MLIRContext::Threading::DISABLED);
  Context.allowUnregisteredDialects();
  SourceMgr Sources;
  mlir::SourceMgrDiagnosticHandler Printer(Sources, &Context);
  auto Module =
      mlir::parseSourceFile<mlir::ModuleOp>(Run.Program, Sources, &Context);
  if (!Module)
    return compiler::alreadyReported();
  return Bisection(Run, *Module).run();
}
