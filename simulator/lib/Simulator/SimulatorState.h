//===- SimulatorState.h - state of a simulator ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loaded program with its machine, shared by the files that implement
// Simulator. The symbols refer to the program and the recorder to the machine:
// each is declared after, and destroyed before, what it refers to.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_SIMULATORSTATE_H
#define MATRIX_SIMULATOR_SIMULATORSTATE_H

#include "DebugInfo/Symbols.h"
#include "Loader/Executable.h"
#include "Machine/Machine.h"
#include "Machine/Monitor.h"
#include "Timing/Recorder.h"
#include "matrix/Sim/Simulator.h"

namespace matrix {
namespace sim {

struct Simulator::State {
  Options options;
  std::unique_ptr<Executable> program;
  std::unique_ptr<Symbols> names; // null until symbols() reads them
  std::unique_ptr<Machine> machine;
  Monitor monitor;
  std::unique_ptr<Recorder> recorder;
  uint64_t argumentBlock = 0;
  uint64_t free = 0; // first free byte of DRAM after the program

  /// An error of one line that names the program.
  llvm::Error fail(const std::string &what) const;

  // Loading.cpp
  llvm::Error makeMachine();
  llvm::Expected<const desc::VariantInfo *> chooseVariant() const;
  llvm::Error chooseStack() const;
  llvm::Expected<unsigned> chooseCores(const desc::VariantInfo &variant) const;
  llvm::Error place();
  llvm::Error checkCode() const;
  llvm::Error placeSegment(const Segment &segment);
  void registerSegment(unsigned core, const Segment &segment);
  void restoreSegments();
  llvm::Error placeTensors();
  void registerTensors();
  llvm::Error placeArguments();
  llvm::Error prepareHostCalls();
  llvm::Expected<uint64_t> allocate(uint64_t bytes);

  // Simulator.cpp
  llvm::Error record();
  Argument *argument(bool output, size_t index);
  Core *runMachine();

  // Messages.cpp
  /// Read once for all messages and debuggers: reading forks a process
  /// (ReadDwarf.cpp).
  const Symbols &symbols();
  std::string instructionAt(uint64_t pc) const;
  std::string describe(const Core &core);
  std::string describeCores(const Core *except = nullptr);
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_SIMULATORSTATE_H
