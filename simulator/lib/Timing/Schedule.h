//===- Schedule.h - scheduling of cores and DMA transfers -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Discrete-event scheduling of cores, DMA events and semaphore posts. The core
// with the earliest time runs (ties: the lowest number) and may run ahead of
// the others while its effects are not observable: system instructions and
// scalar accesses outside the core's own scratchpad issue only when no core is
// earlier and all events up to that cycle have been processed.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_SCHEDULE_H
#define MATRIX_SIMULATOR_TIMING_SCHEDULE_H

#include "CoreTime.h"
#include "System/System.h"
#include "TimedTransfers.h"
#include <functional>
#include <memory>
#include <queue>
#include <vector>

namespace matrix {
namespace sim {

class Schedule {
public:
  /// `stopsWaiting` is called repeatedly while every core is blocked, with a
  /// cycle before which no event occurs; true ends the run.
  using StopsWaiting = std::function<bool(uint64_t cycle)>;
  Schedule(System &system, StopsWaiting stopsWaiting);

  void setObserver(Observer *observer);

  /// Selects the next core to run and sets its limit. Returns null if all cores
  /// are blocked or have halted, if one has trapped, or if the machine is
  /// paused.
  Core *nextCore();
  /// True if an instruction may issue at core.time->issue. Processes the events
  /// up to that cycle.
  bool mayIssue(Core &core);

  //===--------------------------------------------------------------------===//
  // Hooks of instructions, executed at core.time->issue
  //===--------------------------------------------------------------------===//

  /// Returns the DMA handle, or 0 if the core is blocked or has trapped.
  uint64_t startTransfer(Core &core, uint64_t descriptor);
  void waitForTransfer(Core &core, uint64_t handle);
  bool isComplete(const Core &core, uint64_t handle) const {
    return transfers.isComplete(core.number, handle);
  }
  void post(const Core &from, unsigned to, unsigned semaphore, uint64_t past);
  /// Called when the last core arrives: releases all cores.
  void releaseBarrier(const Core &last);

  //===--------------------------------------------------------------------===//
  // Results, at the end of the run
  //===--------------------------------------------------------------------===//

  uint64_t end() const;
  CoreTiming statistics(unsigned core) const;
  const TransferTotals *totals() const { return transfers.totals(); }
  /// Reports the end of the run to the observer; called once. `isCut`: the run
  /// is incomplete.
  void reportEnd(bool isCut);

private:
  struct Post {
    uint64_t time, order; // order of posts with equal time
    unsigned core, semaphore;
    uint64_t past;                        // clock of the posting core
    bool operator<(const Post &o) const { // order of a min-heap
      return time != o.time ? time > o.time : order > o.order;
    }
  };
  /// Event that a blocked core waits for: completion of a DMA handle, or room
  /// for a descriptor if the handle is 0.
  struct Awaited {
    uint64_t handle = 0, descriptor = 0;
  };

  Core *earliest() const;
  bool wait();
  void setLimit(Core &core);
  bool processNextEvent(uint64_t limit);
  void processDmaEvent(const DmaEvent &event);
  void wake(Core &core, uint64_t at, StallCause cause);
  void wakeSuspended(uint64_t at);
  static StallCause waitOf(const Core &core);

  System &system;
  const StopsWaiting stopsWaiting;
  IssueTable table;
  std::vector<std::unique_ptr<CoreTime>> times; // by core
  std::vector<Awaited> awaited;                 // by core
  TimedTransfers transfers;
  std::priority_queue<Post> posts;
  uint64_t numPosts = 0;
  /// Lower bound of the next event while every core is blocked.
  uint64_t waited = 0;
  Core *running = nullptr;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_SCHEDULE_H
