//===- Timing.h - where the time went ------------------------- -*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Free of LLVM. All figures are exact: no rounding, no sampling.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TIMING_H
#define MATRIX_SIM_TIMING_H

#include <cstdint>
#include <vector>

namespace matrix {
namespace sim {

/// Why a core issued nothing in a cycle (docs/timing.md, what a cycle is
/// charged to).
enum class StallCause : uint8_t {
  Operand, // a source or the result of an earlier write is not ready
  Pipe,    // the pipe is busy
  Queue,   // the queue before the pipe is full
  Dma,     // waits for a ticket, or for room in a channel
  Sync,    // waits for a semaphore or a barrier
  Bubble,  // lost to a jump that was not foreseen
  Drain    // nothing left to issue: until the run ends
};
constexpr unsigned numStallCauses = 7;
const char *stallCauseName(StallCause cause);

/// In the order of the description: "S", "LD", ...
unsigned numPipes();
const char *pipeName(unsigned pipe);

struct PipeTiming {
  uint64_t instructions = 0;
  uint64_t occupied = 0;                 // cycles, conflicts of banks included
  uint64_t first = UINT64_MAX, last = 0; // from the first issue to its last end
  /// Cycles in which this pipe was free, by what the instruction at the head of
  /// its queue waited for, or, without one, the core. What is missing in
  /// occupied + idle: the core, or the queue, had something else to start.
  uint64_t idle[numStallCauses] = {};
};

struct MemoryTraffic {
  uint64_t read = 0, written = 0; // bytes
};

/// issued + stalls == cycles.
struct CoreTiming {
  uint64_t cycles = 0; // of the run: equal for all cores
  uint64_t issued = 0; // cycles in which an instruction issued
  uint64_t stalls[numStallCauses] = {};
  std::vector<PipeTiming> pipes; // numPipes()
  /// Of instructions, by where addresses lead; transfers are not in it.
  MemoryTraffic own, dram, remote;
  uint64_t macs = 0; // of instructions that contract, padding included
  uint64_t conflictCycles = 0; // of tile loads and stores, beyond the best case
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TIMING_H
