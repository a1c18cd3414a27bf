//===- Simulator.cpp - execution of programs ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Implements the public interface: loading, tensors, runs, results and limits.
// Loading.cpp and Messages.cpp have the remaining parts.
//
//===----------------------------------------------------------------------===//

#include "matrix/Sim/Simulator.h"
#include "SimulatorState.h"
#include "Statistics/Summary.h"
#include "Support/Hex.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace llvm;
using namespace matrix;
using namespace matrix::sim;

Error Simulator::State::fail(const std::string &what) const {
  return createStringError(program->path + ": error: " + what);
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

Simulator::Simulator() : state(std::make_unique<State>()) {}
Simulator::~Simulator() = default;

Error Simulator::State::record() {
  auto created = Recorder::create(machine->system(), options.record);
  if (!created)
    return created.takeError();
  recorder = std::move(*created);
  machine->setObserver(recorder.get());
  return Error::success();
}

Expected<std::unique_ptr<Simulator>> Simulator::load(const std::string &path,
                                                     const Options &options) {
  return make(Executable::open(path), options);
}

Expected<std::unique_ptr<Simulator>>
Simulator::load(std::unique_ptr<MemoryBuffer> contents, const std::string &path,
                const Options &options) {
  return make(Executable::read(std::move(contents), path), options);
}

Expected<std::unique_ptr<Simulator>>
Simulator::make(Expected<std::unique_ptr<Executable>> program,
                const Options &options) {
  std::unique_ptr<Simulator> simulator(new Simulator());
  State &state = *simulator->state;
  state.options = options;
  if (!program)
    return program.takeError();
  state.program = std::move(*program);
  if (Error error = state.makeMachine())
    return error;
  if (Error error = state.place())
    return error;
  state.machine->reset(state.program->entry, state.argumentBlock);
  if (!options.record.empty())
    if (Error error = state.record())
      return error;
  return simulator;
}

Error Simulator::restart() {
  if (state->recorder)
    return state->fail("a recorded run cannot be repeated; load it again");
  Machine &machine = *state->machine;
  machine.clear();
  state->restoreSegments();
  state->registerTensors();
  machine.reset(state->program->entry, state->argumentBlock);
  return Error::success();
}

//===----------------------------------------------------------------------===//
// Tensors
//===----------------------------------------------------------------------===//

const std::vector<Argument> &Simulator::arguments() const {
  return state->program->arguments;
}

Argument *Simulator::State::argument(bool output, size_t index) {
  for (Argument &a : program->arguments)
    if (a.output == output && index-- == 0)
      return &a;
  return nullptr;
}

Error Simulator::setInput(size_t index, const NpyArray &array) {
  const Argument *a = state->argument(false, index);
  if (!a)
    return state->fail("takes no input " + std::to_string(index));
  std::string wanted =
      npyShape(a->shape) + " of '" + npyDescr(a->type) + "' (" + a->type + ")";
  if (!npyAccepts(a->type, array.descr) || array.shape != a->shape ||
      array.data.size() != a->bytes)
    return state->fail("input " + std::to_string(index) + " (" + a->name +
                       ") must be " + wanted + ", not " +
                       npyShape(array.shape) + " of '" + array.descr + "'");
  write(a->address, array.data.data(), array.data.size());
  return Error::success();
}

Expected<NpyArray> Simulator::getOutput(size_t index) const {
  const Argument *a = state->argument(true, index);
  if (!a)
    return state->fail("gives no output " + std::to_string(index));
  NpyArray array;
  array.descr = npyDescr(a->type);
  array.shape = a->shape;
  array.data.resize(a->bytes);
  read(a->address, array.data.data(), array.data.size());
  return array;
}

bool Simulator::read(uint64_t address, void *data, size_t size) const {
  const uint8_t *from =
      state->machine->system().memory().resolve(0, address, size);
  if (from)
    std::memcpy(data, from, size);
  return from;
}

bool Simulator::write(uint64_t address, const void *data, size_t size) {
  return state->machine->write(0, address, data, size);
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

Core *Simulator::State::runMachine() {
  RunControl *other = machine->control(); // a debugger
  if (!other)
    machine->setControl(&monitor);
  monitor.start();
  Core *trapped = machine->run(options.maxInstructions);
  machine->setControl(other);
  return trapped;
}

void Simulator::abandon() { state->machine->abandon(); }

bool Simulator::hasEnded() const {
  return llvm::all_of(state->machine->system().cores(), [](const auto &core) {
    return core->state == CoreState::Halted;
  });
}

std::string Simulator::recordingError() const {
  return state->recorder ? state->recorder->error() : "";
}

void Simulator::interrupt() { state->monitor.interrupt(); }

void Simulator::onProgress(double seconds, std::function<void()> call) {
  state->monitor.interval = std::chrono::duration<double>(seconds);
  state->monitor.progress = std::move(call);
}

/// Enabled by an environment variable in tests: a complete run below a lower
/// bound indicates an error in the bound or in the timing model.
void Simulator::checkBounds(Result &result) const {
  if (result.status || !std::getenv("MATRIX_ASSERT_BOUNDS") ||
      !state->program->work.known || !state->machine->isTimed())
    return;
  RunStatistics run = results();
  std::string violated = Summary(run).violatedBound();
  if (violated.empty())
    return;
  result.status = 1;
  result.message = state->program->path + ": error: " + violated;
}

Result Simulator::run() {
  Result result = runToEnd();
  if (hasEnded())
    checkBounds(result);
  return result;
}

Result Simulator::runToEnd() {
  Machine &machine = *state->machine;
  Result result;
  if (const Core *core = state->runMachine()) {
    result.trap = core->trapped.kind;
    result.status = 128 + int(result.trap);
    result.message = state->describe(*core);
    return result;
  }
  result.interrupted = machine.isPaused();
  if (result.interrupted) {
    result.message = state->describeCores();
    return result;
  }
  result.status = machine.system().core(0).exitStatus;
  for (auto &core : machine.system().cores())
    if (core->exitStatus && core->number && !result.status) {
      result.status = core->exitStatus;
      result.message = state->program->path + ": error: core " +
                       std::to_string(core->number) + " ended with status " +
                       std::to_string(core->exitStatus);
    }
  return result;
}

Machine &Simulator::machine() { return *state->machine; }
const Machine &Simulator::machine() const { return *state->machine; }

const std::string &Simulator::variant() const {
  return state->program->variant;
}

std::vector<CoreStatistics> Simulator::statistics() const {
  std::vector<CoreStatistics> all;
  for (auto &core : state->machine->system().cores()) {
    CoreStatistics s = core->statistics;
    s.instructions = core->retired;
    const DmaEngine &dma = state->machine->system().dma(core->number);
    s.dmaTransfers = dma.transfers();
    s.dmaBytes = dma.bytes();
    all.push_back(s);
  }
  return all;
}

const Executable &Simulator::program() const { return *state->program; }
