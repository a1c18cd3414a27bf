//===- Fences.h - stores to DRAM that no fence follows ----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A transfer's data include scalar stores to DRAM only behind a fence of the
// core that stored (docs/contracts.md). Each core notes what it has stored
// since its last one: a store to bytes that it has noted already costs nothing.
//
// A fence behind a post or a barrier is too late for whoever goes on by that:
// such stores are kept until all cores come after the fence.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_FENCES_H
#define MATRIX_SIMULATOR_CHECKS_FENCES_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace matrix {
namespace sim {

/// Of one core. Stores of an instruction that follow each other are one.
class UnfencedStores {
public:
  struct Store {
    uint64_t start; // offset in all memories
    uint32_t size;
    uint32_t site; // number of the instruction
    uint64_t end() const { return start + size; }
  };
  struct Late {
    Store store;
    uint32_t fence; // when: a tick of the core
  };

  void add(uint64_t offset, uint32_t size, uint32_t site);
  /// The last one that is noted for this byte.
  const Store *find(uint64_t offset) const;
  /// Others may come after what was noted so far.
  void release();
  void fence(uint32_t tick);
  /// Drops late ones whose fence everybody comes after.
  void prune(uint32_t covered);

  const std::vector<Store> &all() const { return stores; }
  const std::vector<Late> &late() const { return fencedLate; }

private:
  std::vector<Store> stores;
  std::vector<Late> fencedLate;
  size_t released = 0; // how many of them
  /// Where in `stores` an instruction's last one is, perhaps.
  std::array<uint32_t, 16> latest = {};
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_FENCES_H
