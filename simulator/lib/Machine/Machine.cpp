//===- Machine.cpp - execution of all cores -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Round-robin scheduling of cores in functional runs, and the order of Schedule
// in timed ones. Deadlock.cpp, RunLimits.cpp and Reporting.cpp have the rest.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Deadlock.h"
#include "Tiles/Tiles.h"

using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

Machine::Machine(const desc::VariantInfo &variant, unsigned cores)
    : state(variant, cores), services(state), limits(state),
      tiles(tileFunctions(tileHosts().front(), variant.tileRows,
                          variant.tileRowBytes)),
      interpret(interpreter(false, false)) {
  for (unsigned core = 0; core < cores; ++core)
    state.dma(core).setLimit(
        [this](const Descriptor &d) { return limits.checkTransfer(d); });
  services.hostCalls().setInterruption([this] { return limits.stopsCall(); });
}

Machine::~Machine() = default;

void Machine::setMode(bool inTime, bool checks) {
  timed = inTime;
  interpret = interpreter(timed, checks);
  shadowInterpret = shadowInterpreter(timed);
  logs.resize(timed || checks ? state.numCores() : 0);
  for (auto &core : state.cores()) {
    core->log = logs.empty() ? nullptr : &logs[core->number];
    core->checks = nullptr;
  }
  checking = checks ? std::make_unique<Hazards>(state) : nullptr;
  state.semaphores().setObserver(checking.get());
  services.setHazards(checking.get());
}

bool Machine::isValid() const {
  return state.memory().isValid() && (!checking || checking->isValid());
}

bool Machine::write(unsigned core, uint64_t address, const void *data,
                    uint64_t size) {
  uint8_t *to = state.memory().resolve(core, address, size);
  if (!to)
    return false;
  if (size)
    std::memcpy(to, data, size);
  if (checking)
    checking->define(core, address, size);
  return true;
}

void Machine::clear() {
  schedule.reset();
  services.setSchedule(nullptr);
  state.clear();
  services.hostCalls().reset();
  logs.clear();
  setMode(timed, checking != nullptr);
  limits.setInterrupted(false);
  abandoned = false;
}

void Machine::reset(uint64_t entry, uint64_t argumentBlock) {
  state.reset(entry, argumentBlock);
  if (timed)
    schedule = std::make_unique<Schedule>(
        state, [this](uint64_t cycle) { return limits.stopsWaiting(cycle); });
  services.setSchedule(schedule.get());
}

//===----------------------------------------------------------------------===//
// Execution of one core
//===----------------------------------------------------------------------===//

void Machine::runCore(Core &core) {
  uint64_t budget = limits.budgetOf(core);
  if (!budget)
    return;
  RunControl *control = limits.control();
  const Code &code = state.code();
  interpretFor(core, control ? control->enter(core, code) : code, budget);
  if (services.hostCalls().takeInterruption())
    core.state = CoreState::Running;
  limits.setInterrupted(control && control->leave(core));
}

/// Switches between the two interpreters when the shadow becomes necessary or
/// unnecessary. Switching is not a scheduling event.
void Machine::interpretFor(Core &core, const Code &run, uint64_t budget) {
  uint64_t first = core.retired;
  bool isShadowed, isChanged;
  do {
    isShadowed = core.checks && core.checks->isShadowed();
    (isShadowed ? shadowInterpret : interpret)(
        core, run, tiles.data(), int64_t(budget - (core.retired - first)));
    isChanged = core.checks && core.checks->isShadowed() != isShadowed;
  } while (isChanged && core.state == CoreState::Running &&
           core.retired - first < budget);
}

//===----------------------------------------------------------------------===//
// Execution of all cores
//===----------------------------------------------------------------------===//

bool Machine::mayRun(const Core &core) const {
  return core.state == CoreState::Running &&
         (!limits.control() || limits.control()->mayRun(core));
}

/// Runs each core for a time slice. Returns false if none could run.
bool Machine::runEachCore() {
  bool anyRan = false;
  for (auto &core : state.cores()) {
    if (!mayRun(*core))
      continue;
    runCore(*core);
    anyRan = true;
    if (core->hasTrapped() || isPaused())
      break;
  }
  return anyRan;
}

/// Called when no core can run: pending transfers move their data, which may
/// post semaphores.
void Machine::finish() {
  for (auto &core : state.cores())
    if (!trapOnError(*core, state.dma(core->number).finishAll()))
      return;
  if (!state.isAnyCore(CoreState::Running))
    detectDeadlock(state);
}

Core *Machine::runFunctional() {
  while (true) {
    if (runEachCore()) {
      if (Core *trapped = state.trappedCore())
        return trapped;
      if (isPaused())
        return nullptr;
      continue;
    }
    finish();
    if (!state.isAnyCore(CoreState::Running))
      return state.trappedCore();
  }
}

Core *Machine::runInTime() {
  schedule->setObserver(events);
  while (Core *core = schedule->nextCore()) {
    runCore(*core);
    if (isPaused())
      return nullptr;
  }
  if (isPaused())
    return nullptr;
  if (!state.trappedCore())
    detectDeadlock(state);
  schedule->reportEnd(/*isCut=*/state.trappedCore());
  return state.trappedCore();
}

Core *Machine::run(uint64_t maxInstructions) {
  limits.setInterrupted(false);
  limits.setMaxInstructions(maxInstructions);
  return timed ? runInTime() : runFunctional();
}

void Machine::abandon() {
  if (isPaused() && schedule && !abandoned)
    schedule->reportEnd(/*isCut=*/true);
  abandoned = isPaused();
}
