//===- Schedule.h - cores and transfers in time -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The core whose time is the earliest runs (ties: the lowest number), and may
// run ahead of the others as long as nobody can notice: system instructions and
// scalar accesses outside of the own scratchpad wait until no core is earlier,
// and what transfers and posts bring about until then has happened.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_SCHEDULE_H
#define MATRIX_SIMULATOR_TIMING_SCHEDULE_H

#include "CoreTime.h"
#include "TimedTransfers.h"
#include <memory>
#include <queue>
#include <vector>

namespace matrix {
namespace sim {

class Schedule {
public:
  explicit Schedule(Machine &machine);

  void setObserver(Observer *observer);

  /// The core whose turn it is, with its limit set; null if all wait for ever,
  /// have halted, or one has trapped, or the machine is paused.
  Core *nextCore();
  /// May the instruction be executed that would issue at core.time->issue?
  bool mayIssue(Core &core);

  //===--------------------------------------------------------------------===//
  // Hooks of instructions, at core.time->issue
  //===--------------------------------------------------------------------===//

  /// 0: the core is blocked, or has trapped.
  uint64_t startTransfer(Core &core, uint64_t descriptor);
  void waitForTransfer(Core &core, uint64_t ticket);
  bool isComplete(const Core &core, uint64_t ticket) const {
    return transfers.isComplete(core.number, ticket);
  }
  void post(const Core &from, unsigned to, unsigned semaphore, uint64_t past);
  /// The last core has come: all go on.
  void releaseBarrier(const Core &last);

  //===--------------------------------------------------------------------===//
  // Results, when nothing is left to do
  //===--------------------------------------------------------------------===//

  uint64_t end() const;
  CoreTiming statistics(unsigned core) const;
  /// To the observer, once: nobody goes on.
  const TransferTotals *totals() const { return transfers.totals(); }
  void reportEnd();

private:
  struct Post {
    uint64_t time, order; // among those of one time
    unsigned core, semaphore;
    uint64_t past;                        // of Hazards::post
    bool operator<(const Post &o) const { // the first one on top
      return time != o.time ? time > o.time : order > o.order;
    }
  };
  /// What a blocked core waits for: a ticket, or (0) room for a descriptor.
  struct Awaited {
    uint64_t ticket = 0, descriptor = 0;
  };

  Core *earliest() const;
  bool wait();
  void setLimit(Core &core);
  bool happen(uint64_t limit);
  void happened(const DmaEvent &event);
  void wake(Core &core, uint64_t at, StallCause cause);
  void wakeSuspended(uint64_t at);
  bool anyTrapped() const;
  static StallCause waitOf(const Core &core);

  Machine &machine;
  IssueTable table;
  std::vector<std::unique_ptr<CoreTime>> times; // by core
  std::vector<Awaited> awaited;                 // by core
  TimedTransfers transfers;
  std::priority_queue<Post> posts;
  uint64_t numPosts = 0;
  uint64_t waited = 0; // nothing comes before, while no core can go on
  Core *running = nullptr;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_SCHEDULE_H
