//===- System.cpp - architectural state of a machine ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocates the state of all cores and initializes their registers. Tile
// registers are aligned for vector instructions of the host. Row memories,
// which are large, exist only in variants that have one. Stacks are at the end
// of the scratchpad of each core, or at the end of DRAM, that of core 0 last.
//
//===----------------------------------------------------------------------===//

#include "System.h"
#include "matrix/Description/Target.h"
#include <algorithm>
#include <cstdlib>
#include <cstring>

using namespace matrix;
using namespace matrix::sim;

static bool hasRowMemory(const desc::VariantInfo &variant) {
  return std::any_of(
      variant.memories.begin(), variant.memories.end(),
      [](const desc::MemoryInfo &memory) { return memory.space->rows != 0; });
}

System::System(const desc::VariantInfo &variant, unsigned cores)
    : description(variant), memories(variant, cores), codeDecoder(variant.cpu),
      counters(allCores, unsigned(variant.parameters.semaphores.value_or(0))),
      stackBytes(variant.stackSize) {
  // Instructions that name tile registers beyond those of the variant never
  // execute. One additional tile keeps the allocation nonempty.
  size_t bytes =
      (variant.tileRegisters + 1) * std::max<int64_t>(variant.tileBytes(), 64);
  tileFileBytes = (bytes + 63) / 64 * 64;
  if (hasRowMemory(variant))
    rowMemories = std::make_unique<RowMemories[]>(cores);
  for (unsigned i = 0; i < cores; ++i) {
    auto core = std::make_unique<Core>();
    tileFiles.push_back(
        static_cast<uint8_t *>(std::aligned_alloc(64, tileFileBytes)));
    std::fill_n(tileFiles.back(), tileFileBytes, 0);
    core->tiles = tileFiles.back();
    core->rowMemories = rowMemories ? &rowMemories[i] : nullptr;
    core->view = memories.viewOf(i);
    core->number = i;
    allCores.push_back(std::move(core));
    engines.emplace_back(variant.dma, memories, counters, i, cores);
  }
}

System::~System() {
  for (uint8_t *file : tileFiles)
    std::free(file);
}

Core *System::trappedCore() const {
  for (auto &core : allCores)
    if (core->hasTrapped())
      return core.get();
  return nullptr;
}

bool System::isAnyCore(CoreState state) const {
  return std::any_of(allCores.begin(), allCores.end(),
                     [&](auto &core) { return core->state == state; });
}

uint64_t System::stackTop(unsigned core) const {
  return description.stack->number == desc::address_space::scratchpad
             ? description.map.ownScratchpad + memories.scratchpadBytes()
             : memories.dramBytes() - core * stackBytes;
}

uint64_t System::endOfHeap() const {
  bool isStackInScratchpad =
      description.stack->number == desc::address_space::scratchpad;
  return memories.dramBytes() -
         (isStackInScratchpad ? 0 : allCores.size() * stackBytes);
}

void System::clear() {
  for (auto &core : allCores) {
    Core fresh;
    fresh.tiles = core->tiles;
    fresh.rowMemories = core->rowMemories;
    fresh.view = core->view;
    fresh.machine = core->machine;
    fresh.number = core->number;
    *core = std::move(fresh);
    std::fill_n(core->tiles, tileFileBytes, 0);
    if (core->rowMemories)
      std::memset(core->rowMemories, 0, sizeof(RowMemories));
  }
  counters.reset();
  for (DmaEngine &engine : engines)
    engine.reset();
}

void System::reset(uint64_t entry, uint64_t argumentBlock) {
  for (auto &core : allCores) {
    core->pc = entry;
    core->x[desc::registers::stackPointer] = int64_t(stackTop(core->number));
    core->x[desc::registers::arguments[0]] = int64_t(argumentBlock);
  }
}
