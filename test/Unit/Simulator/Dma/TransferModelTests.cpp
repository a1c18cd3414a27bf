//===- TransferModelTests.cpp - Equivalence of two DMA models -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransferModel.h"
#include "gtest/gtest.h"
#include <random>

using namespace matrix;
using namespace matrix::sim;
using namespace matrix::sim::test;
namespace kind = desc::dma_kind;
namespace flag = desc::dma_flag;

namespace {

/// The core whose next request can start first, and that time; -1 without one.
std::pair<int, uint64_t> firstCore(const Requests &requests,
                                   const std::vector<unsigned> &next,
                                   const std::vector<uint64_t> &time,
                                   const std::vector<bool> &waits) {
  std::pair<int, uint64_t> first(-1, ~uint64_t(0));
  for (unsigned core = 0; core < requests.size(); ++core) {
    if (waits[core] || next[core] == requests[core].size())
      continue;
    uint64_t can = std::max(time[core], requests[core][next[core]].from);
    if (can < first.second)
      first = {int(core), can};
  }
  return first;
}

/// Drives TransferTiming in the same way as a machine.
Outcomes simulate(const Parameters &parameters, const Requests &requests,
                  TransferTotals &totals) {
  unsigned cores = unsigned(requests.size());
  TestMachine machine(parameters, cores);
  TransferTiming timing(machine.variant, cores);
  Outcomes outcomes;
  std::vector<uint64_t> time(cores);
  std::vector<unsigned> next(cores);
  std::vector<bool> waits(cores);
  for (auto &list : requests)
    outcomes.emplace_back(list.size());
  auto channelOf = [&](const Descriptor &d) {
    for (const desc::DmaKindInfo &k : machine.dma->kinds)
      if (k.code == d.kind)
        return k.channel;
    return 0u;
  };
  auto handle = [&](const DmaEvent &e) {
    if (e.kind == DmaEvent::Arrived) {
      outcomes[e.core][e.handle - 1].arrived[e.receiver] = e.time;
    } else if (e.kind == DmaEvent::Completed) {
      EXPECT_TRUE(timing.isComplete(e.core, e.handle));
      outcomes[e.core][e.handle - 1].completed = e.time;
    } else if (waits[e.core]) {
      const Request &request = requests[e.core][next[e.core]];
      waits[e.core] = channelOf(request.descriptor) != e.channel;
      time[e.core] = std::max(time[e.core], e.time);
    }
  };
  while (true) {
    auto [first, earliest] = firstCore(requests, next, time, waits);
    if (const DmaEvent *e = timing.advance(earliest)) {
      handle(*e);
      continue;
    }
    if (first < 0)
      break;
    const Request &request = requests[first][next[first]];
    if (!timing.hasRoom(unsigned(first), channelOf(request.descriptor))) {
      waits[first] = true;
      time[first] = earliest;
      continue;
    }
    outcomes[first][next[first]].started = earliest;
    timing.start(unsigned(first), request.descriptor,
                 request.indices.empty() ? nullptr : request.indices.data(),
                 next[first] + 1, 0, earliest);
    ++next[first];
    time[first] = earliest + 1;
  }
  EXPECT_TRUE(timing.isIdle());
  totals = timing.totals();
  return outcomes;
}

//===----------------------------------------------------------------------===//
// Random machines and requests
//===----------------------------------------------------------------------===//

class Random {
public:
  explicit Random(unsigned seed) : engine(seed) {}
  uint64_t below(uint64_t n) { return engine() % n; }
  bool oneOf(uint64_t n) { return !below(n); }
  template <typename T> T any(std::initializer_list<T> values) {
    return values.begin()[below(values.size())];
  }

  Parameters parameters() {
    Parameters f;
    f.dmaLines = any<int64_t>({1, 1, 2, 3});
    f.dramBytes = any<int64_t>({8, 32, 32, 48, 96, 128, 200});
    f.dramLatency = any<int64_t>({1, 7, 120});
    f.ringLines = any<int64_t>({1, 1, 2});
    f.ringHop = any<int64_t>({0, 1, 9});
    return f;
  }
  Request request(unsigned core, unsigned cores, uint64_t longest);

private:
  uint64_t scratchpadOf(unsigned core) {
    const desc::AddressMapInfo &map = desc::defaultVariant().map;
    return map.scratchpads + core * map.scratchpadPitch;
  }
  std::mt19937 engine;
};

Request Random::request(unsigned core, unsigned cores, uint64_t longest) {
  unsigned kinds[] = {kind::load, kind::load, kind::store,
                      kind::copy, kind::put,  kind::gather,
                      kind::fill, kind::put,  kind::scatter};
  Descriptor d = transfer(kinds[below(9)], below(5), below(longest));
  d.planes = 1 + below(2);
  d.lastPlane = d.planes;
  for (int64_t *stride :
       {&d.sourceRow, &d.destinationRow, &d.sourcePlane, &d.destinationPlane})
    *stride = any<int64_t>({0, 64, 20, 128, 4096, int64_t(d.rowBytes)});
  if (!d.readsOwn())
    d.source = oneOf(8) ? scratchpadOf(unsigned(below(cores))) : below(200);
  if (!d.writesOwn())
    d.destination =
        oneOf(8) ? scratchpadOf(unsigned(below(cores))) : below(200);
  if (oneOf(3)) { // a padded border
    d.firstRow = below(3), d.lastRow = below(6);
    d.left = below(d.rowBytes / 2 + 1), d.right = below(d.rowBytes / 2 + 1);
    d.firstPlane = below(2);
  }
  Request r;
  if (d.usesIndexList())
    for (uint64_t i = 0; i < d.rows * d.planes; ++i)
      r.indices.push_back(uint32_t(below(50)));
  else if (d.kind == kind::put || oneOf(3)) {
    d.flags = flag::multicast;
    d.cores = uint32_t(below(uint64_t(1) << cores));
  }
  r.from = below(20) * below(40);
  r.descriptor = d;
  return r;
}

Requests randomRequests(Random &random, uint64_t longest) {
  unsigned cores = random.any<unsigned>({1, 2, 3, 5, 8});
  Requests requests(cores);
  uint64_t maximum = random.any<uint64_t>({2, 6, 25});
  for (unsigned core = 0; core < cores; ++core)
    for (uint64_t i = random.below(maximum); i-- > 0;)
      requests[core].push_back(random.request(core, cores, longest));
  return requests;
}

std::string text(const Outcome &o) {
  std::string all = "started " + std::to_string(o.started) + ", completed " +
                    std::to_string(o.completed) + ", at";
  for (auto [receiver, time] : o.arrived)
    all += " " + std::to_string(receiver) + ":" + std::to_string(time);
  return all;
}

void compare(unsigned seed, uint64_t longest) {
  Random random(seed);
  Parameters parameters = random.parameters();
  Requests requests = randomRequests(random, longest);
  TransferTotals totals;
  Outcomes actual = simulate(parameters, requests, totals);
  Outcomes expected = Model(parameters, requests).run();
  for (unsigned core = 0; core < requests.size(); ++core)
    for (unsigned i = 0; i < requests[core].size(); ++i)
      ASSERT_EQ(text(actual[core][i]), text(expected[core][i]))
          << "seed " << seed << ", transfer " << i + 1 << " of core " << core;
}

TEST(TransferModelTest, ShortTransfersOnRandomMachines) {
  for (unsigned seed = 0; seed < 1500 && !testing::Test::HasFailure(); ++seed)
    compare(seed, 300);
}

TEST(TransferModelTest, LongTransfersOnRandomMachines) {
  for (unsigned seed = 0; seed < 150 && !testing::Test::HasFailure(); ++seed)
    compare(seed, 12000);
}

// Requires closed forms: 2^38 lines.
TEST(TransferModelTest, LongTransfersAreCheap) {
  Parameters parameters;
  parameters.dramBytes = 64;
  Requests requests(3);
  uint64_t bytes = uint64_t(1) << 31;
  Descriptor d = load(4096, bytes);
  d.sourceRow = 0;
  for (unsigned core : {0u, 1u})
    requests[core].push_back({0, d, {}});
  requests[2].push_back({0, transfer(kind::fill, 60000, bytes), {}});
  TransferTotals totals;
  Outcomes outcomes = simulate(parameters, requests, totals);
  uint64_t lines = 4096 * (bytes / 64);
  EXPECT_EQ(outcomes[0][0].completed, 2 * lines - 1 + 120);
  EXPECT_EQ(outcomes[1][0].completed, 2 * lines + 120);
}

} // namespace
