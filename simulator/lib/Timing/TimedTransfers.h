//===- TimedTransfers.h - transfers of a machine in time --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data move, and semaphores are posted, when TransferTiming says so.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_TIMEDTRANSFERS_H
#define MATRIX_SIMULATOR_TIMING_TIMEDTRANSFERS_H

#include "TimedDma.h"
#include <memory>

namespace matrix {
namespace sim {

class Core;
class Machine;

class TimedTransfers {
public:
  explicit TimedTransfers(Machine &machine);

  /// Is there room for this descriptor in its channel? Also if it is bad: then
  /// start() traps.
  bool hasRoom(const Core &core, uint64_t descriptorAddress) const;
  /// A start that issues at `now`, where there is room; gives the ticket, 0
  /// if the core has trapped.
  uint64_t start(Core &core, uint64_t descriptorAddress, uint64_t now);
  /// Of a ticket that the core's engine has given out.
  bool isComplete(unsigned core, uint64_t ticket) const;

  /// TransferTiming::advance, with what the event brings about: data, posts,
  /// the end of a transfer. A transfer that fails, traps the core that started
  /// it.
  const DmaEvent *advance(uint64_t limit);

  bool isIdle() const { return !timing || timing->isIdle(); }
  /// Null: the variant has no DMA engine.
  const TransferTotals *totals() const {
    return timing ? &timing->totals() : nullptr;
  }

private:
  void deliver(const DmaEvent &event);

  Machine &machine;
  std::unique_ptr<TransferTiming> timing;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_TIMEDTRANSFERS_H
