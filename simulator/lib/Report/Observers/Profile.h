//===- Profile.h - cycles by operation --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Attributes every cycle of every core to an operation: the issue cycle of an
// instruction and the stall before it belong to the operation of the
// instruction. Invariant: for each core, the cycles of all labels plus the
// drain are the cycles of the run.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_PROFILE_H
#define MATRIX_SIMULATOR_REPORT_PROFILE_H

#include "Report/Symbols/SourceMap.h"
#include "Timing/Observer.h"

namespace matrix {
namespace sim {

struct LabelCycles {
  uint64_t issued = 0;
  uint64_t stalls[numStallCauses] = {};
  uint64_t macs = 0;
  std::vector<uint64_t> occupied; // by pipe
  uint64_t cycles() const;
};

/// Splits the cycles between two issues by cause: waits from WaitEvents, the
/// cause of the IssueEvent, and bubbles for the rest.
class StallSplitter {
public:
  void waited(const WaitEvent &event) {
    waits[unsigned(event.cause)] += event.to - event.from;
  }
  /// Adds the cycles before the event to `stalls`, by cause, and starts over.
  void split(const IssueEvent &event, uint64_t (&stalls)[numStallCauses]);

private:
  uint64_t waits[numStallCauses] = {};
};

class Profile : public Observer {
public:
  /// `macs`: multiply-adds by opcode.
  Profile(const SourceMap &map, unsigned cores, size_t numInstructions,
          std::vector<uint64_t> macs);

  void issued(const IssueEvent &event) override;
  void waited(const WaitEvent &event) override;
  void finished(const EndEvent &event) override;

  const LabelCycles &of(unsigned core, unsigned label) const {
    return cores[core].labels[label];
  }
  struct InstructionCycles {
    uint64_t count = 0, cycles = 0; // including the stalls before it
  };
  /// Sums over all cores, by instruction index.
  std::vector<InstructionCycles> instructions;
  /// Drain cycles of a core; they belong to no label.
  uint64_t drain(unsigned core) const { return cores[core].drain; }

private:
  struct PerCore {
    std::vector<LabelCycles> labels;
    StallSplitter splitter;
    uint64_t waiting = 0; // index of the last instruction
    uint64_t drain = 0;
  };
  const SourceMap &map;
  std::vector<uint64_t> macs;
  std::vector<PerCore> cores;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_PROFILE_H
