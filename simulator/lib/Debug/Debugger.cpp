//===- Debugger.cpp - breakpoints and single steps ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Patches and copies decoded code for breakpoints and single steps, and decides
// after each time slice whether to stop. Before each slice the machine requests
// the code to execute: the patched program, or the copy in which all
// instructions but the one at the pc are opcode::pause. A core that stands at a
// breakpoint which has been reported executes one instruction of the copy, and
// continues with the patched program. In functional runs a step excludes the
// other cores while the selected one can run; in timed runs all cores take
// single steps, in the order of their times. A watchpoint compares bytes after
// every instruction.
//
//===----------------------------------------------------------------------===//

#include "Debugger.h"
#include <cstring>

using namespace matrix::sim;
namespace registers = matrix::desc::registers;

static Decoded makeBreak() {
  Decoded insn = {};
  insn.opcode = opcode::pause;
  return insn;
}

Debugger::Debugger(Simulator &simulator)
    : simulator(simulator), machine(simulator.machine()),
      system(machine.system()), progress(system.numCores()),
      original(system.code()), steps(system.code()),
      armed(system.code().base()) {
  for (uint64_t i = 0; i < steps.size(); ++i)
    steps.set(steps.addressOf(i), makeBreak());
  machine.setControl(this);
}

Debugger::~Debugger() {
  system.code() = original;
  machine.setControl(nullptr);
}

//===----------------------------------------------------------------------===//
// Breakpoints and watchpoints
//===----------------------------------------------------------------------===//

unsigned Debugger::add(Breakpoint breakpoint) {
  uint64_t address = breakpoint.address;
  if (!original.at(address))
    return 0;
  breaks.emplace(++numbers, std::move(breakpoint));
  patch(address);
  return numbers;
}

unsigned Debugger::add(Watchpoint watchpoint) {
  if (!watchpoint.size || watchpoint.size > maxWatched)
    return 0;
  const uint8_t *data = watchpoint.data;
  watchpoint.last.assign(data, data + watchpoint.size);
  watches.emplace(++numbers, std::move(watchpoint));
  return numbers;
}

bool Debugger::remove(unsigned number) {
  auto found = breaks.find(number);
  if (found == breaks.end())
    return watches.erase(number);
  uint64_t address = found->second.address;
  breaks.erase(found);
  patch(address);
  return true;
}

/// Sets the instruction at the address, or opcode::pause if it has a
/// breakpoint.
void Debugger::patch(uint64_t address) {
  bool any = false;
  for (const auto &b : breaks)
    any |= b.second.address == address;
  system.code().set(address, any ? makeBreak() : *original.at(address));
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

/// The timing model reads the code at a restart: breakpoints are not part of
/// it.
llvm::Error Debugger::restart() {
  for (const auto &b : breaks)
    system.code().set(b.second.address, *original.at(b.second.address));
  llvm::Error error = simulator.restart();
  for (const auto &b : breaks)
    patch(b.second.address);
  if (error)
    return error;
  progress.assign(progress.size(), Progress());
  stepping = -1;
  current = {StopKind::Ended};
  last = {};
  ended = false;
  return llvm::Error::success();
}

/// A core that stopped at a breakpoint, and whose pc is still the same,
/// executes that instruction instead of stopping again. Changes of watched
/// bytes between two runs, by the host, do not stop.
Stop Debugger::run() {
  if (ended)
    return current;
  for (auto &core : system.cores()) {
    Progress &p = progress[core->number];
    const Decoded *insn = system.code().at(core->pc);
    p.skips =
        p.reported == core->pc + 1 && insn && insn->opcode == opcode::pause;
  }
  for (auto &watch : watches)
    watch.second.last.assign(watch.second.data,
                             watch.second.data + watch.second.size);
  Result result = simulator.run();
  if (machine.isPaused()) {
    progress[current.core].reported = system.core(current.core).pc + 1;
    return current;
  }
  ended = true;
  last = std::move(result);
  current = {StopKind::Ended};
  for (auto &core : system.cores())
    if (core->hasTrapped())
      current.core = core->number;
  return current;
}

Stop Debugger::resume() {
  stepping = -1;
  return run();
}

Stop Debugger::step(unsigned core) {
  stepping = int(core);
  Stop stop = run();
  stepping = -1;
  return stop;
}

Stop Debugger::stepUntil(unsigned core,
                         llvm::function_ref<bool(const Core &)> done) {
  while (true) {
    Stop stop = step(core);
    if (stop.kind != StopKind::Stepped || done(system.core(core)) ||
        system.core(core).state == CoreState::Halted)
      return stop;
  }
}

Stop Debugger::runTo(unsigned core, uint64_t address, uint64_t stack) {
  constexpr unsigned own = 0; // number that add() never returns
  Breakpoint here = {};
  here.address = address;
  here.core = int(core);
  here.stack = stack;
  breaks.emplace(own, std::move(here));
  patch(address);
  Stop stop = resume();
  remove(own);
  if (stop.kind == StopKind::Breakpoint && stop.number == own)
    stop.kind = StopKind::Stepped;
  return stop;
}

//===----------------------------------------------------------------------===//
// Run control
//===----------------------------------------------------------------------===//

bool Debugger::mayRun(const Core &core) {
  return stepping < 0 || int(core.number) == stepping ||
         system.core(stepping).state != CoreState::Running;
}

/// The program with opcode::pause everywhere except at `pc`.
const Code &Debugger::single(uint64_t pc) {
  steps.set(armed, makeBreak());
  steps.set(pc, *original.at(pc));
  armed = pc;
  return steps;
}

const Code &Debugger::enter(Core &core, const Code &program) {
  Progress &p = progress[core.number];
  p.enteredPc = core.pc;
  p.enteredRetired = core.retired;
  // Timed runs: all cores single-step, so that none runs ahead of the selected
  // one.
  bool steps = stepping >= 0 && (core.time || int(core.number) == stepping);
  bool one = p.skips || steps || !watches.empty();
  return one && original.at(core.pc) ? single(core.pc) : program;
}

bool Debugger::stop(StopKind kind, const Core &core) {
  current = {kind, core.number};
  current.pc = progress[core.number].enteredPc;
  return true;
}

/// Polls every few turns only: polling may take longer than a single step.
bool Debugger::isInterrupted() {
  bool polls = poll && ++turns % (watches.empty() ? 16 : 4096) == 0;
  return interrupted.exchange(false) || (polls && poll());
}

bool Debugger::interruptsWait() {
  return isInterrupted() && stop(StopKind::Interrupted, system.core(0));
}

bool Debugger::interruptsCall() {
  if (poll && poll())
    interrupted = true;
  return interrupted;
}

bool Debugger::leave(Core &core) {
  Progress &p = progress[core.number];
  bool moved = core.retired != p.enteredRetired;
  p.skips &= !moved;
  p.reported = moved ? 0 : p.reported;
  if (isInterrupted())
    return stop(StopKind::Interrupted, core);
  if (core.hasTrapped())
    return false;
  if (!watches.empty() && moved && findChange(core))
    return true;
  if (!p.skips && core.state == CoreState::Running && findBreakpoint(core))
    return true;
  return moved && int(core.number) == stepping && stop(StopKind::Stepped, core);
}

/// Breakpoints of other cores or other stack pointers do not stop.
bool Debugger::findBreakpoint(Core &core) {
  for (auto &entry : breaks) {
    Breakpoint &b = entry.second;
    if (b.address != core.pc)
      continue;
    progress[core.number].skips = true;
    if ((b.core >= 0 && b.core != int(core.number)) ||
        (b.stack && b.stack != uint64_t(core.x[registers::stackPointer])))
      continue;
    ++b.hits;
    stop(StopKind::Breakpoint, core);
    current.number = entry.first;
    return true;
  }
  return false;
}

bool Debugger::findChange(const Core &core) {
  for (auto &entry : watches) {
    Watchpoint &w = entry.second;
    if (std::memcmp(w.data, w.last.data(), w.size) == 0)
      continue;
    stop(StopKind::Watchpoint, core);
    current.number = entry.first;
    current.before = w.last;
    return true;
  }
  return false;
}
