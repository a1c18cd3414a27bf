//===- TransferModel.h - Cycle-by-cycle model of DMA transfers --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A direct implementation of the rules of docs/timing.md: one cycle at a time,
// one line at a time, byte by byte.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TEST_UNIT_SIMULATOR_DMA_TRANSFERMODEL_H
#define MATRIX_TEST_UNIT_SIMULATOR_DMA_TRANSFERMODEL_H

#include "TransferMachine.h"
#include <deque>
#include <map>
#include <set>

namespace matrix {
namespace sim {
namespace test {

/// A descriptor that a core starts in the first possible cycle after `from`.
struct Request {
  uint64_t from;
  Descriptor descriptor;
  std::vector<uint32_t> indices;
};
/// By core, in its order; the index + 1 is the handle.
using Requests = std::vector<std::vector<Request>>;

/// The core whose scratchpad contains the address; -1: DRAM.
int ownerOf(uint64_t address, unsigned self);
/// A transfer between scratchpads: other cores receive its lines.
bool isPut(const Descriptor &d, unsigned core);

/// Outcome of a request.
struct Outcome {
  uint64_t started = 0, completed = 0;
  std::map<unsigned, uint64_t> arrived; // by receiver
  bool operator==(const Outcome &o) const {
    return started == o.started && completed == o.completed &&
           arrived == o.arrived;
  }
};
using Outcomes = std::vector<std::vector<Outcome>>;

class Model {
public:
  Model(const Parameters &parameters, const Requests &requests)
      : parameters(parameters), requests(requests),
        cores(unsigned(requests.size())), queues(2 * cores),
        channels(2 * cores), next(cores), moved(cores), ringed(cores),
        lastServed(2 * cores - 1) {
    for (auto &list : requests)
      outcomes.emplace_back(list.size());
  }
  Outcomes run();

private:
  enum Kind { Dram, Local, Ring };
  struct Item { // a request in progress
    unsigned core, index;
    const Descriptor *descriptor;
    std::deque<Kind> lines;
    uint64_t direct; // arrival of lines that do not use the ring
    std::map<unsigned, unsigned> ports;          // and the distance of each
    std::map<unsigned, uint64_t> toPass, passed; // lines; cycle of the last one
    bool isComplete = false;
  };
  struct Arrival {
    uint64_t time;
    unsigned sender, channel /* of all */, port;
    uint64_t order; // global order
    Item *item;
  };

  void startRequests();
  void oneCycle();
  Kind *nextLine(unsigned channel);
  bool moveLine(unsigned channel);
  void moveOthers(unsigned channel);
  void serveDram();
  void passPorts();
  void completeRequests();
  bool complete(Item &item, uint64_t before);
  std::unique_ptr<Item> makeItem(unsigned core, unsigned index) const;
  std::set<unsigned> receiversOf(const Item &item) const;
  void addRow(Item &item, uint64_t from, uint64_t to, bool reads) const;
  unsigned distance(unsigned a, unsigned b) const;

  const Parameters &parameters;
  const Requests &requests;
  unsigned cores;
  uint64_t cycle = 0;
  std::vector<std::deque<Item *>> queues;                   // by channel
  std::vector<std::vector<std::unique_ptr<Item>>> channels; // all started ones
  std::vector<unsigned> next;                               // request, by core
  std::vector<int64_t> moved, ringed; // in this cycle, by core
  std::vector<Arrival> underWay;
  int64_t dramFree = 0; // in units of 1/dramBytes of a cycle
  unsigned lastServed;
  uint64_t lines = 0; // number of lines that used the ring
  Outcomes outcomes;
};

} // namespace test
} // namespace sim
} // namespace matrix

#endif // MATRIX_TEST_UNIT_SIMULATOR_DMA_TRANSFERMODEL_H
