//===- Timeline.cpp - utilization over time -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Distributes events over bins of 2^shift cycles and merges bins in pairs when
// the run grows. A run of n cycles causes log2(n / maxBins) merges, each linear
// in the number of bins. Amounts of two bins are added. The label of a bin is a
// Boyer-Moore majority vote weighted by cycles: a candidate and its lead over
// all others. Two votes merge like one vote with the other's candidate and
// lead, so that a label with more than half of the cycles of a bin is found.
//
//===----------------------------------------------------------------------===//

#include "Timeline.h"
#include <algorithm>

using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Tracks
//===----------------------------------------------------------------------===//

void Track::halve() {
  size_t half = (amounts.size() + 1) / 2;
  for (size_t i = 0; i < half; ++i)
    amounts[i] = at(2 * i) + at(2 * i + 1);
  amounts.resize(half);
}

/// Boyer-Moore: equal labels add up, different ones cancel.
void LabelTrack::Vote::add(uint32_t other, uint32_t amount) {
  if (other == label || lead == 0) {
    label = other;
    lead += amount;
  } else if (amount > lead) {
    label = other;
    lead = amount - lead;
  } else {
    lead -= amount;
  }
}

void LabelTrack::add(size_t bin, uint32_t label, uint32_t amount) {
  if (bin >= votes.size())
    votes.resize(bin + 1);
  votes[bin].add(label, amount);
}

void LabelTrack::halve() {
  size_t half = (votes.size() + 1) / 2;
  for (size_t i = 0; i < half; ++i) {
    Vote sum = votes[2 * i];
    if (2 * i + 1 < votes.size())
      sum.add(votes[2 * i + 1].label, votes[2 * i + 1].lead);
    votes[i] = sum;
  }
  votes.resize(half);
}

//===----------------------------------------------------------------------===//
// Bins
//===----------------------------------------------------------------------===//

Timeline::Timeline(const SourceMap &map, unsigned numCores,
                   unsigned channelsPerCore, uint64_t lineBytes, size_t maxBins)
    : cores(numCores), map(map), lineBytes(lineBytes), maxBins(maxBins),
      known(numCores) {
  for (CoreTracks &core : cores) {
    core.pipes.resize(numPipes());
    core.labels.resize(numPipes());
    core.channels.resize(channelsPerCore);
  }
}

void Timeline::reach(uint64_t time) {
  end = std::max(end, time);
  while (bins() > maxBins)
    halve();
}

void Timeline::halve() {
  ++shift;
  dram.halve();
  dramWritten.halve();
  for (CoreTracks &core : cores) {
    for (Track &track : core.states)
      track.halve();
    for (Track &track : core.pipes)
      track.halve();
    for (LabelTrack &track : core.labels)
      track.halve();
    for (Track &track : core.channels)
      track.halve();
    core.filled.halve();
    core.freed.halve();
  }
}

template <typename Visitor>
void Timeline::spread(uint64_t from, uint64_t to, Visitor visit) {
  if (to > end)
    reach(to);
  while (from < to) {
    uint64_t next = std::min(to, ((from >> shift) + 1) << shift);
    visit(size_t(from >> shift), uint32_t(next - from));
    from = next;
  }
}

//===----------------------------------------------------------------------===//
// Events
//===----------------------------------------------------------------------===//

/// Cycles between the last known state and `from` are a bubble.
void Timeline::addState(unsigned core, unsigned state, uint64_t from,
                        uint64_t to) {
  auto add = [&](unsigned which, uint64_t begin, uint64_t last) {
    spread(begin, last, [&](size_t bin, uint32_t cycles) {
      cores[core].states[which].add(bin, cycles);
    });
  };
  add(unsigned(StallCause::Bubble), known[core], std::max(known[core], from));
  add(state, from, to);
  known[core] = to;
}

void Timeline::issued(const IssueEvent &event) {
  addState(event.core, unsigned(event.cause), event.from, event.issue);
  addState(event.core, numStallCauses, event.issue, event.issue + 1);
  CoreTracks &core = cores[event.core];
  uint32_t label = map.labelOf(event.index);
  spread(event.start, event.occupied, [&](size_t bin, uint32_t cycles) {
    core.pipes[event.pipe].add(bin, cycles);
    core.labels[event.pipe].add(bin, label, cycles);
  });
}

void Timeline::waited(const WaitEvent &event) {
  addState(event.core, unsigned(event.cause), event.from, event.to);
}

/// Lines are distributed evenly over the cycles from the first to the last.
void Timeline::transferred(const TransferRecord &record) {
  uint64_t from = record.firstLine, to = record.lastLine + 1;
  uint64_t done = 0, bytes = record.dramLines * lineBytes;
  spread(from, to, [&](size_t bin, uint32_t cycles) {
    cores[record.core].channels[record.channel].add(bin, cycles);
    uint64_t before = bytes * done / (to - from);
    done += cycles;
    auto moved = uint32_t(bytes * done / (to - from) - before);
    dram.add(bin, moved);
    if (record.writesDram)
      dramWritten.add(bin, moved);
  });
}

void Timeline::finished(const EndEvent &event) {
  addState(event.core, unsigned(StallCause::Drain), event.drain, event.end);
}

//===----------------------------------------------------------------------===//
// Scratchpads
//===----------------------------------------------------------------------===//

void Timeline::occupied(unsigned core, uint64_t from, uint64_t to) {
  if (to > end)
    reach(to);
  cores[core].filled.add(size_t(from >> shift), 1);
  cores[core].freed.add(size_t((to - 1) >> shift), 1);
}

/// Lines that are filled in a bin count before those that are freed in it.
std::vector<uint64_t> Timeline::occupancy(unsigned core) const {
  std::vector<uint64_t> all(bins());
  uint64_t now = 0;
  for (size_t bin = 0; bin < all.size(); ++bin) {
    now += cores[core].filled.at(bin);
    all[bin] = now;
    now -= cores[core].freed.at(bin);
  }
  return all;
}
