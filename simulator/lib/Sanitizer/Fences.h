//===- Fences.h - stores to DRAM without a fence ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A DMA transfer observes scalar stores to DRAM only after a fence of the
// storing core (docs/contracts.md). Each core records its stores since its last
// fence; repeated stores to recorded bytes are not recorded again.
//
// A fence that follows a post or a barrier is too late for cores released by
// it. Such stores are kept as late ones until every core is ordered after the
// fence.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_FENCES_H
#define MATRIX_SIMULATOR_CHECKS_FENCES_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

namespace matrix {
namespace sim {

/// Unfenced stores of one core. Consecutive stores of one instruction are
/// merged.
class UnfencedStores {
public:
  struct Store {
    uint64_t start; // offset in all memories
    uint32_t size;
    uint32_t site; // index of the instruction
    uint64_t end() const { return start + size; }
    bool operator<(const Store &other) const {
      return std::tie(start, size, site) <
             std::tie(other.start, other.size, other.site);
    }
  };
  /// The tick of the core at the last fence that follows the store too late.
  using LateStores = std::map<Store, uint32_t>;

  void add(uint64_t offset, uint32_t size, uint32_t site);
  /// The last recorded store to this byte, or null.
  const Store *find(uint64_t offset) const;
  /// Called at a post or barrier: other cores may be ordered after the stores
  /// recorded so far.
  void release();
  void fence(uint32_t tick);
  /// Removes late stores whose fence all cores are ordered after.
  void prune(uint32_t covered);

  const std::vector<Store> &all() const { return stores; }
  const LateStores &late() const { return fencedLate; }

private:
  std::vector<Store> stores;
  LateStores fencedLate;
  size_t released = 0; // number of stores before the last release()
  /// Hint: index in `stores` of the last store of an instruction, hashed by
  /// site.
  std::array<uint32_t, 16> latest = {};
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_FENCES_H
