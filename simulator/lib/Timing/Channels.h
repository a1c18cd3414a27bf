//===- Channels.h - transfers of the channels, line by line -----*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The part of the DMA that moves lines: what channels, engines, the DRAM and
// the senders' ports do in each cycle. Times at which lines arrive go into the
// transfers; TimedDma.cpp makes events of them.
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
  unsigned run = 0;       // of lines.runs, the one being moved ...
  uint64_t remaining = 0; // ... and how much of it is left
  bool hasMoved = false;  // a line

  uint64_t direct = 0; // when the last line that takes no ring is there
  llvm::SmallVector<uint64_t, 4> there; // by lines.stops; 0: not yet known
  unsigned open = 0;                    // stops where it isn't
  unsigned lastRing = 0;                // the last run that takes the ring
  uint32_t told = 0;                    // receivers that an event was made for
  uint64_t latest = 0;                  // of those events

  bool isMoved() const { return run == lines.runs.size(); }
  LineKind kind() const { return lines.runs[run].kind; }
};

struct Channel {
  unsigned core, number, index;
  std::deque<std::unique_ptr<Transfer>> queue;  // the FIFO
  std::deque<std::unique_ptr<Transfer>> flying; // all lines have moved
  std::deque<TransferRecord> finished;          // Completed is still to be seen
  uint64_t lastCompletion = 0;
  uint64_t activeFrom = 0; // of the first in the queue: its first cycle
};

/// What moved completely in a cycle is told to the owner.
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

  /// Puts a transfer into its FIFO in cycle `now`.
  void push(Channel &channel, std::unique_ptr<Transfer> transfer, uint64_t now);
  /// Is there nothing to move?
  bool isIdle() const { return !atWork && activations.empty(); }
  /// Works through at least one of the cycles from `cycle` on, not to `limit`;
  /// gives the first that is left. The last line of a transfer is the last
  /// thing that happens.
  uint64_t work(uint64_t cycle, uint64_t limit, Moved moved);

  EjectPorts ports;
  TransferTotals totals;

private:
  struct Engine {
    uint64_t cycle = ~uint64_t(0); // to which the counts belong
    uint64_t moved = 0, injected = 0;
    unsigned working = 0; // channels
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
  bool isAsking(const Channel &channel) const {
    return others[channel.index] || dramTurn.asks(channel.index);
  }
  void setAsking(Channel &channel, const Transfer *transfer);
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
  uint64_t manyOthers() const;
  uint64_t manyFromDram() const;
  void serveMany(uint64_t cycle, uint64_t lines);
  uint64_t workMany(uint64_t cycle, uint64_t limit);

  unsigned perCore; // channels
  uint64_t lineBytes, engineLines, ringLines, ringHop, dramLatency;
  std::vector<Channel> channels;
  std::vector<Engine> engines; // by core
  Dram dram;
  RoundRobin dramTurn;                 // channels whose next line is the DRAM's
  llvm::BitVector others;              // channels whose next line is not
  unsigned atWork = 0;                 // channels with a next line
  std::vector<Activation> activations; // of channels that had nothing
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_CHANNELS_H
