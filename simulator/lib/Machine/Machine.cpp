//===- Machine.cpp - cores and memories of a machine ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scheduling of cores in functional runs, limits, deadlock detection and
// barriers.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"
#include "Sanitizer/Hazards.h"
#include "Tiles/Tiles.h"
#include <algorithm>
#include <cstdlib>

using namespace matrix;
using namespace matrix::sim;

/// Time slice: instructions a core executes before the next core runs.
static constexpr uint64_t turn = 20000;

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

Machine::Machine(const desc::VariantInfo &variant, unsigned cores)
    : variant(variant), memory(variant, cores), decoder(variant.cpu),
      semaphores(this->cores, unsigned(variant.parameter("Semaphores"))),
      interpret(interpreter(false, false)),
      tiles(tileFunctions(tileHosts().front(), variant.tileRows,
                          variant.tileRowBytes)) {
  stackSize = variant.stackSize;
  // Instructions that name tile registers beyond those of the variant never
  // execute. One additional tile keeps the allocation nonempty.
  size_t bytes =
      (variant.tileRegisters + 1) * std::max<int64_t>(variant.tileBytes(), 64);
  bytes = (bytes + 63) / 64 * 64;
  for (unsigned i = 0; i < cores; ++i) {
    auto core = std::make_unique<Core>();
    tileFiles.push_back(static_cast<uint8_t *>(std::aligned_alloc(64, bytes)));
    std::fill_n(tileFiles.back(), bytes, 0);
    core->tiles = tileFiles.back();
    core->view = memory.viewOf(i);
    core->machine = this;
    core->number = i;
    this->cores.push_back(std::move(core));
    dma.emplace_back(variant.dma, memory, semaphores, i, cores);
    dma.back().cut = [this](const Descriptor &d) {
      return reasonToCutTransfer(d);
    };
  }
}

Machine::~Machine() {
  for (uint8_t *file : tileFiles)
    std::free(file);
}

void Machine::setMode(bool inTime, bool checking) {
  timed = inTime;
  interpret = interpreter(timed, checking);
  shadowInterpret = shadowInterpreter(timed);
  logs.resize(timed || checking ? cores.size() : 0);
  for (auto &core : cores) {
    core->log = logs.empty() ? nullptr : &logs[core->number];
    core->checks = nullptr;
  }
  hazards = checking ? std::make_unique<Hazards>(*this) : nullptr;
  semaphores.hazards = hazards.get();
}

uint64_t Machine::stackTop(unsigned core) const {
  return variant.stack == desc::lookupSpace("scratchpad")
             ? variant.map.ownScratchpad + memory.scratchpadBytes()
             : memory.dramBytes() - core * stackSize;
}

void Machine::reset(uint64_t entry, uint64_t argumentBlock) {
  for (auto &core : cores) {
    core->pc = entry;
    core->x[desc::registers::stackPointer] = stackTop(core->number);
    core->x[desc::registers::firstArgument] = argumentBlock;
  }
  if (timed)
    schedule = std::make_unique<Schedule>(*this);
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// Returns what is left of a limit; 0 if the core has trapped at it.
static uint64_t leftOf(Core &core, uint64_t used, uint64_t maximum,
                       const char *unit, const char *option) {
  if (used >= maximum && !core.hasTrapped())
    core.trap(TrapKind::InstructionLimit,
              "has executed " + std::to_string(used) + " " + unit +
                  ", the limit; raise --max-" + option);
  return maximum - std::min(maximum, used);
}

/// Number of instructions the core may execute now; 0 if it has trapped. An
/// instruction takes at least one cycle.
uint64_t Machine::budgetOf(Core &core, uint64_t maxInstructions) const {
  uint64_t budget = turn;
  if (maxInstructions)
    budget = std::min(budget, leftOf(core, core.retired, maxInstructions,
                                     "instructions", "instructions"));
  if (maxCycles && timed)
    budget = std::min(budget, leftOf(core, core.time->reached(), maxCycles,
                                     "cycles", "cycles"));
  else if (maxCycles)
    budget = std::min(budget, leftOf(core, core.retired, maxCycles,
                                     "instructions", "cycles"));
  return budget;
}

void Machine::runCore(Core &core, uint64_t maxInstructions) {
  uint64_t budget = budgetOf(core, maxInstructions);
  if (!budget)
    return;
  const Code &run = control ? control->enter(core, code) : code;
  interpretFor(core, run, budget);
  paused = control && control->leave(core);
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

bool Machine::mayRun(const Core &core) const {
  return core.state == CoreState::Running &&
         (!control || control->mayRun(core));
}

Core *Machine::oneTrapped() {
  for (auto &core : cores)
    if (core->hasTrapped())
      return core.get();
  return nullptr;
}

std::string Machine::reasonOfCut() const {
  for (auto &core : cores)
    if (core->hasTrapped())
      return "core " + std::to_string(core->number) + ": " + core->trapped.what;
  return paused ? "interrupted" : "";
}

void Machine::abandon() {
  if (paused && schedule && !abandoned)
    schedule->reportEnd();
  abandoned = paused;
}

bool Machine::isAny(CoreState state) const {
  return std::any_of(cores.begin(), cores.end(),
                     [&](auto &core) { return core->state == state; });
}

/// Called when no core can run: pending transfers move their data, which may
/// post semaphores. If a core has failed, cores that wait for it are not a
/// deadlock.
void Machine::finish() {
  if (finishTransfers() && !isAny(CoreState::Running))
    detectDeadlock();
}

void Machine::detectDeadlock() {
  bool failed = std::any_of(cores.begin(), cores.end(),
                            [](auto &core) { return core->exitStatus != 0; });
  if (!failed && (isAny(CoreState::AtBarrier) || isAny(CoreState::AtSemaphore)))
    reportDeadlock();
}

bool Machine::isWaitedEnough(uint64_t cycle) {
  if (control && control->interruptsWait())
    return paused = true;
  if (!maxCycles || cycle < maxCycles)
    return false;
  auto waiting = std::find_if(cores.begin(), cores.end(), [](auto &core) {
    return core->state != CoreState::Halted;
  });
  Core &core = waiting == cores.end() ? *cores[0] : **waiting;
  return leftOf(core, maxCycles, maxCycles, "cycles", "cycles") == 0;
}

/// A row has at least one line.
std::string Machine::reasonToCutTransfer(const Descriptor &d) {
  uint64_t rows = d.rows * d.planes,
           cycles = rows / uint64_t(variant.parameter("DmaLines", 1));
  std::string why;
  if (control && control->interruptsWait())
    why = "interrupted";
  else if (maxCycles && cycles > maxCycles)
    why = "its " + std::to_string(rows) + " rows take more than " +
          std::to_string(maxCycles) + " cycles, the limit; raise --max-cycles";
  cutTransfer |= !why.empty();
  return why;
}

Core *Machine::runInTime(uint64_t maxInstructions) {
  schedule->setObserver(observer);
  while (Core *core = schedule->nextCore()) {
    runCore(*core, maxInstructions);
    if (paused)
      return nullptr;
  }
  if (paused)
    return nullptr;
  if (!oneTrapped())
    detectDeadlock();
  schedule->reportEnd();
  return oneTrapped();
}

Core *Machine::run(uint64_t maxInstructions) {
  paused = false;
  if (timed)
    return runInTime(maxInstructions);
  while (true) {
    bool anyRan = false;
    for (auto &core : cores)
      if (mayRun(*core)) {
        runCore(*core, maxInstructions);
        if (core->hasTrapped())
          return core.get();
        if (paused)
          return nullptr;
        anyRan = true;
      }
    if (anyRan)
      continue;
    finish();
    if (!isAny(CoreState::Running))
      return oneTrapped();
  }
}

void sim::failTransfer(Core &core, const std::string &error, uint64_t pc) {
  core.trap(core.machine->hasCutTransfer() ? TrapKind::InstructionLimit
                                           : TrapKind::BadDescriptor,
            error);
  core.trapped.pc = pc;
  core.trapped.elsewhere = true;
}

bool sim::finishTransfers(Core &core, DmaEngine &dma) {
  std::string error;
  uint64_t pc = 0;
  bool done = dma.finishAll(error, pc);
  if (!done)
    failTransfer(core, error, pc);
  return done;
}

bool Machine::finishTransfers() {
  for (auto &core : cores)
    if (!sim::finishTransfers(*core, dma[core->number]))
      return false;
  return true;
}

std::string Machine::describeWait(const Core &core) const {
  if (core.state == CoreState::AtSemaphore)
    return semaphores.describeWait(core);
  return core.state == CoreState::AtBarrier ? "at a barrier" : "";
}

/// Traps the first waiting core and lists the state of all others.
void Machine::reportDeadlock() {
  Core *first = nullptr;
  std::string others, halted;
  for (auto &core : cores) {
    std::string wait = describeWait(*core),
                number = std::to_string(core->number);
    if (wait.empty())
      halted += (halted.empty() ? " " : ", ") + number;
    else if (first) {
      others += "; core " + number + " waits " + wait;
      notes.push_back({"core " + number + " waits " + wait, core->pc - 4});
    } else {
      first = core.get();
    }
  }
  if (!halted.empty())
    others += "; halted:" + halted;
  first->trapped.pc = first->pc - 4; // the pc is past the waiting instruction
  first->trapped.elsewhere = true;
  first->trap(TrapKind::Deadlock,
              "deadlock: waits " + describeWait(*first) + others);
}

//===----------------------------------------------------------------------===//
// Barrier
//===----------------------------------------------------------------------===//

void Machine::arriveAtBarrier(Core &core) {
  ++core.statistics.barriers;
  core.state = CoreState::AtBarrier;
  for (auto &other : cores)
    if (other->state != CoreState::AtBarrier)
      return;
  for (auto &other : cores)
    other->state = CoreState::Running;
  if (schedule)
    schedule->releaseBarrier(core);
  if (hazards)
    hazards->barrier();
}
