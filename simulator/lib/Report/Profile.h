//===- Profile.h - cycles by operation --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Every cycle of every core, given to what the core did or waited for: an
// instruction's cycle and the stall before it belong to its operation.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_PROFILE_H
#define MATRIX_SIMULATOR_REPORT_PROFILE_H

#include "../Observer.h"
#include "SourceMap.h"

namespace matrix {
namespace sim {

struct LabelCycles {
  uint64_t issued = 0;
  uint64_t stalls[numStallCauses] = {};
  uint64_t macs = 0;
  std::vector<uint64_t> occupied; // by pipe
  uint64_t cycles() const;
};

/// How the cycles from one issue to the next divide: what WaitEvents said, the
/// cause of the event, and bubbles.
class StallSplitter {
public:
  void waited(const WaitEvent &event) {
    waits[unsigned(event.cause)] += event.to - event.from;
  }
  /// Into `stalls`, by cause; ready for the next instruction then.
  void split(const IssueEvent &event, uint64_t (&stalls)[numStallCauses]);

private:
  uint64_t waits[numStallCauses] = {};
};

class Profile : public Observer {
public:
  /// `macs`: of opcodes.
  Profile(const SourceMap &map, unsigned cores, size_t numInstructions,
          std::vector<uint64_t> macs);

  void issued(const IssueEvent &event) override;
  void waited(const WaitEvent &event) override;
  void finished(const EndEvent &event) override;

  const LabelCycles &of(unsigned core, unsigned label) const {
    return cores[core].labels[label];
  }
  struct InstructionCycles {
    uint64_t count = 0, cycles = 0; // stalls before it included
  };
  /// On all cores, by place in the code.
  std::vector<InstructionCycles> instructions;
  /// The cycles in which it had nothing to do any more: no label has them.
  uint64_t drain(unsigned core) const { return cores[core].drain; }

private:
  struct PerCore {
    std::vector<LabelCycles> labels;
    StallSplitter splitter;
    uint64_t waiting = 0; // the instruction that waited, or issued, last
    uint64_t drain = 0;
  };
  const SourceMap &map;
  std::vector<uint64_t> macs;
  std::vector<PerCore> cores;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_PROFILE_H
