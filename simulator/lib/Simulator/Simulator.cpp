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

#include "Sanitizer/Hazards.h"
#include "SimulatorState.h"
#include "Statistics/Summary.h"
#include "Support/Hex.h"
#include "llvm/ADT/STLExtras.h"
#include <cstdlib>

using namespace matrix;
using namespace matrix::sim;

bool Simulator::State::fail(std::string &error, const std::string &what) const {
  error = program->path + ": error: " + what;
  return false;
}

//===----------------------------------------------------------------------===//
// Loading
//===----------------------------------------------------------------------===//

Simulator::Simulator() : state(std::make_unique<State>()) {}
Simulator::~Simulator() = default;

bool Simulator::State::record(std::string &error) {
  recorder = Recorder::create(*machine, options.record, error);
  machine->observer = recorder.get();
  return recorder != nullptr;
}

std::unique_ptr<Simulator> Simulator::load(const std::string &path,
                                           const Options &options,
                                           std::string &error) {
  std::unique_ptr<Simulator> simulator(new Simulator());
  State &state = *simulator->state;
  state.options = options;
  state.program = Executable::open(path, error);
  if (!state.program || !state.makeMachine(error) || !state.place(error))
    return nullptr;
  state.machine->reset(state.program->entry, state.argumentBlock);
  if (!options.record.empty() && !state.record(error))
    return nullptr;
  return simulator;
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

bool Simulator::setInput(size_t index, const NpyArray &array,
                         std::string &error) {
  const Argument *a = state->argument(false, index);
  if (!a)
    return state->fail(error, "takes no input " + std::to_string(index));
  std::string wanted =
      npyShape(a->shape) + " of '" + npyDescr(a->type) + "' (" + a->type + ")";
  if (!npyAccepts(a->type, array.descr) || array.shape != a->shape ||
      array.data.size() != a->bytes)
    return state->fail(error, "input " + std::to_string(index) + " (" +
                                  a->name + ") must be " + wanted + ", not " +
                                  npyShape(array.shape) + " of '" +
                                  array.descr + "'");
  return write(a->address, array.data.data(), array.data.size());
}

bool Simulator::getOutput(size_t index, NpyArray &array,
                          std::string &error) const {
  const Argument *a = state->argument(true, index);
  if (!a)
    return state->fail(error, "gives no output " + std::to_string(index));
  array.descr = npyDescr(a->type);
  array.shape = a->shape;
  array.data.resize(a->bytes);
  return read(a->address, array.data.data(), array.data.size());
}

bool Simulator::read(uint64_t address, void *data, size_t size) const {
  const uint8_t *from = state->machine->memory.resolve(0, address, size);
  if (from)
    std::memcpy(data, from, size);
  return from;
}

bool Simulator::write(uint64_t address, const void *data, size_t size) {
  uint8_t *to = state->machine->memory.resolve(0, address, size);
  if (to)
    std::memcpy(to, data, size);
  if (to && state->machine->hazards)
    state->machine->hazards->define(0, address, size);
  return to;
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

Core *Simulator::State::runMachine() {
  RunControl *other = machine->control; // a debugger
  if (!other)
    machine->control = &monitor;
  monitor.start();
  Core *trapped = machine->run(options.maxInstructions);
  machine->control = other;
  return trapped;
}

void Simulator::abandon() { state->machine->abandon(); }

bool Simulator::hasEnded() const {
  return llvm::all_of(state->machine->cores, [](const auto &core) {
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
      !state->program->work.known || !state->machine->schedule)
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
  result.status = machine.cores[0]->exitStatus;
  for (auto &core : machine.cores)
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
  for (auto &core : state->machine->cores) {
    CoreStatistics s = core->statistics;
    s.instructions = core->retired;
    s.dmaTransfers = state->machine->dma[core->number].transfers();
    s.dmaBytes = state->machine->dma[core->number].bytes();
    all.push_back(s);
  }
  return all;
}

const Executable &Simulator::program() const { return *state->program; }
