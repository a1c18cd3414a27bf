//===- Checks.cpp - memory hazards of one core ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Slow path of scalar accesses: permissions and races, and the shadow memory of
// flags that enable the fast path. ReadChecks.cpp handles uninitialized data.
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Hazards.h"
#include "Support/Hex.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

using namespace matrix;
using namespace matrix::sim;

Checks::Checks(Hazards &all, Core &core)
    : all(all), core(core), states(all.size), flags(all.memory, states.data()),
      undefined(*this, core, all.system.memory()) {
  thread = core.number;
  stackSize = all.system.stackSize();
  stackLow = all.system.stackTop(core.number) - stackSize;
}

bool Checks::hasAll(const uint8_t *at, uint64_t size, uint8_t flag) const {
  const uint8_t *states = flags.of(at);
  uint64_t want = ~uint64_t(0) / 255 * flag, i = 0, have = want;
  for (; i + 8 <= size; i += 8) {
    uint64_t word;
    std::memcpy(&word, states + i, 8);
    have &= word;
  }
  bool rest = true;
  for (; i < size; ++i)
    rest &= (states[i] & flag) != 0;
  return rest && have == want;
}

//===----------------------------------------------------------------------===//
// Slow path
//===----------------------------------------------------------------------===//

bool Checks::load(const uint8_t *at, uint64_t size) {
  reader = Reader::Register;
  bool isFine = checkAccess(at, size, false);
  reader = Reader::Strict;
  return isFine;
}

bool Checks::store(const uint8_t *at, uint64_t size) {
  uint64_t offset = all.offsetOf(at);
  if (!hasAll(at, size, state::quiet) &&
      !checkRange(offset, size, /*write=*/true))
    return false;
  if (offset < all.dramSize && all.needsFences())
    noteStore(offset, size);
  return true;
}

bool Checks::written(const uint8_t *at, uint64_t size) {
  bool isFine = checkAccess(at, size, true);
  all.markDefined(all.offsetOf(at), size);
  return isFine;
}

bool Checks::checkAccess(const uint8_t *at, uint64_t size, bool write) {
  return checkRange(all.offsetOf(at), size, write);
}

/// Checks permission, uninitialized data and races, in this order. The access
/// is recorded only if another thread may conflict with it. Flags of the fast
/// path are set for accesses of the core itself to initialized bytes.
bool Checks::checkRange(uint64_t offset, uint64_t size, bool write) {
  if (!isAllowed(offset, size, write))
    return false;
  readUndefined = false;
  if (!write && !isDefined(offset, size))
    return false;
  if (isOrderedByAtomics(offset, size))
    return synchronize(offset, size, /*acquires=*/!write, /*releases=*/write);
  Accessor me = accessor();
  if (auto conflict = all.races.access(me, offset, size, write,
                                       isInQueue() || all.isShared()))
    return all.report(core, *conflict, me.epoch, write);
  if (isInQueue())
    leave(offset, size, write);
  else if (!readUndefined)
    remember(offset, size, write);
  return true;
}

Accessor Checks::accessor() const {
  return {Epoch(thread, all.siteOf(core.pc), all.ordering.tick(thread)),
          all.ordering.now(thread), all.ordering.version(thread)};
}

bool Checks::isAllowed(uint64_t offset, uint64_t size, bool write) {
  if (write && all.isCode(offset, size))
    return all.report(core, TrapKind::CodeModified,
                      "writes into the code, " +
                          all.range(offset, size, core.number) +
                          ": code is read-only");
  return all.isGiven(offset, size, core.number) ||
         all.report(core, TrapKind::HeapOverflow,
                    std::string(write ? "writes " : "reads ") +
                        all.range(offset, size, core.number) +
                        ", which is not part of the program, of its tensors "
                        "or of its stack");
}

//===----------------------------------------------------------------------===//
// Words that atomics access
//===----------------------------------------------------------------------===//

/// Scalar accesses to a word used by atomics are ordered with them, except
/// those of a core to its own scratchpad, which are not executed in the order
/// of cores.
bool Checks::isOrderedByAtomics(uint64_t offset, uint64_t size) const {
  return size <= 8 && !isInQueue() && all.isSynchronizing(offset) &&
         all.ownerOf(offset) != int(core.number);
}

/// Accesses of cores do not conflict, except those of the owner of a
/// scratchpad. Those of DMA channels and queues do: atomics do not order them.
bool Checks::synchronize(uint64_t offset, uint64_t size, bool acquires,
                         bool releases) {
  uint64_t word = offset / 8;
  all.ordering.synchronize(core.number, word, acquires, /*releases=*/false);
  Accessor me = accessor();
  me.inOrder = all.coresBut(all.ownerOf(offset));
  if (auto conflict =
          all.races.access(me, offset, size, releases, all.isShared()))
    return all.report(core, *conflict, me.epoch, releases);
  if (!releases)
    return true;
  all.ordering.synchronize(core.number, word, /*acquires=*/false, releases);
  forget();
  all.markDefined(offset, size);
  return true;
}

bool Checks::atomic(const uint8_t *at, uint64_t size) {
  uint64_t offset = all.offsetOf(at);
  readUndefined = false;
  if (!isAllowed(offset, size, /*write=*/true) || !isDefined(offset, size))
    return false;
  becomesSynchronizing(offset / 8);
  return synchronize(offset, size, /*acquires=*/true, /*releases=*/true);
}

/// Accesses to the word always take the slow path from now on; its owner also
/// loses the flags it has set since.
void Checks::becomesSynchronizing(uint64_t word) {
  bool isNew = all.synchronizing.insert(word).second;
  int owner = all.ownerOf(word * 8);
  for (auto &other : all.system.cores())
    if (isNew || int(other->number) == owner)
      for (uint64_t i = 0; i < 8; ++i)
        other->checks->stateOf(word * 8)[i] &=
            ~(state::loadable | state::storable | state::quiet);
}

//===----------------------------------------------------------------------===//
// Fast-path flags
//===----------------------------------------------------------------------===//

/// A later scalar store to DRAM must be recorded even if the bytes have been
/// written by a host call.
void Checks::remember(uint64_t offset, uint64_t size, bool write) {
  int owner = all.ownerOf(offset);
  bool mayStore = owner >= 0 || !all.needsFences();
  if (all.isShared()) {
    rememberLines(offset, size);
  } else if (owner < 0 && !all.races.hasHistory(offset) &&
             !all.undefined.hasPage(offset)) {
    // Only this core accesses the page, so that one access sets the flags of
    // all of it.
    uint64_t page = offset / Races::pageBytes * Races::pageBytes;
    uint64_t bytes = std::min(Races::pageBytes, all.dramSize - page);
    if (!all.isCode(page, bytes) && all.isGiven(page, bytes, core.number) &&
        all.synchronizing.lower_bound(page / 8) ==
            all.synchronizing.lower_bound((page + bytes) / 8))
      for (uint8_t &flags : llvm::MutableArrayRef(stateOf(page), bytes))
        flags = (flags & (state::unfenced | state::storable)) |
                state::loadable | (mayStore ? state::storable : state::quiet);
  }
  uint8_t *own = stateOf(offset);
  uint8_t flags = state::loadable | (write && mayStore ? state::storable : 0);
  for (uint64_t i = 0; i < size; ++i)
    own[i] |= flags;
  if (write)
    all.markDefined(offset, size);
}

void Checks::leave(uint64_t offset, uint64_t size, bool write) {
  if (write)
    all.markDefined(offset, size);
  uint8_t forgotten =
      state::storable | state::quiet | (write ? state::loadable : 0);
  uint8_t *have = stateOf(offset);
  for (uint64_t i = 0; i < size; ++i)
    have[i] &= ~forgotten;
}

void Checks::rememberLines(uint64_t offset, uint64_t size) {
  uint64_t last = (offset + size - 1) / Races::lineBytes;
  for (uint64_t line = offset / Races::lineBytes; line <= last; ++line)
    if (touched.empty() || touched.back() != line)
      touched.push_back(line);
}

void Checks::forget() {
  constexpr uint64_t keep =
      ~uint64_t(0) / 255 * uint8_t(~(state::loadable | state::storable));
  for (uint64_t line : touched)
    for (uint64_t i = 0; i < Races::lineBytes; i += 8) {
      uint8_t *at = stateOf(line * Races::lineBytes + i);
      uint64_t word;
      std::memcpy(&word, at, 8);
      word &= keep;
      std::memcpy(at, &word, 8);
    }
  touched.clear();
  unfenced.release();
}

//===----------------------------------------------------------------------===//
// Stack
//===----------------------------------------------------------------------===//

bool Checks::leftStack(uint64_t address) {
  std::string at = hex(address);
  std::string low = hex(stackLow);
  bool below = int64_t(address - stackLow) < 0;
  return all.report(core, TrapKind::StackOverflow,
                    "stack pointer " + at +
                        (below ? ", " + std::to_string(stackLow - address) +
                                     " bytes below the stack"
                               : ", above the stack") +
                        ", which has the " + std::to_string(stackSize) +
                        " bytes from " + low +
                        (below ? "; matrix-ld -z stack-size=<bytes> gives it "
                                 "more"
                               : ""));
}
