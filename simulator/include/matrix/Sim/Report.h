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
//   auto report = Report::attach(*sim, options);  // before run()
//   ...
//   llvm::Error error = (*report)->finish(results);  // after it
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_REPORT_H
#define MATRIX_SIM_REPORT_H

#include "matrix/Sim/Simulator.h"

namespace matrix {
namespace sim {

class EarlierRun;

struct ReportOptions {
  std::string trace, page; // output files; empty: none
  std::string plans;       // file of --emit=plan, for the page; empty: none
  /// Page or statistics of an earlier run, to compare with; empty: none.
  std::string earlier;
  std::shared_ptr<const EarlierRun> earlierRun; // set by readEarlier()
  // Selection of the slices written to the trace.
  uint64_t from = 0, to = UINT64_MAX; // cycles
  uint64_t every = 0, length = 0;     // the first `length` of each `every`
  uint64_t maxSlices = 300000;

  bool isAny() const { return !trace.empty() || !page.empty(); }
  /// Parse "from:to" and "every:length"; return false if the text is malformed.
  bool setWindow(const std::string &text);
  bool setSample(const std::string &text);
  /// Reads the file `earlier`, which may be a pipe. Must precede attach() and
  /// comparisonText(); fails if the file has no statistics of a timed run.
  llvm::Error readEarlier();
};

class Report {
public:
  /// Fails if a file cannot be written.
  static llvm::Expected<std::unique_ptr<Report>>
  attach(Simulator &simulator, const ReportOptions &options);
  ~Report();

  /// Writes the files, each completely or not at all.
  llvm::Error finish(const RunStatistics &results);
  /// A notice of finish() for the user, or empty.
  const std::string &note() const;

private:
  Report();
  struct State;
  std::unique_ptr<State> state;
};

/// Text that compares a run with an earlier one.
std::string comparisonText(const EarlierRun &earlier, const RunStatistics &run);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_REPORT_H
