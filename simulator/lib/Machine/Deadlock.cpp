//===- Deadlock.cpp - deadlock detection ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lists the event that each waiting core waits for. The first waiting core
// traps; the others are notes with their own locations. A run in which a core
// has ended with an error is not reported: the error is the cause.
//
//===----------------------------------------------------------------------===//

#include "Deadlock.h"
#include <algorithm>

using namespace matrix;
using namespace matrix::sim;

std::string sim::describeWait(const System &system, const Core &core) {
  if (core.state == CoreState::AtSemaphore)
    return system.semaphores().describeWait(core);
  return core.state == CoreState::AtBarrier ? "at a barrier" : "";
}

/// Traps the first waiting core and lists the state of all others.
static void reportDeadlock(System &system) {
  Core *first = nullptr;
  std::string others, halted;
  std::vector<Core::Note> notes;
  for (auto &core : system.cores()) {
    std::string wait = describeWait(system, *core),
                number = std::to_string(core->number);
    if (wait.empty())
      halted += (halted.empty() ? " " : ", ") + number;
    else if (first) {
      others += "; core " + number + " waits " + wait;
      notes.push_back(
          {"core " + number + " waits " + wait, core->pc - instructionBytes});
    } else {
      first = core.get();
    }
  }
  if (!halted.empty())
    others += "; halted:" + halted;
  std::string wait = describeWait(system, *first);
  first->trapped.notes = std::move(notes);
  // The pc is past the waiting instruction.
  first->trapAt(first->pc - instructionBytes, TrapKind::Deadlock,
                "deadlock: waits " + wait + others);
}

void sim::detectDeadlock(System &system) {
  auto &cores = system.cores();
  bool failed = std::any_of(cores.begin(), cores.end(),
                            [](auto &core) { return core->exitStatus != 0; });
  if (!failed && (system.isAnyCore(CoreState::AtBarrier) ||
                  system.isAnyCore(CoreState::AtSemaphore)))
    reportDeadlock(system);
}
