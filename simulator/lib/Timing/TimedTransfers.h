//===- TimedTransfers.h - DMA transfers in timed runs -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Connects TransferTiming, which computes times, with the DMA engines of the
// machine, which move data: data move and semaphores are posted at the times of
// its events. Each receiver has its own event, so the rows of a put reach its
// cores at different times.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_TIMEDTRANSFERS_H
#define MATRIX_SIMULATOR_TIMING_TIMEDTRANSFERS_H

#include "Observer.h"
#include "System/System.h"
#include "Timing/Dma/TimedDma.h"
#include <memory>

namespace matrix {
namespace sim {

class TimedTransfers {
public:
  explicit TimedTransfers(System &system);

  void setObserver(Observer *o) { observer = o; }

  /// True if the channel of this descriptor has room, or if the descriptor is
  /// invalid: start() then traps.
  bool hasRoom(const Core &core, uint64_t descriptorAddress) const;
  /// Starts a transfer that issues at `now`; the channel must have room.
  /// Returns the handle, or 0 if the core has trapped.
  uint64_t start(Core &core, uint64_t descriptorAddress, uint64_t now);
  /// The handle must have been issued by the core's engine.
  bool isComplete(unsigned core, uint64_t handle) const;

  /// Calls TransferTiming::advance and applies the event: data, posts,
  /// completion. A transfer that fails traps the core that started it.
  const DmaEvent *advance(uint64_t limit);

  bool isIdle() const { return !timing || timing->isIdle(); }
  /// Null if the variant has no DMA engine.
  const TransferTotals *totals() const {
    return timing ? &timing->totals() : nullptr;
  }

private:
  void deliver(const DmaEvent &event);

  System &system;
  Observer *observer = nullptr;
  std::unique_ptr<TransferTiming> timing;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_TIMEDTRANSFERS_H
