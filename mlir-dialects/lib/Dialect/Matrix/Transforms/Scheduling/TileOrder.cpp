//===- TileOrder.cpp - order of tile instructions -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The next instruction is the one that can issue first; of several, the first
// one in program order. Candidates are the next instructions of products and
// the next others: both proceed side by side, and neither fills the registers
// with tiles that are needed much later. An instruction precedes others only if
// registers suffice until there, or if no more tiles are live than in program
// order: one place with too many tiles does not affect the others.
//
//===----------------------------------------------------------------------===//

#include "Scheduling/TileOrder.h"
#include "llvm/ADT/STLExtras.h"
#include <tuple>

using namespace mlir;
using namespace matrix;

namespace {

class TileOrder {
public:
  TileOrder(const TileGraph &graph, int64_t registers)
      : graph(graph), isIssued(graph.nodes.size()), ready(graph.nodes.size()),
        waiting(graph.nodes.size()), followers(graph.nodes.size()),
        pipeFree(graph.numPipes), registers(registers), live(graph.numLiveIn) {
    for (auto [i, node] : llvm::enumerate(graph.nodes)) {
      rest.push_back(i);
      waiting[i] = node.operands.size() + node.before.size();
      for (unsigned other :
           llvm::concat<const unsigned>(node.operands, node.before))
        followers[other].push_back(i);
    }
  }

  SmallVector<unsigned> run() {
    SmallVector<unsigned> order;
    while (!rest.empty()) {
      unsigned place = choose();
      order.push_back(rest[place]);
      issue(rest[place]);
      rest.erase(rest.begin() + place);
    }
    return order;
  }

private:
  struct Candidate {
    int64_t start;
    unsigned place;
  };

  const TileNode &get(unsigned number) const { return graph.nodes[number]; }

  /// Returns whether `number` is the last one that uses the tile, if `early`
  /// is issued now and the rest in its order.
  bool ends(unsigned tile, unsigned number,
            std::optional<unsigned> early) const {
    if (graph.tiles[tile].isLiveOut)
      return false;
    for (unsigned user : llvm::reverse(graph.tiles[tile].users))
      if (!isIssued[user] && user != early)
        return user == number;
    return number == early;
  }

  /// Returns how many more tiles are live after an instruction than before.
  int64_t countChange(unsigned number, std::optional<unsigned> early) const {
    const TileNode &node = get(number);
    int64_t change = 0;
    if (node.defines) {
      const Tile &result = graph.tiles[*node.defines];
      change += result.isLiveOut || !result.users.empty();
    }
    for (unsigned tile : node.uses)
      change -= ends(tile, number, early);
    return change;
  }

  /// Returns the most tiles at once if `early` is issued before the first
  /// `count` instructions of the rest.
  int64_t countMaximum(std::optional<unsigned> early, size_t count) const {
    int64_t now = live, maximum = live;
    auto pass = [&](unsigned number) {
      maximum = std::max(maximum, now + get(number).overwritesConstant);
      now += countChange(number, early);
      maximum = std::max(maximum, now);
    };
    if (early)
      pass(*early);
    for (unsigned number : ArrayRef(rest).take_front(count))
      if (number != early)
        pass(number);
    return maximum;
  }

  int64_t getStart(unsigned number) const {
    const TileNode &node = get(number);
    int64_t start = node.pipe ? std::max(time, pipeFree[node.pipe]) : time;
    for (unsigned operand : node.operands)
      start = std::max(start, ready[operand]);
    return start;
  }

  SmallVector<Candidate> findCandidates() const {
    constexpr unsigned kOfProducts = 20, kOthers = 12;
    SmallVector<Candidate> candidates;
    unsigned ofProducts = 0, others = 0;
    for (auto [place, number] : llvm::enumerate(rest)) {
      bool isNear = get(number).isOfProduct ? ofProducts++ < kOfProducts
                                            : others++ < kOthers;
      if (isNear && waiting[number] == 0)
        candidates.push_back({getStart(number), unsigned(place)});
      if (ofProducts >= kOfProducts && others >= kOthers)
        break;
    }
    llvm::sort(candidates, [](const Candidate &a, const Candidate &b) {
      return std::tie(a.start, a.place) < std::tie(b.start, b.place);
    });
    return candidates;
  }

  /// Returns the place of the next instruction in the rest.
  unsigned choose() const {
    for (const Candidate &candidate : findCandidates())
      if (candidate.place == 0 || hasRegisters(candidate.place))
        return candidate.place;
    return 0;
  }

  /// Returns whether that instruction of the rest may issue now.
  bool hasRegisters(unsigned place) const {
    int64_t maximum = countMaximum(rest[place], place);
    return maximum <= registers ||
           maximum <= countMaximum(std::nullopt, place + 1);
  }

  void issue(unsigned number) {
    const TileNode &node = get(number);
    int64_t start = getStart(number);
    live += countChange(number, number);
    isIssued[number] = true;
    time = start + 1;
    if (node.pipe)
      pipeFree[node.pipe] = start + node.occupancy;
    ready[number] = start + node.latency;
    for (unsigned follower : followers[number])
      --waiting[follower];
  }

  const TileGraph &graph;
  std::vector<bool> isIssued;
  std::vector<int64_t> ready;    ///< cycles at which results are complete
  std::vector<unsigned> waiting; ///< nodes that precede each, not issued yet
  std::vector<SmallVector<unsigned, 4>> followers;
  std::vector<int64_t> pipeFree;
  std::vector<unsigned> rest; ///< not issued yet, in program order
  int64_t registers, live, time = 0;
};

} // namespace

SmallVector<unsigned> matrix::orderTiles(const TileGraph &graph,
                                         int64_t registers) {
  return TileOrder(graph, registers).run();
}
