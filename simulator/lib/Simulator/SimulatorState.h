//===- SimulatorState.h - state of a simulator ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loaded program with its machine, shared by the files that implement
// Simulator.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_SIMULATORSTATE_H
#define MATRIX_SIMULATOR_SIMULATORSTATE_H

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
  std::unique_ptr<Machine> machine;
  Monitor monitor;
  std::unique_ptr<Recorder> recorder;
  uint64_t argumentBlock = 0;
  uint64_t free = 0; // first free byte of DRAM after the program

  /// Sets `error` to one line that names the program; returns false.
  bool fail(std::string &error, const std::string &what) const;

  // Loading.cpp
  bool makeMachine(std::string &error);
  const desc::VariantInfo *chooseVariant(std::string &error) const;
  bool chooseStack(std::string &error) const;
  unsigned chooseCores(const desc::VariantInfo &variant,
                       std::string &error) const;
  bool place(std::string &error);
  bool checkCode(std::string &error) const;
  bool placeSegment(const Segment &segment, std::string &error);
  bool placeTensors(std::string &error);
  bool placeArguments(std::string &error);
  bool allocate(uint64_t bytes, uint64_t &address, std::string &error);

  // Simulator.cpp
  bool record(std::string &error);
  Argument *argument(bool output, size_t index);
  Core *runMachine();

  // Messages.cpp
  std::string instructionAt(uint64_t pc) const;
  std::string describe(const Core &core) const;
  std::string describeCores(const Core *except = nullptr) const;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_SIMULATORSTATE_H
