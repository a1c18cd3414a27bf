//===- UndefinedMemory.h - undefined bits of memory -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Shadow of the bytes into which undefined bits were stored: a mask, and the
// load that the bits come from. Only pages with such bytes have a shadow. Bytes
// of a scratchpad that were never written have none; they are undefined as
// Hazards.h says.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_UNDEFINEDMEMORY_H
#define MATRIX_SIMULATOR_CHECKS_UNDEFINEDMEMORY_H

#include "Races.h"
#include "llvm/ADT/DenseMap.h"
#include <map>
#include <memory>
#include <vector>

namespace matrix {
namespace sim {

/// Number of an Origin; 0: none.
using OriginNumber = uint32_t;

/// An instruction that read what was never written: `size` bytes at `offset`,
/// or a tile register.
struct Origin {
  uint64_t pc = 0, offset = 0;
  uint32_t size = 0;
  unsigned core = 0;
  int tile = -1;
  bool isPart = false; // some of the bytes were written
  bool isOne = true;   // it always read the same place
};

/// Of a few bytes: a mask of their undefined bits, the lowest address first.
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
  /// Undefined bits of a byte.
  UndefinedBits at(uint64_t offset) const;
  void set(uint64_t offset, uint8_t mask, OriginNumber origin);
  void clear(uint64_t offset, uint64_t size);

  /// One for each instruction of a core.
  OriginNumber add(const Origin &origin);
  const Origin &origin(OriginNumber number) const {
    return origins[number - 1];
  }

private:
  struct Page {
    uint8_t mask[Races::pageBytes] = {};
    OriginNumber origin[Races::pageBytes] = {};
    unsigned used = 0; // bytes
  };
  void clearIn(uint64_t page, uint64_t first, uint64_t last);

  llvm::DenseMap<uint64_t, std::unique_ptr<Page>> pages;
  std::vector<Origin> origins;
  std::map<std::pair<unsigned, uint64_t>, OriginNumber> numbers;
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_UNDEFINEDMEMORY_H
