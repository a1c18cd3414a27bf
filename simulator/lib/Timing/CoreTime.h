//===- CoreTime.h - the time of one core ---------------------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/timing.md, issue. The interpreter computes the cycle in which an
// instruction can issue, executes it, and commits. What it needs for scalar
// instructions is inline.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_CORETIME_H
#define MATRIX_SIMULATOR_TIMING_CORETIME_H

#include "Core.h"
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
  // Between instructions
  //===--------------------------------------------------------------------===//

  uint64_t next = 0; // earliest issue of the next instruction
  /// Up to there no other core does anything that this one could notice; what
  /// happens later and could be noticed, waits (Schedule).
  int64_t limit = INT64_MAX;
  /// In the order of this time cores take their turns.
  uint64_t reached() const { return latest(next, stoppedAt); }

  //===--------------------------------------------------------------------===//
  // One instruction. `from` is `next`, while the interpreter has it.
  //===--------------------------------------------------------------------===//

  uint64_t issue = 0; // of the one under way, while hooks run

  uint64_t *board() { return entries.data(); }
  /// Scalar instructions: up to four registers.
  MATRIX_INLINE static uint64_t earliest(const uint64_t *ready,
                                         const IssueRow &row, uint64_t from) {
    uint64_t a = latest(ready[row.source[0]], ready[row.source[1]]);
    uint64_t b = latest(ready[row.source[2]], ready[row.source[3]]);
    return latest(latest(a, b), latest(from, ready[row.pipe]));
  }
  /// Its result is ready then.
  MATRIX_INLINE static void settle(uint64_t *ready, const IssueRow &row,
                                   uint64_t then) {
    ready[row.result] = latest(ready[row.result], then);
  }
  void stalledBy(const IssueRow &row, uint64_t from, uint64_t t);
  /// What is not plain, is written down: for the pipe, and for the observer.
  void note(const IssueRow &row, const Decoded &insn, uint64_t from, uint64_t t,
            uint64_t latency);
  /// The rest: with registers that the instruction does not name.
  uint64_t earliestOf(const IssueRow &row, uint64_t from) const;
  void commitAll(const IssueRow &row, uint64_t from, uint64_t t);
  /// When a tile instruction issues whose function has run.
  uint64_t issueTile(const IssueRow &row, unsigned opcode, const AccessLog &log,
                     uint64_t from);
  uint64_t issueRows(const IssueRow &row, unsigned opcode, const AccessLog &log,
                     uint64_t from);

  /// Cycles lost to a jump; gives when the next instruction can issue.
  MATRIX_INLINE uint64_t lose(uint64_t from) {
    stall(StallCause::Bubble, from, from + branchCycles);
    return from + branchCycles;
  }
  /// Where the bytes are counted of accesses there.
  MemoryTraffic &trafficOf(uint64_t address) {
    return view.isDram(address) ? counted.dram
           : isOwn(address)     ? counted.own
                                : counted.remote;
  }
  /// Of a load from elsewhere than the own scratchpad and DRAM.
  uint64_t remoteLatency(uint64_t address, const IssueRow &row) const;
  const uint64_t dramLatency;

  //===--------------------------------------------------------------------===//
  // Waiting
  //===--------------------------------------------------------------------===//

  /// The instruction under way, which could issue at `issue`, is left for
  /// later: others come first.
  void yield() { stoppedAt = issue; }
  /// It waits for something from `issue` on.
  void block(const IssueRow &row);
  /// That happens at `at`: the next instruction, at `index` in the code, issues
  /// no earlier.
  void wake(uint64_t at, StallCause cause, uint64_t index);

  /// Besides the issue rule: what follows the instruction under way, issues no
  /// earlier. resumed() counts the wait and gives the time.
  uint64_t resumeAt = 0;
  uint64_t resumed(const IssueRow &row);

  /// The instruction under way has been executed, but issues only when what it
  /// waits for happens.
  void suspend(const IssueRow &row, const Decoded &insn);
  bool isSuspended() const { return suspended.row; }
  void finishSuspended(uint64_t at, StallCause cause);

  //===--------------------------------------------------------------------===//
  // Results
  //===--------------------------------------------------------------------===//

  /// When the last thing ends that was issued.
  uint64_t end() const;
  /// `last`: what the cycles go to from `next` on.
  CoreTiming statistics(uint64_t runEnd, StallCause last) const;
  /// What `statistics` can't derive.
  CoreTiming counted;

  Observer *observer = nullptr;
  /// Of the instruction committed last.
  void report(const IssueRow &row, const Decoded &insn, const AccessLog *log,
              uint64_t from, uint64_t t, uint64_t latency);
  /// `index`: of the instruction that waits, if it does.
  void reportEnd(uint64_t runEnd, StallCause last, uint64_t index);

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
  const std::vector<uint64_t> macs; // of opcodes
  std::vector<uint64_t> entries;    // the board
  uint64_t *const ready;            // its first
  /// What a pipe's cycles went to, besides its instructions.
  struct PipeAccount {
    Queue queue = Queue::None; // before it
    uint64_t takenUntil = 0;   // by an instruction in the pipe or the queue
    uint64_t taken[numStallCauses] = {};   // of the core's stalls
    uint64_t inQueue[numStallCauses] = {}; // free while one waited in the queue
  };
  std::vector<PipeAccount> accounts;
  uint64_t takenUntil = 0; // the last one of all pipes
  uint64_t stoppedAt = 0;
  LineRule lineRule;
  RowBoard rowBoard;

  struct {
    const IssueRow *row = nullptr;
    const Decoded *insn = nullptr;
  } suspended;

  // Of the last instruction, for the observer.
  IssueRow actual = {}; // tile and row instructions: with their true figures
  StallCause lastCause = StallCause::Operand;
  uint64_t lastStart = 0;
  int64_t lastIssue = -1;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_CORETIME_H
