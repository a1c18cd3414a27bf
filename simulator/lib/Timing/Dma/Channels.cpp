//===- Channels.cpp - line scheduling of DMA channels ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// FIFOs of channels, and simulation of single cycles in which channels compete:
// round-robin arbitration of DRAM, and limits of engines and of the ring.
// ChannelBatches.cpp skips intervals of constant rates.
//
//===----------------------------------------------------------------------===//

#include "Channels.h"
#include "Memory/Dma.h"

using namespace matrix;
using namespace matrix::sim;

/// Without a ring nothing uses its parameters.
static uint64_t atLeast(int64_t minimum, std::optional<int64_t> parameter) {
  return uint64_t(std::max(parameter.value_or(minimum), minimum));
}

Channels::Channels(const desc::VariantInfo &variant, unsigned cores)
    : ports(cores, atLeast(1, variant.parameters.ringLines)),
      perCore(numChannels(variant.dma)), lineBytes(variant.dma->lineBytes),
      engineLines(atLeast(1, variant.parameters.dmaLines)),
      ringLines(atLeast(1, variant.parameters.ringLines)),
      ringHop(atLeast(0, variant.parameters.ringHop)),
      dramLatency(atLeast(1, variant.parameters.dramLatency)), engines(cores),
      dram(atLeast(1, variant.parameters.dramBytes), lineBytes), dramTurn(1) {
  unsigned count = cores * perCore;
  channels = std::vector<Channel>(count);
  for (unsigned i = 0; i < count; ++i) {
    channels[i].core = i / perCore;
    channels[i].number = i % perCore;
    channels[i].index = i;
  }
  dramTurn = RoundRobin(count);
  others.resize(count);
  totals.channels.resize(count);
  totals.channelsPerCore = perCore;
  totals.lineBytes = lineBytes;
}

//===----------------------------------------------------------------------===//
// FIFO of a channel
//===----------------------------------------------------------------------===//

/// An idle channel becomes active in the following cycle; a busy one takes the
/// transfer when its turn comes.
void Channels::push(Channel &channel, std::unique_ptr<Transfer> transfer,
                    uint64_t now) {
  Transfer &t = *transfer;
  t.there.assign(t.lines.stops.size(), 0);
  t.open = unsigned(t.lines.stops.size());
  t.direct = now + 2; // transfers without lines: the cycle after their turn
  for (unsigned i = 0; i < t.lines.runs.size(); ++i) {
    const LineRun &run = t.lines.runs[i];
    TransferRecord &r = t.record;
    if (run.kind == LineKind::Ring)
      t.lastRing = i;
    (run.kind == LineKind::Dram    ? r.dramLines
     : run.kind == LineKind::Local ? r.localLines
                                   : r.ringLines) += run.count;
  }
  bool hadNothing = channel.queue.empty();
  channel.queue.push_back(std::move(transfer));
  if (hadNothing) {
    channel.activeFrom = now + 1;
    activations.push_back({now + 1, channel.index});
  }
}

/// Registers the request of a channel: the next line of `transfer`, or none.
void Channels::setRequesting(Channel &channel, const Transfer *transfer) {
  bool wasRequesting = isRequesting(channel), requests = transfer;
  bool fromDram = requests && transfer->kind() == LineKind::Dram;
  dramTurn.setRequest(channel.index, fromDram);
  others[channel.index] = requests && !fromDram;
  numRequesting += unsigned(requests) - unsigned(wasRequesting);
  engines[channel.core].working += unsigned(requests) - unsigned(wasRequesting);
}

/// Makes the first transfer of the FIFO current. Transfers without lines leave
/// immediately.
void Channels::takeNext(Channel &channel, uint64_t cycle, Moved moved) {
  while (!channel.queue.empty()) {
    Transfer &t = *channel.queue.front();
    if (t.record.started >= cycle) {
      activations.push_back({t.record.started + 1, channel.index});
      return setRequesting(channel, nullptr);
    }
    if (!t.isMoved()) {
      t.remaining = t.lines.runs.front().count;
      return setRequesting(channel, &t);
    }
    leave(channel, cycle, moved);
  }
  setRequesting(channel, nullptr);
  totals.channels[channel.index].busy += cycle + 1 - channel.activeFrom;
}

void Channels::leave(Channel &channel, uint64_t cycle, Moved moved) {
  Transfer &t = *channel.queue.front();
  t.record.lastLine = cycle;
  if (!t.hasMoved)
    t.record.firstLine = cycle;
  if (!t.record.ringLines) {
    t.there.assign(t.there.size(), t.direct);
    t.open = 0;
  }
  channel.inFlight.push_back(std::move(channel.queue.front()));
  channel.queue.pop_front();
  moved(channel);
}

/// Starts the first transfers of idle channels that are due in this cycle.
/// Returns `cycle` if there are any, else the next cycle with one.
uint64_t Channels::activate(uint64_t cycle, Moved moved) {
  std::vector<Activation> all;
  all.swap(activations);
  uint64_t due = ~uint64_t(0);
  for (const Activation &a : all) {
    if (a.cycle <= cycle)
      takeNext(channels[a.channel], cycle, moved);
    else
      activations.push_back(a);
    due = std::min(due, std::max(a.cycle, cycle));
  }
  return due;
}

//===----------------------------------------------------------------------===//
// Movement of lines
//===----------------------------------------------------------------------===//

Channels::Engine &Channels::engineIn(const Channel &channel, uint64_t cycle) {
  Engine &engine = engines[channel.core];
  if (engine.cycle != cycle) {
    engine.cycle = cycle;
    engine.moved = engine.injected = 0;
  }
  return engine;
}

/// Moves `lines` lines of the current run, `perCycle` in each cycle.
void Channels::move(Channel &channel, uint64_t cycle, uint64_t lines,
                    uint64_t perCycle) {
  Transfer &t = *channel.queue.front();
  if (!t.hasMoved)
    t.record.firstLine = cycle;
  t.hasMoved = true;
  t.remaining -= lines;
  if (t.kind() == LineKind::Ring)
    return send(t, cycle, lines, perCycle);
  uint64_t last = cycle + (lines - 1) / perCycle;
  uint64_t latency = t.kind() == LineKind::Dram ? dramLatency : 1;
  t.direct = std::max(t.direct, last + latency);
}

void Channels::send(Transfer &t, uint64_t cycle, uint64_t lines,
                    uint64_t perCycle) {
  uint64_t last = cycle + (lines - 1) / perCycle;
  t.direct = std::max(t.direct, last + 1); // arrival at the sender itself
  totals.ringByteHops += lines * lineBytes * t.lines.treeHops;
  bool isLast = !t.remaining && t.run == t.lastRing;
  for (const RingStop &stop : t.lines.stops) {
    uint64_t arrival = cycle + std::max<uint64_t>(ringHop * stop.hops, 1);
    ports.send(stop.core, {stop.sender, t.record.core, t.record.channel},
               {arrival, lines, perCycle, &t, isLast});
  }
}

/// Advances to the next run of the transfer, or to the next transfer.
void Channels::finishRun(Channel &channel, uint64_t cycle, Moved moved) {
  Transfer &t = *channel.queue.front();
  if (++t.run < t.lines.runs.size()) {
    t.remaining = t.lines.runs[t.run].count;
    return setRequesting(channel, &t);
  }
  leave(channel, cycle, moved);
  takeNext(channel, cycle, moved);
}

//===----------------------------------------------------------------------===//
// Simulation of one cycle
//===----------------------------------------------------------------------===//

/// Moves lines that need no DRAM, up to the engine's limit.
void Channels::moveOthers(Channel &channel, uint64_t cycle, Moved moved) {
  while (others[channel.index]) {
    Engine &engine = engineIn(channel, cycle);
    Transfer &t = *channel.queue.front();
    uint64_t lines = std::min(t.remaining, engineLines - engine.moved);
    bool takesRing = t.kind() == LineKind::Ring;
    if (takesRing)
      lines = std::min(lines, ringLines - engine.injected);
    if (!lines)
      return;
    engine.moved += lines;
    engine.injected += takesRing ? lines : 0;
    move(channel, cycle, lines, lines);
    if (!t.remaining)
      finishRun(channel, cycle, moved);
  }
}

/// The next channel in round-robin order whose engine can still move a line, or
/// -1.
int Channels::nextForDram(uint64_t cycle) {
  unsigned requesting = dramTurn.count();
  unsigned next = requesting ? dramTurn.first() : 0;
  for (unsigned i = 0; i < requesting; ++i, next = dramTurn.after(next))
    if (mayMove(channels[next], cycle))
      return int(next);
  return -1;
}

void Channels::serveDram(uint64_t cycle, Moved moved) {
  while (dram.next(cycle) == cycle) {
    int next = nextForDram(cycle);
    if (next < 0)
      return;
    Channel &channel = channels[next];
    ++engineIn(channel, cycle).moved;
    dram.serve(cycle);
    dramTurn.served(unsigned(next));
    move(channel, cycle, 1, 1);
    if (!channel.queue.front()->remaining)
      finishRun(channel, cycle, moved);
  }
}

void Channels::step(uint64_t cycle, Moved moved) {
  for (int i = others.find_first(); i >= 0; i = others.find_next(i))
    if (!channels[i].number)
      moveOthers(channels[i], cycle, moved);
  serveDram(cycle, moved);
  for (int i = others.find_first(); i >= 0; i = others.find_next(i))
    moveOthers(channels[i], cycle, moved);
}

uint64_t Channels::work(uint64_t cycle, uint64_t limit, Moved moved) {
  uint64_t due = activate(cycle, moved);
  // Transfers without lines that start in this cycle are reported in the next
  // one.
  limit = due == cycle ? cycle + 1 : std::min(limit, due);
  if (!numRequesting)
    return limit;
  uint64_t reached = runBatch(cycle, limit);
  if (reached > cycle)
    return reached;
  step(cycle, moved);
  return cycle + 1;
}
