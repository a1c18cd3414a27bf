//===- Dram.h - DRAM bandwidth and arbitration ------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bandwidth of the DRAM as an exact fraction. DRAM serves `rate` bytes per
// cycle, so a line of `line` bytes takes line / rate cycles, which need not be
// an integer. Time is therefore counted in units of 1/rate cycles, of which a
// line takes exactly `line`.
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

  /// The first cycle >= `cycle` in which a line can be served.
  uint64_t next(uint64_t cycle) const { return std::max(cycle, free / rate); }
  void serve(uint64_t cycle) { serve(cycle, 1); }

  /// Cycle that serves the line with this index, if lines are served without a
  /// gap from next(cycle) on. Line i starts at unit start + i * line, that is
  /// in cycle floor((start + i * line) / rate).
  uint64_t cycleOf(uint64_t cycle, uint64_t index) const {
    return (start(cycle) + index * line) / rate;
  }
  /// Number of lines served before `limit` under the same assumption: the
  /// number of indices i with start + i * line < limit * rate.
  uint64_t linesBefore(uint64_t cycle, uint64_t limit) const {
    // Prevents overflow of the product.
    limit = std::min(limit, cycle + farAway);
    uint64_t from = start(cycle), to = limit * rate;
    return to > from ? (to - from + line - 1) / line : 0;
  }
  /// Serves `lines` lines under the same assumption.
  void serve(uint64_t cycle, uint64_t lines) {
    free = start(cycle) + lines * line;
  }
  /// Maximum number of lines served in one cycle.
  uint64_t maxPerCycle() const { return (rate + line - 1) / line; }

private:
  static constexpr uint64_t farAway = uint64_t(1) << 40;
  uint64_t start(uint64_t cycle) const { return std::max(free, cycle * rate); }

  uint64_t rate, line;
  uint64_t free = 0;
};

/// Round-robin arbiter: grants requests in cyclic order, starting after the
/// last member served.
class RoundRobin {
public:
  explicit RoundRobin(unsigned members)
      : requesting(members), last(members - 1) {}

  void setRequest(unsigned member, bool requests) {
    waiting += unsigned(requests) - unsigned(requesting[member]);
    requesting[member] = requests;
  }
  bool requests(unsigned member) const { return requesting[member]; }
  unsigned count() const { return waiting; }
  void served(unsigned member) { last = member; }
  /// Returns the next requesting member; there must be at least one.
  unsigned first() const { return after(last); }
  unsigned after(unsigned member) const {
    int next = requesting.find_next(member);
    return unsigned(next < 0 ? requesting.find_first() : next);
  }

private:
  llvm::BitVector requesting;
  unsigned last, waiting = 0;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_DRAM_H
