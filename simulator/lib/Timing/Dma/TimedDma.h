//===- TimedDma.h - timing of DMA transfers ---------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The timing model of docs/timing.md, "DMA" and "Ring": channels, engines, DRAM
// arbitration and eject ports, simulated line by line, with closed forms for
// cycles without contention. Independent of cores and data: descriptors go in,
// events come out.
//
// In each cycle, in this order: 1. channel 0 of each engine moves lines that
// need no DRAM; 2. DRAM serves lines, round robin over all (core, channel); 3.
// all channels, lowest first, move lines that need no DRAM; an engine never
// moves more than DmaLines in total. A descriptor started in cycle t moves its
// first line in t + 1 at the earliest and leaves its FIFO with its last line;
// its entry is free in the following cycle.
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

/// An event of a transfer.
struct DmaEvent {
  enum Kind {
    Arrived,   // all data are at `receiver`: visible, post sent
    Completed, // the handle is complete, after all its Arrived
    Room       // the FIFO of the channel was full and has room again
  } kind;
  uint64_t time;
  unsigned core, channel; // of the transfer
  uint64_t handle;        // unused for Room
  unsigned receiver;      // Arrived only
};

/// Data of a completed transfer.
struct TransferRecord {
  unsigned core = 0, channel = 0;
  uint64_t handle = 0, pc = 0;
  uint64_t started = 0, firstLine = 0, lastLine = 0, completed = 0; // cycles
  uint64_t dramLines = 0, localLines = 0, ringLines = 0;
  uint64_t bytes = 0; // of all rows, fill included, counted once
  bool writesDram = false;
  unsigned receivers = 0; // number of cores that it notifies
};

/// Totals of a run.
struct TransferTotals {
  struct Channel {
    uint64_t transfers = 0, bytes = 0, lines = 0;
    uint64_t busy = 0; // cycles with a descriptor
  };
  std::vector<Channel> channels; // core * channelsPerCore + channel
  unsigned channelsPerCore = 0;
  uint64_t dramLinesRead = 0, dramLinesWritten = 0, localLines = 0,
           ringLines = 0;
  uint64_t ringByteHops = 0; // over the multicast tree of links of each line
  /// Bytes of the rows of transfers from or to DRAM, fill included, at most
  /// those of their lines.
  uint64_t dramUsed = 0;
  uint64_t multicasts = 0; // transfers from DRAM to several cores
  uint64_t lineBytes = 0;
  uint64_t lastCompletion = 0;

  void add(unsigned channel, const TransferRecord &completed);
};

class TransferTiming {
public:
  TransferTiming(const desc::VariantInfo &variant, unsigned cores);
  ~TransferTiming();

  bool hasRoom(unsigned core, unsigned channel) const;
  /// Starts a transfer that issues at `now`. Its channel must have room, and
  /// advance(now) must have returned null. `indices`: rows of a gather or
  /// scatter, else null. Returns false if the transfer alternates between kinds
  /// of lines too often.
  bool start(unsigned core, const Descriptor &descriptor,
             const uint32_t *indices, uint64_t handle, uint64_t pc,
             uint64_t now);

  /// Simulates the cycles before `limit`, up to the first event at `limit` or
  /// earlier. Returns that event (valid until the next call), or null. The
  /// caller must process the event, which may start transfers, before it calls
  /// again.
  const DmaEvent *advance(uint64_t limit);
  /// Record of the last Completed event returned by advance().
  const TransferRecord &record() const;

  /// True if the Completed event of this handle, which must have been issued,
  /// has been returned.
  bool isComplete(unsigned core, uint64_t handle) const;
  /// True if no transfer is queued or in flight.
  bool isIdle() const;
  const TransferTotals &totals() const;

private:
  struct State;
  std::unique_ptr<State> state;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_TIMEDDMA_H
