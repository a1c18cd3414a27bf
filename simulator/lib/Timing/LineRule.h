//===- LineRule.h - occupancy of tile loads and stores ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Line arbitration of tile accesses. Input are the address, pitch, rows and
// bytes of the access and the rate in lines per cycle. Without conflicts n
// lines take n / rate cycles, rounded up; lines of one load cycle must be in
// different banks.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_TIMING_LINERULE_H
#define MATRIX_SIMULATOR_TIMING_LINERULE_H

#include "Core/AccessLog.h"
#include "matrix/Description/Variants.h"
#include <vector>

namespace matrix {
namespace sim {

/// Computes for how many cycles a tile load or store occupies its pipe
/// (docs/timing.md, "Line arbitration of tile loads and stores"). Results are
/// kept in a direct-mapped cache, since programs access the same few tiles
/// repeatedly.
class LineRule {
public:
  explicit LineRule(const desc::VariantInfo &variant);

  /// `rate`: lines per cycle.
  uint64_t cycles(const Access &access, unsigned rate) const;

private:
  uint64_t walk(const Access &access, unsigned rate) const;
  void listLines(const Access &access, std::vector<uint64_t> &lines) const;
  uint64_t loadCycles(const std::vector<uint64_t> &lines, unsigned rate) const;
  bool inDifferentBanks(const uint64_t *lines, size_t count) const;

  uint64_t lineBytes, banks, registerRows;

  /// An entry of the cache.
  struct Known {
    Access access = {};
    unsigned rate = 0;
    uint64_t cycles = 0;
  };
  static constexpr size_t numKnown = 64;
  mutable Known known[numKnown];
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_TIMING_LINERULE_H
