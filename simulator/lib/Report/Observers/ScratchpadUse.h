//===- ScratchpadUse.h - occupancy of scratchpads ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Determines which lines of the scratchpads hold values that are read later: a
// line is occupied from its first write to the last read before it is written
// again. Accesses of tile instructions and of DMA transfers count; those of
// scalar instructions, such as the stack, do not.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_SCRATCHPADUSE_H
#define MATRIX_SIMULATOR_REPORT_SCRATCHPADUSE_H

#include "Memory/DmaDescriptor.h"
#include "Report/Symbols/BufferNames.h"
#include "Timeline.h"

namespace matrix {
namespace sim {

class ScratchpadUse : public Observer {
public:
  /// Intervals of occupied lines are added to `timeline`.
  ScratchpadUse(const BufferNames &names, const System &system,
                Timeline &timeline, uint64_t lineBytes);

  void issued(const IssueEvent &event) override;
  void started(const TransferStart &event) override;
  void transferred(const TransferRecord &record) override;
  void finished(const EndEvent &event) override;

private:
  struct Line {
    uint64_t written = UINT64_MAX; // cycle; the maximum: never
    uint64_t read = 0;             // cycle of the last read since, or 0
  };
  struct Transfer {
    Descriptor descriptor;
    std::vector<uint32_t> indices;
  };
  void touch(ScratchpadPlace at, uint64_t bytes, uint64_t time, bool isWrite);
  void write(unsigned core, Line &line, uint64_t time);
  void end(unsigned core, Line &line);

  const BufferNames &names;
  Timeline &timeline;
  const uint64_t lineBytes;
  std::vector<std::vector<Line>> cores;
  std::map<std::pair<unsigned, uint64_t>, Transfer> inFlight;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_SCRATCHPADUSE_H
