//===- CheckVariants.cpp - what an accelerator is put together from -------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Checks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>

using namespace llvm;
using namespace matrix::tblgen;

namespace {

class VariantChecker {
public:
  VariantChecker(Checks &c, const Variant &v) : c(c), v(v) {}

  void check() {
    checkName();
    checkMemories();
    checkPlaces();
    checkBlocks();
    checkAddresses();
    checkWork();
    checkFigures();
    checkRoles();
    checkInstructions();
  }

private:
  void checkName();
  void checkMemories();
  void checkMemory(const Record *memory);
  void checkPlaces();
  void checkStack();
  void checkBlocks();
  void checkAddresses();
  void checkWork();
  void checkDivision(const Record *work, ArrayRef<StringRef> known);
  void checkFigures();
  void checkRoles();
  void checkInstructions();
  void checkTiming(const Instruction &i);

  int64_t number(StringRef field) const { return v.Def->getValueAsInt(field); }
  int64_t sizeIn(const Record *space) const {
    auto it = memories.find(space);
    return it == memories.end() ? -1 : it->second->getValueAsInt("Size");
  }

  Checks &c;
  const Variant &v;
  std::map<const Record *, const Record *> memories; // by space
};

StringRef nameOf(const Record *r) { return r->getValueAsString("Name"); }

} // namespace

void VariantChecker::checkName() {
  for (const Variant &other : c.m.Variants)
    if (other.CPU == v.CPU && other.Def->getID() < v.Def->getID())
      c.error(v.Def, "variant name '" + v.CPU + "' is taken by " + other.Name,
              "choose another CPU name");
  if (v.CPU.empty() || v.CPU == "generic")
    c.error(v.Def, "variant name '" + v.CPU + "' means the default variant",
            "choose another CPU name");
  if (!all_of(v.CPU, [](char x) {
        return isAlnum(x) || x == '-' || x == '_' || x == '.';
      }))
    c.error(v.Def, "variant name '" + v.CPU + "'",
            "tools take it as --mcpu=NAME: use letters, digits, '-', '_', '.'");
  if (number("Cores") < 1 || number("Cores") > 32)
    c.error(v.Def, "Cores", Twine(number("Cores")) + " cores",
            "the core mask of a DMA descriptor has 32 bits: give 1 to 32");
  // The calling convention passes tiles in four registers.
  if (v.Tiles && (v.TileRegisters < 4 || v.TileRegisters > 32))
    c.error(v.Def, "TileRegisters", Twine(v.TileRegisters) + " tile registers",
            "their field has 5 bits and calls use four: let TileRegisters = 4 "
            "to 32");
}

//===----------------------------------------------------------------------===//
// Memories
//===----------------------------------------------------------------------===//

void VariantChecker::checkMemory(const Record *memory) {
  const Record *space = memory->getValueAsDef("In");
  int64_t size = memory->getValueAsInt("Size"),
          rows = space->getValueAsInt("Rows"),
          wanted = rows * space->getValueAsInt("RowSize");
  auto error = [&](const Twine &what, const Twine &advice) {
    c.error(v.Def, "Memories", memory,
            "memory in space " + nameOf(space) + " has " + what, advice);
  };
  if (size <= 0)
    error("no size", "give it in bytes");
  if (!isPowerOf2_64(std::max<int64_t>(memory->getValueAsInt("Banks"), 0)))
    error(Twine(memory->getValueAsInt("Banks")) + " banks",
          "give 1, 2, 4, ... banks");
  if (size > 0 && size % memory->getValueAsInt("Alignment"))
    error("a size that is no multiple of its alignment",
          "give a multiple of " + Twine(memory->getValueAsInt("Alignment")));
  if (rows && size != wanted)
    error(Twine(size) + " bytes, its rows have " + Twine(wanted),
          "make Size rows x RowSize");
}

void VariantChecker::checkMemories() {
  for (const Record *memory : v.Def->getValueAsListOfDefs("Memories")) {
    const Record *space = memory->getValueAsDef("In");
    if (!memories.try_emplace(space, memory).second)
      c.error(v.Def, "Memories", memory,
              "two memories in space " + nameOf(space), "one memory per space");
    checkMemory(memory);
  }
  if (!memories.count(c.m.Records.getDef("Dram")))
    c.error(v.Def, "Memories", "variant " + v.CPU + " has no DRAM",
            "programs and tensors come in DRAM: add Memory<Dram, bytes>");
}

/// Code, data and stack are reached by scalar instructions, which have
/// pointers to flat spaces.
void VariantChecker::checkPlaces() {
  const Record *dram = c.m.Records.getDef("Dram");
  for (StringRef use : {"Code", "Data", "Stack", "Heap", "Arguments"}) {
    const Record *space = v.Def->getValueAsDef(use);
    if (space->getValueAsInt("Rows"))
      c.error(v.Def, use,
              use + " is in row space " + nameOf(space) +
                  ", which the scalar core can't reach",
              "let " + use + " = Dram, or a scratchpad");
    else if (space != dram && !memories.count(space))
      c.error(v.Def, use,
              use + " is in space " + nameOf(space) +
                  ", where this variant has no memory",
              "add a Memory or choose another space");
  }
  checkStack();
}

void VariantChecker::checkStack() {
  int64_t stack = number("StackSize"),
          size = sizeIn(v.Def->getValueAsDef("Stack"));
  if (stack < 256 || stack % 64)
    c.error(v.Def, "StackSize", "a stack of " + Twine(stack) + " bytes",
            "give a multiple of 64, at least 256");
  else if (size >= 0 && size < stack)
    c.error(v.Def, "Memories",
            "a memory of " + Twine(size) + " bytes holds no stack of " +
                Twine(stack),
            "enlarge the memory or let StackSize = fewer bytes");
}

/// The smallest program: one tile in, one tile out, both double buffered,
/// beside the stack.
void VariantChecker::checkBlocks() {
  if (!v.Tiles)
    return;
  const Record *scratchpad = c.m.Records.getDef("Scratchpad");
  int64_t size = sizeIn(scratchpad), blocks = 4 * v.Tiles->bytes();
  if (size < 0)
    return c.error(v.Def, "Memories",
                   "variant " + v.CPU + " has tile registers and no scratchpad",
                   "tiles are loaded from it: add Memory<Scratchpad, bytes>");
  int64_t stack =
      v.Def->getValueAsDef("Stack") == scratchpad ? number("StackSize") : 0;
  if (size >= stack && size < stack + blocks)
    c.error(v.Def, "Memories",
            "a scratchpad of " + Twine(size) + " bytes holds no stack of " +
                Twine(stack) + " bytes and one block of each operand",
            "tiles of " + Twine(v.Tiles->bytes()) + " bytes need " +
                Twine(stack + blocks) + " bytes, or a smaller StackSize");
}

/// In this order: DRAM from 0, then the own scratchpad, then those of all
/// cores.
void VariantChecker::checkAddresses() {
  const Record *map = v.Def->getValueAsDef("Map");
  int64_t own = map->getValueAsInt("OwnScratchpad"),
          all = map->getValueAsInt("Scratchpads"),
          pitch = map->getValueAsInt("ScratchpadPitch");
  int64_t dram = sizeIn(c.m.Records.getDef("Dram")),
          scratchpad = sizeIn(c.m.Records.getDef("Scratchpad"));
  if (dram > own)
    c.error(v.Def, "Memories",
            "DRAM of " + Twine(dram) +
                " bytes reaches into the addresses of "
                "the own scratchpad",
            "give at most " + Twine(own) + ", or another AddressMap");
  if (scratchpad > pitch || own + scratchpad > all)
    c.error(v.Def, "Memories",
            "a scratchpad of " + Twine(scratchpad) +
                " bytes reaches into the addresses of the next",
            "give at most " + Twine(std::min(pitch, all - own)) +
                ", or another AddressMap");
}

//===----------------------------------------------------------------------===//
// Work and figures
//===----------------------------------------------------------------------===//

void VariantChecker::checkDivision(const Record *work,
                                   ArrayRef<StringRef> known) {
  StringRef kind = work->getValueAsString("Kind");
  std::vector<StringRef> seen;
  for (StringRef dim : work->getValueAsListOfStrings("Dims")) {
    if (!is_contained(known, dim))
      c.error(v.Def, "Work", work,
              "work division of " + kind + " names unknown dimension '" + dim +
                  "'",
              "dimensions of " + kind + " are " + join(known, ", "));
    if (is_contained(seen, dim))
      c.error(v.Def, "Work", work,
              "work division of " + kind + " names '" + dim + "' twice",
              "name each dimension once");
    seen.push_back(dim);
  }
}

void VariantChecker::checkWork() {
  static const std::map<StringRef, std::vector<StringRef>> known = {
      {"contraction", {"batch", "m", "n"}},
      {"elementwise", {"outer", "rows", "columns"}},
      {"reduction", {"outer", "rows"}}};
  std::vector<StringRef> seen;
  for (const Record *work : v.Def->getValueAsListOfDefs("Work")) {
    StringRef kind = work->getValueAsString("Kind");
    auto it = known.find(kind);
    if (it == known.end()) {
      c.error(v.Def, "Work", work,
              "work division of unknown kind '" + kind + "'",
              "kinds are contraction, elementwise, reduction");
      continue;
    }
    if (is_contained(seen, kind))
      c.error(v.Def, "Work", work, "two work divisions of " + kind,
              "keep one of them");
    seen.push_back(kind);
    checkDivision(work, it->second);
  }
}

void VariantChecker::checkFigures() {
  for (const Record *f : v.Def->getValueAsListOfDefs("Figures")) {
    const Record *parameter = f->getValueAsDef("Of");
    int64_t value = f->getValueAsInt("Value");
    StringRef unit = parameter->getValueAsString("Unit");
    bool isRate = unit.contains('/');
    if (value < 0 || (isRate && value == 0))
      c.error(v.Def, "Figures", f,
              "figure " + parameter->getName() + " is " + Twine(value) + " " +
                  unit,
              isRate ? "a rate is at least 1" : "give 0 or more");
  }
  auto line = v.Figures.find("LineBytes");
  if (line != v.Figures.end() && !isPowerOf2_64(line->second))
    c.error(v.Def, "Figures", "lines of " + Twine(line->second) + " bytes",
            "an address tells its line by its upper bits: give a power of two");
  auto it = v.Figures.find("Semaphores");
  if (it != v.Figures.end() && it->second > 256)
    c.error(v.Def, "Figures", Twine(it->second) + " semaphores",
            "the field of a DMA descriptor has 8 bits: give at most 256");
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

void VariantChecker::checkRoles() {
  std::map<const Record *, const Instruction *> holders;
  for (const Instruction &i : c.m.Instructions)
    for (const Record *r : i.Roles)
      if (i.isAvailable(v))
        if (auto [it, isNew] = holders.try_emplace(r, &i); !isNew)
          c.error(i.Def, "Roles",
                  "role " + r->getName() + " is held by " + it->second->Name +
                      " too, in variant " + v.CPU,
                  "a role has one holder in a variant");
  std::vector<StringRef> needed = {"RoleHalt", "RoleReadCsr", "RoleBarrier",
                                   "RoleFence"};
  if (v.Tiles)
    needed.insert(needed.end(), {"RoleTileLoadFrame", "RoleTileStoreFrame",
                                 "RoleTileZero", "RoleTileMove"});
  if (v.Def->getValueAsOptionalDef("Dma"))
    needed.insert(needed.end(), {"RoleDmaStart", "RoleDmaWait"});
  if (v.Figures.count("Semaphores"))
    needed.insert(needed.end(), {"RoleSemPost", "RoleSemWait"});
  for (StringRef role : needed)
    if (!holders.count(c.m.Records.getDef(role)))
      c.error(v.Def, "no instruction of variant " + v.CPU + " has role " + role,
              "let Roles = [" + role +
                  "] in the instruction that does it, and "
                  "give the variant its feature");
}

void VariantChecker::checkTiming(const Instruction &i) {
  const Record *time = i.Def->getValueAsDef("Time");
  int64_t occupancy = c.m.occupancy(i, v), latency = c.m.latency(i, v);
  auto at = [&](StringRef field) {
    return time->isAnonymous() ? locate(i.Def, "Time") : locate(time, field);
  };
  if (occupancy < 1)
    c.error(at("Occupy"),
            i.Mnemonic + " occupies its pipe for " + Twine(occupancy) +
                " cycles in variant " + v.CPU,
            "an instruction issues in at least one cycle");
  if (latency < occupancy)
    c.error(at("Latency"),
            "latency " + Twine(latency) + " of " + i.Mnemonic +
                " is below occupancy " + Twine(occupancy) + " in variant " +
                v.CPU,
            "a result is never ready before the pipe is free");
}

void VariantChecker::checkInstructions() {
  const Instruction *onTiles = nullptr;
  for (const Instruction &i : c.m.Instructions) {
    if (!i.isAvailable(v))
      continue;
    if (i.Class != InstructionClass::Tile || v.Tiles)
      checkTiming(i);
    else
      onTiles = onTiles ? onTiles : &i;
  }
  if (onTiles)
    c.error(v.Def, "Features",
            "variant " + v.CPU + " has " + onTiles->Mnemonic +
                ", but no tile registers",
            "let Tiles = a TileGeometry, or drop the feature");
}

//===----------------------------------------------------------------------===//
// All variants
//===----------------------------------------------------------------------===//

/// What nobody has, nobody compiles for and no test runs.
static void checkFeatures(Checks &c) {
  for (const Record *f : recordsInOrder(c.m.Records, "Feature"))
    if (none_of(c.m.Variants,
                [&](const Variant &v) { return v.hasFeature(f); }))
      c.error(f, "no variant has feature '" + f->getValueAsString("Name") + "'",
              "add " + f->getName() + " to the Features of a variant");
}

void matrix::tblgen::checkVariants(Checks &c) {
  for (const Variant &v : c.m.Variants)
    VariantChecker(c, v).check();
  checkFeatures(c);
}
