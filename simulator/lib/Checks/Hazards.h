//===- Hazards.h - what all cores' checks share -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Places in memory are offsets from the start of all memories: DRAM, then the
// scratchpads. Every core has one byte of state for each byte of them:
//
//   loadable   a load finds no hazard, until something is forgotten
//   storable   nor does a store
//   defined    has been written, with defined bits (kept by the core whose
//              scratchpad it is; bytes of DRAM are defined unless
//              UndefinedMemory has a mask for them)
//   quiet      in DRAM: a store finds no hazard, but is to be noted
//   unfenced   in DRAM: the core has stored it since its last fence
//
// `loadable` and `storable` are the fast way; whatever has not got them takes
// the slow one, Checks::look.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_SIMULATOR_CHECKS_HAZARDS_H
#define MATRIX_SIMULATOR_CHECKS_HAZARDS_H

#include "Checks.h"
#include "Dma.h"
#include "Ordering.h"
#include "Races.h"
#include <memory>
#include <set>

namespace matrix {
namespace sim {

class Hazards {
public:
  explicit Hazards(Machine &machine);

  bool isValid() const;

  //===--------------------------------------------------------------------===//
  // What the program is given. Addresses as the core has them.
  //===--------------------------------------------------------------------===//

  /// The loader puts something there, for this core.
  void place(unsigned core, uint64_t address, uint64_t size, bool isCode);
  /// A kernel reaches of DRAM only what is placed, and its stack.
  void restrictDram() { isRestricted = true; }
  /// A result that the host reads when the kernel has ended.
  void placeResult(uint64_t address, uint64_t size, const std::string &name);
  /// The host writes.
  void define(unsigned core, uint64_t address, uint64_t size);

  //===--------------------------------------------------------------------===//
  // Events
  //===--------------------------------------------------------------------===//

  /// Before the transfer is started; false: the core has trapped.
  bool starts(Core &core, uint64_t descriptor);
  /// It has this ticket.
  bool started(Core &core, uint64_t descriptor, uint64_t ticket);
  void waited(Core &core, uint64_t ticket);
  void posted(unsigned core, uint64_t ticket, unsigned to, unsigned semaphore);
  /// A core posts: gives a number for its past, which arrives with the post.
  uint64_t post(Core &core);
  void arrived(uint64_t past, unsigned to, unsigned semaphore);
  void acquired(Core &core, unsigned semaphore, uint64_t count);
  void barrier();

private:
  friend class Checks;

  using Range = std::pair<uint64_t, uint64_t>; // offsets
  struct NamedRange {
    uint64_t first, last;
    std::string name;
  };

  uint64_t offsetOf(const uint8_t *at) const { return uint64_t(at - memory); }
  bool isCode(uint64_t offset, uint64_t size) const;
  bool isGiven(uint64_t offset, uint64_t size, unsigned core) const;
  /// Whose scratchpad it is; -1: DRAM.
  int ownerOf(uint64_t offset) const;
  bool isDefined(uint64_t offset, uint64_t size) const;
  /// From now on.
  void markDefined(uint64_t offset, uint64_t size);
  void markUndefined(uint64_t offset, uint8_t mask, OriginNumber origin);
  /// Queues of a core are threads, too.
  unsigned queueThread(unsigned core, Queue queue) const;
  bool isQueue(unsigned thread) const;
  /// Does something reach DRAM beside the cores' scalar instructions?
  bool needsFences() const;
  /// Is there another core whose accesses matter?
  bool isShared() const;
  uint32_t siteOf(uint64_t pc) const;
  uint64_t pcOf(uint32_t site) const;

  // Transfers.
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

  Machine &machine;
  const uint8_t *memory;
  uint64_t dramSize, scratchpadSize, size;
  bool hasQueues;
  unsigned queueChannels; // the first one's
  Ordering ordering;
  Races races;
  bool isRestricted = false;
  std::vector<std::unique_ptr<Checks>> checks; // by core
  UndefinedMemory undefined;
  std::vector<Range> code, given;
  std::vector<NamedRange> results;
  std::set<uint64_t> synchronizing; // words that atomics have touched
};

} // namespace sim
} // namespace matrix

#endif // MATRIX_SIMULATOR_CHECKS_HAZARDS_H
