//===- VectorClock.h - epochs and vector clocks -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Epochs and vector clocks of the happens-before relation, as in FastTrack
// (Flanagan and Freund, 2009). An epoch is the time of one access in 64 bits:
//
//     63   62     56 55               32 31               0
//     | 0 | thread  | instruction index | tick of the thread |
//
// An access with epoch e happened before the state with clock C exactly if
// tick(e) <= C[thread(e)], which is one comparison instead of one per thread.
// Bit 63 is always 0: Races.h uses it to distinguish an epoch from the number
// of a set of epochs.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_VECTORCLOCK_H
#define MATRIX_SIMULATOR_CHECKS_VECTORCLOCK_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace matrix {
namespace sim {

/// Time of an access by a thread (a core or a DMA channel), and the accessing
/// instruction. Zero: no access.
class Epoch {
public:
  Epoch() = default;
  explicit Epoch(uint64_t bits) : bits(bits) {}
  Epoch(unsigned thread, uint32_t site, uint32_t tick)
      : bits(uint64_t(thread) << 56 | uint64_t(site & siteMask) << 32 | tick) {}

  unsigned thread() const { return unsigned(bits >> 56); }
  /// Index of the instruction in the code.
  uint32_t site() const { return uint32_t(bits >> 32) & siteMask; }
  uint32_t tick() const { return uint32_t(bits); }
  uint64_t raw() const { return bits; }
  explicit operator bool() const { return bits != 0; }
  bool operator==(Epoch e) const { return bits == e.bits; }

  /// The top bit is available to users.
  static constexpr unsigned maxThreads = 1 << 7;

private:
  static constexpr uint32_t siteMask = (1 << 24) - 1;
  uint64_t bits = 0;
};

/// For every thread, the tick up to which its actions happened before now.
class VectorClock {
public:
  VectorClock() = default;
  explicit VectorClock(unsigned threads) : ticks(threads) {}

  uint32_t &operator[](unsigned thread) { return ticks[thread]; }
  uint32_t operator[](unsigned thread) const { return ticks[thread]; }
  bool covers(Epoch e) const { return e.tick() <= ticks[e.thread()]; }
  void join(const VectorClock &other) {
    ticks.resize(std::max(ticks.size(), other.ticks.size()));
    for (size_t i = 0; i < other.ticks.size(); ++i)
      ticks[i] = std::max(ticks[i], other.ticks[i]);
  }

private:
  std::vector<uint32_t> ticks;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_VECTORCLOCK_H
