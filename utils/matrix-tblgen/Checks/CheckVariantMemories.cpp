//===- CheckVariantMemories.cpp - memories and addresses of a variant -----===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks banks, address spaces of program sections, the size of the stack, and
// the address map of each variant. The address map has this order, and regions
// must not overlap; a pitch is the distance of the scratchpads of two cores:
//
//   0       OwnScratchpad        Scratchpads  + pitch      + 2 pitch
//   | DRAM  | own scratchpad     | core 0     | core 1     | ...
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Model/ProgramModel.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;
using namespace matrix::tblgen;

namespace {

class MemoryChecker {
public:
  MemoryChecker(Checks &c, const Variant &v) : c(c), v(v) {}

  void check() {
    checkMemories();
    checkPlaces();
    checkBlocks();
    checkAddresses();
  }

private:
  void checkMemories();
  void checkMemory(const Record *memory);
  void checkBanks(const Record *memory, int64_t size, int64_t rows);
  void checkPlaces();
  void checkStack();
  void checkBlocks();
  void checkAddresses();

  int64_t sizeIn(const Record *space) const {
    auto it = memories.find(space);
    return it == memories.end() ? -1 : it->second->getValueAsInt("Size");
  }
  int64_t stackSize() const { return v.Def->getValueAsInt("StackSize"); }

  Checks &c;
  const Variant &v;
  std::map<const Record *, const Record *> memories; // by space
};

} // namespace

static StringRef nameOf(const Record *r) { return r->getValueAsString("Name"); }

void MemoryChecker::checkMemory(const Record *memory) {
  const Record *space = memory->getValueAsDef("In");
  int64_t size = memory->getValueAsInt("Size"),
          rows = space->getValueAsInt("Rows"),
          wanted = rows * space->getValueAsInt("RowSize");
  if (!rows && space->getName() != "Dram" && space->getName() != "Scratchpad")
    return c.error(v.Def, "Memories", memory,
                   "memory in space " + nameOf(space) +
                       ", to which no addresses belong",
                   "flat memories are Dram and Scratchpad; give others rows "
                   "by RowSpace");
  auto error = [&](const Twine &what, const Twine &advice) {
    c.error(v.Def, "Memories", memory,
            "memory in space " + nameOf(space) + " has " + what, advice);
  };
  if (size <= 0)
    error("no size", "give it in bytes");
  int64_t alignment = memory->getValueAsInt("Alignment");
  if (alignment < 1 || !isPowerOf2_64(alignment))
    return error("an alignment of " + Twine(alignment) + " bytes",
                 "give a power of two");
  if (int64_t base = memory->getValueAsInt("Base"))
    error("the base " + Twine(base),
          "memories begin where the AddressMap says: let Base = 0");
  if (!isPowerOf2_64(std::max<int64_t>(memory->getValueAsInt("Banks"), 0)))
    error(quantity(memory->getValueAsInt("Banks"), "bank"),
          "give 1, 2, 4, ... banks");
  if (size > 0 && size % alignment)
    error("a size that is not a multiple of its alignment",
          "give a multiple of " + Twine(alignment));
  if (rows && size != wanted)
    error(Twine(size) + " bytes, its rows have " + Twine(wanted),
          "make Size rows x RowSize");
  else
    checkBanks(memory, size, rows);
}

/// Lines, or rows, are interleaved over the banks.
void MemoryChecker::checkBanks(const Record *memory, int64_t size,
                               int64_t rows) {
  int64_t banks = memory->getValueAsInt("Banks");
  auto line = v.Parameters.find("LineBytes");
  int64_t unit = rows ? memory->getValueAsDef("In")->getValueAsInt("RowSize")
                 : line != v.Parameters.end() ? line->second
                                              : 1;
  bool isWrong = size <= 0 || banks < 1 || !isPowerOf2_64(banks) || unit < 1 ||
                 (!rows && !isPowerOf2_64(unit)) ||
                 size % memory->getValueAsInt("Alignment");
  if (isWrong || size % (banks * unit) == 0)
    return; // or already reported
  c.error(v.Def, "Memories", memory,
          "memory in space " + nameOf(memory->getValueAsDef("In")) + " has " +
              Twine(size) + " bytes, which are not a whole number of " +
              (rows ? "rows" : "lines") + " in each of " +
              quantity(banks, "bank"),
          "give a multiple of " + Twine(banks * unit) +
              ", or other numbers of banks");
}

void MemoryChecker::checkMemories() {
  for (const Record *memory : v.Def->getValueAsListOfDefs("Memories")) {
    const Record *space = memory->getValueAsDef("In");
    if (!memories.try_emplace(space, memory).second)
      c.error(v.Def, "Memories", memory,
              "two memories in space " + nameOf(space), "one memory per space");
    checkMemory(memory);
  }
  if (!memories.count(c.m.Records.getDef("Dram")))
    c.error(v.Def, "Memories", "variant " + v.CPU + " has no DRAM",
            "programs and tensors are in DRAM: add Memory<Dram, bytes>");
}

/// Scalar instructions access code, data and stack by pointers to flat spaces.
void MemoryChecker::checkPlaces() {
  const Record *dram = c.m.Records.getDef("Dram");
  for (StringRef use : {"Code", "Data", "Stack", "Heap", "Arguments"}) {
    const Record *space = v.Def->getValueAsDef(use);
    if (space->getValueAsInt("Rows"))
      c.error(v.Def, use,
              use + " is in row space " + nameOf(space) +
                  ", which the scalar core cannot reach",
              "let " + use + " = Dram, or a scratchpad");
    else if (space != dram && use != "Stack")
      c.error(v.Def, use, use + " is in space " + nameOf(space),
              "programs are loaded into DRAM: let " + use + " = Dram");
    else if (space != dram && !memories.count(space))
      c.error(v.Def, use,
              use + " is in space " + nameOf(space) +
                  ", but this variant has no memory there",
              "add a Memory or choose another space");
  }
  checkStack();
}

void MemoryChecker::checkStack() {
  int64_t stack = stackSize(), size = sizeIn(v.Def->getValueAsDef("Stack")),
          unit = stackAlignment(c.m.Records);
  if (stack < 4 * unit || stack % unit)
    c.error(v.Def, "StackSize", "a stack of " + Twine(stack) + " bytes",
            "give a multiple of " + Twine(unit) + ", at least " +
                Twine(4 * unit));
  else if (size >= 0 && size < stack)
    c.error(v.Def, "Memories",
            "a memory of " + Twine(size) +
                " bytes has no room for a stack of " + Twine(stack),
            "enlarge the memory or let StackSize = fewer bytes");
}

/// The smallest program has one input tile and one output tile, both
/// double-buffered, and the stack.
void MemoryChecker::checkBlocks() {
  if (!v.Tiles)
    return;
  const Record *scratchpad = c.m.Records.getDef("Scratchpad");
  int64_t size = sizeIn(scratchpad), blocks = 4 * v.Tiles->bytes();
  if (size < 0)
    return c.error(v.Def, "Memories",
                   "variant " + v.CPU + " has tile registers and no scratchpad",
                   "tiles are loaded from it: add Memory<Scratchpad, bytes>");
  if (!v.Def->getValueAsOptionalDef("Dma"))
    c.error(v.Def, "Dma", "variant " + v.CPU + " has tile registers and no DMA",
            "tiles are loaded from the scratchpad, which only DMA transfers "
            "fill: let Dma = FamilyDma");
  const Record *space = v.Def->getValueAsDef("Stack");
  if (space != scratchpad && sizeIn(space) < 0)
    return;
  if (space != scratchpad)
    return c.error(v.Def, "Stack",
                   "variant " + v.CPU +
                       " has tile registers, but no stack in the scratchpad",
                   "spilled tiles are stored on the stack, and tile stores "
                   "reach the scratchpad only: let Stack = Scratchpad");
  int64_t stack = stackSize();
  if (size >= stack && size < stack + blocks)
    c.error(v.Def, "Memories",
            "a scratchpad of " + Twine(size) +
                " bytes has no room for a stack of " + Twine(stack) +
                " bytes and one block of each operand",
            "tiles of " + Twine(v.Tiles->bytes()) + " bytes need " +
                Twine(stack + blocks) + " bytes, or a smaller StackSize");
}

/// Order: DRAM from 0, the core's own scratchpad, the scratchpads of all cores.
void MemoryChecker::checkAddresses() {
  const Record *map = v.Def->getValueAsDef("Map");
  int64_t own = map->getValueAsInt("OwnScratchpad"),
          all = map->getValueAsInt("Scratchpads"),
          pitch = map->getValueAsInt("ScratchpadPitch");
  int64_t unit = stackAlignment(c.m.Records);
  for (StringRef field :
       {"OwnScratchpad", "Scratchpads", "ScratchpadPitch", "Program"})
    if (int64_t at = map->getValueAsInt(field); at < unit || at % unit)
      c.error(v.Def, "Map",
              "the AddressMap of variant " + v.CPU + " has " + field + " " +
                  Twine(at),
              "give a positive multiple of " + Twine(unit));
  int64_t program = map->getValueAsInt("Program");
  int64_t dram = sizeIn(c.m.Records.getDef("Dram")),
          scratchpad = sizeIn(c.m.Records.getDef("Scratchpad"));
  if (dram > 0 && dram <= program)
    c.error(v.Def, "Memories",
            "DRAM of " + Twine(dram) + " bytes ends before address " +
                Twine(program) + ", where programs begin",
            "give more than " + Twine(program) + ", or another AddressMap");
  if (dram > own)
    c.error(v.Def, "Memories",
            "DRAM of " + Twine(dram) +
                " bytes reaches into the addresses of "
                "the core's own scratchpad",
            "give at most " + Twine(own) + ", or another AddressMap");
  if (scratchpad > pitch || own + scratchpad > all)
    c.error(v.Def, "Memories",
            "a scratchpad of " + Twine(scratchpad) +
                " bytes reaches into the addresses of the next",
            "give at most " + Twine(std::min(pitch, all - own)) +
                ", or another AddressMap");
}

void matrix::tblgen::checkVariantMemories(Checks &c, const Variant &v) {
  MemoryChecker(c, v).check();
}
