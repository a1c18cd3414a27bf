//===- Lines.h - the lines of a transfer ------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  Dram,  // takes a slot of the DRAM
  Local, // fills and copies in the own scratchpad
  Ring   // goes to other cores
};

/// Lines of one kind that a channel moves one after the other.
struct LineRun {
  LineKind kind;
  uint64_t count;
};

/// A core at which ring lines arrive, from whom, and after how many hops.
struct RingStop {
  unsigned sender, core, hops;
};

struct TransferLines {
  llvm::SmallVector<LineRun, 2> runs;
  uint32_t receivers = 0; // mask of the cores that hear of it
  bool writesDram = false;
  /// Where ring lines arrive. A put, or what does the same, is at a receiver
  /// when its lines are; any other transfer when they are everywhere.
  llvm::SmallVector<RingStop, 4> stops;
  bool isPut = false;
  unsigned treeHops = 0; // links that one ring line passes
  /// So many runs that nobody counted all of them.
  bool isTooLong() const { return runs.size() > mostRuns; }
  static constexpr size_t mostRuns = 1 << 22;

  void add(LineKind kind, uint64_t count) {
    if (!count)
      return;
    if (!runs.empty() && runs.back().kind == kind)
      runs.back().count += count;
    else
      runs.push_back({kind, count});
  }
};

/// What the engine of `core` moves for a descriptor. `indices` are the rows of
/// a gather or scatter.
TransferLines linesOf(const desc::VariantInfo &variant, unsigned core,
                      const Descriptor &descriptor, const uint32_t *indices);

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_LINES_H
