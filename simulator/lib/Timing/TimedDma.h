//===- TimedDma.h - when transfers move and complete ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// docs/timing.md, DMA and ring: channels, engines, the shared DRAM and the
// ports of the ring, line by line (closed forms where nothing competes). Knows
// neither cores nor data: it is told of descriptors and tells what happens.
//
// In a cycle, in this order:
//  1. channel 0 of each engine moves lines that need no DRAM;
//  2. the DRAM serves lines, round robin over all (core, channel);
//  3. all channels, lowest first, move lines that need no DRAM;
// an engine never moves more than DmaLines in sum. A descriptor started in
// cycle t moves its first line in t + 1 at the earliest and leaves its FIFO
// with its last line: there is room in the cycle after.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_TIMEDDMA_H
#define MATRIX_SIMULATOR_TIMING_TIMEDDMA_H

#include "matrix/Description/Variants.h"
#include <cstdint>
#include <memory>
#include <vector>

namespace matrix {
namespace sim {

struct Descriptor;

/// What happens to a transfer at a time.
struct DmaEvent {
  enum Kind {
    Arrived, // all of it is at `receiver`: its data move there, it posts there
    Completed, // the ticket, after all its Arrived
    Room       // the FIFO of the channel was full, and no longer is
  } kind;
  uint64_t time;
  unsigned core, channel; // whose transfer
  uint64_t ticket;        // not for Room
  unsigned receiver;      // Arrived only
};

/// A transfer that has completed.
struct TransferRecord {
  unsigned core = 0, channel = 0;
  uint64_t ticket = 0, pc = 0;
  uint64_t started = 0, firstLine = 0, lastLine = 0, completed = 0; // cycles
  uint64_t dramLines = 0, localLines = 0, ringLines = 0;
  uint64_t bytes = 0; // of all rows, fills included, once
  bool writesDram = false;
};

/// Sums over a run.
struct TransferTotals {
  struct Channel {
    uint64_t transfers = 0, bytes = 0, lines = 0;
    uint64_t busy = 0; // cycles in which it had a descriptor
  };
  std::vector<Channel> channels; // core * channelsPerCore + channel
  unsigned channelsPerCore = 0;
  uint64_t dramLinesRead = 0, dramLinesWritten = 0, localLines = 0,
           ringLines = 0;
  uint64_t ringByteHops = 0; // over the tree of links that each line passes
  uint64_t lineBytes = 0;
  uint64_t lastCompletion = 0;

  void add(unsigned channel, const TransferRecord &completed);
};

class TransferTiming {
public:
  TransferTiming(const desc::VariantInfo &variant, unsigned cores);
  ~TransferTiming();

  bool hasRoom(unsigned core, unsigned channel) const;
  /// A start that issues at `now`, which all earlier times precede, where
  /// there is room. `indices`: rows of a gather or scatter, else null.
  /// False: it has too many lines of alternating kinds.
  bool start(unsigned core, const Descriptor &descriptor,
             const uint32_t *indices, uint64_t ticket, uint64_t pc,
             uint64_t now);

  /// Works through the cycles before `limit`, up to the first thing that
  /// happens at `limit` or before: that one (until the next call), or null.
  /// Handle it, which may let a core start something, before going on.
  const DmaEvent *advance(uint64_t limit);
  /// Of the Completed that advance() gave last.
  const TransferRecord &record() const;

  /// Has this ticket, which was given out, completed at an event seen so far?
  bool isComplete(unsigned core, uint64_t ticket) const;
  /// Nothing queued and nothing under way.
  bool isIdle() const;
  const TransferTotals &totals() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_TIMEDDMA_H
