//===- Races.h - accesses that nothing orders -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For every byte: who wrote it last, and who has read it since. Kept by lines
// of 64 bytes, each with its bytes in groups of equal history; one group stands
// in the line's own cell, more of them elsewhere.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_RACES_H
#define MATRIX_SIMULATOR_CHECKS_RACES_H

#include "Reserved.h"
#include "VectorClock.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <unordered_map>

namespace matrix {
namespace sim {

/// Who accesses, and what happened before.
struct Accessor {
  Epoch epoch;
  const VectorClock &before;
  uint64_t version; // of `before`: another one when it has changed
};

/// An access that is not ordered with the one at hand.
struct Conflict {
  Epoch other;
  bool otherWrote;
  uint64_t first, last; // offsets of the bytes, in one line
};

class Races {
public:
  /// Nothing of the machine: a mask has a bit for each byte of a line.
  static constexpr uint64_t lineBytes = 64, pageBytes = 4096;

  explicit Races(uint64_t bytes)
      : lines(bytes / lineBytes + 1), crowded(bytes / lineBytes + 1),
        pages(bytes / pageBytes + 1) {}

  bool isValid() const {
    return lines.data() && crowded.data() && pages.data();
  }

  /// Looks at all bytes; with `record`, notes the access if there is no
  /// conflict.
  std::optional<Conflict> access(const Accessor &me, uint64_t offset,
                                 uint64_t size, bool write, bool record);
  /// Has anything in the page of this byte been noted?
  bool hasHistory(uint64_t offset) const { return pages[offset / pageBytes]; }

private:
  /// Bytes with the same history. `readers` is an epoch, or the number of a set
  /// of them with the top bit set.
  struct Cell {
    uint64_t mask, write, readers;
  };
  using Cells = llvm::SmallVector<Cell, 4>;
  using ReaderSet = std::vector<uint64_t>;
  static constexpr uint64_t setBit = uint64_t(1) << 63;

  std::optional<Conflict> accessLine(const Accessor &me, uint64_t line,
                                     uint64_t mask, bool write, bool record);
  std::optional<Conflict> conflictOf(const Accessor &me, const Cell &cell,
                                     uint64_t line, uint64_t mask, bool write);
  void update(const Accessor &me, Cell &cell, bool write);
  void split(const Accessor &me, uint64_t line, uint64_t mask, bool write);
  Epoch unordered(const Accessor &me, uint64_t readers);
  uint64_t addReader(const Accessor &me, uint64_t readers);
  uint64_t computeReaders(const Accessor &me, uint64_t readers);

  Reserved<Cell> lines;
  Reserved<uint8_t> crowded, pages; // has more cells; has any cell
  std::unordered_map<uint64_t, Cells> more;
  std::vector<ReaderSet> sets;
  std::map<ReaderSet, uint64_t> numbers;
  struct {
    uint64_t version = ~uint64_t(0), epoch = 0, readers = 0, result = 0;
  } last; // what addReader did last; neighbouring lines have the same history
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_RACES_H
