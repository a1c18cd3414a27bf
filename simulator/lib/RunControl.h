//===- RunControl.h - somebody who accompanies a run ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_RUNCONTROL_H
#define MATRIX_SIMULATOR_RUNCONTROL_H

#include "Code.h"
#include "Core.h"

namespace matrix {
namespace sim {

/// Is asked whenever the machine lets a core run for a while, and so can show
/// progress, end a run early, or stop it at chosen instructions.
class RunControl {
public:
  virtual ~RunControl() = default;

  /// Without timing: may it be this core's turn?
  virtual bool mayRun(const Core &) { return true; }
  /// The core begins: what it executes, the program or a copy of it in which
  /// some instructions are opcode::pause.
  virtual const Code &enter(Core &, const Code &program) { return program; }
  /// It has come back; it may have executed nothing. True ends the run, which
  /// can be resumed.
  virtual bool leave(Core &) = 0;
  /// No core can go on, transfers take long. True ends the run in the same way.
  virtual bool interruptsWait() { return false; }
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_RUNCONTROL_H
