//===- Stalls.cpp - attribution of cycles ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes every cycle of a core and of its pipes to one cause by the rules
// of docs/timing.md, "Attribution of cycles". For a core, each stall is an
// interval with one cause. For a pipe p and a cause c, the idle cycles follow
// from
//
//     idle(p, c) = stall(c) - taken(p, c) + inQueue(p, c)
//
// where taken are the cycles of core stalls in which p is in use, and inQueue
// those in which p is free but an instruction at the head of its queue waits.
// Plain scalar instructions, the most frequent ones, are not recorded: their
// number is that of the issued cycles without other instructions.
//
//===----------------------------------------------------------------------===//

#include "CoreTime.h"
#include <algorithm>

using namespace matrix;
using namespace matrix::sim;

const char *sim::stallCauseName(StallCause cause) {
  static const char *const names[] = {"operand", "pipe",   "queue", "dma",
                                      "sync",    "bubble", "drain"};
  return names[unsigned(cause)];
}

//===----------------------------------------------------------------------===//
// Pipes and stalls
//===----------------------------------------------------------------------===//

void CoreTime::occupy(const IssueRow &row, uint64_t start) {
  PipeTiming &pipe = counted.pipes[row.pipe - board::pipes];
  uint64_t end = start + row.occupancy;
  if (!pipe.instructions++)
    pipe.first = start;
  pipe.last = latest(pipe.last, end);
  pipe.occupied += row.occupancy;
  ready[row.pipe] = end;
  take(row.pipe - board::pipes, end);
}

void CoreTime::take(unsigned pipe, uint64_t until) {
  accounts[pipe].takenUntil = latest(accounts[pipe].takenUntil, until);
  takenUntil = latest(takenUntil, until);
}

/// Cycle in which all operands of the instruction are ready; pipes are not
/// included.
uint64_t CoreTime::operandsOf(const IssueRow &row) const {
  uint64_t last = 0;
  for (uint8_t source : row.source)
    last = latest(last, ready[source]);
  const ImplicitEntry *implicit = implicitEntriesOf(row);
  for (unsigned i = 0; i < row.numImplicit; ++i) {
    unsigned entry = implicit[i].entry;
    if (entry == ImplicitEntry::allRows)
      last = latest(last, rowBoard.queuesEnd());
    else if (entry < board::pipes || entry >= board::states())
      last = latest(last, ready[entry]);
  }
  return last;
}

/// Attributes the wait to the condition satisfied last.
void CoreTime::stalledBy(const IssueRow &row, uint64_t from, uint64_t t) {
  lastCause = operandsOf(row) < t ? StallCause::Pipe : StallCause::Operand;
  stall(lastCause, from, t);
}

/// Without queues, rows are operands of the issue; with queues, instructions
/// wait for rows in their queue.
void CoreTime::stalledByRows(const IssueRow &row, Queue queue, uint64_t from,
                             const RowBoard::Times &times) {
  bool hasQueue = rowBoard.hasQueue(queue);
  uint64_t operands = latest(operandsOf(row), hasQueue ? 0 : times.rowsReady);
  lastCause = operands >= times.issue ? StallCause::Operand
              : hasQueue              ? StallCause::Queue
                                      : StallCause::Pipe;
  stall(lastCause, from, times.issue);
}

/// While an instruction is at the head of its queue, the idle cycles of the
/// pipes after the queue are attributed to the condition it waits for.
void CoreTime::waitInQueue(Queue queue, const RowBoard::Times &times) {
  StallCause cause =
      times.rowsReady == times.start ? StallCause::Operand : StallCause::Pipe;
  for (unsigned p = 0; p < accounts.size(); ++p) {
    if (accounts[p].queue != queue)
      continue;
    uint64_t idle = latest(times.head, ready[board::pipes + p]);
    if (idle < times.start)
      accounts[p].inQueue[unsigned(cause)] += times.start - idle;
    take(p, times.start + 1);
  }
}

/// Accumulates the cycles of a stall in which a pipe is in use. statistics()
/// subtracts them from the core's stalls to obtain the idle cycles of the pipe.
/// Every instruction issued so far started before the stall, so its use of a
/// pipe covers a prefix of the stall.
void CoreTime::overlap(StallCause cause, uint64_t from, uint64_t to) {
  for (PipeAccount &account : accounts) {
    uint64_t until = std::min(account.takenUntil, to);
    if (until > from)
      account.taken[unsigned(cause)] += until - from;
  }
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

/// Works on a copy, so that statistics of a run in progress do not change it.
CoreTiming CoreTime::statistics(uint64_t runEnd, StallCause last) const {
  CoreTime done = *this;
  done.stall(last, next, runEnd);
  CoreTiming s = done.counted;
  s.cycles = s.issued = runEnd;
  for (uint64_t cycles : s.stalls)
    s.issued -= cycles;
  uint64_t plain = s.issued;
  for (const PipeTiming &pipe : s.pipes)
    plain -= pipe.instructions;
  PipeTiming &scalar = s.pipes[IssueTable::scalarPipe()];
  scalar.instructions += plain;
  scalar.occupied += plain;
  scalar.first = plain ? 0 : scalar.first;
  scalar.last = latest(scalar.last, plain ? next : 0);
  for (unsigned p = 0; p < s.pipes.size(); ++p)
    for (unsigned c = 0; c < numStallCauses; ++c)
      s.pipes[p].idle[c] =
          s.stalls[c] - done.accounts[p].taken[c] + done.accounts[p].inQueue[c];
  return s;
}
