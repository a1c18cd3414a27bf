//===- Ring.cpp - eject ports of the ring ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Merges the runs of all sources of a port in order of time (k-way merge) and
// limits each cycle to the port's rate. A run is `perCycle` lines per cycle
// from `time` on; runs of one transfer without a gap are joined. If only one
// source has lines and its rate does not exceed the port's, the lines pass in
// the cycle in which they arrive, and all of them up to the requested time pass
// at once. Otherwise one cycle of one source is passed at a time, in the order
// of (time, RingSource), and lines that do not fit into a cycle occupy the
// following ones.
//
//===----------------------------------------------------------------------===//

#include "Ring.h"

using namespace matrix::sim;

void EjectPorts::send(unsigned core, RingSource source, RingRun run) {
  if (run.last)
    lasts.push(run.time + (run.count - 1) / run.perCycle);
  std::deque<RingRun> &queue = ports[core].queues[source];
  if (!queue.empty()) {
    RingRun &back = queue.back();
    bool follows = back.transfer == run.transfer && !back.last &&
                   back.perCycle == run.perCycle &&
                   back.count % back.perCycle == 0 &&
                   back.time + back.count / back.perCycle == run.time;
    if (follows) {
      back.count += run.count;
      back.last = run.last;
      return;
    }
  }
  queue.push_back(run);
}

void EjectPorts::pass(uint64_t time, Passed passed) {
  if (nextLast() > time)
    return;
  while (nextLast() <= time)
    lasts.pop();
  for (unsigned core = 0; core < ports.size(); ++core)
    pass(core, time, passed);
}

/// Passes the lines of one cycle or, if no other source has any, all that
/// arrive until `until`.
void EjectPorts::passLines(Port &port, RingRun &run, uint64_t until,
                           bool alone) {
  bool isFree = port.cycle < run.time && run.perCycle <= rate;
  uint64_t cycles = alone && isFree ? until - run.time + 1 : 1;
  // min(run.count, cycles * run.perCycle), without overflow of the product.
  uint64_t whole = run.count / run.perCycle;
  uint64_t lines = cycles <= whole ? cycles * run.perCycle : run.count;
  if (isFree) {
    port.cycle = run.time + (lines - 1) / run.perCycle;
    port.used = (lines - 1) % run.perCycle + 1;
  } else {
    uint64_t room = rate - port.used;
    if (port.cycle < run.time)
      port.cycle = run.time, port.used = 0, room = rate;
    uint64_t further = lines > room ? (lines - room + rate - 1) / rate : 0;
    port.used = further ? (lines - room - 1) % rate + 1 : port.used + lines;
    port.cycle += further;
  }
  run.time += (lines + run.perCycle - 1) / run.perCycle;
  run.count -= lines;
}

/// The map is ordered by RingSource, and only an earlier time replaces the
/// candidate: ties go to the first source.
void EjectPorts::pass(unsigned core, uint64_t time, Passed passed) {
  Port &port = ports[core];
  while (!port.queues.empty()) {
    auto first = port.queues.begin();
    for (auto it = first; it != port.queues.end(); ++it)
      if (it->second.front().time < first->second.front().time)
        first = it;
    RingRun &run = first->second.front();
    if (run.time > time)
      return;
    passLines(port, run, time, port.queues.size() == 1);
    if (run.count)
      continue;
    if (run.last)
      passed(*run.transfer, core, port.cycle);
    first->second.pop_front();
    if (first->second.empty())
      port.queues.erase(first);
  }
}
