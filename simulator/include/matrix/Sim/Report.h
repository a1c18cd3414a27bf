//===- Report.h - a look into a run -----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Watches a timed run and writes what it saw: a trace for Perfetto, a page for
// a browser.
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
  std::string trace, page; // files; empty: none
  // Which slices of the trace are written.
  uint64_t from = 0, to = UINT64_MAX; // cycles
  uint64_t every = 0, length = 0;     // of each `every` the first `length`
  uint64_t mostSlices = 300000;

  bool isAny() const { return !trace.empty() || !page.empty(); }
  /// From "from:to" and "every:length"; false if it means nothing.
  bool setWindow(const std::string &text);
  bool setSample(const std::string &text);
};

class Report {
public:
  /// Null and one line in `error` if a file can't be written.
  static std::unique_ptr<Report> attach(Simulator &simulator,
                                        const ReportOptions &options,
                                        std::string &error);
  ~Report();

  /// Writes the files, whole or not at all. `note`: something to tell the user,
  /// or empty.
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
