//===- CoreTime.cpp - timing of one core ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Issue of instructions by the scoreboard, latencies of scalar accesses,
// blocking, and the events reported to observers. Stalls.cpp has the
// attribution of cycles.
//
//===----------------------------------------------------------------------===//

#include "CoreTime.h"
#include "Core/Contractions.h"
#include "Timing/Dma/Ring.h"
#include <algorithm>

using namespace matrix;
using namespace matrix::sim;

CoreTime::CoreTime(const desc::VariantInfo &variant, unsigned number,
                   const View &view)
    : dramLatency(uint64_t(variant.parameters.dramLatency.value_or(0))),
      variant(variant), number(number), view(view),
      branchCycles(uint64_t(variant.parameters.branchCycles.value_or(0))),
      macs(macsOfOpcodes(variant)), entries(board::size()),
      ready(entries.data()), accounts(numPipes()), lineRule(variant),
      rowBoard(variant) {
  counted.pipes.resize(numPipes());
}

void CoreTime::setRows(const IssueTable &table) {
  rowList = table.rows();
  rowBoard.setQueues(table);
  for (unsigned pipe = 0; pipe < numPipes(); ++pipe)
    accounts[pipe].queue = table.queueBefore(pipe);
}

//===----------------------------------------------------------------------===//
// Instructions with implicit operands, tiles and rows
//===----------------------------------------------------------------------===//

uint64_t CoreTime::earliestOf(const IssueRow &row, uint64_t from) const {
  uint64_t t = latest(earliest(ready, row, from), ready[row.source[4]]);
  const ImplicitEntry *implicit = implicitEntriesOf(row);
  for (unsigned i = 0; i < row.numImplicit; ++i)
    t = latest(t, implicit[i].entry == ImplicitEntry::allRows
                      ? rowBoard.queuesEnd()
                      : ready[implicit[i].entry]);
  return t;
}

void CoreTime::commit(const IssueRow &row, uint64_t from, uint64_t t) {
  if (t != from)
    stalledBy(row, from, t);
  settle(ready, row, t + row.latency);
  if (!row.isPlain)
    occupy(row, t);
}

void CoreTime::note(const IssueRow &row, const Decoded &insn, uint64_t from,
                    uint64_t t, uint64_t latency) {
  occupy(row, t);
  if (observer)
    report(row, insn, nullptr, from, t, latency);
}

void CoreTime::commitAll(const IssueRow &row, uint64_t from, uint64_t t) {
  commit(row, from, t);
  const ImplicitEntry *implicit = implicitEntriesOf(row);
  for (unsigned i = 0; i < row.numImplicit; ++i)
    if (implicit[i].isWrite)
      ready[implicit[i].entry] = t + row.latency;
}

/// The cycles of line arbitration replace the occupancy of the row, and the
/// latency changes by the difference.
uint64_t CoreTime::issueTile(const IssueRow &row, unsigned opcode,
                             const AccessLog &log, uint64_t from) {
  actual = row;
  for (const Access &access : log) {
    if (!row.lines)
      break;
    uint32_t cycles = uint32_t(lineRule.cycles(access, row.lines));
    actual.occupancy = cycles;
    actual.latency = row.latency - row.occupancy + cycles;
    counted.conflictCycles += cycles - std::min(cycles, row.occupancy);
  }
  uint64_t t = latest(earliest(ready, row, from), ready[row.source[4]]);
  commit(actual, from, t);
  lastStart = t;
  countTraffic(log);
  counted.macs += macs[opcode];
  return t;
}

/// With queues, the pipe is busy from the start of the instruction and does not
/// delay the issue: the issue rule uses a pipe that is always free.
uint64_t CoreTime::issueRows(const IssueRow &row, unsigned opcode,
                             const AccessLog &log, uint64_t from) {
  actual = row;
  IssueRow registers = row;
  registers.pipe = board::general; // r0: always ready
  Queue queue = queueOf(opcode);
  RowBoard::Times times = rowBoard.start(
      row, queue, log,
      latest(earliest(ready, registers, from), ready[row.source[4]]),
      ready[row.pipe]);
  if (times.issue != from)
    stalledByRows(row, queue, from, times);
  if (rowBoard.hasQueue(queue))
    waitInQueue(queue, times);
  rowBoard.commit(row, queue, log, times.start);
  occupy(row, times.start);
  lastStart = times.start;
  countTraffic(log);
  counted.macs += macs[opcode];
  return times.issue;
}

void CoreTime::countTraffic(const AccessLog &log) {
  for (const Access &a : log) {
    MemoryTraffic &memory =
        a.memory == AccessLog::flat ? trafficOf(a.start) : counted.own;
    (a.isWrite ? memory.written : memory.read) += uint64_t(a.rows) * a.bytes;
  }
}

//===----------------------------------------------------------------------===//
// Scalar accesses
//===----------------------------------------------------------------------===//

/// Request and reply cross the ring: twice the distance.
uint64_t CoreTime::remoteLatency(uint64_t address, const IssueRow &row) const {
  uint64_t owner =
      (address - variant.map.scratchpads) / variant.map.scratchpadPitch;
  if (address < variant.map.scratchpads || owner >= variant.cores)
    return row.latency; // the access traps
  unsigned hops = ringDistance(number, unsigned(owner), variant.cores);
  return row.latency +
         2 * uint64_t(variant.parameters.ringHop.value_or(0)) * hops;
}

bool CoreTime::isOwn(uint64_t address) const {
  uint64_t global =
      variant.map.scratchpads + number * variant.map.scratchpadPitch;
  return address - view.ownBase < view.ownSize ||
         address - global < view.ownSize;
}

//===----------------------------------------------------------------------===//
// Blocking
//===----------------------------------------------------------------------===//

void CoreTime::block(const IssueRow &row) {
  if (issue == next)
    return;
  stalledBy(row, next, issue);
  if (observer)
    observer->waited(
        {number, uint64_t(&row - rowList), lastCause, next, issue});
  next = issue;
}

void CoreTime::wake(uint64_t at, StallCause cause, uint64_t index) {
  if (at <= next)
    return;
  stall(cause, next, at);
  if (observer)
    observer->waited({number, index, cause, next, at});
  next = at;
}

void CoreTime::suspend(const IssueRow &row, const Decoded &insn) {
  block(row);
  suspended = {&row, &insn};
}

void CoreTime::finishSuspended(uint64_t at, StallCause cause) {
  wake(at, cause, uint64_t(suspended.row - rowList));
  issue = next;
  commitAll(*suspended.row, issue, issue);
  next = issue + 1;
  if (observer)
    report(*suspended.row, *suspended.insn, nullptr, issue, issue,
           suspended.row->latency);
  suspended = {};
}

uint64_t CoreTime::resumed(const IssueRow &row) {
  wake(resumeAt, StallCause::Sync, uint64_t(&row + 1 - rowList));
  return next;
}

//===----------------------------------------------------------------------===//
// Results
//===----------------------------------------------------------------------===//

uint64_t CoreTime::end() const {
  uint64_t last = latest(next, rowBoard.end());
  for (uint64_t t : entries)
    last = latest(last, t);
  return last;
}

void CoreTime::report(const IssueRow &row, const Decoded &insn,
                      const AccessLog *log, uint64_t from, uint64_t t,
                      uint64_t latency) {
  IssueEvent event;
  event.core = number;
  event.index = uint64_t(&row - rowList);
  event.instruction = &insn;
  event.accesses = log;
  event.pipe = row.pipe - board::pipes;
  event.previous = lastIssue;
  event.from = from;
  event.issue = event.start = t;
  event.occupied = t + row.occupancy;
  event.ready = t + latency;
  if (log) {
    event.start = lastStart;
    event.occupied = lastStart + actual.occupancy;
    event.ready = lastStart + actual.latency;
  }
  event.cause = lastCause;
  lastIssue = int64_t(t);
  observer->issued(event);
}

void CoreTime::reportEnd(uint64_t runEnd, StallCause last, uint64_t index,
                         bool isCut) {
  uint64_t drain = last == StallCause::Drain ? next : runEnd;
  if (next < drain)
    observer->waited({number, index, last, next, runEnd});
  observer->finished({number, lastIssue, drain, runEnd, isCut});
}
