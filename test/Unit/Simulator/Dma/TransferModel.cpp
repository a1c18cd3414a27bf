//===- TransferModel.cpp - Cycle-by-cycle model of DMA transfers ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransferModel.h"
#include <algorithm>

using namespace matrix;
using namespace matrix::sim;
using namespace matrix::sim::test;
namespace kind = desc::dma_kind;

static unsigned channelOf(const Descriptor &d) {
  return d.kind == kind::store || d.kind == kind::scatter ||
         d.kind == kind::put;
}

/// One start per core and cycle.
void Model::startRequests() {
  for (unsigned core = 0; core < cores; ++core) {
    unsigned index = next[core];
    if (index == requests[core].size() || requests[core][index].from > cycle)
      continue;
    unsigned channel = 2 * core + channelOf(requests[core][index].descriptor);
    if (queues[channel].size() == 8)
      continue;
    ++next[core];
    outcomes[core][index].started = cycle;
    channels[channel].push_back(makeItem(core, index));
    queues[channel].push_back(channels[channel].back().get());
  }
}

/// Returns null if there is none in this cycle.
Model::Kind *Model::nextLine(unsigned channel) {
  std::deque<Item *> &queue = queues[channel];
  auto hasBegun = [&](const Item &item) {
    return outcomes[item.core][item.index].started < cycle;
  };
  while (!queue.empty() && hasBegun(*queue.front()) &&
         queue.front()->lines.empty())
    queue.pop_front();
  return queue.empty() || !hasBegun(*queue.front())
             ? nullptr
             : &queue.front()->lines.front();
}

bool Model::moveLine(unsigned channel) {
  Kind *line = nextLine(channel);
  unsigned core = channel / 2;
  if (moved[core] == parameters.dmaLines ||
      (*line == Ring && ringed[core] == parameters.ringLines))
    return false;
  ++moved[core];
  Item &item = *queues[channel].front();
  Kind kind = *line;
  item.lines.pop_front();
  uint64_t latency = kind == Dram ? uint64_t(parameters.dramLatency) : 1;
  item.direct = std::max(item.direct, cycle + latency);
  if (kind == Ring) {
    ++ringed[core];
    const Descriptor &d = *item.descriptor;
    int source = ownerOf(d.source, core);
    unsigned sender = isPut(d, core) || channelOf(d) ? core : unsigned(source);
    for (auto [port, hops] : item.ports)
      underWay.push_back(
          {cycle + std::max<uint64_t>(1, uint64_t(parameters.ringHop) * hops),
           sender, channel, port, ++lines, &item});
  }
  nextLine(channel); // completed requests leave the FIFO
  return true;
}

void Model::moveOthers(unsigned channel) {
  while (Kind *line = nextLine(channel))
    if (*line == Dram || !moveLine(channel))
      return;
}

void Model::serveDram() {
  while (dramFree < int64_t(cycle + 1) * parameters.dramBytes) {
    bool isServed = false;
    for (unsigned i = 1; i <= 2 * cores && !isServed; ++i) {
      unsigned channel = (lastServed + i) % (2 * cores);
      Kind *line = nextLine(channel);
      if (!line || *line != Dram || !moveLine(channel))
        continue;
      isServed = true;
      lastServed = channel;
    }
    if (!isServed)
      return;
    dramFree = std::max(dramFree, int64_t(cycle) * parameters.dramBytes) + 64;
  }
}

/// Arrivals up to this cycle, as far as each port has capacity.
void Model::passPorts() {
  auto comesBefore = [](const Arrival &a, const Arrival &b) {
    return std::tuple(a.time, a.sender, a.channel, a.order) <
           std::tuple(b.time, b.sender, b.channel, b.order);
  };
  std::sort(underWay.begin(), underWay.end(), comesBefore);
  std::vector<int64_t> passed(cores);
  std::vector<Arrival> rest;
  for (const Arrival &a : underWay) {
    if (a.time > cycle || passed[a.port] == parameters.ringLines) {
      rest.push_back(a);
      continue;
    }
    ++passed[a.port];
    --a.item->toPass[a.port];
    a.item->passed[a.port] = cycle;
  }
  underWay = rest;
}

/// Sets the known arrivals of a request whose predecessor completed at
/// the given time; returns true if all are known.
bool Model::complete(Item &item, uint64_t before) {
  bool all = item.lines.empty() &&
             std::all_of(item.toPass.begin(), item.toPass.end(),
                         [](auto &port) { return !port.second; });
  if (!all)
    return false;
  Outcome &outcome = outcomes[item.core][item.index];
  uint64_t everywhere = item.direct;
  for (auto &port : item.passed)
    everywhere = std::max(everywhere, port.second);
  for (unsigned r : receiversOf(item)) {
    uint64_t arrival = everywhere;
    if (isPut(*item.descriptor, item.core))
      arrival = item.passed.count(r) ? item.passed[r] : item.direct;
    outcome.arrived[r] = std::max(arrival, before);
    outcome.completed = std::max(outcome.completed, outcome.arrived[r]);
  }
  return item.isComplete = true;
}

void Model::completeRequests() {
  for (auto &channel : channels) {
    uint64_t before = 0;
    for (auto &item : channel) {
      if (!item->isComplete && !complete(*item, before))
        break;
      before = outcomes[item->core][item->index].completed;
    }
  }
}

void Model::oneCycle() {
  passPorts();
  startRequests();
  std::fill(moved.begin(), moved.end(), 0);
  std::fill(ringed.begin(), ringed.end(), 0);
  for (unsigned core = 0; core < cores; ++core)
    moveOthers(2 * core);
  serveDram();
  for (unsigned channel = 0; channel < 2 * cores; ++channel)
    moveOthers(channel);
  ++cycle;
}

Outcomes Model::run() {
  auto isDone = [&] {
    for (unsigned core = 0; core < cores; ++core)
      if (next[core] < requests[core].size())
        return false;
    for (auto &queue : queues)
      if (!queue.empty())
        return false;
    return underWay.empty();
  };
  while (!isDone())
    oneCycle();
  completeRequests();
  return outcomes;
}
