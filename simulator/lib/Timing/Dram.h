//===- Dram.h - lines that the DRAM serves ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rates need not divide: time counts in units of 1/rate of a cycle, of which a
// line takes as many as it has bytes.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_DRAM_H
#define MATRIX_SIMULATOR_TIMING_DRAM_H

#include "llvm/ADT/BitVector.h"
#include <algorithm>
#include <cstdint>

namespace matrix {
namespace sim {

class Dram {
public:
  Dram(uint64_t bytesPerCycle, uint64_t lineBytes)
      : rate(std::max<uint64_t>(bytesPerCycle, 1)), line(lineBytes) {}

  /// The first cycle, from `cycle` on, that can serve a line.
  uint64_t next(uint64_t cycle) const { return std::max(cycle, free / rate); }
  void serve(uint64_t cycle) { serve(cycle, 1); }

  /// Lines served without a gap, the first one in next(cycle): in which cycle
  /// the one with this index is ...
  uint64_t cycleOf(uint64_t cycle, uint64_t index) const {
    return (start(cycle) + index * line) / rate;
  }
  /// ... how many come before `limit` ...
  uint64_t linesBefore(uint64_t cycle, uint64_t limit) const {
    limit = std::min(limit, cycle + farAway); // so that it can be multiplied
    uint64_t from = start(cycle), to = limit * rate;
    return to > from ? (to - from + line - 1) / line : 0;
  }
  /// ... and serves so many.
  void serve(uint64_t cycle, uint64_t lines) {
    free = start(cycle) + lines * line;
  }
  /// As many lines as ever come in one cycle.
  uint64_t mostPerCycle() const { return (rate + line - 1) / line; }

private:
  static constexpr uint64_t farAway = uint64_t(1) << 40;
  uint64_t start(uint64_t cycle) const { return std::max(free, cycle * rate); }

  uint64_t rate, line;
  uint64_t free = 0;
};

/// Whose turn it is: those that ask, in a circle behind the last one served.
class RoundRobin {
public:
  explicit RoundRobin(unsigned members) : asking(members), last(members - 1) {}

  void ask(unsigned member, bool asks) {
    waiting += unsigned(asks) - unsigned(asking[member]);
    asking[member] = asks;
  }
  bool asks(unsigned member) const { return asking[member]; }
  unsigned count() const { return waiting; }
  void served(unsigned member) { last = member; }
  /// Behind the last one served; there must be one.
  unsigned first() const { return after(last); }
  unsigned after(unsigned member) const {
    int next = asking.find_next(member);
    return unsigned(next < 0 ? asking.find_first() : next);
  }

private:
  llvm::BitVector asking;
  unsigned last, waiting = 0;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_DRAM_H
