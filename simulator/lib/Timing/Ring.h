//===- Ring.h - distances and ports of the ring -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

/// Hops between two cores in the shorter direction. `stops` are the cores of
/// the variant, also those that don't run.
inline unsigned ringDistance(unsigned from, unsigned to, unsigned stops) {
  unsigned apart = from < to ? to - from : from - to;
  return std::min(apart, stops - apart);
}

/// Lines that arrive at a core: so many in each cycle from `time` on.
struct RingRun {
  uint64_t time, count, perCycle;
  Transfer *transfer; // whose lines they are
  bool last;          // its last line at this core is among them
};

/// Whose lines: the core that has the bytes, the engine (another core's where
/// it reads them) and its channel. The order is that of lines that come at
/// once.
struct RingSource {
  unsigned sender, engine, channel;
  bool operator<(const RingSource &o) const {
    return std::tie(sender, engine, channel) <
           std::tie(o.sender, o.engine, o.channel);
  }
};

/// Where the ring enters the cores: first come, first served; of lines that
/// come in one cycle, those of the lowest source first.
class EjectPorts {
public:
  EjectPorts(unsigned cores, uint64_t linesPerCycle)
      : ports(cores), rate(linesPerCycle) {}

  /// Runs of one source come in the order of their time.
  void send(unsigned core, RingSource source, RingRun run);

  /// When the next last line of a transfer arrives at its port.
  uint64_t nextLast() const {
    return lasts.empty() ? ~uint64_t(0) : lasts.top();
  }
  /// Passes what arrives until `time`, which nothing sent later precedes;
  /// tells of each last line.
  using Passed = llvm::function_ref<void(Transfer &transfer, unsigned core,
                                         uint64_t time)>;
  void pass(uint64_t time, Passed passed);

private:
  struct Port {
    uint64_t cycle = 0, used = 0; // lines passed in the last busy cycle
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
