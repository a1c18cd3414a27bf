//===- Ordering.h - happens-before order of threads -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Happens-before order by vector clocks. Threads are the cores, followed by the
// DMA channels (and queues) of each core. A DMA transfer is ordered after all
// that its core did before starting it, and after the preceding transfers of
// its channel. A core is ordered after a transfer once it has waited for its
// handle, or for a semaphore that the transfer posts.
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
  /// Core that the thread belongs to.
  unsigned coreOf(unsigned thread) const {
    return isCore(thread) ? thread : (thread - cores) / channels;
  }

  const VectorClock &now(unsigned thread) const { return clocks[thread]; }
  uint32_t tick(unsigned thread) const { return clocks[thread][thread]; }
  /// Changes whenever now(thread) changes.
  uint64_t version(unsigned thread) const { return versions[thread]; }

  // DMA transfers. Handles of a core are ascending and serve as ticks of the
  // channel's thread.
  /// `receivers`: number of cores whose semaphore it posts.
  void start(unsigned core, unsigned channel, uint64_t handle,
             unsigned receivers);
  void waited(unsigned core, uint64_t handle);
  // Other asynchronous threads of a core.
  void start(unsigned core, unsigned thread, uint32_t number);
  /// Orders `thread` after the actions of `other` up to this tick.
  void ended(unsigned thread, unsigned other, uint32_t number);
  void posted(unsigned core, uint64_t handle, unsigned to, unsigned semaphore);

  // Semaphores and barriers of cores. Posts are consumed in order of arrival.
  uint64_t post(unsigned core);
  void arrived(uint64_t past, unsigned to, unsigned semaphore);
  void acquire(unsigned core, unsigned semaphore, uint64_t count);
  void barrier();
  /// Orders cores that access a synchronizing location: acquire and release.
  void synchronize(unsigned core, uint64_t location, bool acquires,
                   bool releases);

private:
  void join(unsigned thread, const VectorClock &other);
  void advance(unsigned thread);
  using Handle = std::pair<unsigned, uint64_t>; // core, number

  unsigned cores, channels;
  std::vector<VectorClock> clocks;
  std::vector<uint64_t> versions;
  uint64_t lastVersion = 0;
  std::vector<std::vector<uint8_t>> channelOf; // by core, handle
  struct Posting {
    VectorClock clock;
    unsigned receivers; // posts not yet arrived
  };
  std::map<Handle, Posting> posting;        // in-flight transfers that post
  std::map<uint64_t, VectorClock> underWay; // in-flight posts of cores
  uint64_t lastPost = 0;
  std::map<std::pair<unsigned, unsigned>, std::deque<VectorClock>> posts;
  std::map<uint64_t, VectorClock> locations;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_ORDERING_H
