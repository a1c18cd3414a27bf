//===- ChannelBatches.cpp - closed forms of line scheduling ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Skips intervals in which all channels move lines at constant rates: up to,
// but without, the last line of any run. Two closed forms, with their
// derivations: channels that are alone on their engine, and strict rotation at
// the DRAM.
//
//===----------------------------------------------------------------------===//

#include "Channels.h"

using namespace matrix;
using namespace matrix::sim;

/// Number of cycles for which every channel without DRAM lines moves at a
/// constant rate. A channel that is the only active one of its engine moves
/// rateOf(kind) lines per cycle and keeps at least one line for (remaining - 1)
/// / rate cycles. If an engine has two active channels they share its rate, and
/// the closed form does not apply.
uint64_t Channels::batchOfOthers() const {
  uint64_t cycles = ~uint64_t(0);
  for (int i = others.find_first(); i >= 0 && cycles; i = others.find_next(i)) {
    const Transfer &t = *channels[i].queue.front();
    bool isAlone = t.hasMoved && engines[channels[i].core].working == 1;
    cycles =
        std::min(cycles, isAlone ? (t.remaining - 1) / rateOf(t.kind()) : 0);
  }
  return cycles;
}

/// Number of lines that DRAM can serve in strict rotation. If every requesting
/// channel can give `least` lines and keep one, `count` channels give least *
/// count. Engines do not limit the rotation if DRAM serves at most DmaLines
/// lines in any cycle.
uint64_t Channels::batchFromDram() const {
  uint64_t minimum = ~uint64_t(0), count = dramTurn.count();
  unsigned member = dramTurn.first();
  if (dram.maxPerCycle() > engineLines)
    return 0;
  for (unsigned i = 0; minimum && i < count; ++i) {
    const Transfer &t = *channels[member].queue.front();
    member = dramTurn.after(member);
    minimum = std::min(minimum, t.hasMoved ? t.remaining - 1 : 0);
  }
  return minimum * count;
}

/// Distributes `lines` lines over the requesting channels in rotation: each
/// gives lines / count, the first lines % count of them one more.
void Channels::serveBatch(uint64_t cycle, uint64_t lines) {
  unsigned count = dramTurn.count(), member = dramTurn.first();
  for (unsigned i = 0; i < count; ++i, member = dramTurn.after(member)) {
    channels[member].queue.front()->remaining -=
        lines / count + (i < lines % count);
    if (i == (lines - 1) % count)
      dramTurn.served(member);
  }
  dram.serve(cycle, lines);
}

/// Simulates the cycles from `cycle` to `limit` for which both closed forms
/// hold. Returns the first cycle not simulated.
uint64_t Channels::runBatch(uint64_t cycle, uint64_t limit) {
  uint64_t cycles = std::min(batchOfOthers(), limit - cycle), lines = 0;
  limit = cycle + cycles;
  if (cycles && dramTurn.count()) {
    lines = std::min(batchFromDram(), dram.linesBefore(cycle, limit));
    limit = std::min(limit, dram.cycleOf(cycle, lines));
    lines = dram.linesBefore(cycle, limit); // complete cycles only
  }
  if (limit <= cycle)
    return cycle;
  for (int i = others.find_first(); i >= 0; i = others.find_next(i)) {
    uint64_t rate = rateOf(channels[i].queue.front()->kind());
    move(channels[i], cycle, (limit - cycle) * rate, rate);
  }
  if (lines)
    serveBatch(cycle, lines);
  return limit;
}
