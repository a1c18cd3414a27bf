//===- Machine.h - cores and memories of a machine --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Runs all cores of a machine in one host thread, in turn, so that runs are
// deterministic. Functional runs use round-robin time slices; timed runs use
// the order of Schedule.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_MACHINE_H
#define MATRIX_SIMULATOR_MACHINE_H

#include "Core/Code.h"
#include "Interpreter/Interpreter.h"
#include "Memory/Dma.h"
#include "RunControl.h"
#include "Timing/Schedule.h"
#include <memory>
#include <vector>

namespace matrix {
namespace sim {

class Hazards;

/// Cores, memories and DMA engines, and the control of their execution.
class Observer;
class Machine {
public:
  Machine(const desc::VariantInfo &variant, unsigned cores);
  ~Machine();

  bool isValid() const { return memory.isValid(); }

  /// Selects timing and hazard detection; must precede reset(). Both are off
  /// initially.
  void setMode(bool inTime, bool checking);

  /// Sets all cores to the entry point, with their stack pointers.
  void reset(uint64_t entry, uint64_t argumentBlock);
  /// End of the stack of a core, which has `stackSize` bytes.
  uint64_t stackTop(unsigned core) const;
  /// Runs until all cores have halted or one has trapped. Returns the trapped
  /// core, or null. If `control` interrupts the run, a further call continues
  /// it.
  Core *run(uint64_t maxInstructions);
  bool isPaused() const { return paused; }
  /// Reason of an incomplete run: a trap or an interruption; else empty.
  std::string reasonOfCut() const;
  /// Example: "for semaphore 3". Empty if the core does not wait.
  std::string describeWait(const Core &core) const;
  /// Ends an interrupted run for good: observers see its end.
  void abandon();

  /// Releases all cores when the last one arrives.
  void arriveAtBarrier(Core &core);
  /// Called while every core is blocked and no event occurs before `cycle`.
  /// Returns true if the run is to stop: paused by its control, or trapped at
  /// the cycle limit.
  bool isWaitedEnough(uint64_t cycle);
  /// Reason to abort a long transfer (limit or interruption), or empty.
  std::string reasonToCutTransfer(const Descriptor &d);
  bool hasCutTransfer() const { return cutTransfer; }
  /// Timed runs: true if the core may now execute an instruction whose effects
  /// other cores can observe.
  bool mayIssue(Core &core) { return schedule->mayIssue(core); }

  /// Receives the events of timed runs; set before run().
  Observer *observer = nullptr;
  /// Null in functional runs.
  std::unique_ptr<Schedule> schedule;

  // Results of a timed run that has ended.
  uint64_t cycles() const { return schedule->end(); }
  CoreTiming timing(unsigned core) const { return schedule->statistics(core); }
  /// Null if the variant has no DMA engine.
  const TransferTotals *transferTotals() const { return schedule->totals(); }

  const desc::VariantInfo &variant;
  Memory memory;
  Decoder decoder;
  Code code;
  std::vector<std::unique_ptr<Core>> cores;
  Semaphores semaphores;
  std::vector<DmaEngine> dma; // by core
  RunControl *control = nullptr;
  uint64_t stackSize;     // bytes per core; of the program, else of the variant
  uint64_t maxCycles = 0; // per core, 0: unlimited; instructions if functional
  std::unique_ptr<Hazards> hazards; // null: hazard detection is off

  /// Another instruction involved in a trap.
  struct Note {
    std::string what;
    uint64_t pc;
  };
  std::vector<Note> notes;

private:
  uint64_t budgetOf(Core &core, uint64_t maxInstructions) const;
  Core *runInTime(uint64_t maxInstructions);
  void runCore(Core &core, uint64_t maxInstructions);
  void interpretFor(Core &core, const Code &run, uint64_t budget);
  bool mayRun(const Core &core) const;
  Core *oneTrapped();
  void finish();
  bool finishTransfers();
  bool isAny(CoreState state) const;
  void detectDeadlock();
  void reportDeadlock();

  Interpreter interpret, shadowInterpret = nullptr;
  bool timed = false;
  const std::vector<TileFunction> tiles;
  std::vector<uint8_t *> tileFiles;
  std::vector<AccessLog> logs; // by core; empty if unused
  bool paused = false;
  bool abandoned = false;
  bool cutTransfer = false;
};

/// Traps the core that started a transfer at `pc` because the transfer failed
/// or takes too long.
void failTransfer(Core &core, const std::string &error, uint64_t pc);
/// Moves the data of all transfers of a core; a failing transfer traps it.
bool finishTransfers(Core &core, DmaEngine &dma);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_MACHINE_H
