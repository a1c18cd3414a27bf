//===- Timeline.h - utilization over time -----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A histogram over the run with a limited number of bins. When the run exceeds
// the last bin, adjacent bins are merged and the bin width doubles. Memory is
// bounded, and short runs have a resolution of one cycle.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_TIMELINE_H
#define MATRIX_SIMULATOR_REPORT_TIMELINE_H

#include "Profile.h"
#include "Timing/Dma/TimedDma.h"
#include "Timing/Observer.h"

namespace matrix {
namespace sim {

/// Amounts by bin.
class Track {
public:
  void add(size_t bin, uint32_t amount) {
    if (bin >= amounts.size())
      amounts.resize(bin + 1);
    amounts[bin] += amount;
  }
  uint32_t at(size_t bin) const {
    return bin < amounts.size() ? amounts[bin] : 0;
  }
  void halve();

private:
  std::vector<uint32_t> amounts;
};

/// The majority label of each bin, by Boyer-Moore majority vote.
class LabelTrack {
public:
  void add(size_t bin, uint32_t label, uint32_t amount);
  uint32_t at(size_t bin) const {
    return bin < votes.size() ? votes[bin].label : 0;
  }
  void halve();

private:
  struct Vote {
    uint32_t label = 0, lead = 0;
    void add(uint32_t other, uint32_t amount);
  };
  std::vector<Vote> votes;
};

class Timeline : public Observer {
public:
  static constexpr unsigned numStates = numStallCauses + 1; // including issue

  Timeline(const SourceMap &map, unsigned cores, unsigned channelsPerCore,
           uint64_t lineBytes, size_t maxBins);

  void issued(const IssueEvent &event) override;
  void waited(const WaitEvent &event) override;
  void transferred(const TransferRecord &record) override;
  void finished(const EndEvent &event) override;

  /// A line of a scratchpad holds a value in [from, to).
  void occupied(unsigned core, uint64_t from, uint64_t to);
  /// The maximum number of occupied lines in each bin, within a bin's width.
  std::vector<uint64_t> occupancy(unsigned core) const;

  struct CoreTracks {
    Track states[numStates]; // cycles by stall cause, then of issue
    std::vector<Track> pipes;
    std::vector<LabelTrack> labels; // of pipes
    std::vector<Track> channels;
    /// Lines of the scratchpad that become occupied, and free.
    Track filled, freed;
  };
  std::vector<CoreTracks> cores;
  Track dram;        // bytes of whole lines
  Track dramWritten; // the part of them that is written
  /// Cycles per bin.
  uint64_t width() const { return uint64_t(1) << shift; }
  size_t bins() const { return size_t((end + width() - 1) >> shift); }

private:
  /// Calls visit(bin, cycles) for the part of [from, to) in each bin.
  template <typename Visitor>
  void spread(uint64_t from, uint64_t to, Visitor visit);
  void reach(uint64_t time);
  void halve();
  void addState(unsigned core, unsigned state, uint64_t from, uint64_t to);

  const SourceMap &map;
  const uint64_t lineBytes;
  const size_t maxBins;
  unsigned shift = 0;
  uint64_t end = 0;
  std::vector<uint64_t> known; // by core: end of the known states
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_TIMELINE_H
