//===- PrintStatistics.cpp - statistics output ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects the format of statistics and prints the notices of reports. All
// output goes to standard error; a comparison with an earlier run is printed in
// the text format only.
//
//===----------------------------------------------------------------------===//

#include "PrintStatistics.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;
using namespace matrix::sim;

void matrix::sim::printStatistics(const RunStatistics &results,
                                  StatisticsFormat format,
                                  const EarlierRun *earlier) {
  if (format == StatisticsFormat::Text)
    errs() << statisticsText(results);
  if (format == StatisticsFormat::Json)
    errs() << statisticsJson(results);
  if (format == StatisticsFormat::Text && earlier)
    errs() << comparisonText(*earlier, results);
}

Error matrix::sim::finishReport(Report &report, const RunStatistics &results) {
  Error error = report.finish(results);
  if (!report.note().empty())
    errs() << report.note() << "\n";
  return error;
}
