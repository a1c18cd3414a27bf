//===- CpuComparison.cpp - comparison of simulator and CPU ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs a program in the simulator and on the CPU with the same inputs, and
// compares results in order up to the first difference. Traps and hazards of
// the simulator count as differences.
//
//===----------------------------------------------------------------------===//

#include "CpuComparison.h"
#include "CpuResults.h"
#include "Program.h"
#include "matrix/Sim/Watch.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

static void compareResults(ArrayRef<Tensor> Outputs,
                           ArrayRef<std::string> Names, const CpuResults &Want,
                           const RunOptions &Run, Outcome &Result) {
  for (size_t I = 0; I < Result.Simulated.size(); ++I) {
    Tensor Output = Outputs[I];
    if (I < Names.size())
      Output.name = Names[I];
    Verdict J =
        compareResult(Output, Want, I, Result.Simulated[I], Run.Tolerance);
    // The first difference in the order of results is reported.
    if (!J.isWrong() || Result.isBad())
      continue;
    Result.Wrong = I;
    Result.Difference = J.describe();
  }
}

static Error simulate(Program &Compiled, const Arrays &Given,
                      const RunOptions &Run, Outcome &Result) {
  if (Error E = Compiled.setInputs(Given))
    return E;
  RunEnd End = Compiled.run(Run);
  if (End.Interrupted) {
    errs() << "matrix-run: interrupted\n";
    sim::endInterrupted();
  }
  if (End.Status) {
    Result.Difference = End.Message.empty()
                            ? "exit status " + std::to_string(End.Status)
                            : End.Message;
    return Error::success();
  }
  auto Got = Compiled.results();
  if (!Got)
    return Got.takeError();
  Result.Simulated = std::move(*Got);
  return Error::success();
}

Expected<Outcome> run::runAndCompare(const MemoryBuffer &Source, Arrays Given,
                                     ArrayRef<std::string> Names,
                                     const RunOptions &Run) {
  Outcome Result;
  auto Compiled = Program::make(Source, Run);
  if (!Compiled)
    return Compiled.takeError();
  if (Error E = simulate(*Compiled, Given, Run, Result))
    return std::move(E);
  auto Want = runOnCpu(Source, Given, Compiled->Outputs, Run.Check);
  if (!Want)
    return Want.takeError();
  compareResults(Compiled->Outputs, Names, *Want, Run, Result);
  Result.Expected = std::move(Want->Native);
  return Result;
}
