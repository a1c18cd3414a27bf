//===- TimedDma.cpp - timing of DMA transfers -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Keeps arrival, completion and room events in a min-heap ordered by time, and
// advances the simulation of lines to the next event. Times of events are known
// before they occur: when the last line of a transfer has left its channel, or
// has passed its eject port, the arrival follows from the latency. The
// simulation of lines never passes the first known event, because processing it
// may start another transfer in the same cycle.
//
//===----------------------------------------------------------------------===//

#include "TimedDma.h"
#include "Channels.h"
#include "Memory/Dma.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include <queue>
#include <tuple>

using namespace matrix;
using namespace matrix::sim;

namespace {
/// Comparator for a min-heap ordered by completion time.
struct IsLater {
  static auto key(const DmaEvent &e) {
    return std::tuple(e.time, e.core, e.channel, e.kind == DmaEvent::Room,
                      e.handle, e.kind, e.receiver);
  }
  bool operator()(const DmaEvent &a, const DmaEvent &b) const {
    return key(a) > key(b);
  }
};
} // namespace

struct TransferTiming::State {
  State(const desc::VariantInfo &variant, unsigned cores)
      : variant(variant), channels(variant, cores) {}

  const desc::VariantInfo &variant;
  Channels channels;
  uint64_t cycle = 0; // the first cycle not simulated
  std::priority_queue<DmaEvent, std::vector<DmaEvent>, IsLater> events;
  DmaEvent event;           // last event returned by advance()
  TransferRecord record;    // record of the transfer it completed
  uint64_t numInFlight = 0; // number of transfers not completed

  void work(uint64_t limit);
  void hasMoved(Channel &channel);
  void settle(Channel &channel);
  void notify(Channel &channel, Transfer &transfer);
  void complete(Channel &channel);
  void lineArrived(Transfer &transfer, unsigned core, uint64_t time);
  void take();
};

//===----------------------------------------------------------------------===//
// Conversion of line movements to events
//===----------------------------------------------------------------------===//

/// Called when the first transfer of a channel has left its FIFO in this cycle.
void TransferTiming::State::hasMoved(Channel &channel) {
  if (channel.queue.size() + 1 == variant.dma->queueEntries) {
    uint64_t last = channel.inFlight.back()->record.lastLine;
    events.push({DmaEvent::Room, last + 1, channel.core, channel.number, 0, 0});
  }
  settle(channel);
}

void TransferTiming::State::lineArrived(Transfer &transfer, unsigned core,
                                        uint64_t time) {
  auto &stops = transfer.lines.stops;
  auto stop = llvm::find_if(
      stops, [&](const RingStop &stop) { return stop.core == core; });
  transfer.there[size_t(stop - stops.begin())] = time;
  --transfer.open;
  settle(channels.channel(transfer.record.core, transfer.record.channel));
}

/// Queues the Arrived events of all receivers whose lines have known arrival
/// times.
void TransferTiming::State::notify(Channel &channel, Transfer &t) {
  auto make = [&](unsigned receiver, uint64_t there) {
    if (t.notified >> receiver & 1)
      return;
    t.notified |= uint32_t(1) << receiver;
    there = std::max(there, channel.lastCompletion);
    t.latest = std::max(t.latest, there);
    events.push({DmaEvent::Arrived, there, channel.core, channel.number,
                 t.record.handle, receiver});
  };
  uint32_t others = t.lines.receivers; // receivers that are not stops
  uint64_t everywhere = t.direct;
  for (auto [stop, there] : llvm::zip_equal(t.lines.stops, t.there)) {
    everywhere = std::max(everywhere, there);
    if (!t.lines.isPut)
      continue;
    others &= ~(uint32_t(1) << stop.core);
    if (there)
      make(stop.core, there);
  }
  if (!t.lines.isPut && t.open)
    return;
  for (unsigned receiver = 0; receiver < desc::dma_field::cores.bits;
       ++receiver)
    if (others >> receiver & 1)
      make(receiver, t.lines.isPut ? t.direct : everywhere);
}

void TransferTiming::State::complete(Channel &channel) {
  Transfer &t = *channel.inFlight.front();
  TransferTotals &totals = channels.totals;
  t.record.completed = channel.lastCompletion =
      std::max(channel.lastCompletion, t.latest);
  totals.lastCompletion = std::max(totals.lastCompletion, t.record.completed);
  events.push({DmaEvent::Completed, t.record.completed, channel.core,
               channel.number, t.record.handle, 0});
  channel.finished.push_back(t.record);
  channel.inFlight.pop_front();
}

/// Transfers complete in FIFO order: no event of a transfer precedes the
/// completion of its predecessor.
void TransferTiming::State::settle(Channel &channel) {
  while (!channel.inFlight.empty()) {
    Transfer &t = *channel.inFlight.front();
    notify(channel, t);
    if (t.open)
      return;
    complete(channel);
  }
}

//===----------------------------------------------------------------------===//
// Interface
//===----------------------------------------------------------------------===//

void TransferTotals::add(unsigned channel, const TransferRecord &completed) {
  Channel &of = channels[channel];
  ++of.transfers;
  of.bytes += completed.bytes;
  of.lines += completed.dramLines + completed.localLines + completed.ringLines;
  (completed.writesDram ? dramLinesWritten : dramLinesRead) +=
      completed.dramLines;
  dramUsed += std::min(completed.dramLines * lineBytes, completed.bytes);
  multicasts += completed.dramLines && completed.receivers > 1;
  localLines += completed.localLines;
  ringLines += completed.ringLines;
}

TransferTiming::TransferTiming(const desc::VariantInfo &variant, unsigned cores)
    : state(std::make_unique<State>(variant, cores)) {}
TransferTiming::~TransferTiming() = default;

bool TransferTiming::hasRoom(unsigned core, unsigned channel) const {
  return state->channels.channel(core, channel).queue.size() <
         state->variant.dma->queueEntries;
}

bool TransferTiming::start(unsigned core, const Descriptor &descriptor,
                           const uint32_t *indices, uint64_t handle,
                           uint64_t pc, uint64_t now) {
  auto transfer = std::make_unique<Transfer>();
  unsigned number = lookupKind(*state->variant.dma, descriptor.kind)->channel;
  TransferRecord &record = transfer->record;
  record.core = core;
  record.channel = number;
  record.handle = handle;
  record.pc = pc;
  record.started = now;
  record.bytes = descriptor.rows * descriptor.planes * descriptor.rowBytes;
  transfer->lines = linesOf(state->variant, core, descriptor, indices);
  if (transfer->lines.isTooLong())
    return false;
  record.writesDram = transfer->lines.writesDram;
  record.receivers = unsigned(llvm::popcount(transfer->lines.receivers));
  Channel &channel = state->channels.channel(core, number);
  state->channels.push(channel, std::move(transfer), now);
  ++state->numInFlight;
  return true;
}

/// Simulates until `limit`, but not beyond the first known event.
void TransferTiming::State::work(uint64_t limit) {
  if (!events.empty())
    limit = std::min(limit, events.top().time);
  auto moved = [this](Channel &channel) { hasMoved(channel); };
  limit = std::max(std::min(limit, channels.ports.nextLast()), cycle);
  if (cycle < limit)
    cycle = channels.isIdle() ? limit : channels.work(cycle, limit, moved);
  channels.ports.pass(cycle, [this](Transfer &t, unsigned core, uint64_t time) {
    lineArrived(t, core, time);
  });
}

/// Removes the first event from the heap and makes it current.
void TransferTiming::State::take() {
  event = events.top();
  events.pop();
  if (event.kind != DmaEvent::Completed)
    return;
  Channel &channel = channels.channel(event.core, event.channel);
  record = channel.finished.front();
  channel.finished.pop_front();
  --numInFlight;
  channels.totals.add(channel.index, record);
}

const DmaEvent *TransferTiming::advance(uint64_t limit) {
  State &s = *state;
  while (true) {
    if (!s.events.empty() && s.events.top().time <= s.cycle) {
      s.take();
      return &s.event;
    }
    if (s.cycle >= limit)
      return nullptr;
    if (isIdle()) { // the next event is not before `limit`
      s.cycle = limit == ~uint64_t(0) ? s.cycle : limit;
      return nullptr;
    }
    s.work(limit);
  }
}

const TransferRecord &TransferTiming::record() const { return state->record; }

bool TransferTiming::isComplete(unsigned core, uint64_t handle) const {
  const Channels &channels = state->channels;
  auto hasHandle = [&](const auto &t) { return t->record.handle == handle; };
  for (unsigned number = 0; number < channels.channelsPerCore(); ++number) {
    const Channel &c = channels.channel(core, number);
    bool finishes = llvm::any_of(c.finished, [&](const TransferRecord &record) {
      return record.handle == handle;
    });
    if (finishes || llvm::any_of(c.inFlight, hasHandle) ||
        llvm::any_of(c.queue, hasHandle))
      return false;
  }
  return true;
}

bool TransferTiming::isIdle() const {
  return !state->numInFlight && state->events.empty();
}

const TransferTotals &TransferTiming::totals() const {
  return state->channels.totals;
}
