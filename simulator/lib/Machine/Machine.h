//===- Machine.h - execution of all cores -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs all cores of a machine in one host thread, in turn, so that runs are
// deterministic. Functional runs use round-robin time slices; timed runs use
// the order of Schedule, a discrete-event simulation.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_MACHINE_H
#define MATRIX_SIMULATOR_MACHINE_H

#include "Interpreter/Interpreter.h"
#include "RunLimits.h"
#include "Services.h"
#include <memory>
#include <vector>

namespace matrix {
namespace sim {

/// Control of the execution of a system. Code that only reads or changes the
/// architectural state takes a System instead.
class Machine {
public:
  Machine(const desc::VariantInfo &variant, unsigned cores);
  ~Machine();

  System &system() { return state; }
  const System &system() const { return state; }

  //===--------------------------------------------------------------------===//
  // Before the run
  //===--------------------------------------------------------------------===//

  /// Selects timing and hazard detection; must precede reset(). Both are off
  /// initially.
  void setMode(bool inTime, bool checking);
  /// False if the host has no memory for the machine.
  bool isValid() const;
  /// Sets all cores to the entry point, with their stack pointers.
  void reset(uint64_t entry, uint64_t argumentBlock);
  /// Returns to the state before reset(), except for the contents of memory.
  void clear();
  /// Cycles per core, 0: unlimited; instructions if functional.
  void setMaxCycles(uint64_t cycles) { limits.setMaxCycles(cycles); }
  void setControl(RunControl *control) { limits.setControl(control); }
  RunControl *control() const { return limits.control(); }
  /// Sets the receiver of the events of a timed run.
  void setObserver(Observer *o) { events = o; }
  Observer *observer() const { return events; }
  /// Null: hazard detection is off.
  Hazards *hazards() { return checking.get(); }

  /// Writes memory in the address space of a core, as the host; the bytes are
  /// initialized for hazard detection. Returns false if the range is not within
  /// one memory.
  bool write(unsigned core, uint64_t address, const void *data, uint64_t size);

  HostCalls &hostCalls() { return services.hostCalls(); }

  //===--------------------------------------------------------------------===//
  // Execution
  //===--------------------------------------------------------------------===//

  /// Runs until all cores have halted or one has trapped. Returns the trapped
  /// core, or null. If the run control interrupts the run, a further call
  /// continues it.
  Core *run(uint64_t maxInstructions);
  bool isPaused() const { return limits.isInterrupted(); }
  /// Ends an interrupted run permanently, and notifies observers.
  void abandon();

  //===--------------------------------------------------------------------===//
  // Results
  //===--------------------------------------------------------------------===//

  /// Reason of an incomplete run: a trap or an interruption; else empty.
  std::string reasonOfCut() const;
  bool isTimed() const { return schedule != nullptr; }
  /// The cycles of a timed run.
  uint64_t cycles() const;
  CoreTiming timing(unsigned core) const;
  /// Null if the variant has no DMA engine.
  const TransferTotals *transferTotals() const;

private:
  Core *runInTime();
  Core *runFunctional();
  bool runEachCore();
  void runCore(Core &core);
  void interpretFor(Core &core, const Code &run, uint64_t budget);
  bool mayRun(const Core &core) const;
  void finish();

  System state;
  Services services;
  RunLimits limits;
  const std::vector<TileFunction> tiles;
  std::vector<AccessLog> logs; // by core; empty if unused
  Interpreter interpret, shadowInterpret = nullptr;
  bool timed = false;
  std::unique_ptr<Schedule> schedule; // null: functional
  std::unique_ptr<Hazards> checking;  // null: off
  Observer *events = nullptr;
  bool abandoned = false;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_MACHINE_H
