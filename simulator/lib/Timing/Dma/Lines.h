//===- Lines.h - lines of a DMA transfer ------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Decomposes the rows of a DMA transfer into runs of lines of one kind (DRAM,
// local, ring), in the order in which a channel moves them, and determines the
// cores at which ring lines arrive. The decomposition depends on the descriptor
// and the variant only, not on time: TransferTiming moves the runs.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_LINES_H
#define MATRIX_SIMULATOR_TIMING_LINES_H

#include "matrix/Description/Variants.h"
#include "llvm/ADT/SmallVector.h"

namespace matrix {
namespace sim {

struct Descriptor;

enum class LineKind : uint8_t {
  Dram,  // uses a DRAM slot
  Local, // fills and copies in the core's own scratchpad
  Ring   // moves to or from another core
};

/// Consecutive lines of one kind.
struct LineRun {
  LineKind kind;
  uint64_t count;
};

/// A core at which ring lines arrive, their sender, and the distance in hops.
struct RingStop {
  unsigned sender, core, hops;
};

struct TransferLines {
  llvm::SmallVector<LineRun, 2> runs;
  uint32_t receivers = 0; // mask of the cores that are notified
  bool writesDram = false;
  /// Arrival points of ring lines. A put, or an equivalent transfer, arrives at
  /// each receiver when its own lines have arrived; any other transfer arrives
  /// everywhere when all lines have.
  llvm::SmallVector<RingStop, 4> stops;
  bool isPut = false;
  unsigned treeHops = 0; // links that one ring line passes
  /// The number of runs exceeds the supported maximum; counting stopped early.
  bool isTooLong() const { return runs.size() > maxRuns; }
  static constexpr size_t maxRuns = 1 << 22;

  void add(LineKind kind, uint64_t count) {
    if (!count)
      return;
    if (!runs.empty() && runs.back().kind == kind)
      runs.back().count += count;
    else
      runs.push_back({kind, count});
  }
};

/// Decomposes the transfer of `descriptor` by the engine of `core` into lines.
/// `indices` are the rows of a gather or scatter.
TransferLines linesOf(const desc::VariantInfo &variant, unsigned core,
                      const Descriptor &descriptor, const uint32_t *indices);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_LINES_H
