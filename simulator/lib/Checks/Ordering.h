//===- Ordering.h - what orders cores and transfers -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Threads are the cores, and behind them the DMA channels of each. A transfer
// comes after what its core did before it started it, and after the transfers
// before it in its channel; a core comes after a transfer once it has waited
// for its ticket, or for a semaphore that the transfer posts.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_ORDERING_H
#define MATRIX_SIMULATOR_CHECKS_ORDERING_H

#include "VectorClock.h"
#include <deque>
#include <map>

namespace matrix {
namespace sim {

class Ordering {
public:
  Ordering(unsigned cores, unsigned channelsEach);

  unsigned channelThread(unsigned core, unsigned channel) const {
    return cores + core * channels + channel;
  }
  size_t numThreads() const { return clocks.size(); }
  bool isCore(unsigned thread) const { return thread < cores; }
  /// Whose thread it is.
  unsigned coreOf(unsigned thread) const {
    return isCore(thread) ? thread : (thread - cores) / channels;
  }

  const VectorClock &now(unsigned thread) const { return clocks[thread]; }
  uint32_t tick(unsigned thread) const { return clocks[thread][thread]; }
  /// How much of a core's past has happened before now for all cores.
  uint32_t coveredByAll(unsigned core) const;
  /// Another number whenever now(thread) has changed.
  uint64_t version(unsigned thread) const { return versions[thread]; }

  // Transfers. Tickets of a core increase, so they serve as time of their
  // channel's thread.
  /// `receivers`: who will hear of it, with a semaphore.
  void start(unsigned core, unsigned channel, uint64_t ticket,
             unsigned receivers);
  void waited(unsigned core, uint64_t ticket);
  // Others that do something beside their core.
  void start(unsigned core, unsigned thread, uint32_t number);
  /// What a thread did up to this number was before now, for `thread`.
  void ended(unsigned thread, unsigned other, uint32_t number);
  void posted(unsigned core, uint64_t ticket, unsigned to, unsigned semaphore);

  // Cores among themselves. What arrives first, is waited for first.
  uint64_t post(unsigned core);
  void arrived(uint64_t past, unsigned to, unsigned semaphore);
  void acquire(unsigned core, unsigned semaphore, uint64_t count);
  void barrier();
  /// Cores that take turns at a place are ordered by it, both ways.
  void synchronize(unsigned core, uint64_t place, bool acquires, bool releases);

private:
  void join(unsigned thread, const VectorClock &other);
  void advance(unsigned thread);
  using Ticket = std::pair<unsigned, uint64_t>; // core, number

  unsigned cores, channels;
  std::vector<VectorClock> clocks;
  std::vector<uint64_t> versions;
  uint64_t lastVersion = 0;
  std::vector<std::vector<uint8_t>> channelOf; // by core, ticket
  struct Posting {
    VectorClock clock;
    unsigned receivers; // that have not heard of it yet
  };
  std::map<Ticket, Posting> posting;        // transfers
  std::map<uint64_t, VectorClock> underWay; // posts of cores
  uint64_t lastPost = 0;
  std::map<std::pair<unsigned, unsigned>, std::deque<VectorClock>> posts;
  std::map<uint64_t, VectorClock> places;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_ORDERING_H
