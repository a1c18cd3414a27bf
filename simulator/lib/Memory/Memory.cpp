//===- Memory.cpp - DRAM and scratchpads ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reserves host address space for all memories, translates addresses, and
// describes invalid ones. The reservation is private, anonymous and without
// swap space, so that its size may exceed the host's memory. The test that
// [offset, offset + size) is within a limit is written offset <= limit and size
// <= limit - offset: neither side overflows.
//
//===----------------------------------------------------------------------===//

#include "Memory.h"
#include "Support/Hex.h"
#include "Support/Quantity.h"
#include "matrix/Description/Target.h"
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

using namespace matrix::sim;

static uint64_t sizeOf(const matrix::desc::VariantInfo &variant,
                       unsigned space) {
  const matrix::desc::MemoryInfo *memory = variant.memoryIn(space);
  return memory ? memory->size : 0;
}

/// Reserves zero-initialized memory that uses no host memory until it is
/// accessed.
static uint8_t *reserve(uint64_t size) {
  if (!size)
    return nullptr;
  void *p = mmap(nullptr, size, PROT_READ | PROT_WRITE,
                 MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  return p == MAP_FAILED ? nullptr : static_cast<uint8_t *>(p);
}

Memory::Memory(const desc::VariantInfo &variant, unsigned cores)
    : addresses(variant.map), cores(cores),
      linked(variant.interconnect != "none"),
      dramSize(sizeOf(variant, desc::address_space::dram)),
      scratchpadSize(sizeOf(variant, desc::address_space::scratchpad)),
      dram(reserve(allBytes())), scratchpads(dram ? dram + dramSize : nullptr) {
}

Memory::~Memory() {
  if (dram)
    munmap(dram, allBytes());
}

View Memory::viewOf(unsigned core) const {
  View view;
  view.dramBase = addresses.program;
  view.dram = dram + view.dramBase;
  view.dramSize = dramSize - view.dramBase;
  view.own = scratchpads + core * scratchpadSize;
  view.ownBase = addresses.ownScratchpad;
  view.ownSize = scratchpadSize;
  return view;
}

static bool inside(uint64_t offset, uint64_t size, uint64_t limit) {
  return offset <= limit && size <= limit - offset;
}

uint8_t *Memory::resolveOwn(unsigned core, uint64_t address,
                            uint64_t size) const {
  uint64_t offset = address - addresses.ownScratchpad;
  return inside(offset, size, scratchpadSize)
             ? scratchpads + core * scratchpadSize + offset
             : nullptr;
}

uint8_t *Memory::resolve(unsigned core, uint64_t address, uint64_t size) const {
  if (address >= addresses.program && inside(address, size, dramSize))
    return dram + address;
  if (address < addresses.scratchpads)
    return resolveOwn(core, address, size);
  uint64_t offset = address - addresses.scratchpads;
  uint64_t owner = offset / addresses.scratchpadPitch;
  if (owner >= cores || (owner != core && !linked))
    return nullptr;
  offset %= addresses.scratchpadPitch;
  return inside(offset, size, scratchpadSize)
             ? scratchpads + owner * scratchpadSize + offset
             : nullptr;
}

std::optional<ScratchpadPlace> Memory::scratchpadAt(unsigned core,
                                                    uint64_t address) const {
  const uint8_t *byte = resolve(core, address, 1);
  if (!byte || byte < scratchpads)
    return std::nullopt;
  auto offset = uint64_t(byte - scratchpads);
  return ScratchpadPlace{unsigned(offset / scratchpadSize),
                         offset % scratchpadSize};
}

void Memory::clear(uint8_t *from, uint64_t size) {
  constexpr uint64_t isLong = 1 << 20;
  if (size >= isLong) {
    uint64_t page = uint64_t(sysconf(_SC_PAGESIZE));
    uint64_t head = -reinterpret_cast<uintptr_t>(from) % page;
    uint64_t pages = (size - head) / page * page;
    if (madvise(from + head, pages, MADV_DONTNEED) == 0) {
      std::memset(from, 0, head);
      from += head + pages;
      size -= head + pages;
    }
  }
  std::memset(from, 0, size);
}

std::string Memory::describe(uint64_t address) const {
  std::string text = hex(address);
  if (address < addresses.program)
    return text + " (a null pointer: DRAM begins at " + hex(addresses.program) +
           ")";
  if (address < addresses.ownScratchpad)
    return text + " (DRAM ends at " + hex(dramSize) + ")";
  if (address < addresses.scratchpads)
    return text + " (the core's own scratchpad ends at " +
           hex(addresses.ownScratchpad + scratchpadSize) + ")";
  return text + " (scratchpad of core " +
         std::to_string((address - addresses.scratchpads) /
                        addresses.scratchpadPitch) +
         ", of " + quantity(cores, "core") + " with " + hex(scratchpadSize) +
         " bytes each" + (linked ? ")" : " and no interconnect)");
}
