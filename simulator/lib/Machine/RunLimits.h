//===- RunLimits.h - limits and interruption of a run -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bounds the instructions and cycles of a run, and polls its run control for
// interrupts by the user. Limits hold for each core, so that a program which
// stops at a limit does so at the same instruction in every run.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_MACHINE_RUNLIMITS_H
#define MATRIX_SIMULATOR_MACHINE_RUNLIMITS_H

#include "RunControl.h"
#include "System/System.h"

namespace matrix {
namespace sim {

class RunLimits {
public:
  explicit RunLimits(System &system) : system(system) {}

  /// Null: none.
  void setControl(RunControl *c) { runControl = c; }
  RunControl *control() const { return runControl; }
  /// Limits for each core; 0: unlimited. Cycles are instructions in functional
  /// runs.
  void setMaxCycles(uint64_t cycles) { maxCycles = cycles; }
  void setMaxInstructions(uint64_t instructions) {
    maxInstructions = instructions;
  }

  /// Number of instructions the core may execute in its time slice; 0 if it
  /// has trapped at a limit.
  uint64_t budgetOf(Core &core) const;
  /// Called while every core is blocked and no event occurs before `cycle`.
  /// Returns true if the run is to stop: interrupted, or trapped at the cycle
  /// limit.
  bool stopsWaiting(uint64_t cycle);
  /// Called while a host call waits. True if the run is to be interrupted.
  bool stopsCall() const { return runControl && runControl->interruptsCall(); }
  /// Fails if a long transfer is interrupted or exceeds the cycle limit.
  llvm::Error checkTransfer(const Descriptor &d) const;

  bool isInterrupted() const { return interrupted; }
  void setInterrupted(bool value) { interrupted = value; }

private:
  System &system;
  RunControl *runControl = nullptr;
  uint64_t maxCycles = 0, maxInstructions = 0;
  bool interrupted = false;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_MACHINE_RUNLIMITS_H
