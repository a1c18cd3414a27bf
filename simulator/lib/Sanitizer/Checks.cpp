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
#include "llvm/ADT/STLExtras.h"

using namespace matrix;
using namespace matrix::sim;

Checks::Checks(Hazards &all, Core &core)
    : all(all), core(core), states(all.size),
      distance(states.data() - all.memory),
      undefined(*this, core, all.system.memory()) {
  thread = core.number;
  stackSize = all.system.stackSize();
  stackLow = all.system.stackTop(core.number) - stackSize;
}

bool Checks::hasAll(const uint8_t *at, uint64_t size, uint8_t flag) const {
  const uint8_t *states = at + distance;
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
  if (!hasAll(at, size, state::quiet)) {
    if (!checkRange(offset, size, /*write=*/true))
      return false;
    if (offset >= all.dramSize || !all.needsFences() ||
        all.synchronizing.count(offset / 8))
      return true;
  }
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
  if (!all.synchronizing.empty() && conflictsWithOthers(offset, size, write))
    return true;
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

/// Accesses to a word used by atomics are ordered with them, except those of a
/// core to its own scratchpad, which are not executed in the order of cores.
bool Checks::conflictsWithOthers(uint64_t offset, uint64_t size, bool write) {
  if (size > 8 || all.ownerOf(offset) == int(core.number) ||
      !all.synchronizing.count(offset / 8))
    return false;
  all.ordering.synchronize(core.number, offset / 8, !write, write);
  if (write) {
    forget();
    all.markDefined(offset, size);
  }
  return true;
}

bool Checks::atomic(const uint8_t *at, uint64_t size) {
  uint64_t offset = all.offsetOf(at), word = offset / 8;
  readUndefined = false;
  if (!isAllowed(offset, size, /*write=*/true) || !isDefined(offset, size))
    return false;
  becomesSynchronizing(word);
  all.ordering.synchronize(core.number, word, /*acquires=*/true, false);
  Accessor me = accessor();
  auto conflict = all.races.access(me, offset, size, true, all.isShared());
  if (conflict && !isInOrderWithAtomics(*conflict))
    return all.report(core, *conflict, me.epoch, true);
  all.ordering.synchronize(core.number, word, false, /*releases=*/true);
  forget();
  all.markDefined(offset, size);
  return true;
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

/// The exception of conflictsWithOthers(): the core that owns the scratchpad.
bool Checks::isInOrderWithAtomics(const Conflict &conflict) const {
  unsigned other = conflict.other.thread();
  return all.ordering.isCore(other) &&
         all.ownerOf(conflict.first) != int(other);
}

//===----------------------------------------------------------------------===//
// Fast-path flags
//===----------------------------------------------------------------------===//

void Checks::remember(uint64_t offset, uint64_t size, bool write) {
  int owner = all.ownerOf(offset);
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
      std::memset(stateOf(page),
                  state::loadable |
                      (all.needsFences() ? state::quiet : state::storable),
                  bytes);
  }
  uint8_t *own = stateOf(offset);
  uint8_t flags = write ? state::loadable | state::storable : state::loadable;
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
