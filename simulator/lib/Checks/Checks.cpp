//===- Checks.cpp - hazards of one core: memory ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "Hazards.h"
#include "Hex.h"
#include "Machine.h"
#include "llvm/ADT/STLExtras.h"

using namespace matrix;
using namespace matrix::sim;

Checks::Checks(Hazards &all, Core &core)
    : all(all), core(core), states(all.size),
      distance(states.data() - all.memory) {
  thread = core.number;
  stackSize = all.machine.variant.stackSize;
  stackLow = all.machine.stackTop(core.number) - stackSize;
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
// The slow way
//===----------------------------------------------------------------------===//

bool Checks::load(const uint8_t *at, uint64_t size) {
  intoRegister = true;
  bool isFine = look(at, size, false);
  intoRegister = false;
  return isFine;
}

bool Checks::store(const uint8_t *at, uint64_t size) {
  uint64_t offset = all.offsetOf(at);
  if (!hasAll(at, size, state::quiet)) {
    if (!lookAtRange(offset, size, /*write=*/true))
      return false;
    if (offset >= all.dramSize || !all.needsFences() ||
        all.synchronizing.count(offset / 8))
      return true;
  }
  noteStore(offset, size);
  return true;
}

bool Checks::look(const uint8_t *at, uint64_t size, bool write) {
  return lookAtRange(all.offsetOf(at), size, write);
}

bool Checks::lookAtRange(uint64_t offset, uint64_t size, bool write) {
  if (!isAllowed(offset, size, write))
    return false;
  loadedGarbage = false;
  if (!write && !isDefined(offset, size, intoTile))
    return false;
  if (!all.synchronizing.empty() && meets(offset, size, write))
    return true;
  Accessor me = accessor();
  if (auto conflict = all.races.access(me, offset, size, write,
                                       isInQueue() || all.isShared()))
    return all.report(core, *conflict, me.epoch, write);
  if (isInQueue())
    leave(offset, size, write);
  else if (!loadedGarbage)
    remember(offset, size, write);
  if (write && !unwritten.empty())
    leaveUnwritten(offset);
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
                          ": what runs does not change");
  return all.isGiven(offset, size, core.number) ||
         all.report(core, TrapKind::HeapOverflow,
                    std::string(write ? "writes " : "reads ") +
                        all.range(offset, size, core.number) +
                        ", which is no part of the program, of its tensors "
                        "or of its stack");
}

/// Garbage may be reloaded into a tile, which is then undefined.
bool Checks::isDefined(uint64_t offset, uint64_t size, bool intoTile) {
  int owner = all.ownerOf(offset);
  if (owner < 0)
    return true;
  const Checks &there = *all.machine.cores[owner]->checks;
  const uint8_t *have = there.stateOf(offset);
  if (there.hasAll(all.memory + offset, size, state::defined))
    return true;
  if (intoRegister && owner == int(core.number) && isHarmless(offset, size))
    return loadedGarbage = true;
  for (uint64_t i = 0; i < size; ++i) {
    if (have[i] & state::defined)
      continue;
    loadedGarbage = true;
    if (intoTile && have[i] & state::garbage)
      continue;
    uint64_t end = i + 1;
    while (end < size && !(have[end] & state::defined))
      ++end;
    std::string what = "reads " + all.range(offset, size, core.number);
    bool part = i || end < size;
    what += part ? ", of which " + all.range(offset + i, end - i, core.number)
                 : ", which";
    what += have[i] & state::garbage
                ? " come from a tile register that was never written"
            : end - i == 1 ? " was never written"
                           : " were never written";
    return all.report(core, TrapKind::Uninitialised, what);
  }
  return true;
}

/// Does nothing come of the bytes that a scalar load finds unwritten?
bool Checks::isHarmless(uint64_t offset, uint64_t size) {
  uint8_t bytes = 0;
  for (uint64_t i = 0; i < size; ++i) {
    if (stateOf(offset)[i] & state::garbage)
      return false;
    bytes |= !(stateOf(offset)[i] & state::defined) << i;
  }
  Unwritten ahead(core, all.machine.code, all.memory + offset, size, bytes);
  if (!ahead.isHarmless())
    return false;
  llvm::erase_if(unwritten, [&](const UnwrittenStore &store) {
    return store.retired < core.retired;
  });
  for (const UnwrittenStore &store : ahead.stores()) {
    unwritten.push_back(store);
    *stateOf(all.offsetOf(store.at)) &= ~state::storable; // not the fast way
  }
  return true;
}

/// It has been a store of what was never written.
void Checks::leaveUnwritten(uint64_t offset) {
  for (const UnwrittenStore &store : unwritten)
    if (store.retired == core.retired && all.offsetOf(store.at) == offset &&
        all.ownerOf(offset) == int(core.number))
      for (unsigned i = 0; i < 8; ++i)
        if (store.bytes >> i & 1)
          stateOf(offset)[i] = 0;
}

/// A word that atomics work on: other scalar accesses to it are in order with
/// them, but not those of a core to its own scratchpad, where it runs ahead.
bool Checks::meets(uint64_t offset, uint64_t size, bool write) {
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
  loadedGarbage = false;
  if (!isAllowed(offset, size, /*write=*/true) ||
      !isDefined(offset, size, /*intoTile=*/false))
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

/// Nobody finds it the fast way; who owns it never again.
void Checks::becomesSynchronizing(uint64_t word) {
  bool isNew = all.synchronizing.insert(word).second;
  int owner = all.ownerOf(word * 8);
  for (auto &other : all.machine.cores)
    if (isNew || int(other->number) == owner)
      for (uint64_t i = 0; i < 8; ++i)
        other->checks->stateOf(word * 8)[i] &=
            ~(state::loadable | state::storable | state::quiet);
}

/// As meets() says: all cores but the one whose scratchpad it is.
bool Checks::isInOrderWithAtomics(const Conflict &conflict) const {
  unsigned other = conflict.other.thread();
  return all.ordering.isCore(other) &&
         all.ownerOf(conflict.first) != int(other);
}

//===----------------------------------------------------------------------===//
// The fast way is found again
//===----------------------------------------------------------------------===//

void Checks::remember(uint64_t offset, uint64_t size, bool write) {
  int owner = all.ownerOf(offset);
  if (all.isShared()) {
    rememberLines(offset, size);
  } else if (owner < 0 && !all.races.hasHistory(offset)) {
    // Nothing else happens in this page but this core's accesses.
    uint64_t page = offset / Races::pageBytes * Races::pageBytes;
    uint64_t bytes = std::min(Races::pageBytes, core.view.dramSize - page);
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
                        " bytes from " + low);
}
