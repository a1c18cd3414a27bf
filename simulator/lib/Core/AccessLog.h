//===- AccessLog.h - memory accesses of an instruction ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tile and row functions append their accesses to the log of the core, if it
// has one, after all checks and before the first element moves. The timing
// model and hazard detection read it. The header is part of the tile functions;
// see Core.h about inlining.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_ACCESSLOG_H
#define MATRIX_SIMULATOR_ACCESSLOG_H

#include <cstdint>

namespace matrix {
namespace sim {

/// Equally spaced rows of one memory.
struct Access {
  uint64_t start; // address of the first row, or its row number
  int64_t pitch;  // distance of rows, in the same unit
  uint32_t rows;
  uint32_t bytes;  // accessed in each row, from its start
  uint16_t memory; // AccessLog::flat, or 1 + number of the row memory
  bool isWrite;    // false: a read

  uint64_t row(uint32_t i) const { return start + uint64_t(pitch) * i; }
};

class AccessLog {
public:
  /// The flat address space: the core's own scratchpad for tile instructions,
  /// DRAM for row instructions.
  static constexpr uint16_t flat = 0;

  void clear() { count = 0; }
  const Access *begin() const { return entries; }
  const Access *end() const { return entries + count; }

  inline __attribute__((always_inline)) void add(uint64_t start, int64_t pitch,
                                                 uint64_t rows, uint64_t bytes,
                                                 uint16_t memory,
                                                 bool isWrite) {
    if (__builtin_expect(count == capacity, 0))
      full();
    entries[count++] = {start,           pitch,  uint32_t(rows),
                        uint32_t(bytes), memory, isWrite};
  }

private:
  [[noreturn]] static void full();

  // Far above the maximum: operands times column blocks of a tile.
  static constexpr unsigned capacity = 64;
  Access entries[capacity];
  unsigned count = 0;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_ACCESSLOG_H
