//===- Races.h - data race detection ----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Data race detection over vector clocks, in the manner of FastTrack: each byte
// has the epoch of its last write and the epochs of the reads since. The
// history is kept per line of 64 bytes as cells, groups of bytes with equal
// history. The first cell of a line is stored in a flat table, further ones in
// a hash map.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_RACES_H
#define MATRIX_SIMULATOR_CHECKS_RACES_H

#include "Reserved.h"
#include "VectorClock.h"
#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include <map>
#include <optional>
#include <unordered_map>

namespace matrix {
namespace sim {

/// An accessing thread with its clock.
struct Accessor {
  Epoch epoch;
  const VectorClock &before;
  uint64_t version;     // of `before`, changes with it
  uint64_t inOrder = 0; // further threads in order with it, a bit each

  bool isAfter(Epoch other) const {
    return before.covers(other) ||
           (other.thread() < 64 && inOrder >> other.thread() & 1);
  }
};

/// An earlier access that is not ordered before the current one.
struct Conflict {
  Epoch other;
  bool otherWrote;
  uint64_t first, last; // offsets of the bytes, within one line
};

class Races {
public:
  /// Independent of the machine's lines: a mask has one bit per byte of a line.
  static constexpr uint64_t lineBytes = 64, pageBytes = 4096;

  explicit Races(uint64_t bytes)
      : lines((bytes / pageBytes + 1) * linesPerPage),
        crowded(bytes / lineBytes + 1), pages(bytes / pageBytes + 1) {}

  bool isValid() const {
    return lines.data() && crowded.data() && pages.data();
  }

  /// Checks all bytes; with `record`, records the access if there is no
  /// conflict.
  std::optional<Conflict> access(const Accessor &me, uint64_t offset,
                                 uint64_t size, bool write, bool record);
  /// True if an access to the page of this byte has been recorded.
  bool hasHistory(uint64_t offset) const { return pages[offset / pageBytes]; }
  /// Number of sets of readers in memory.
  size_t numReaderSets() const { return sets.size(); }

private:
  /// Bytes with equal history. `readers` is an epoch or, with the top bit set,
  /// the index of an interned set of epochs.
  struct Cell {
    uint64_t mask, write, readers;
  };
  using Cells = llvm::SmallVector<Cell, 4>;
  using ReaderSet = std::vector<uint64_t>;
  static constexpr uint64_t setBit = uint64_t(1) << 63;
  static constexpr uint64_t linesPerPage = pageBytes / lineBytes;

  std::optional<Conflict> accessLine(const Accessor &me, uint64_t line,
                                     uint64_t mask, bool write, bool record);
  std::optional<Conflict> conflictOf(const Accessor &me, const Cell &cell,
                                     uint64_t line, uint64_t mask, bool write);
  void update(const Accessor &me, Cell &cell, bool write);
  void split(const Accessor &me, uint64_t line, uint64_t mask, bool write);
  void markPage(uint64_t page);
  Epoch unordered(const Accessor &me, uint64_t readers);
  uint64_t addReader(const Accessor &me, uint64_t readers);
  uint64_t computeReaders(const Accessor &me, uint64_t readers);
  uint64_t numberOf(const ReaderSet &set);
  void freeReaderSets();
  void forEachCell(llvm::function_ref<void(const Cell &)> visit) const;

  Reserved<Cell> lines;
  Reserved<uint8_t> crowded, pages; // has further cells; has any cell
  std::unordered_map<uint64_t, Cells> more;
  std::vector<uint64_t> usedPages;
  std::vector<ReaderSet> sets;
  std::map<ReaderSet, uint64_t> numbers; // of the sets in use
  std::vector<uint64_t> freeNumbers;
  size_t maxSets = 0; // in use, before the next search for unused ones
  struct {
    uint64_t version = ~uint64_t(0), epoch = 0, readers = 0, result = 0;
  } last; // cache of addReader: adjacent lines have equal history
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_RACES_H
