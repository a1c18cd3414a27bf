//===- RowBoard.h - scoreboard of row memories ---------------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/timing.md, row machines: rows of row memories and configuration states
// are entries with the time when what is written there can be read, and when
// it was last read. Instructions start in order, or wait in queues.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_ROWBOARD_H
#define MATRIX_SIMULATOR_TIMING_ROWBOARD_H

#include "AccessLog.h"
#include "IssueTable.h"
#include <deque>
#include <vector>

namespace matrix {
namespace sim {

class RowBoard {
public:
  RowBoard();
  void setQueues(const IssueTable &table);

  bool hasQueue(Queue queue) const {
    return queue != Queue::None && depths[unsigned(queue)];
  }

  /// In cycles.
  struct Times {
    uint64_t issue, start;
    uint64_t rowsReady; // rows and states
    uint64_t head;      // when it is the first of its queue
  };
  /// `from`: when the registers are there and the instruction before has
  /// issued; pipeFree: when its pipe is.
  Times start(const IssueRow &row, Queue queue, const AccessLog &log,
              uint64_t from, uint64_t pipeFree);
  /// It starts then.
  void commit(const IssueRow &row, Queue queue, const AccessLog &log,
              uint64_t start);
  /// When everything that was started has ended.
  uint64_t end() const { return lastEnd; }
  /// The same, of what waited in queues.
  uint64_t queuesEnd() const { return lastQueued; }

private:
  /// Of a row or a state.
  struct Entry {
    uint64_t ready = 0, lastRead = 0;
    uint64_t free(bool isWrite) const {
      return isWrite ? std::max(ready, lastRead) : ready;
    }
  };
  template <typename Visit>
  void forEach(const IssueRow &row, const AccessLog &log, Visit visit);

  std::vector<std::vector<Entry>> memories; // by Access::memory - 1, row
  std::vector<Entry> states;
  unsigned depths[numQueues] = {};
  std::deque<uint64_t> starts[numQueues]; // the last `depth` ones
  uint64_t lastEnd = 0, lastQueued = 0;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_ROWBOARD_H
