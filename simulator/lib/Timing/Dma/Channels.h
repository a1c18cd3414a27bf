//===- Channels.h - line scheduling of DMA channels -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cycle by cycle simulation of line movement: channels, engines, DRAM
// arbitration and injection into the ring. Descriptors decomposed into lines
// (TransferLines) go in; the arrival times of lines are stored in the
// transfers. TimedDma.cpp derives events from them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_CHANNELS_H
#define MATRIX_SIMULATOR_TIMING_CHANNELS_H

#include "Dram.h"
#include "Lines.h"
#include "Ring.h"
#include "TimedDma.h"
#include <deque>
#include <memory>

namespace matrix {
namespace sim {

struct Transfer {
  TransferRecord record;
  TransferLines lines;
  unsigned run = 0;       // index in lines.runs of the run in progress
  uint64_t remaining = 0; // its lines not yet moved
  bool hasMoved = false;  // at least one line

  uint64_t direct = 0; // arrival of the last line that passes no eject port
  llvm::SmallVector<uint64_t, 4> there; // arrival by lines.stops; 0: unknown
  unsigned open = 0;                    // number of stops with unknown arrival
  unsigned lastRing = 0;                // index of the last run of ring lines
  uint32_t notified = 0;                // mask: receivers with Arrived event
  uint64_t latest = 0;                  // latest time of these events

  bool isMoved() const { return run == lines.runs.size(); }
  LineKind kind() const { return lines.runs[run].kind; }
};

struct Channel {
  unsigned core, number, index;
  /// Transfers with lines to move, FIFO.
  std::deque<std::unique_ptr<Transfer>> queue;
  /// In flight: all lines have moved.
  std::deque<std::unique_ptr<Transfer>> inFlight;
  /// With a pending Completed event.
  std::deque<TransferRecord> finished;
  uint64_t lastCompletion = 0;
  uint64_t activeFrom = 0; // start of the current busy period
};

/// All channels of all cores. A callback reports each transfer whose last line
/// has moved.
class Channels {
public:
  using Moved = llvm::function_ref<void(Channel &)>;

  Channels(const desc::VariantInfo &variant, unsigned cores);

  Channel &channel(unsigned core, unsigned number) {
    return channels[core * perCore + number];
  }
  const Channel &channel(unsigned core, unsigned number) const {
    return channels[core * perCore + number];
  }
  unsigned channelsPerCore() const { return perCore; }

  /// Appends a transfer to its FIFO in cycle `now`.
  void push(Channel &channel, std::unique_ptr<Transfer> transfer, uint64_t now);
  /// True if no channel has lines to move.
  bool isIdle() const { return !numRequesting && activations.empty(); }
  /// Simulates at least one cycle, starting with `cycle`, and stops before
  /// `limit`. Returns the first cycle not simulated. The last line of a
  /// transfer ends the range of simulated cycles.
  uint64_t work(uint64_t cycle, uint64_t limit, Moved moved);

  EjectPorts ports;
  TransferTotals totals;

private:
  struct Engine {
    uint64_t cycle = ~uint64_t(0); // cycle that the counts refer to
    uint64_t moved = 0, injected = 0;
    unsigned working = 0; // channels with a next line
  };
  struct Activation {
    uint64_t cycle;
    unsigned channel;
  };

  Engine &engineIn(const Channel &channel, uint64_t cycle);
  bool mayMove(const Channel &channel, uint64_t cycle) {
    return engineIn(channel, cycle).moved < engineLines;
  }
  uint64_t rateOf(LineKind kind) const {
    return kind == LineKind::Ring ? std::min(engineLines, ringLines)
                                  : engineLines;
  }
  bool isRequesting(const Channel &channel) const {
    return others[channel.index] || dramTurn.requests(channel.index);
  }
  void setRequesting(Channel &channel, const Transfer *transfer);
  void takeNext(Channel &channel, uint64_t cycle, Moved moved);
  void leave(Channel &channel, uint64_t cycle, Moved moved);
  void move(Channel &channel, uint64_t cycle, uint64_t lines,
            uint64_t perCycle);
  void send(Transfer &transfer, uint64_t cycle, uint64_t lines,
            uint64_t perCycle);
  void finishRun(Channel &channel, uint64_t cycle, Moved moved);
  uint64_t activate(uint64_t cycle, Moved moved);
  void step(uint64_t cycle, Moved moved);
  void moveOthers(Channel &channel, uint64_t cycle, Moved moved);
  void serveDram(uint64_t cycle, Moved moved);
  int nextForDram(uint64_t cycle);
  uint64_t batchOfOthers() const;
  uint64_t batchFromDram() const;
  void serveBatch(uint64_t cycle, uint64_t lines);
  uint64_t runBatch(uint64_t cycle, uint64_t limit);

  unsigned perCore; // channels of a core
  uint64_t lineBytes, engineLines, ringLines, ringHop, dramLatency;
  std::vector<Channel> channels;
  std::vector<Engine> engines; // by core
  Dram dram;
  RoundRobin dramTurn;                 // channels whose next line uses the DRAM
  llvm::BitVector others;              // channels whose next line does not
  unsigned numRequesting = 0;          // channels with a next line
  std::vector<Activation> activations; // of idle channels
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_CHANNELS_H
