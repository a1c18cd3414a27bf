//===- CoreTime.h - timing of one core --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The scoreboard and cycle attribution of one core (docs/timing.md, "Issue").
// The interpreter computes the earliest issue cycle of an instruction, executes
// it, and commits its result times. The parts that scalar instructions use are
// inline.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_CORETIME_H
#define MATRIX_SIMULATOR_TIMING_CORETIME_H

#include "Core/Core.h"
#include "IssueTable.h"
#include "LineRule.h"
#include "Observer.h"
#include "RowBoard.h"
#include <vector>

namespace matrix {
namespace sim {

class CoreTime {
  MATRIX_INLINE static uint64_t latest(uint64_t a, uint64_t b) {
    return a > b ? a : b;
  }

public:
  CoreTime(const desc::VariantInfo &variant, unsigned number, const View &view);

  void setRows(const IssueTable &table);
  const IssueRow *rows() const { return rowList; }

  //===--------------------------------------------------------------------===//
  // State between instructions
  //===--------------------------------------------------------------------===//

  uint64_t next = 0; // earliest issue of the next instruction
  /// Last cycle up to which no other core can do anything this core could
  /// observe. Instructions whose effects other cores could observe do not issue
  /// after it (Schedule).
  int64_t limit = INT64_MAX;
  /// Schedule runs the core with the smallest value.
  uint64_t reached() const { return latest(next, stoppedAt); }

  //===--------------------------------------------------------------------===//
  // One instruction; `from` is `next`, held in a local of the interpreter
  //===--------------------------------------------------------------------===//

  uint64_t issue = 0; // issue cycle of the current instruction, for hooks

  uint64_t *board() { return entries.data(); }
  /// Earliest issue cycle of a scalar instruction with up to four registers.
  MATRIX_INLINE static uint64_t earliest(const uint64_t *ready,
                                         const IssueRow &row, uint64_t from) {
    uint64_t a = latest(ready[row.source[0]], ready[row.source[1]]);
    uint64_t b = latest(ready[row.source[2]], ready[row.source[3]]);
    return latest(latest(a, b), latest(from, ready[row.pipe]));
  }
  /// Marks the result as ready at `then`.
  MATRIX_INLINE static void settle(uint64_t *ready, const IssueRow &row,
                                   uint64_t then) {
    ready[row.result] = latest(ready[row.result], then);
  }
  void stalledBy(const IssueRow &row, uint64_t from, uint64_t t);
  /// Accounts for an instruction that is not plain: pipe occupancy, and the
  /// observer.
  void note(const IssueRow &row, const Decoded &insn, uint64_t from, uint64_t t,
            uint64_t latency);
  /// The same for instructions with implicit registers and states.
  uint64_t earliestOf(const IssueRow &row, uint64_t from) const;
  void commitAll(const IssueRow &row, uint64_t from, uint64_t t);
  /// Returns the issue cycle of a tile instruction after its execution; `log`
  /// are its accesses.
  uint64_t issueTile(const IssueRow &row, unsigned opcode, const AccessLog &log,
                     uint64_t from);
  uint64_t issueRows(const IssueRow &row, unsigned opcode, const AccessLog &log,
                     uint64_t from);

  /// Accounts for the bubble of a jump. Returns the earliest issue cycle of the
  /// next instruction.
  MATRIX_INLINE uint64_t lose(uint64_t from) {
    stall(StallCause::Bubble, from, from + branchCycles);
    return from + branchCycles;
  }
  /// Counter for accesses to this address.
  MemoryTraffic &trafficOf(uint64_t address) {
    return view.isDram(address) ? counted.dram
           : isOwn(address)     ? counted.own
                                : counted.remote;
  }
  /// Latency of a load from the scratchpad of another core.
  uint64_t remoteLatency(uint64_t address, const IssueRow &row) const;
  const uint64_t dramLatency;

  //===--------------------------------------------------------------------===//
  // Blocking
  //===--------------------------------------------------------------------===//

  /// Postpones the current instruction, which could issue at `issue`: other
  /// cores come first.
  void yield() { stoppedAt = issue; }
  /// Blocks the current instruction from `issue` on.
  void block(const IssueRow &row);
  /// Ends the wait at `at`: the instruction at `index` in the code issues no
  /// earlier.
  void wake(uint64_t at, StallCause cause, uint64_t index);

  /// Earliest issue of the next instruction, in addition to the issue rule
  /// (barriers). resumed() attributes the wait and returns the time.
  uint64_t resumeAt = 0;
  uint64_t resumed(const IssueRow &row);

  /// Suspends the current instruction after its execution: it issues when
  /// finishSuspended() is called.
  void suspend(const IssueRow &row, const Decoded &insn);
  bool isSuspended() const { return suspended.row; }
  void finishSuspended(uint64_t at, StallCause cause);

  //===--------------------------------------------------------------------===//
  // Results
  //===--------------------------------------------------------------------===//

  /// End of the last instruction issued.
  uint64_t end() const;
  /// Statistics of the run; cycles from `next` to `runEnd` are attributed to
  /// `last`.
  CoreTiming statistics(uint64_t runEnd, StallCause last) const;
  /// Counters accumulated during the run; statistics() derives the others.
  CoreTiming counted;

  Observer *observer = nullptr;
  /// Reports the last committed instruction to the observer.
  void report(const IssueRow &row, const Decoded &insn, const AccessLog *log,
              uint64_t from, uint64_t t, uint64_t latency);
  /// `index`: position of the waiting instruction, if there is one.
  void reportEnd(uint64_t runEnd, StallCause last, uint64_t index, bool isCut);

private:
  MATRIX_INLINE void stall(StallCause cause, uint64_t from, uint64_t to) {
    counted.stalls[unsigned(cause)] += to - from;
    if (__builtin_expect(from < takenUntil, 0))
      overlap(cause, from, to);
  }
  uint64_t operandsOf(const IssueRow &row) const;
  void stalledByRows(const IssueRow &row, Queue queue, uint64_t from,
                     const RowBoard::Times &times);
  void waitInQueue(Queue queue, const RowBoard::Times &times);
  void commit(const IssueRow &row, uint64_t from, uint64_t t);
  void overlap(StallCause cause, uint64_t from, uint64_t to);
  void occupy(const IssueRow &row, uint64_t start);
  void take(unsigned pipe, uint64_t until);
  void countTraffic(const AccessLog &log);
  bool isOwn(uint64_t address) const;

  const desc::VariantInfo &variant;
  const unsigned number;
  const View view;
  const uint64_t branchCycles;
  const IssueRow *rowList = nullptr;
  const std::vector<uint64_t> macs; // by opcode
  std::vector<uint64_t> entries;    // scoreboard, indexed as in board::
  uint64_t *const ready;            // entries.data()
  /// Attribution of a pipe's cycles, without those of its own instructions.
  struct PipeAccount {
    Queue queue = Queue::None; // queue before the pipe
    /// End of use by an instruction in the pipe or its queue.
    uint64_t takenUntil = 0;
    /// Cycles of core stalls in which it is in use.
    uint64_t taken[numStallCauses] = {};
    /// Free cycles while the queue has an instruction.
    uint64_t inQueue[numStallCauses] = {};
  };
  std::vector<PipeAccount> accounts;
  uint64_t takenUntil = 0; // maximum over all pipes
  uint64_t stoppedAt = 0;
  LineRule lineRule;
  RowBoard rowBoard;

  struct {
    const IssueRow *row = nullptr;
    const Decoded *insn = nullptr;
  } suspended;

  // The last instruction, for the observer.
  /// Tile and row instructions: actual occupancy and latency.
  IssueRow actual = {};
  StallCause lastCause = StallCause::Operand;
  uint64_t lastStart = 0;
  int64_t lastIssue = -1;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_CORETIME_H
