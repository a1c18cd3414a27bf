//===- Queues.h - order of instructions that wait in queues -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions on rows that wait in queues come after those before them in
// their queue, and after those that wrote rows that they touch; after others
// only by a fence (docs/timing.md, row machines). What they do in DRAM is
// ordered by nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_QUEUES_H
#define MATRIX_SIMULATOR_CHECKS_QUEUES_H

#include "AccessLog.h"
#include "Timing/IssueTable.h"
#include <array>
#include <cstdint>
#include <vector>

namespace matrix {
namespace sim {

/// Of one core.
class QueueOrder {
public:
  /// How many of each queue have ended before.
  using Past = std::array<uint32_t, numQueues>;

  /// The next instruction of a queue, and its number in it.
  Past start(Queue queue, const AccessLog &log);
  uint32_t count(Queue queue) const { return counts[unsigned(queue)]; }

private:
  struct Row {
    Past ready = {}; // when it was written
    Past read = {};  // what its readers came after: they may not have ended
  };
  Row &row(const Access &access, uint32_t i);

  std::vector<std::vector<Row>> memories; // by Access::memory - 1
  std::array<Past, numQueues> pasts = {}; // of the last one of each queue
  Past counts = {};
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_QUEUES_H
