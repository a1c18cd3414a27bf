//===- RowBoard.cpp - scoreboard of row memories --------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes and records start times of row instructions over rows, states, pipes
// and queues. Without queues an instruction issues and starts in one cycle:
//
//     start = max(from, pipe free, rows and states ready)
//
// A row is ready for a read when its last write is complete, and for a write
// after its last read has started, too. With a queue of depth d, an instruction
// enters it when the instruction d places in front has started, is at its head
// one cycle after its predecessor has started, and starts when pipe and rows
// are ready. A list of the last d start times therefore represents the queue.
//
//===----------------------------------------------------------------------===//

#include "RowBoard.h"
#include <algorithm>

using namespace matrix::sim;

/// Row memories that the variant lacks have a number, but no entries.
RowBoard::RowBoard(const desc::VariantInfo &variant)
    : states(board::size() - board::states()) {
  for (const desc::SpaceInfo &space : desc::spaces)
    if (space.rows)
      memories.emplace_back(variant.memoryIn(space.number) ? space.rows : 0);
}

void RowBoard::setQueues(const IssueTable &table) {
  for (unsigned q = 0; q < numQueues; ++q)
    depths[q] = table.depth(Queue(q));
}

/// Visits the rows and states that the instruction reads or writes.
template <typename Visit>
void RowBoard::forEach(const IssueRow &row, const AccessLog &log, Visit visit) {
  for (const Access &a : log)
    for (uint32_t r = 0; a.memory != AccessLog::flat && r < a.rows; ++r)
      visit(memories[a.memory - 1][a.row(r)], a.isWrite);
  const ImplicitEntry *implicit = implicitEntriesOf(row);
  for (unsigned i = 0; i < row.numImplicit; ++i)
    if (implicit[i].entry >= board::states() &&
        implicit[i].entry != ImplicitEntry::allRows)
      visit(states[implicit[i].entry - board::states()], implicit[i].isWrite);
}

RowBoard::Times RowBoard::start(const IssueRow &row, Queue queue,
                                const AccessLog &log, uint64_t from,
                                uint64_t pipeFree) {
  uint64_t rows = 0;
  forEach(row, log, [&](const Entry &e, bool isWrite) {
    rows = std::max(rows, e.free(isWrite));
  });
  uint64_t free = std::max(rows, pipeFree);
  if (!hasQueue(queue)) {
    uint64_t t = std::max(from, free);
    return {t, t, rows, t};
  }
  const std::deque<uint64_t> &before = starts[unsigned(queue)];
  uint64_t t = before.size() < depths[unsigned(queue)]
                   ? from
                   : std::max(from, before.front());
  uint64_t head = before.empty() ? t : std::max(t, before.back() + 1);
  return {t, std::max(head, free), rows, head};
}

void RowBoard::commit(const IssueRow &row, Queue queue, const AccessLog &log,
                      uint64_t start) {
  forEach(row, log, [&](Entry &e, bool isWrite) {
    if (isWrite)
      e.ready = start + row.latency;
    else
      e.lastRead = std::max(e.lastRead, start);
  });
  uint64_t end = start + std::max(row.occupancy, row.latency);
  lastEnd = std::max(lastEnd, end);
  if (!hasQueue(queue))
    return;
  lastQueued = std::max(lastQueued, end);
  std::deque<uint64_t> &before = starts[unsigned(queue)];
  before.push_back(start);
  if (before.size() > depths[unsigned(queue)])
    before.pop_front();
}
