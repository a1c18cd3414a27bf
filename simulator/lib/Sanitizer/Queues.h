//===- Queues.h - order of queued row instructions --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An instruction in a queue is ordered after its predecessors in the queue and
// after the writers of the rows it accesses; after other instructions only by a
// fence (docs/timing.md, "Row machines"). Its DRAM accesses have no other
// order.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_QUEUES_H
#define MATRIX_SIMULATOR_CHECKS_QUEUES_H

#include "Core/AccessLog.h"
#include "Timing/IssueTable.h"
#include <array>
#include <cstdint>
#include <vector>

namespace matrix {
namespace sim {

/// Order of the queued instructions of one core.
class QueueOrder {
public:
  /// Number of instructions of each queue that have ended.
  using Past = std::array<uint32_t, numQueues>;

  /// Adds the next instruction of a queue. Returns the instructions it is
  /// ordered after.
  Past start(Queue queue, const AccessLog &log);
  uint32_t count(Queue queue) const { return counts[unsigned(queue)]; }

private:
  struct Row {
    Past ready = {}; // at the end of its writer
    Past read = {};  // ordered before its readers, which may still run
  };
  Row &row(const Access &access, uint32_t i);

  std::vector<std::vector<Row>> memories; // by Access::memory - 1
  /// The state of each queue after its last instruction.
  std::array<Past, numQueues> pasts = {};
  Past counts = {};
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_QUEUES_H
