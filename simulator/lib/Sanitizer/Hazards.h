//===- Hazards.h - hazard detection of a machine ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// State shared by the checks of all cores: ordering, races, and uninitialized
// memory. Locations are offsets from the start of all memories: DRAM, then the
// scratchpads. Every core has one byte of flags for each byte of them:
//
//   loadable   a load is not a hazard, until the flag is cleared
//   storable   a store is not a hazard
//   defined    written, with initialized bits (flag of the core that owns the
//              scratchpad; bytes of DRAM are initialized unless
//              UndefinedMemory has a mask for them)
//   quiet      in DRAM: a store is not a hazard, but must be recorded
//   unfenced   in DRAM: stored by the core since its last fence
//
// Accesses to bytes with `loadable` or `storable` take the fast path; all
// others take the slow path, Checks::load and Checks::store.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_HAZARDS_H
#define MATRIX_SIMULATOR_CHECKS_HAZARDS_H

#include "Checks.h"
#include "Sanitizer/HappensBefore/Ordering.h"
#include "Sanitizer/HappensBefore/Races.h"
#include "System/System.h"
#include <memory>
#include <set>

namespace matrix {
namespace sim {

class Hazards : public SynchronizationObserver {
public:
  explicit Hazards(System &system);

  bool isValid() const;

  //===--------------------------------------------------------------------===//
  // Initial contents of memory, by addresses of the core
  //===--------------------------------------------------------------------===//

  /// Registers a range that the loader initializes for this core.
  void place(unsigned core, uint64_t address, uint64_t size, bool isCode);
  /// Restricts DRAM accesses of a kernel to registered ranges and its stack.
  void restrictDram() { isRestricted = true; }
  /// Registers a result that the host reads after the kernel.
  void placeResult(uint64_t address, uint64_t size, const std::string &name);
  /// Registers a write of the host.
  void define(unsigned core, uint64_t address, uint64_t size);

  //===--------------------------------------------------------------------===//
  // Events
  //===--------------------------------------------------------------------===//

  /// Checks the descriptor before the DMA transfer starts; returns false if the
  /// core has trapped.
  bool starts(Core &core, uint64_t descriptor);
  /// Checks and records the accesses of the started transfer with this handle.
  bool started(Core &core, uint64_t descriptor, uint64_t handle);
  void waited(Core &core, uint64_t handle);
  void posted(unsigned core, uint64_t handle, unsigned to,
              unsigned semaphore) override;
  /// Records a post of a core. Returns the number of its clock, the argument of
  /// arrived().
  uint64_t post(Core &core);
  void arrived(uint64_t past, unsigned to, unsigned semaphore) override;
  void acquired(Core &core, unsigned semaphore, uint64_t count) override;
  void barrier();

private:
  friend class Checks;

  using Range = std::pair<uint64_t, uint64_t>; // offsets
  struct NamedRange {
    uint64_t first, last;
    std::string name;
  };

  /// True if the word that contains the byte is accessed by atomics.
  bool isSynchronizing(uint64_t offset) const {
    return !synchronizing.empty() && synchronizing.count(offset / 8);
  }
  uint64_t offsetOf(const uint8_t *at) const { return uint64_t(at - memory); }
  bool isCode(uint64_t offset, uint64_t size) const;
  bool isGiven(uint64_t offset, uint64_t size, unsigned core) const;
  /// Core that owns the scratchpad; -1: DRAM.
  int ownerOf(uint64_t offset) const;
  bool isDefined(uint64_t offset, uint64_t size) const;
  /// Change the shadow of bytes.
  void markDefined(uint64_t offset, uint64_t size);
  void markUndefined(uint64_t offset, uint8_t mask, OriginNumber origin);
  /// Queues of a core are threads of their own.
  unsigned queueThread(unsigned core, Queue queue) const;
  bool isQueue(unsigned thread) const;
  /// True if units other than scalar pipes access DRAM.
  bool needsFences() const;
  /// True if more than one core has not halted.
  bool isShared() const;
  /// Tick of a core that every core which has not halted is ordered after.
  uint32_t coveredByAll(unsigned core) const;
  /// The cores of a machine, a bit each, without the one that owns the byte.
  uint64_t coresBut(int owner) const;
  uint32_t siteOf(uint64_t pc) const;
  uint64_t pcOf(uint32_t site) const;

  // DMA transfers.
  bool visitRows(Core &core, unsigned thread, const Descriptor &d,
                 const std::vector<uint32_t> &indices,
                 llvm::function_ref<bool(const DmaRow &)> visit);
  bool readsRows(Core &core, const Descriptor &d,
                 const std::vector<uint32_t> &indices, unsigned thread);
  bool writesRows(Core &core, const Descriptor &d,
                  const std::vector<uint32_t> &indices, unsigned thread,
                  unsigned receiver);
  bool touches(Core &core, unsigned thread, unsigned of, uint64_t address,
               uint64_t bytes, bool write);

  std::optional<UnfencedStores::Store> findUnfenced(const Checks &theirs,
                                                    unsigned thread,
                                                    uint64_t offset,
                                                    uint64_t bytes) const;
  bool isFenced(Core &core, unsigned thread, uint64_t offset, uint64_t bytes,
                bool write);

  std::string address(uint64_t offset, unsigned core) const;
  std::string range(uint64_t offset, uint64_t size, unsigned core) const;
  bool report(Core &core, TrapKind kind, std::string what);
  bool report(Core &core, const Conflict &conflict, Epoch me, bool write);
  bool reportQueue(Core &core, const Conflict &conflict, bool write);
  std::string nameOf(Epoch e) const;

  System &system;
  const uint8_t *memory;
  uint64_t dramSize, scratchpadSize, size;
  bool hasQueues;
  unsigned queueChannels; // index of the first queue
  Ordering ordering;
  Races races;
  bool isRestricted = false;
  std::vector<std::unique_ptr<Checks>> checks; // by core
  UndefinedMemory undefined;
  std::vector<Range> code, given;
  std::vector<NamedRange> results;
  std::set<uint64_t> synchronizing; // words accessed by atomics
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_HAZARDS_H
