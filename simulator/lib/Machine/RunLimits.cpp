//===- RunLimits.cpp - limits and interruption of a run -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Traps cores that reach a limit; a core executes no longer than a time slice
// before its limits are checked. Each instruction takes at least one cycle, so
// the cycles left are an upper bound of the instructions that may execute. A
// transfer of r rows takes at least r / DmaLines cycles, because a row has at
// least one line: transfers that cannot end before the limit fail before they
// move.
//
//===----------------------------------------------------------------------===//

#include "RunLimits.h"
#include "Support/Quantity.h"
#include "Timing/CoreTime.h"
#include <algorithm>

using namespace matrix;
using namespace matrix::sim;

/// Time slice: instructions a core executes before the next core runs.
static constexpr uint64_t timeSlice = 20000;

/// Returns what is left of a limit; 0 if the core has trapped at it.
static uint64_t leftOf(Core &core, uint64_t used, uint64_t limit,
                       const char *unit, const char *option) {
  if (used >= limit && !core.hasTrapped())
    core.trap(TrapKind::InstructionLimit,
              "has executed " + std::to_string(used) + " " + unit +
                  ", the limit; raise --max-" + option);
  return limit - std::min(limit, used);
}

/// An instruction takes at least one cycle.
uint64_t RunLimits::budgetOf(Core &core) const {
  uint64_t budget = timeSlice;
  if (maxInstructions)
    budget = std::min(budget, leftOf(core, core.retired, maxInstructions,
                                     "instructions", "instructions"));
  if (maxCycles && core.time)
    budget = std::min(budget, leftOf(core, core.time->reached(), maxCycles,
                                     "cycles", "cycles"));
  else if (maxCycles)
    budget = std::min(budget, leftOf(core, core.retired, maxCycles,
                                     "instructions", "cycles"));
  return budget;
}

bool RunLimits::stopsWaiting(uint64_t cycle) {
  if (runControl && runControl->interruptsWait())
    return interrupted = true;
  if (!maxCycles || cycle < maxCycles)
    return false;
  auto &cores = system.cores();
  auto waiting = std::find_if(cores.begin(), cores.end(), [](auto &core) {
    return core->state != CoreState::Halted;
  });
  Core &core = waiting == cores.end() ? *cores[0] : **waiting;
  return leftOf(core, maxCycles, maxCycles, "cycles", "cycles") == 0;
}

/// A row has at least one line.
llvm::Error RunLimits::checkTransfer(const Descriptor &d) const {
  auto fail = [](std::string what) {
    return llvm::make_error<TransferError>(TrapKind::InstructionLimit,
                                           std::move(what));
  };
  uint64_t rows = d.rows * d.planes,
           cycles = rows / uint64_t(*system.variant().parameters.dmaLines);
  if (runControl && runControl->interruptsWait())
    return fail("interrupted");
  if (maxCycles && cycles > maxCycles)
    return fail("its " + quantity(rows, "row") +
                (rows == 1 ? " takes" : " take") + " more than " +
                quantity(maxCycles, "cycle") +
                ", the limit; raise --max-cycles");
  return llvm::Error::success();
}
