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
    checkFeatures();
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
  void checkBanks(const Record *memory, int64_t size, int64_t rows);
  void checkPlaces();
  void checkStack();
  void checkBlocks();
  void checkAddresses();
  void checkWork();
  void checkDivision(const Record *work, ArrayRef<StringRef> known);
  void checkFigures();
  void checkGiven();
  void checkModels();
  void checkFeatures();
  void checkRoles();
  void twoHolders(const Instruction &a, const Instruction &b,
                  const Record *role);
  std::vector<StringRef> neededRoles() const;
  void noHolder(const Record *role);
  void noFeatures();
  void checkInstructions();
  void checkTiming(const Instruction &i);

  int64_t number(StringRef field) const { return v.Def->getValueAsInt(field); }
  int64_t sizeIn(const Record *space) const {
    auto it = memories.find(space);
    return it == memories.end() ? -1 : it->second->getValueAsInt("Size");
  }

  Checks &c;
  const Variant &v;
  bool timed = false; // a mistake of the variant's figures is reported
  std::map<const Record *, const Record *> memories; // by space
  std::map<const Record *, std::vector<StringRef>, LessRecordByID>
      missingFeatures; // by feature: the roles that need it
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
  int64_t alignment = memory->getValueAsInt("Alignment");
  if (alignment < 1 || !isPowerOf2_64(alignment))
    return error("an alignment of " + Twine(alignment) + " bytes",
                 "give a power of two");
  if (int64_t base = memory->getValueAsInt("Base"))
    error("the base " + Twine(base),
          "memories begin where the AddressMap says: let Base = 0");
  if (!isPowerOf2_64(std::max<int64_t>(memory->getValueAsInt("Banks"), 0)))
    error(Twine(memory->getValueAsInt("Banks")) + " banks",
          "give 1, 2, 4, ... banks");
  if (size > 0 && size % alignment)
    error("a size that is no multiple of its alignment",
          "give a multiple of " + Twine(alignment));
  if (rows && size != wanted)
    error(Twine(size) + " bytes, its rows have " + Twine(wanted),
          "make Size rows x RowSize");
  else
    checkBanks(memory, size, rows);
}

/// Lines, or rows, take turns among the banks.
void VariantChecker::checkBanks(const Record *memory, int64_t size,
                                int64_t rows) {
  int64_t banks = memory->getValueAsInt("Banks");
  auto line = v.Figures.find("LineBytes");
  int64_t unit = rows ? memory->getValueAsDef("In")->getValueAsInt("RowSize")
                 : line != v.Figures.end() ? line->second
                                           : 1;
  bool isWrong = size <= 0 || banks < 1 || !isPowerOf2_64(banks) || unit < 1 ||
                 (!rows && !isPowerOf2_64(unit)) ||
                 size % memory->getValueAsInt("Alignment");
  if (isWrong || size % (banks * unit) == 0)
    return; // or reported already
  c.error(v.Def, "Memories", memory,
          "memory in space " + nameOf(memory->getValueAsDef("In")) + " has " +
              Twine(size) + " bytes, which are no whole number of " +
              (rows ? "rows" : "lines") + " in each of " + Twine(banks) +
              (banks == 1 ? " bank" : " banks"),
          "give a multiple of " + Twine(banks * unit) +
              ", or other numbers of banks");
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
    else if (space != dram && use != "Stack")
      c.error(v.Def, use, use + " is in space " + nameOf(space),
              "programs are loaded into DRAM: let " + use + " = Dram");
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
  if (!v.Def->getValueAsOptionalDef("Dma"))
    c.error(v.Def, "Dma", "variant " + v.CPU + " has tile registers and no DMA",
            "tiles are loaded from the scratchpad, which only transfers fill: "
            "let Dma = FamilyDma");
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
  for (StringRef field :
       {"OwnScratchpad", "Scratchpads", "ScratchpadPitch", "Program"})
    if (int64_t at = map->getValueAsInt(field); at < 64 || at % 64)
      c.error(v.Def, "Map",
              "the AddressMap of variant " + v.CPU + " has " + field + " " +
                  Twine(at),
              "give a positive multiple of 64");
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

/// Kinds that the simulator knows.
void VariantChecker::checkModels() {
  StringRef topology =
      v.Def->getValueAsDef("Net")->getValueAsString("Topology");
  if (topology != "none" && topology != "ring")
    c.error(v.Def, "Net", "there is no interconnect '" + topology + "'",
            "let Net = Ring, or NoInterconnect");
  const Record *issue = v.Def->getValueAsDef("Issue");
  StringRef kind = issue->getValueAsString("Kind");
  auto depths = issue->getValueAsListOfInts("Depths");
  if (kind == "in-order" ? !depths.empty()
                         : kind != "pipe-queues" || depths.size() != 3)
    c.error(v.Def, "Issue", "there is no issue model '" + kind + "'",
            "let Issue = InOrder, or PipeQueues<load, store, execute>");
  for (int64_t depth : depths)
    if (depth < 1 || depth > 4096)
      c.error(v.Def, "Issue", "a queue of " + Twine(depth) + " instructions",
              "give 1 to 4096");
}

/// Those of its geometry are not to be listed.
void VariantChecker::checkFeatures() {
  std::vector<const Record *> seen;
  for (const Record *f : v.Def->getValueAsListOfDefs("Features")) {
    if (f->getName() == "FeatureTallTiles")
      c.error(v.Def, "Features", "variant " + v.CPU + " lists " + f->getName(),
              "remove it: its Tiles have it, or have not");
    if (is_contained(seen, f))
      c.error(v.Def, "Features",
              "variant " + v.CPU + " lists " + f->getName() + " twice",
              "list it once");
    seen.push_back(f);
  }
}

/// What no formula names, but the rules of docs/timing.md.
void VariantChecker::checkGiven() {
  auto need = [&](StringRef figure, const Twine &reason) {
    if (!v.Figures.count(figure.str()))
      c.error(v.Def,
              "variant " + v.CPU + " gives no figure " + figure + ", which " +
                  reason + " needs",
              "add Figure<" + figure + ", n> to its Figures");
  };
  if (v.Def->getValueAsOptionalDef("Dma"))
    for (StringRef figure :
         {"LineBytes", "DmaLines", "DramBytes", "DramLatency"})
      need(figure, "DMA");
  if (v.Def->getValueAsDef("Net")->getValueAsString("Topology") == "ring")
    for (StringRef figure : {"RingLines", "RingHop"})
      need(figure, "the ring");
}

void VariantChecker::checkFigures() {
  for (const Record *f : v.Def->getValueAsListOfDefs("Figures")) {
    const Record *parameter = f->getValueAsDef("Of");
    int64_t value = f->getValueAsInt("Value");
    StringRef unit = parameter->getValueAsString("Unit");
    if (is_contained({"Rows", "TileRowBytes", "Occupancy"},
                     parameter->getName()))
      c.error(v.Def, "Figures", f,
              parameter->getName() + " is no figure of a variant",
              "rows and bytes are those of its Tiles, occupancies those of "
              "instructions");
    if (value > INT32_MAX)
      c.error(v.Def, "Figures", f,
              "figure " + parameter->getName() + " is " + Twine(value) + " " +
                  unit,
              "give at most " + Twine(INT32_MAX));
    bool isRate = unit.contains('/');
    if (value < 0 || (isRate && value == 0))
      c.error(v.Def, "Figures", f,
              "figure " + parameter->getName() + " is " + Twine(value) + " " +
                  unit,
              isRate ? "a rate is at least 1" : "give 0 or more");
  }
  checkGiven();
  checkModels();
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
          twoHolders(i, *it->second, r);
  for (StringRef role : neededRoles())
    if (const Record *r = c.m.Records.getDef(role); !holders.count(r))
      noHolder(r);
  noFeatures();
}

/// The instruction that was defined later takes the role of the other.
void VariantChecker::twoHolders(const Instruction &a, const Instruction &b,
                                const Record *role) {
  bool bIsNewer = newerOf(a.Def, b.Def) == b.Def;
  const Instruction &newer = bIsNewer ? b : a, &older = bIsNewer ? a : b;
  if (report(locate(newer.Def, "Roles"),
             "role " + role->getName() + " is held by " + older.Name +
                 " too, in variant " + v.CPU,
             "a role has one holder in a variant: let Roles = []"))
    pointAt(older.Def, older.Name + " is here");
}

std::vector<StringRef> VariantChecker::neededRoles() const {
  std::vector<StringRef> needed = {"RoleHalt", "RoleReadCsr", "RoleBarrier",
                                   "RoleFence"};
  if (v.Tiles)
    needed.insert(needed.end(), {"RoleTileLoadFrame", "RoleTileStoreFrame",
                                 "RoleTileZero", "RoleTileMove"});
  if (v.Def->getValueAsOptionalDef("Dma"))
    needed.insert(needed.end(), {"RoleDmaStart", "RoleDmaWait"});
  if (v.Figures.count("Semaphores"))
    needed.insert(needed.end(), {"RoleSemPost", "RoleSemWait"});
  return needed;
}

/// Features that instructions with the role ask for, or the role itself where
/// no instruction has it.
void VariantChecker::noHolder(const Record *role) {
  for (const Instruction &i : c.m.Instructions)
    if (is_contained(i.Roles, role)) {
      for (const Record *f : i.Features)
        if (!v.hasFeature(f))
          missingFeatures[f].push_back(role->getName());
      return;
    }
  c.error(v.Def,
          "no instruction of variant " + v.CPU + " has role " + role->getName(),
          "let Roles = [" + role->getName() +
              "] in the instruction that does it");
}

void VariantChecker::noFeatures() {
  for (const auto &[f, roles] : missingFeatures)
    c.error(v.Def, "Features",
            "variant " + v.CPU + " lacks " + f->getName() +
                ", which instructions of role " + join(roles, ", ") + " need",
            "add " + f->getName() + " to its Features");
}

void VariantChecker::checkTiming(const Instruction &i) {
  bool isNewer = newerOf(i.Def, v.Def) == v.Def; // one example is enough
  bool isShaped = !v.Tiles || (v.Tiles->Rows > 0 && v.Tiles->RowBytes > 3);
  if (!isShaped || (isNewer && timed))
    return;
  const Record *time = i.Def->getValueAsDef("Time");
  int64_t occupancy = c.m.occupancy(i, v), latency = c.m.latency(i, v);
  if (occupancy == INT64_MIN || latency == INT64_MIN)
    return; // reported with the formula
  auto at = [&](StringRef field) {
    if (isNewer)
      return locate(v.Def, "Figures");
    return time->isAnonymous() ? locate(i.Def, "Time") : locate(time, field);
  };
  timed = occupancy < 1 || latency < occupancy || latency > INT32_MAX;
  if (latency > INT32_MAX)
    c.error(at("Latency"),
            i.Mnemonic + " takes " + Twine(latency) + " cycles in variant " +
                v.CPU,
            "give at most " + Twine(INT32_MAX));
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
    else if (newerOf(i.Def, v.Def) == i.Def)
      c.error(i.Def, "Predicates",
              i.Mnemonic +
                  " works on tile registers, which are missing in "
                  "variant " +
                  v.CPU,
              "let Predicates = [HasTiles, ..]");
    else
      onTiles = onTiles ? onTiles : &i;
  }
  if (onTiles)
    c.error(v.Def, "Features",
            "variant " + v.CPU + " has " + onTiles->Mnemonic +
                ", but no tile registers",
            "let Tiles = a TileGeometry, or drop the feature");
}

void matrix::tblgen::checkVariants(Checks &c) {
  for (const Variant &v : c.m.Variants)
    VariantChecker(c, v).check();
}
