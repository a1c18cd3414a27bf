//===- Trace.h - trace events for Perfetto ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes Chrome's trace event format: one process per core, with a track for
// each pipe, for stalls, and for each DMA channel, and counters for the whole
// run. Arrows lead from the start of a transfer to the transfer and to the wait
// for it. One microsecond represents one cycle.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_TRACE_H
#define MATRIX_SIMULATOR_REPORT_TRACE_H

#include "Report/Symbols/BufferNames.h"
#include "Report/Symbols/CodeText.h"
#include "Timeline.h"
#include "llvm/Support/raw_ostream.h"

namespace matrix {
namespace sim {

/// Selection of slices.
struct TraceWindow {
  uint64_t from = 0, to = UINT64_MAX; // cycles
  uint64_t every = 0, length = 0; // the first `length` of each `every` cycles
  uint64_t maximum = UINT64_MAX;  // maximum number of slices
  bool contains(uint64_t start, uint64_t end) const {
    return end > from && start < to && (!every || start % every < length);
  }
};

class Trace : public Observer {
public:
  Trace(llvm::raw_ostream &os, const SourceMap &map, const CodeText &code,
        const BufferNames &names, const TraceWindow &window, unsigned cores,
        unsigned channelsPerCore);

  void issued(const IssueEvent &event) override;
  void waited(const WaitEvent &event) override;
  void started(const TransferStart &event) override;
  void awaited(const TransferWait &event) override;
  void transferred(const TransferRecord &record) override;
  /// Ends the document with the counters of the timeline. `cut`: reason of an
  /// incomplete run, or empty.
  void close(const Timeline &timeline, double dramBytesPerCycle,
             const std::string &cut);

  /// Slices of the window beyond `maximum`, and the time of the first one.
  uint64_t leftOut = 0, leftOutSince = 0;

private:
  struct Slice {
    uint64_t start = 0, end = 0, instructions = 0, index = 0;
    bool isShort = false; // single-cycle instructions
  };
  /// A cycle on a track of a core.
  struct Point {
    unsigned thread = 0;
    uint64_t time = 0;
  };
  struct Transfer {
    std::string from, to; // buffers
    Point start, move;    // thread 0: not known yet
  };
  struct Channel {
    uint64_t moving = 0;                    // end of the last slice
    std::map<uint64_t, Transfer> transfers; // by handle, until waited for
  };
  struct PerCore {
    std::vector<Slice> pipes; // not yet written
    std::vector<Channel> channels;
    /// Transfer that the instruction issuing next starts or waits for, or 0.
    uint64_t starting = 0, awaiting = 0;
  };
  void name(unsigned process, int thread, const std::string &text);
  void begin(char phase, unsigned process, unsigned thread, uint64_t time);
  bool admit(uint64_t start, uint64_t end);
  bool isFull() const { return written >= window.maximum; }
  void write(unsigned core, unsigned pipe, const Slice &slice);
  void stall(unsigned core, StallCause cause, uint64_t index, uint64_t from,
             uint64_t to);
  void connect(const IssueEvent &event);
  static Transfer *find(PerCore &core, uint64_t handle);
  void finishWait(unsigned core, uint64_t handle, const Point &wait);
  void arrows(unsigned core, const Transfer &transfer, const Point &wait);
  void arrow(char phase, unsigned core, const Point &at);
  void counters(const Timeline &timeline, double dramBytesPerCycle);
  void counter(unsigned process, const std::string &name, const Track &track,
               const Timeline &timeline, double full);

  llvm::raw_ostream &os;
  const SourceMap &map;
  const CodeText &code;
  const BufferNames &names;
  TraceWindow window;
  unsigned numCores;
  std::vector<PerCore> cores;
  std::vector<std::string> labels; // quoted
  uint64_t written = 0, numArrows = 0;
  bool first = true;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_TRACE_H
