//===- Program.cpp - a compiled module in the simulator -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compiles a module, opens it with the C library of the simulator, and
// transfers arguments and results. Plans are compiled a second time as text if
// the report shows them.
//
//===----------------------------------------------------------------------===//

#include "Program.h"
#include "matrix/Sim/Watch.h"
#include "matrix/Support/OutputFile.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/Signals.h"

using namespace llvm;
using namespace matrix;
using namespace matrix::run;

//===----------------------------------------------------------------------===//
// Compiling and loading
//===----------------------------------------------------------------------===//

Expected<compiler::Bytes> run::compile(const MemoryBuffer &Source,
                                       compiler::Emit Kind,
                                       const RunOptions &Run) {
  compiler::CompileOptions Options;
  Options.Cpu = Run.Cpu;
  Options.Cores = Run.Cores;
  Options.Plans = Run.Plans;
  Options.Tuned = Run.Tuned;
  Options.Disabled = Run.Disabled;
  Options.HideWarnings = Run.HideWarnings || Kind != compiler::Emit::Executable;
  Options.Output = Kind;
  Options.Executable = Run.Executable;
  compiler::Bytes Out;
  if (Error E = compiler::compile(
          MemoryBuffer::getMemBufferCopy(Source.getBuffer(),
                                         Source.getBufferIdentifier()),
          Options, Out))
    return std::move(E);
  return Out;
}

static StringRef text(const compiler::Bytes &Contents) {
  return StringRef(Contents.data(), Contents.size());
}

Error run::compileTo(StringRef Path, const MemoryBuffer &Source,
                     compiler::Emit Kind, const RunOptions &Run) {
  auto Contents = compile(Source, Kind, Run);
  return Contents ? writeFile(Path, text(*Contents)) : Contents.takeError();
}

/// The simulator reads plans from a file, which is removed after loading.
Error Program::openWithPlans(StringRef Contents, const RunOptions &Run,
                             StringRef Plans) {
  if (Plans.empty())
    return open(Contents, Run, "");
  SmallString<128> Path;
  if (std::error_code Code =
          sys::fs::createTemporaryFile("matrix-run", "plan.mlir", Path))
    return makeError("matrix-run: error: no temporary file: " + Code.message());
  FileRemover Remover(Path);
  sys::RemoveFileOnSignal(Path);
  Error E = writeFile(Path, Plans);
  if (!E)
    E = open(Contents, Run, Path);
  sys::DontRemoveFileOnSignal(Path);
  return E;
}

Expected<Program> Program::make(const MemoryBuffer &Source,
                                const RunOptions &Run, StringRef KeepAt) {
  auto Contents = compile(Source, compiler::Emit::Executable, Run);
  if (!Contents)
    return Contents.takeError();
  compiler::Bytes Plans;
  if (Run.ShowPlans) {
    auto Printed = compile(Source, compiler::Emit::Plan, Run);
    if (!Printed)
      return Printed.takeError();
    if (text(*Printed).contains("matrix.plan @")) // row machines have none
      Plans = std::move(*Printed);
  }
  Program Result;
  Result.Name = Source.getBufferIdentifier().str();
  if (Error E = Result.openWithPlans(text(*Contents), Run, text(Plans)))
    return std::move(E);
  if (!KeepAt.empty())
    if (Error E = writeFile(KeepAt, text(*Contents)))
      return std::move(E);
  return std::move(Result);
}

Expected<Program> Program::load(const RunOptions &Run) {
  Program Result;
  Result.Name = Run.Program;
  if (Error E = Result.open(Run.Source->getBuffer(), Run, ""))
    return std::move(E);
  return std::move(Result);
}

/// A pipe cannot be read again: the simulator receives the contents.
Error Program::open(StringRef Contents, const RunOptions &Run,
                    StringRef PlanFile) {
  std::vector<std::pair<std::string, std::string>> Options = Run.Simulator;
  Options.emplace_back("mcpu", Run.Cpu);
  Options.emplace_back("cores", std::to_string(Run.Cores));
  Options.emplace_back("plan", PlanFile.str());
  for (auto &[Option, Value] : Options)
    if (matrix_sim_set_option(Sim.get(), Option.c_str(), Value.c_str()))
      return makeError("matrix-run: error: " + message());
  if (matrix_sim_load_memory(Sim.get(), Contents.data(), Contents.size(),
                             Name.c_str()))
    return makeError(message());
  return listTensors();
}

Error Program::listTensors() {
  for (size_t I = 0; I < matrix_sim_tensors(Sim.get()); ++I) {
    matrix_sim_tensor T;
    T.size = sizeof(T);
    if (matrix_sim_get_tensor(Sim.get(), I, &T))
      return makeError(message());
    (T.is_result ? Outputs : Inputs)
        .push_back({T.name, T.type, {T.shape, T.shape + T.rank}});
  }
  return Error::success();
}

std::string Program::message() const { return matrix_sim_message(Sim.get()); }

//===----------------------------------------------------------------------===//
// Running
//===----------------------------------------------------------------------===//

Error Program::setInputs(const std::vector<sim::NpyArray> &Given) {
  for (size_t I = 0; I < Given.size(); ++I)
    if (matrix_sim_write_tensor(Sim.get(), I, Given[I].data.data(),
                                Given[I].data.size()))
      return makeError(Name + ": error: " + message());
  return Error::success();
}

static void showProgress(const matrix_sim_progress *Now, void *Line) {
  static_cast<sim::ProgressLine *>(Line)->show(Now->instructions, Now->cycles,
                                               Now->clock_mhz);
}

RunEnd Program::run(const RunOptions &Run) {
  sim::ProgressLine Line("matrix-run");
  if (Run.Progress || Line.isOnTerminal())
    matrix_sim_on_progress(Sim.get(), Run.Progress.value_or(1), showProgress,
                           &Line);
  sim::Interruption Interruption([this] { matrix_sim_interrupt(Sim.get()); });
  matrix_sim_state State = matrix_sim_run(Sim.get());
  matrix_sim_on_progress(Sim.get(), 1, nullptr, nullptr);
  RunEnd End;
  End.Interrupted = State == MATRIX_SIM_INTERRUPTED;
  End.Status = matrix_sim_status(Sim.get());
  if (End.Status || End.Interrupted)
    End.Message = message();
  return End;
}

Expected<std::vector<sim::NpyArray>> Program::results() {
  std::vector<sim::NpyArray> Arrays;
  for (size_t I = 0; I < Outputs.size(); ++I) {
    Arrays.push_back(zeroTensor(Outputs[I]));
    if (matrix_sim_read_tensor(Sim.get(), Inputs.size() + I,
                               Arrays[I].data.data(), Arrays[I].data.size()))
      return makeError(Name + ": error: " + message());
  }
  return Arrays;
}

//===----------------------------------------------------------------------===//
// Statistics
//===----------------------------------------------------------------------===//

matrix_sim_progress Program::progress() const {
  matrix_sim_progress Now = {};
  Now.size = sizeof(Now);
  matrix_sim_get_progress(Sim.get(), &Now);
  return Now;
}

std::string Program::statistics(const std::string &Format) {
  return matrix_sim_statistics_text(Sim.get(), Format.c_str());
}

Expected<std::string> Program::writeReports() {
  if (matrix_sim_write_reports(Sim.get()))
    return makeError(message());
  return message();
}
