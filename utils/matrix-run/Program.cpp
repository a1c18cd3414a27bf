//===- Program.cpp - one compiled module in the simulator -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "Compiler.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

static Error compileTo(StringRef Path, const MemoryBuffer &Source,
                       const RunOptions &Run) {
  compiler::CompileOptions Options;
  Options.Cpu = Run.Cpu;
  Options.Cores = Run.Cores;
  Options.Executable = Run.Executable;
  compiler::Bytes Out;
  if (Error E = compiler::compile(
          MemoryBuffer::getMemBufferCopy(Source.getBuffer(),
                                         Source.getBufferIdentifier()),
          Options, Out))
    return E;
  return compiler::writeFile(Path, Out);
}

Expected<Program> Program::make(const MemoryBuffer &Source,
                                const RunOptions &Run) {
  SmallString<128> Path;
  if (std::error_code Code =
          sys::fs::createTemporaryFile("matrix-run", "elf", Path))
    return makeError("matrix-run: error: no temporary file: " + Code.message());
  FileRemover Remover(Path);
  if (Error E = compileTo(Path, Source, Run))
    return std::move(E);
  sim::Options Options;
  Options.cpu = Run.Cpu;
  Options.cores = Run.Cores;
  std::string Message;
  Program Result;
  Result.Simulator = sim::Simulator::load(Path.str().str(), Options, Message);
  if (!Result.Simulator)
    return makeError(Message);
  for (const sim::Argument &A : Result.Simulator->arguments())
    (A.output ? Result.Outputs : Result.Inputs).push_back(A);
  return Result;
}

Expected<std::vector<sim::NpyArray>>
Program::simulate(const std::vector<sim::NpyArray> &Given, std::string &Trap) {
  std::string Message;
  for (size_t I = 0; I < Given.size(); ++I)
    if (!Simulator->setInput(I, Given[I], Message))
      return makeError(Message);
  sim::Result Result = Simulator->run();
  std::vector<sim::NpyArray> Arrays;
  if (Result.status) {
    Trap = Result.message.empty()
               ? "exit status " + std::to_string(Result.status)
               : Result.message;
    return Arrays;
  }
  Arrays.resize(Outputs.size());
  for (size_t I = 0; I < Outputs.size(); ++I)
    if (!Simulator->getOutput(I, Arrays[I], Message))
      return makeError(Message);
  return Arrays;
}
