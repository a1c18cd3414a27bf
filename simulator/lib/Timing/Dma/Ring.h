//===- Ring.h - distances and eject ports of the ring -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distances on the ring, and the eject ports through which ring lines enter a
// core. Links do not block; contention occurs at the ports only.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_RING_H
#define MATRIX_SIMULATOR_TIMING_RING_H

#include "llvm/ADT/STLFunctionalExtras.h"
#include <algorithm>
#include <cstdint>
#include <deque>
#include <map>
#include <queue>
#include <tuple>
#include <vector>

namespace matrix {
namespace sim {

struct Transfer;

/// Hops between two cores in the shorter direction. `stops` is the number of
/// cores of the variant, including those that execute no program.
inline unsigned ringDistance(unsigned from, unsigned to, unsigned stops) {
  unsigned apart = from < to ? to - from : from - to;
  return std::min(apart, stops - apart);
}

/// Lines that arrive at a core: `perCycle` in each cycle from `time` on.
struct RingRun {
  uint64_t time, count, perCycle;
  Transfer *transfer; // transfer of the lines
  bool last;          // includes its last line at this core
};

/// Source of ring lines: the core that holds the bytes, the engine (a different
/// core for remote reads) and its channel. The order decides between lines that
/// arrive in one cycle.
struct RingSource {
  unsigned sender, engine, channel;
  bool operator<(const RingSource &o) const {
    return std::tie(sender, engine, channel) <
           std::tie(o.sender, o.engine, o.channel);
  }
};

/// Eject ports of the cores: first come, first served; lines that arrive in one
/// cycle are ordered by RingSource. Each port merges one FIFO per source.
class EjectPorts {
public:
  EjectPorts(unsigned cores, uint64_t linesPerCycle)
      : ports(cores), rate(linesPerCycle) {}

  /// Runs of one source are sent in ascending order of time.
  void send(unsigned core, RingSource source, RingRun run);

  /// Arrival at its port of the next last line of a transfer.
  uint64_t nextLast() const {
    return lasts.empty() ? ~uint64_t(0) : lasts.top();
  }
  /// Passes all lines that arrive until `time`; no run sent later may start
  /// before `time`. Calls `passed` for each last line.
  using Passed = llvm::function_ref<void(Transfer &transfer, unsigned core,
                                         uint64_t time)>;
  void pass(uint64_t time, Passed passed);

private:
  struct Port {
    uint64_t cycle = 0, used = 0; // lines passed in `cycle`, the last busy one
    std::map<RingSource, std::deque<RingRun>> queues;
  };
  void pass(unsigned core, uint64_t time, Passed passed);
  void passLines(Port &port, RingRun &run, uint64_t until, bool alone);

  std::vector<Port> ports;
  uint64_t rate;
  std::priority_queue<uint64_t, std::vector<uint64_t>, std::greater<uint64_t>>
      lasts;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_RING_H
