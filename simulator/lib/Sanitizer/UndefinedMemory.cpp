//===- UndefinedMemory.cpp - uninitialized bits of memory -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A hash table of pages of shadow bytes, which are allocated when the first
// byte is marked and freed when the last one is cleared: each page counts its
// marked bytes. Origins are numbered from 1 by core and instruction. An
// instruction that reads uninitialized bytes in a loop has one origin, and the
// flag isOne records whether all its executions read the same location.
//
//===----------------------------------------------------------------------===//

#include "UndefinedMemory.h"

using namespace matrix::sim;

UndefinedBits UndefinedMemory::at(uint64_t offset) const {
  auto page = pages.find(offset / Races::pageBytes);
  if (page == pages.end())
    return {};
  uint64_t within = offset % Races::pageBytes;
  if (!page->second->mask[within])
    return {};
  return {page->second->mask[within], page->second->origin[within]};
}

void UndefinedMemory::set(uint64_t offset, uint8_t mask, OriginNumber origin) {
  auto &page = pages[offset / Races::pageBytes];
  if (!page)
    page = std::make_unique<Page>();
  uint64_t within = offset % Races::pageBytes;
  page->used += !page->mask[within];
  page->mask[within] = mask;
  page->origin[within] = origin;
}

void UndefinedMemory::clear(uint64_t offset, uint64_t size) {
  if (pages.empty() || !size)
    return;
  uint64_t last = offset + size - 1;
  for (uint64_t page = offset / Races::pageBytes;
       page <= last / Races::pageBytes; ++page) {
    uint64_t start = page * Races::pageBytes;
    clearIn(page, std::max(offset, start) - start,
            std::min(last - start, Races::pageBytes - 1));
  }
}

void UndefinedMemory::clearIn(uint64_t number, uint64_t first, uint64_t last) {
  auto page = pages.find(number);
  if (page == pages.end())
    return;
  Page &shadow = *page->second;
  for (uint64_t i = first; i <= last; ++i) {
    shadow.used -= shadow.mask[i] != 0;
    shadow.mask[i] = 0;
  }
  if (!shadow.used)
    pages.erase(page);
}

OriginNumber UndefinedMemory::add(const Origin &origin) {
  OriginNumber &number = numbers[{origin.core, origin.pc}];
  if (!number) {
    origins.push_back(origin);
    return number = OriginNumber(origins.size());
  }
  Origin &known = origins[number - 1];
  known.isOne &= known.offset == origin.offset && known.size == origin.size;
  return number;
}
