//===- RowBoard.h - scoreboard of row memories ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scoreboard of rows and configuration states (docs/timing.md, "Row machines").
// Each entry holds the cycle in which its last write is ready and the cycle of
// its last read. Instructions start in order, or enter queues that issue
// independently.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_ROWBOARD_H
#define MATRIX_SIMULATOR_TIMING_ROWBOARD_H

#include "Core/AccessLog.h"
#include "IssueTable.h"
#include <deque>
#include <vector>

namespace matrix {
namespace sim {

class RowBoard {
public:
  explicit RowBoard(const desc::VariantInfo &variant);
  void setQueues(const IssueTable &table);

  bool hasQueue(Queue queue) const {
    return queue != Queue::None && depths[unsigned(queue)];
  }

  /// Times of one instruction, in cycles.
  struct Times {
    uint64_t issue, start;
    uint64_t rowsReady; // maximum over rows and states
    uint64_t head;      // cycle in which it is at the head of its queue
  };
  /// Computes the times of an instruction. `from`: registers are ready and the
  /// preceding instruction has issued; `pipeFree`: its pipe is free.
  Times start(const IssueRow &row, Queue queue, const AccessLog &log,
              uint64_t from, uint64_t pipeFree);
  /// Records that the instruction starts at `start`.
  void commit(const IssueRow &row, Queue queue, const AccessLog &log,
              uint64_t start);
  /// End of the last instruction started.
  uint64_t end() const { return lastEnd; }
  /// End of the last queued instruction started.
  uint64_t queuesEnd() const { return lastQueued; }

private:
  /// Scoreboard entry of a row or a state.
  struct Entry {
    uint64_t ready = 0, lastRead = 0;
    uint64_t free(bool isWrite) const {
      return isWrite ? std::max(ready, lastRead) : ready;
    }
  };
  template <typename Visit>
  void forEach(const IssueRow &row, const AccessLog &log, Visit visit);

  /// Indexed by Access::memory - 1, row.
  std::vector<std::vector<Entry>> memories;
  std::vector<Entry> states;
  unsigned depths[numQueues] = {};
  /// Start cycles of the last `depth` instructions.
  std::deque<uint64_t> starts[numQueues];
  uint64_t lastEnd = 0, lastQueued = 0;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_ROWBOARD_H
