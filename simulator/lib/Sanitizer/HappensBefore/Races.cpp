//===- Races.cpp - data race detection ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks an access against the cells of its lines and records it. Reader sets
// are interned, so that cells with equal readers compare equal. Sets that no
// cell refers to any more are freed when the number of sets has doubled.
//
//===----------------------------------------------------------------------===//

#include "Races.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

using namespace matrix::sim;

/// Mask of the bytes [from, to) of a line.
static uint64_t maskOf(uint64_t from, uint64_t to) {
  return llvm::maskTrailingOnes<uint64_t>(unsigned(to)) &
         ~llvm::maskTrailingOnes<uint64_t>(unsigned(from));
}

std::optional<Conflict> Races::access(const Accessor &me, uint64_t offset,
                                      uint64_t size, bool write, bool record) {
  if (record && numbers.size() > maxSets)
    freeReaderSets();
  for (uint64_t end = offset + size; offset < end;) {
    uint64_t line = offset / lineBytes, start = line * lineBytes;
    uint64_t to = std::min(end, start + lineBytes);
    if (auto conflict = accessLine(me, line, maskOf(offset - start, to - start),
                                   write, record))
      return conflict;
    offset = to;
  }
  return std::nullopt;
}

/// A single cell whose bytes are exactly those of the access, the common case,
/// is updated in place.
std::optional<Conflict> Races::accessLine(const Accessor &me, uint64_t line,
                                          uint64_t mask, bool write,
                                          bool record) {
  Cell &own = lines[line];
  if (!own.mask && !record)
    return std::nullopt;
  if (auto conflict = conflictOf(me, own, line, mask, write))
    return conflict;
  if (crowded[line])
    for (const Cell &cell : more[line])
      if (auto conflict = conflictOf(me, cell, line, mask, write))
        return conflict;
  if (!record)
    return std::nullopt;
  markPage(line * lineBytes / pageBytes);
  if (!crowded[line] && (own.mask == mask || !own.mask)) {
    own.mask = mask;
    update(me, own, write);
  } else {
    split(me, line, mask, write);
  }
  return std::nullopt;
}

std::optional<Conflict> Races::conflictOf(const Accessor &me, const Cell &cell,
                                          uint64_t line, uint64_t mask,
                                          bool write) {
  uint64_t common = cell.mask & mask;
  if (!common)
    return std::nullopt;
  Epoch other(cell.write);
  bool wrote = !me.isAfter(other);
  if (!wrote && write)
    other = unordered(me, cell.readers);
  if (!wrote && (!write || !other))
    return std::nullopt;
  uint64_t start = line * lineBytes;
  return Conflict{other, wrote, start + llvm::countr_zero(common),
                  start + lineBytes - 1 - llvm::countl_zero(common)};
}

/// Returns a reader that is not ordered before `me`, or a zero epoch.
Epoch Races::unordered(const Accessor &me, uint64_t readers) {
  if (!(readers & setBit))
    return me.isAfter(Epoch(readers)) ? Epoch() : Epoch(readers);
  for (uint64_t reader : sets[readers & ~setBit])
    if (!me.isAfter(Epoch(reader)))
      return Epoch(reader);
  return Epoch();
}

//===----------------------------------------------------------------------===//
// Recording
//===----------------------------------------------------------------------===//

void Races::update(const Accessor &me, Cell &cell, bool write) {
  if (write) {
    cell.write = me.epoch.raw();
    cell.readers = 0;
  } else {
    cell.readers = addReader(me, cell.readers);
  }
}

uint64_t Races::addReader(const Accessor &me, uint64_t readers) {
  if (!readers)
    return me.epoch.raw();
  if (last.version != me.version || last.epoch != me.epoch.raw() ||
      last.readers != readers)
    last = {me.version, me.epoch.raw(), readers, computeReaders(me, readers)};
  return last.result;
}

/// Readers ordered before the new one are dropped: a write ordered after the
/// new reader is ordered after them, too.
uint64_t Races::computeReaders(const Accessor &me, uint64_t readers) {
  ReaderSet set;
  if (readers & setBit)
    set = sets[readers & ~setBit];
  else
    set.push_back(readers);
  llvm::erase_if(set, [&](uint64_t r) { return me.before.covers(Epoch(r)); });
  if (set.empty())
    return me.epoch.raw();
  set.push_back(me.epoch.raw());
  return setBit | numberOf(set);
}

uint64_t Races::numberOf(const ReaderSet &set) {
  auto [entry, isNew] = numbers.try_emplace(set, sets.size());
  if (!isNew)
    return entry->second;
  if (freeNumbers.empty()) {
    sets.push_back(set);
  } else {
    entry->second = freeNumbers.back();
    freeNumbers.pop_back();
    sets[entry->second] = set;
  }
  return entry->second;
}

void Races::markPage(uint64_t page) {
  if (!pages[page])
    usedPages.push_back(page);
  pages[page] = 1;
}

void Races::forEachCell(llvm::function_ref<void(const Cell &)> visit) const {
  for (uint64_t page : usedPages)
    for (uint64_t i = 0; i < linesPerPage; ++i)
      visit(lines[page * linesPerPage + i]);
  for (const auto &line : more)
    for (const Cell &cell : line.second)
      visit(cell);
}

/// The limit is proportional to the sets in use and to the cells, so that the
/// search takes constant time per new set.
void Races::freeReaderSets() {
  std::vector<bool> isUsed(sets.size());
  forEachCell([&](const Cell &cell) {
    if (cell.readers & setBit)
      isUsed[cell.readers & ~setBit] = true;
  });
  for (auto it = numbers.begin(); it != numbers.end();) {
    if (isUsed[it->second]) {
      ++it;
      continue;
    }
    sets[it->second] = {};
    freeNumbers.push_back(it->second);
    it = numbers.erase(it);
  }
  last = {};
  constexpr size_t minimum = 1024;
  maxSets = 2 * numbers.size() + usedPages.size() + minimum;
}

/// Splits the cells at the boundaries of the mask and merges cells with equal
/// history.
void Races::split(const Accessor &me, uint64_t line, uint64_t mask,
                  bool write) {
  Cells before = std::move(more[line]), after;
  before.push_back(lines[line]);
  auto add = [&](const Cell &cell) {
    for (Cell &c : after)
      if (c.write == cell.write && c.readers == cell.readers) {
        c.mask |= cell.mask;
        return;
      }
    after.push_back(cell);
  };
  uint64_t fresh = mask;
  for (Cell cell : before) {
    uint64_t inside = cell.mask & mask;
    fresh &= ~cell.mask;
    if (cell.mask & ~mask)
      add({cell.mask & ~mask, cell.write, cell.readers});
    if (!inside)
      continue;
    cell.mask = inside;
    update(me, cell, write);
    add(cell);
  }
  if (fresh) {
    Cell cell = {fresh, 0, 0};
    update(me, cell, write);
    add(cell);
  }
  lines[line] = after.pop_back_val();
  crowded[line] = !after.empty();
  if (after.empty())
    more.erase(line);
  else
    more[line] = std::move(after);
}
