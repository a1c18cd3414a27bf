//===- RunControl.h - control of a run --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Interface of the monitor and the debugger to the machine. The machine calls
// it around each time slice of a core and never inside of one, so that the
// interpreter loop contains no test for it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_RUNCONTROL_H
#define MATRIX_SIMULATOR_RUNCONTROL_H

#include "Core/Code.h"
#include "Core/Core.h"

namespace matrix {
namespace sim {

/// Called by the machine before and after it executes a core for a time slice,
/// to show progress, interrupt the run, or stop it at breakpoints.
class RunControl {
public:
  virtual ~RunControl() = default;

  /// Functional runs: false excludes the core from scheduling.
  virtual bool mayRun(const Core &) { return true; }
  /// Called before a core executes. Returns the code to execute: the program,
  /// or a copy in which some instructions are opcode::pause.
  virtual const Code &enter(Core &, const Code &program) { return program; }
  /// Called after a core has executed, possibly no instruction. Returning true
  /// interrupts the run, which can be resumed.
  virtual bool leave(Core &) = 0;
  /// Called while every core is blocked and DMA transfers proceed. Returning
  /// true interrupts the run.
  virtual bool interruptsWait() { return false; }
  /// Called while a host call waits. True if leave() will interrupt the run.
  virtual bool interruptsCall() { return false; }
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_RUNCONTROL_H
