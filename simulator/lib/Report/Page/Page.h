//===- Page.h - HTML report of a run ----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Generates the self-contained HTML page of --report: one file with style,
// scripts and data, without references to other files, so that it can be sent
// and opened anywhere.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_REPORT_PAGE_H
#define MATRIX_SIMULATOR_REPORT_PAGE_H

#include "EarlierRun.h"
#include "PredictedPlans.h"
#include "Report/Observers/Timeline.h"
#include "Report/Observers/Traffic.h"
#include "Statistics/Summary.h"

namespace matrix {
namespace sim {

/// Profile of one instruction.
struct CodeCycles {
  uint64_t pc;
  std::string text;
  unsigned label;
  uint64_t count, cycles; // sum over all cores
};

struct PageContents {
  const RunStatistics &run;
  const SourceMap &map;
  const Profile &profile;
  const Timeline &timeline;
  const Traffic &traffic;
  uint64_t scratchpadLines, lineBytes; // of each core
  const std::vector<PredictedPlan> &plans;
  const EarlierRun *earlier;    // null: none
  std::vector<CodeCycles> code; // instructions with the most cycles
};

/// HTML with embedded style, scripts and data.
std::string makePage(const PageContents &contents);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_REPORT_PAGE_H
