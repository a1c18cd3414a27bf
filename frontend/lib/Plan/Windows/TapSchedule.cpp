//===- TapSchedule.cpp - registers of reductions over windows -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Divides the tile registers between vectors that tiles share, accumulators,
// and tiles that are loaded ahead. Some remain for the scheduler. The number of
// accumulators side by side doubles while the registers suffice, first with the
// shared tiles of all taps in registers; tiles are then loaded ahead with what
// is left.
//
//===----------------------------------------------------------------------===//

#include "StackedTiles.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

bool matrix::isShared(const StridedOperand &operand, const BlockPlan &plan,
                      bool alongRows) {
  int dim = alongRows ? plan.rows : plan.cols;
  return !operand.dependsOn(dim) &&
         llvm::none_of(plan.innerOf(dim),
                       [&](int d) { return operand.dependsOn(d); });
}

static int64_t countTiles(const StridedOperand &operand,
                          const BlockPlan &plan) {
  int64_t parts = 32 / operand.getElementType().getIntOrFloatBitWidth();
  return llvm::divideCeil(plan.columnBlocks, parts);
}

TapSchedule matrix::getTapSchedule(const FusionGroup &group,
                                   const BlockPlan &plan,
                                   const desc::VariantInfo &variant) {
  auto countShared = [&](bool alongRows) {
    return llvm::count_if(group.inputs, [&](const StridedInput &input) {
      return isShared(input, plan, alongRows);
    });
  };
  TapSchedule schedule;
  int64_t ofRows = countShared(true), ofCols = countShared(false);
  schedule.alongRows =
      ofRows > ofCols ||
      (ofRows == ofCols && plan.spanOf(plan.rows) > plan.spanOf(plan.cols));
  int64_t shared = 0, streamed = 0;
  for (const StridedInput &input : group.inputs)
    (isShared(input, plan, schedule.alongRows) ? shared : streamed) +=
        countTiles(input, plan);
  constexpr int64_t kMaxSideBySide = 4, kMinAhead = 2, kMaxAhead = 6;
  auto count = [&](int64_t sideBySide, int64_t ahead, int64_t kept) {
    return sideBySide * plan.columnBlocks + ahead * streamed + kept;
  };
  int64_t taps = countTaps(plan);
  int64_t registers = variant.tileRegisters - 3;
  for (bool keeps : {true, false}) {
    int64_t kept = shared * (keeps ? taps : 1);
    schedule.keepsShared = keeps;
    schedule.sideBySide = 1;
    while (schedule.sideBySide < kMaxSideBySide &&
           count(2 * schedule.sideBySide, kMinAhead, kept) <= registers)
      schedule.sideBySide *= 2;
    if (!keeps || schedule.sideBySide > 1)
      break;
  }
  int64_t kept = shared * (schedule.keepsShared ? taps : 1);
  schedule.ahead = 1;
  while (schedule.ahead < kMaxAhead &&
         count(schedule.sideBySide, schedule.ahead + 1, kept) <= registers)
    ++schedule.ahead;
  constexpr int64_t kMaxUnrolled = 32;
  schedule.loopsOverTaps =
      taps > kMaxUnrolled || (shared > 0 && !schedule.keepsShared);
  schedule.ahead =
      schedule.loopsOverTaps
          ? 0
          : std::min(schedule.ahead, taps * schedule.sideBySide - 1);
  stackTiles(group, plan, variant, schedule);
  return schedule;
}
