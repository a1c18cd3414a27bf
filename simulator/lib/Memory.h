//===- Memory.h - DRAM and scratchpads --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_MEMORY_H
#define MATRIX_SIMULATOR_MEMORY_H

#include "Core.h"
#include "matrix/Description/Variants.h"
#include <memory>
#include <string>

namespace matrix {
namespace sim {

/// The memories of a variant in its flat view. DRAM costs host memory only
/// where it has been touched. Below the first address of programs it has no
/// bytes, so that null pointers, also with an offset, are errors.
class Memory {
public:
  Memory(const desc::VariantInfo &variant, unsigned cores);
  ~Memory();
  Memory(const Memory &) = delete;

  bool isValid() const { return dram != nullptr; }
  View viewOf(unsigned core) const;

  /// Where `size` bytes at `address` are for a core; null if they are not all
  /// in one memory.
  uint8_t *resolve(unsigned core, uint64_t address, uint64_t size) const;
  /// The same, in the own scratchpad of the core only.
  uint8_t *resolveOwn(unsigned core, uint64_t address, uint64_t size) const;

  /// Is there a core whose scratchpad, or DRAM, an address may belong to?
  bool hasOwner(uint64_t address) const {
    return address < addresses.scratchpads ||
           (address - addresses.scratchpads) / addresses.scratchpadPitch <
               cores;
  }

  /// Of a DMA engine: the cores in the mask.
  bool reaches(unsigned core, uint32_t mask) const {
    return linked || !(mask & ~(uint32_t(1) << core));
  }

  uint64_t dramBytes() const { return dramSize; }
  uint64_t scratchpadBytes() const { return scratchpadSize; }
  /// DRAM, the part that no address reaches included, and the scratchpads of
  /// all cores behind it: in one piece.
  const uint8_t *begin() const { return dram; }
  uint64_t allBytes() const { return dramSize + scratchpadSize * cores; }
  const desc::AddressMapInfo &map() const { return addresses; }
  /// "0x10 (DRAM ends at 0x400000000)": for messages about a bad address.
  std::string describe(uint64_t address) const;

private:
  const desc::AddressMapInfo &addresses;
  unsigned cores;
  bool linked; // an interconnect leads to other cores' scratchpads
  uint64_t dramSize = 0, scratchpadSize = 0;
  uint8_t *dram = nullptr;
  uint8_t *scratchpads = nullptr; // one after the other, behind DRAM
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_MEMORY_H
