//===- Ordering.cpp - happens-before order of threads ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Updates of vector clocks at DMA transfers, semaphores, barriers and atomics.
// An event that releases increments the tick of its thread; one that acquires
// joins the clock of the releasing thread.
//
//===----------------------------------------------------------------------===//

#include "Ordering.h"

using namespace matrix::sim;

Ordering::Ordering(unsigned cores, unsigned channelsEach)
    : cores(cores), channels(std::max(channelsEach, 1u)),
      clocks(cores * (1 + channels), VectorClock(cores * (1 + channels))),
      versions(clocks.size()), channelOf(cores) {
  for (unsigned thread = 0; thread < clocks.size(); ++thread) {
    versions[thread] = ++lastVersion;
    if (isCore(thread))
      advance(thread);
  }
}

void Ordering::join(unsigned thread, const VectorClock &other) {
  clocks[thread].join(other);
  versions[thread] = ++lastVersion;
}

void Ordering::advance(unsigned thread) {
  ++clocks[thread][thread];
  versions[thread] = ++lastVersion;
}

//===----------------------------------------------------------------------===//
// DMA transfers
//===----------------------------------------------------------------------===//

void Ordering::start(unsigned core, unsigned channel, uint64_t handle,
                     unsigned receivers) {
  channelOf[core].resize(handle + 1);
  channelOf[core][handle] = uint8_t(channel);
  unsigned thread = channelThread(core, channel);
  start(core, thread, uint32_t(handle));
  if (!receivers)
    return;
  posting[{core, handle}] = {clocks[thread], receivers};
  advance(core);
}

void Ordering::start(unsigned core, unsigned thread, uint32_t number) {
  join(thread, clocks[core]);
  clocks[thread][thread] = number;
}

void Ordering::waited(unsigned core, uint64_t handle) {
  if (!handle || handle >= channelOf[core].size())
    return;
  ended(core, channelThread(core, channelOf[core][handle]), uint32_t(handle));
}

void Ordering::ended(unsigned thread, unsigned other, uint32_t number) {
  uint32_t &seen = clocks[thread][other];
  seen = std::max(seen, number);
  versions[thread] = ++lastVersion;
}

void Ordering::posted(unsigned core, uint64_t handle, unsigned to,
                      unsigned semaphore) {
  auto entry = posting.find({core, handle});
  if (entry == posting.end())
    return;
  posts[{to, semaphore}].push_back(entry->second.clock);
  if (!--entry->second.receivers)
    posting.erase(entry);
}

//===----------------------------------------------------------------------===//
// Semaphores and barriers
//===----------------------------------------------------------------------===//

uint64_t Ordering::post(unsigned core) {
  underWay[++lastPost] = clocks[core];
  advance(core);
  return lastPost;
}

void Ordering::arrived(uint64_t past, unsigned to, unsigned semaphore) {
  auto entry = underWay.find(past);
  if (entry == underWay.end())
    return;
  posts[{to, semaphore}].push_back(std::move(entry->second));
  underWay.erase(entry);
}

void Ordering::acquire(unsigned core, unsigned semaphore, uint64_t count) {
  std::deque<VectorClock> &queue = posts[{core, semaphore}];
  for (; count && !queue.empty(); --count) {
    join(core, queue.front());
    queue.pop_front();
  }
}

void Ordering::barrier() {
  VectorClock all = clocks[0];
  for (unsigned core = 1; core < cores; ++core)
    all.join(clocks[core]);
  for (unsigned core = 0; core < cores; ++core) {
    join(core, all);
    advance(core);
  }
}

void Ordering::synchronize(unsigned core, uint64_t location, bool acquires,
                           bool releases) {
  VectorClock &clock = locations[location];
  if (acquires)
    join(core, clock);
  if (!releases)
    return;
  clock.join(clocks[core]);
  advance(core);
}
