//===- UndefinedMemory.h - uninitialized bits of memory ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shadow memory of bytes into which uninitialized bits were stored: a mask and
// an origin per byte, allocated per page. Scratchpad bytes that were never
// written have no shadow here; the flag `defined` (Hazards.h) marks them.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_UNDEFINEDMEMORY_H
#define MATRIX_SIMULATOR_CHECKS_UNDEFINEDMEMORY_H

#include "Sanitizer/HappensBefore/Races.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <memory>
#include <vector>

namespace matrix {
namespace sim {

/// Number of an Origin; 0: none.
using OriginNumber = uint32_t;

/// An instruction that read uninitialized data: `size` bytes at `offset`, or a
/// tile register.
struct Origin {
  uint64_t pc = 0, offset = 0;
  uint32_t size = 0;
  unsigned core = 0;
  int tile = -1;
  bool isPart = false; // some of the bytes were written
  bool isOne = true;   // every execution read the same location
};

/// Mask of the uninitialized bits of up to 8 bytes, lowest address first.
struct UndefinedBits {
  uint64_t mask = 0;
  OriginNumber origin = 0;
};

class UndefinedMemory {
public:
  bool isEmpty() const { return pages.empty(); }
  bool hasPage(uint64_t offset) const {
    return pages.count(offset / Races::pageBytes);
  }
  /// Uninitialized bits of one byte.
  UndefinedBits at(uint64_t offset) const;
  void set(uint64_t offset, uint8_t mask, OriginNumber origin);
  void clear(uint64_t offset, uint64_t size);

  /// Registers an origin; there is one per instruction and core.
  OriginNumber add(const Origin &origin);
  const Origin &origin(OriginNumber number) const {
    return origins[number - 1];
  }

private:
  struct Page {
    uint8_t mask[Races::pageBytes] = {};
    OriginNumber origin[Races::pageBytes] = {};
    unsigned used = 0; // bytes with a mask
  };
  void clearIn(uint64_t page, uint64_t first, uint64_t last);

  llvm::DenseMap<uint64_t, std::unique_ptr<Page>> pages;
  std::vector<Origin> origins;
  std::map<std::pair<unsigned, uint64_t>, OriginNumber> numbers;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_UNDEFINEDMEMORY_H
