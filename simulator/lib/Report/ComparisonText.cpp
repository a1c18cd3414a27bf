//===- ComparisonText.cpp - text of --compare -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the statistics of a run beside those of an earlier one. Both are
// compared as JSON documents, so that a file of an earlier version of the
// simulator remains readable; a number that one run lacks is printed as '-'.
//
//===----------------------------------------------------------------------===//

#include "Report/Page/EarlierRun.h"
#include "Statistics/Summary.h"
#include "matrix/Sim/Report.h"
#include "llvm/Support/FormatVariadic.h"
#include <cmath>

using namespace llvm;
using namespace matrix::sim;

static std::string text(std::optional<double> number) {
  if (!number)
    return "-";
  constexpr double maximum = 1e18; // int64_t holds larger ones, not all
  bool isWhole =
      std::fabs(*number) <= maximum && *number == std::trunc(*number);
  return isWhole ? formatv("{0:N0}", int64_t(*number)).str()
                 : formatv("{0:F1}", *number).str();
}

static std::string change(const Compared &row) {
  if (!row.before || !row.now || !*row.before)
    return "";
  return formatv("{0}{1:F1} %", *row.now < *row.before ? "" : "+",
                 100 * (*row.now / *row.before - 1));
}

std::string matrix::sim::comparisonText(const EarlierRun &earlier,
                                        const RunStatistics &run) {
  json::Value now = toJson(Summary(run));
  std::string all;
  raw_string_ostream os(all);
  os << formatv("{0,-26}{1,16}{2,16}\n", "compared with " + earlier.path(),
                "before", "now");
  for (const Compared &row : earlier.compare(*now.getAsObject()))
    os << formatv("  {0,-24}{1,16}{2,16}{3,12}\n", row.what, text(row.before),
                  text(row.now), change(row));
  return all;
}
