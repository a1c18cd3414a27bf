//===- Reporting.cpp - results of a run -----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What reports ask of a machine after a run: the reason of an incomplete run,
// and the times and transfers that the schedule has counted.
//
//===----------------------------------------------------------------------===//

#include "Machine.h"

using namespace matrix::sim;

std::string Machine::reasonOfCut() const {
  if (const Core *core = state.trappedCore())
    return "core " + std::to_string(core->number) + ": " + core->trapped.what;
  return isPaused() ? "interrupted" : "";
}

uint64_t Machine::cycles() const { return schedule->end(); }

CoreTiming Machine::timing(unsigned core) const {
  return schedule->statistics(core);
}

const TransferTotals *Machine::transferTotals() const {
  return schedule->totals();
}
