//===- Machine.h - cores and memories that run a program --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_MACHINE_H
#define MATRIX_SIMULATOR_MACHINE_H

#include "Code.h"
#include "Dma.h"
#include "Interpreter.h"
#include "RunControl.h"
#include "Timing/Schedule.h"
#include <memory>
#include <vector>

namespace matrix {
namespace sim {

class Hazards;

/// All cores in one host thread, in turn, so that runs repeat exactly.
class Observer;
class Machine {
public:
  Machine(const desc::VariantInfo &variant, unsigned cores);
  ~Machine();

  bool isValid() const { return memory.isValid(); }

  /// With time, with a look at hazards; before reset(). Neither at first.
  void setMode(bool inTime, bool checking);

  /// Puts all cores at the entry, with their stack pointer set.
  void reset(uint64_t entry, uint64_t argumentBlock);
  /// Where the stack of a core ends, which has `stackSize` bytes.
  uint64_t stackTop(unsigned core) const;
  /// Until all have halted or one has trapped: that one, else null. Goes on
  /// where it was if `control` ended it earlier.
  Core *run(uint64_t maxInstructions);
  bool isPaused() const { return paused; }
  /// Why the run has not come to its end: a trap, or a pause; else empty.
  std::string whyCut() const;
  /// "for semaphore 3": what a core waits for; empty if it does not.
  std::string describeWait(const Core &core) const;
  /// A pause is the end: observers hear of it.
  void giveUp();

  /// When the last one comes, all go on.
  void arriveAtBarrier(Core &core);
  /// Nothing happens before this cycle, but transfers go on: pauses the run if
  /// somebody wants that, or traps a core if it is the limit.
  bool isWaitedEnough(uint64_t cycle);
  /// Work on one transfer takes long: why it ends here; empty: it does not.
  std::string whyCutTransfer(const Descriptor &d);
  bool hasCutTransfer() const { return cutTransfer; }
  /// In timed runs: may the core execute an instruction now that others could
  /// notice?
  bool mayIssue(Core &core) { return schedule->mayIssue(core); }

  /// Told of what happens in timed runs; set before run().
  Observer *observer = nullptr;
  /// The time; null in functional runs.
  std::unique_ptr<Schedule> schedule;

  // Of a timed run that has ended.
  uint64_t cycles() const { return schedule->end(); }
  CoreTiming timing(unsigned core) const { return schedule->statistics(core); }
  /// Null: the variant has no DMA engine.
  const TransferTotals *transferTotals() const { return schedule->totals(); }

  const desc::VariantInfo &variant;
  Memory memory;
  Decoder decoder;
  Code code;
  std::vector<std::unique_ptr<Core>> cores;
  Semaphores semaphores;
  std::vector<DmaEngine> dma; // by core
  RunControl *control = nullptr;
  uint64_t stackSize;     // of each core; the variant's, or the program's
  uint64_t maxCycles = 0; // per core, 0: no limit; instructions without timing
  std::unique_ptr<Hazards> hazards; // null: nobody looks at them

  /// Who else has a part in a trap.
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
  void lookForDeadlock();
  void reportDeadlock();

  Interpreter interpret, shadowInterpret = nullptr;
  bool timed = false;
  const std::vector<TileFunction> tiles;
  std::vector<uint8_t *> tileFiles;
  std::vector<AccessLog> logs; // by core, if anybody reads them
  bool paused = false;
  bool gaveUp = false;
  bool cutTransfer = false;
};

/// A transfer that a core has started at `pc` can't be moved, or takes too
/// long: the core traps.
void failTransfer(Core &core, const std::string &error, uint64_t pc);
/// Moves the data of transfers and traps the core where that fails.
bool finishTransfers(Core &core, DmaEngine &dma);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_MACHINE_H
