//===- Fences.cpp - stores to DRAM without a fence ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Records stores of cores to DRAM and checks the accesses of DMA transfers
// against them. The flag `unfenced` of each byte decides quickly whether a
// range has such stores; the list is searched only for the message, from its
// end, for the last store to a byte. A late store is a hazard for a thread
// whose clock does not cover the tick of the fence.
//
//===----------------------------------------------------------------------===//

#include "Fences.h"
#include "Hazards.h"
#include "llvm/ADT/STLExtras.h"
#include <algorithm>
#include <iterator>

using namespace matrix;
using namespace matrix::sim;

//===----------------------------------------------------------------------===//
// Stores of one core
//===----------------------------------------------------------------------===//

void UnfencedStores::add(uint64_t offset, uint32_t size, uint32_t site) {
  uint32_t &index = latest[site % latest.size()];
  if (index < stores.size()) {
    Store &last = stores[index];
    if (last.site == site && last.end() == offset &&
        last.size + size > last.size) {
      last.size += size;
      return;
    }
  }
  index = uint32_t(stores.size());
  stores.push_back({offset, size, site});
}

const UnfencedStores::Store *UnfencedStores::find(uint64_t offset) const {
  for (const Store &store : llvm::reverse(stores))
    if (offset >= store.start && offset < store.end())
      return &store;
  return nullptr;
}

void UnfencedStores::release() {
  released = stores.size();
  latest.fill(uint32_t(released));
}

void UnfencedStores::fence(uint32_t tick) {
  for (size_t i = 0; i < released; ++i)
    fencedLate[stores[i]] = tick;
  stores.clear();
  release();
}

void UnfencedStores::prune(uint32_t covered) {
  for (auto it = fencedLate.begin(); it != fencedLate.end();)
    it = it->second <= covered ? fencedLate.erase(it) : std::next(it);
}

//===----------------------------------------------------------------------===//
// Recording of stores
//===----------------------------------------------------------------------===//

/// A store to a word that atomics access releases, and takes the slow path
/// again.
void Checks::noteStore(uint64_t offset, uint64_t size) {
  bool releases = all.isSynchronizing(offset);
  if (!hasAll(all.memory + offset, size, state::unfenced))
    unfenced.add(offset, uint32_t(size), all.siteOf(core.pc));
  uint8_t *have = stateOf(offset);
  for (uint64_t i = 0; i < size; ++i)
    have[i] |= state::unfenced | (releases ? 0 : state::storable);
  if (releases)
    unfenced.release();
}

/// Clears the flags, so that the next store to each byte is recorded again.
void Checks::fence() {
  for (const UnfencedStores::Store &store : unfenced.all()) {
    uint8_t *have = stateOf(store.start);
    for (uint32_t i = 0; i < store.size; ++i)
      have[i] &= ~(state::storable | state::unfenced);
  }
  waitForQueues();
  unfenced.fence(all.ordering.tick(core.number));
  unfenced.prune(all.coveredByAll(core.number));
}

//===----------------------------------------------------------------------===//
// Check of DMA transfers
//===----------------------------------------------------------------------===//

bool Hazards::needsFences() const { return system.variant().dma; }

/// The first bytes of a range that a core has stored and that no fence has made
/// visible to this thread.
std::optional<UnfencedStores::Store>
Hazards::findUnfenced(const Checks &theirs, unsigned thread, uint64_t offset,
                      uint64_t bytes) const {
  const UnfencedStores &stores = theirs.unfenced;
  uint64_t end = offset + bytes;
  for (const auto &[store, fence] : stores.late())
    if (store.start < end && offset < store.end() &&
        ordering.now(thread)[theirs.core.number] < fence) {
      uint64_t first = std::max(offset, store.start);
      uint64_t size = std::min(end, store.end()) - first;
      return UnfencedStores::Store{first, uint32_t(size), store.site};
    }
  if (stores.all().empty())
    return std::nullopt;
  auto isUnfenced = [](uint8_t s) { return s & state::unfenced; };
  const uint8_t *have = theirs.stateOf(offset);
  const uint8_t *first = std::find_if(have, have + bytes, isUnfenced);
  if (first == have + bytes)
    return std::nullopt;
  const uint8_t *last = std::find_if_not(first, have + bytes, isUnfenced);
  offset += uint64_t(first - have);
  return UnfencedStores::Store{offset, uint32_t(last - first),
                               stores.find(offset)->site};
}

/// The list covers the stores of all cores: a semaphore orders a transfer after
/// the stores of another core, but does not make them visible to it.
bool Hazards::isFenced(Core &core, unsigned thread, uint64_t offset,
                       uint64_t bytes, bool write) {
  for (auto &theirs : checks) {
    if (offset >= dramSize)
      break;
    auto found = findUnfenced(*theirs, thread, offset, bytes);
    if (!found)
      continue;
    std::string storer = "core " + std::to_string(theirs->core.number);
    core.trapped.notes.push_back({storer + ": stored here", pcOf(found->site)});
    return report(core, TrapKind::MissingFence,
                  "starts transfer " + std::to_string(ordering.tick(thread)) +
                      ", which " + (write ? "writes " : "reads ") +
                      range(found->start, found->size, core.number) + " that " +
                      storer + " has stored: no fence of " + storer +
                      " lies between, and stores reach DRAM only after one");
  }
  return true;
}
