//===- Memory.h - DRAM and scratchpads --------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The memories of a machine as one reservation of host address space, and the
// translation of addresses:
//
//     | unmapped | DRAM | scratchpad of core 0 | scratchpad of core 1 | ...
//
// Host memory is used only for pages that have been accessed. A location has
// one offset from the start, whatever alias a core uses for it; hazard
// detection indexes its tables by that offset.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_MEMORY_H
#define MATRIX_SIMULATOR_MEMORY_H

#include "Core/Core.h"
#include "matrix/Description/Variants.h"
#include <memory>
#include <optional>
#include <string>

namespace matrix {
namespace sim {

/// A scratchpad and an offset in it.
struct ScratchpadPlace {
  unsigned core;
  uint64_t offset; // bytes
};

/// The memories of a variant in the flat address space. Host memory is used
/// only for pages that have been accessed. DRAM has no bytes below the first
/// address of programs, so that accesses through null pointers, also with an
/// offset, are errors.
class Memory {
public:
  Memory(const desc::VariantInfo &variant, unsigned cores);
  ~Memory();
  Memory(const Memory &) = delete;

  bool isValid() const { return dram != nullptr; }
  View viewOf(unsigned core) const;

  /// Translates `size` bytes at `address` for a core. Returns null if they are
  /// not within one memory.
  uint8_t *resolve(unsigned core, uint64_t address, uint64_t size) const;
  /// The same, within the core's own scratchpad of the core only.
  uint8_t *resolveOwn(unsigned core, uint64_t address, uint64_t size) const;
  /// Returns the scratchpad that contains the byte at an address of a core.
  std::optional<ScratchpadPlace> scratchpadAt(unsigned core,
                                              uint64_t address) const;

  /// Fills a range of DRAM or of a scratchpad with zeros. Pages of long ranges
  /// use no host memory afterwards.
  static void clear(uint8_t *from, uint64_t size);

  /// True if the address is in the range of DRAM or of an existing core's
  /// scratchpad.
  bool hasOwner(uint64_t address) const {
    return address < addresses.scratchpads ||
           (address - addresses.scratchpads) / addresses.scratchpadPitch <
               cores;
  }

  /// True if a DMA engine can send to all cores of the mask.
  bool reaches(unsigned core, uint32_t mask) const {
    return linked || !(mask & ~(uint32_t(1) << core));
  }

  uint64_t dramBytes() const { return dramSize; }
  uint64_t scratchpadBytes() const { return scratchpadSize; }
  /// Start of all memories, which are contiguous: DRAM, including its unmapped
  /// start, and the scratchpads of all cores.
  const uint8_t *begin() const { return dram; }
  uint64_t allBytes() const { return dramSize + scratchpadSize * cores; }
  const desc::AddressMapInfo &map() const { return addresses; }
  /// Describes an invalid address in messages: "0x10 (DRAM ends at
  /// 0x400000000)".
  std::string describe(uint64_t address) const;

private:
  const desc::AddressMapInfo &addresses;
  unsigned cores;
  bool linked; // other cores' scratchpads are addressable
  uint64_t dramSize = 0, scratchpadSize = 0;
  uint8_t *dram = nullptr;
  uint8_t *scratchpads = nullptr; // of all cores, contiguous, after DRAM
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_MEMORY_H
