//===- Timing.h - attribution of cycles -------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Cycle counts of cores and pipes in timed runs. All counts are exact: no
// rounding, no sampling. Does not depend on LLVM.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIM_TIMING_H
#define MATRIX_SIM_TIMING_H

#include <cstdint>
#include <vector>

namespace matrix {
namespace sim {

/// Cause of a cycle without issue (docs/timing.md, "Attribution of cycles").
enum class StallCause : uint8_t {
  Operand, // a source, or an earlier write of the result, is not ready
  Pipe,    // the pipe is busy
  Queue,   // the queue of the pipe is full
  Dma,     // waiting for a DMA handle, or for room in a channel
  Sync,    // waiting for a semaphore or a barrier
  Bubble,  // lost to a mispredicted branch or an indirect jump
  Drain    // after the last issue, until the run ends
};
constexpr unsigned numStallCauses = 7;
const char *stallCauseName(StallCause cause);

/// In the order of the description: "S", "LD", ...
unsigned numPipes();
const char *pipeName(unsigned pipe);

struct PipeTiming {
  uint64_t instructions = 0;
  uint64_t occupied = 0;                 // cycles, bank conflicts included
  uint64_t first = UINT64_MAX, last = 0; // first issue, last end
  /// Cycles in which this pipe was free, by the cause that delays the
  /// instruction at the head of its queue or, if the queue is empty, the core.
  /// Cycles in neither `occupied` nor `idle` are those in which the core or the
  /// queue started another instruction.
  uint64_t idle[numStallCauses] = {};
};

struct MemoryTraffic {
  uint64_t read = 0, written = 0; // bytes
};

/// Invariant: issued + stalls == cycles.
struct CoreTiming {
  uint64_t cycles = 0; // of the run; equal for all cores
  uint64_t issued = 0; // cycles in which an instruction issued
  uint64_t stalls[numStallCauses] = {};
  std::vector<PipeTiming> pipes; // numPipes()
  /// Traffic of instructions by the memory accessed; DMA transfers are not
  /// included.
  MemoryTraffic own, dram, remote;
  uint64_t macs = 0;           // of contractions, padding included
  uint64_t conflictCycles = 0; // of tile loads and stores, beyond the best case
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIM_TIMING_H
