//===- Report.h - reports of timed runs -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Observes a timed run and writes its events as a trace for Perfetto and as an
// HTML page.
//
//   auto report = Report::attach(*sim, options, error);  // before run()
//   ...
//   report->finish(results, error);                      // after it
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_REPORT_H
#define MATRIX_SIM_REPORT_H

#include "matrix/Sim/Simulator.h"

namespace matrix {
namespace sim {

struct ReportOptions {
  std::string trace, page; // output files; empty: none
  // Selection of the slices written to the trace.
  uint64_t from = 0, to = UINT64_MAX; // cycles
  uint64_t every = 0, length = 0;     // the first `length` of each `every`
  uint64_t maxSlices = 300000;

  bool isAny() const { return !trace.empty() || !page.empty(); }
  /// Parse "from:to" and "every:length"; return false if the text is malformed.
  bool setWindow(const std::string &text);
  bool setSample(const std::string &text);
};

class Report {
public:
  /// Returns null and sets `error` to one line if a file cannot be written.
  static std::unique_ptr<Report> attach(Simulator &simulator,
                                        const ReportOptions &options,
                                        std::string &error);
  ~Report();

  /// Writes the files, each completely or not at all. `note` receives a notice
  /// for the user, or stays empty.
  bool finish(const RunStatistics &results, std::string &note,
              std::string &error);

private:
  Report();
  struct State;
  std::unique_ptr<State> state;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_REPORT_H
