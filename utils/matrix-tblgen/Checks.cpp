//===- Checks.cpp - mistakes in a description
//------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -check-description reports every mistake that it finds, each at its record
// with a note that says what to do, and fails if there was one. Meanings and
// encodings that can't be read at all are refused earlier, by Model::create.
//
//===----------------------------------------------------------------------===//

#include "Encoding.h"
#include "Model.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

class Checker {
public:
  explicit Checker(const Model &m) : m(m) {}

  bool check() {
    for (const Geometry &g : m.Geometries)
      checkGeometry(g);
    checkEngines();
    for (const Instruction &i : m.Instructions)
      checkInstruction(i);
    for (const Variant &v : m.Variants)
      checkVariant(v);
    return !failed;
  }

private:
  void error(const Record *where, const Twine &what, const Twine &advice) {
    PrintError(where, what);
    PrintNote(where->getLoc(), advice);
    failed = true;
  }

  //===--- geometry and DMA -----------------------------------------------===//

  void checkGeometry(const Geometry &g) {
    if (!isPowerOf2_64(g.Rows) || !isPowerOf2_64(g.RowBytes))
      error(g.Def,
            "tile of " + Twine(g.Rows) + " rows x " + Twine(g.RowBytes) +
                " bytes",
            "both must be powers of two");
    if (g.Def->getValueAsListInit("Size")->empty())
      error(g.Def,
            "no value type holds a tile of " + Twine(g.Rows) + " rows x " +
                Twine(g.RowBytes) + " bytes",
            "the sizes that tiles may have are " + tileSizes() + " bytes");
  }

  std::string tileSizes() {
    std::vector<std::string> all;
    for (const Record *s : recordsInOrder(m.Records, "TileSize"))
      all.push_back(std::to_string(s->getValueAsInt("Bytes")));
    return join(all, ", ");
  }

  void checkEngines() {
    for (const Record *e : recordsInOrder(m.Records, "DmaEngine")) {
      int64_t size = e->getValueAsInt("DescriptorSize");
      std::vector<const Record *> owner(size, nullptr);
      for (const Record *f : e->getValueAsListOfDefs("Fields"))
        placeField(e, f, owner);
      if (!isPowerOf2_64(size))
        error(e, "descriptor of " + Twine(size) + " bytes",
              "its size is its alignment: give a power of two");
    }
  }

  void placeField(const Record *e, const Record *f,
                  std::vector<const Record *> &owner) {
    int64_t offset = f->getValueAsInt("Offset"),
            bits = f->getValueAsInt("Bits");
    StringRef name = f->getValueAsString("Name");
    if (bits % 8) {
      error(e, "descriptor field " + name + " has " + Twine(bits) + " bits",
            "give a multiple of 8");
      return;
    }
    if (offset < 0 || offset + bits / 8 > int64_t(owner.size())) {
      error(e, "descriptor field " + name + " ends beyond the descriptor",
            "enlarge DescriptorSize or move the field");
      return;
    }
    for (int64_t b = offset; b < offset + bits / 8; ++b) {
      if (owner[b]) {
        error(e,
              "descriptor fields " + owner[b]->getValueAsString("Name") +
                  " and " + name + " overlap at byte " + Twine(b),
              "move one of them");
        return;
      }
      owner[b] = f;
    }
  }

  //===--- instructions ---------------------------------------------------===//

  void checkInstruction(const Instruction &i) {
    if (i.Stem.empty() || !all_of(i.Mnemonic, [](char c) {
          return isLower(c) || isDigit(c) || c == '.' || c == '_';
        }))
      error(i.Def, "mnemonic '" + i.Mnemonic + "'",
            "use lower-case letters, digits, '.' and '_'");
    if (!i.Mnemonic.empty() && !StringRef(i.Mnemonic).starts_with(i.Stem))
      error(i.Def,
            "mnemonic '" + i.Mnemonic + "' does not start with its stem '" +
                i.Stem + "'",
            "Mnemonic is the stem and a suffix");
    for (const Operand &o : i.Operands)
      checkField(i, o);
    if (i.Class == InstructionClass::Tile)
      checkEffects(i);
    if (i.Class == InstructionClass::Rows)
      checkStates(i);
  }

  void checkField(const Instruction &i, const Operand &o) {
    if (o.TiedTo >= 0)
      return;
    unsigned width = fieldWidth(i.Code, o);
    if (o.Def->isSubClassOf("Immediate")) {
      unsigned wanted = o.Def->getValueAsInt("Width");
      if (width != wanted)
        error(i.Def,
              "operand $" + o.Name + " has " + Twine(wanted) +
                  " bits, its field " + Twine(width),
              "make field and operand equally wide");
    } else if (o.isRegister() && width != 5) {
      error(i.Def,
            "register operand $" + o.Name + " has a field of " + Twine(width) +
                " bits",
            "registers are numbered 0 to 31: encode 5 bits");
    }
    unsigned bits = 0;
    for (const BitRun &run : i.Code.Fields.at(o.Name))
      bits += run.Width;
    if (bits != width)
      error(i.Def,
            "operand $" + o.Name + " is encoded only in part (" + Twine(bits) +
                " of " + Twine(width) + " bits)",
            "place every bit of the field in Inst");
  }

  static bool contains(const Expr &e, ExprKind k) {
    return e.is(k) ||
           any_of(e.Args, [&](const Expr &a) { return contains(a, k); });
  }

  void checkEffects(const Instruction &i) {
    bool loads = contains(i.Meaning, ExprKind::Load),
         stores = contains(i.Meaning, ExprKind::Store);
    if (loads != i.MayLoad)
      error(i.Def,
            loads ? "the meaning loads, but mayLoad is 0"
                  : "mayLoad is 1, but the meaning has no Load",
            "let mayLoad = " + Twine(int(loads)));
    if (stores != i.MayStore)
      error(i.Def,
            stores ? "the meaning stores, but mayStore is 0"
                   : "mayStore is 1, but the meaning has no Store",
            "let mayStore = " + Twine(int(stores)));
    if (stores && i.numOutputs())
      error(i.Def, "a store with a result",
            "a meaning either stores or gives a tile");
  }

  void checkStates(const Instruction &i) {
    auto compare = [&](StringRef field, ArrayRef<const Record *> wanted,
                       StringRef verb) {
      auto have = i.Def->getValueAsListOfDefs(field);
      for (const Record *s : wanted)
        if (!is_contained(have, s))
          error(i.Def,
                "the meaning " + verb + " " + s->getName() +
                    ", which is not in " + field,
                "let " + field + " = [... " + s->getName() + "]");
      for (const Record *s : have)
        if (s->isSubClassOf("State") && !is_contained(wanted, s))
          error(i.Def,
                field + " has " + s->getName() + ", which the meaning never " +
                    verb,
                "remove it from " + field);
    };
    compare("Uses", i.ReadStates, "reads");
    compare("Defs", i.WrittenStates, "writes");
  }

  //===--- variants -------------------------------------------------------===//

  void checkVariant(const Variant &v) {
    for (const Variant &other : m.Variants)
      if (other.CPU == v.CPU && other.Def->getID() < v.Def->getID())
        error(v.Def, "variant name '" + v.CPU + "' is taken by " + other.Name,
              "choose another CPU name");
    int64_t cores = v.Def->getValueAsInt("Cores");
    if (cores < 1 || cores > 32)
      error(v.Def, Twine(cores) + " cores",
            "the core mask of a DMA descriptor has 32 bits: give 1 to 32");
    // The calling convention passes tiles in four registers.
    if (v.Tiles && (v.TileRegisters < 4 || v.TileRegisters > 32))
      error(v.Def, Twine(v.TileRegisters) + " tile registers",
            "their field has 5 bits and calls use four: let TileRegisters = 4 "
            "to 32");
    checkMemories(v);
    checkWork(v);
    checkRoles(v);
    checkInstructions(v);
  }

  void checkMemories(const Variant &v) {
    std::map<const Record *, const Record *> in;
    for (const Record *x : v.Def->getValueAsListOfDefs("Memories")) {
      const Record *space = x->getValueAsDef("In");
      StringRef name = space->getValueAsString("Name");
      int64_t size = x->getValueAsInt("Size"),
              rows = space->getValueAsInt("Rows");
      if (!in.try_emplace(space, x).second)
        error(v.Def, "two memories in space " + name, "one memory per space");
      if (size <= 0 || !isPowerOf2_64(x->getValueAsInt("Banks")))
        error(v.Def,
              "memory in space " + name +
                  " has no size or a number of banks that is no power of two",
              "give a size in bytes and 1, 2, 4, ... banks");
      if (rows && size != rows * space->getValueAsInt("RowSize"))
        error(v.Def,
              "memory in space " + name + " has " + Twine(size) +
                  " bytes, its rows have " +
                  Twine(rows * space->getValueAsInt("RowSize")),
              "make Size rows x RowSize");
    }
    for (StringRef use : {"Code", "Data", "Stack", "Heap", "Arguments"})
      if (!in.count(v.Def->getValueAsDef(use)))
        error(v.Def,
              use + " is in space " +
                  v.Def->getValueAsDef(use)->getValueAsString("Name") +
                  ", where this variant has no memory",
              "add a Memory or choose another space");
    checkStack(v, in);
  }

  void checkStack(const Variant &v,
                  const std::map<const Record *, const Record *> &in) {
    auto it = in.find(v.Def->getValueAsDef("Stack"));
    if (it == in.end())
      return;
    int64_t size = it->second->getValueAsInt("Size"),
            stack = v.Def->getValueAsInt("StackSize");
    // The smallest program: one tile in, one tile out, both double buffered.
    int64_t least = v.Tiles ? stack + 4 * v.Tiles->bytes() : stack;
    if (size < least)
      error(v.Def,
            "a memory of " + Twine(size) + " bytes holds no stack of " +
                Twine(stack) + " bytes and one block of each operand",
            "enlarge the memory or shrink StackSize");
  }

  void checkWork(const Variant &v) {
    static const std::map<StringRef, std::vector<StringRef>> known = {
        {"contraction", {"batch", "m", "n"}},
        {"elementwise", {"outer", "rows", "columns"}},
        {"reduction", {"outer", "rows"}}};
    for (const Record *w : v.Def->getValueAsListOfDefs("Work")) {
      StringRef kind = w->getValueAsString("Kind");
      auto it = known.find(kind);
      if (it == known.end()) {
        error(v.Def, "work division of unknown kind '" + kind + "'",
              "kinds are contraction, elementwise, reduction");
        continue;
      }
      for (StringRef dim : w->getValueAsListOfStrings("Dims"))
        if (!is_contained(it->second, dim))
          error(v.Def,
                "work division of " + kind + " names unknown dimension '" +
                    dim + "'",
                "dimensions of " + kind + " are " + join(it->second, ", "));
    }
  }

  void checkRoles(const Variant &v) {
    std::map<const Record *, const Instruction *> holders;
    for (const Instruction &i : m.Instructions) {
      if (!i.isAvailable(v))
        continue;
      for (const Record *r : i.Roles)
        if (auto [it, isNew] = holders.try_emplace(r, &i); !isNew)
          error(i.Def,
                "role " + r->getName() + " is held by " + it->second->Name +
                    " too, in variant " + v.CPU,
                "a role has one holder in a variant");
    }
    std::vector<StringRef> needed = {"RoleHalt", "RoleReadCsr", "RoleBarrier",
                                     "RoleFence"};
    if (v.Tiles)
      needed.insert(needed.end(), {"RoleTileLoadFrame", "RoleTileStoreFrame",
                                   "RoleTileZero", "RoleTileMove"});
    if (v.Def->getValueAsOptionalDef("Dma"))
      needed.insert(needed.end(), {"RoleDmaStart", "RoleDmaWait"});
    for (StringRef role : needed)
      if (!holders.count(m.Records.getDef(role)))
        error(v.Def, "no instruction of variant " + v.CPU + " has role " + role,
              "let Roles = [" + role + "] in the instruction that does it");
  }

  void checkInstructions(const Variant &v) {
    std::map<StringRef, const Instruction *> byMnemonic;
    std::vector<const Instruction *> available;
    for (const Instruction &i : m.Instructions)
      if (i.isAvailable(v))
        available.push_back(&i);
    for (const Instruction *i : available) {
      if (auto [it, isNew] = byMnemonic.try_emplace(i->Mnemonic, i); !isNew)
        error(i->Def,
              "mnemonic '" + i->Mnemonic + "' is taken by " + it->second->Name +
                  " in variant " + v.CPU,
              "choose another stem or suffix");
      if (i->Class == InstructionClass::Tile && !v.Tiles)
        error(v.Def,
              "variant " + v.CPU + " has " + i->Mnemonic +
                  ", but no tile registers",
              "set Tiles or drop the feature");
      if (m.latency(*i, v) < m.occupancy(*i, v))
        error(i->Def,
              "latency " + Twine(m.latency(*i, v)) + " is below occupancy " +
                  Twine(m.occupancy(*i, v)) + " in variant " + v.CPU,
              "a result is never ready before the pipe is free");
    }
    checkOverlaps(v, available);
  }

  /// Two instructions overlap when no fixed bit tells them apart.
  void checkOverlaps(const Variant &v,
                     ArrayRef<const Instruction *> available) {
    for (unsigned a = 0; a < available.size(); ++a)
      for (unsigned b = a + 1; b < available.size(); ++b) {
        const Encoding &x = available[a]->Code, &y = available[b]->Code;
        uint32_t both = x.Mask & y.Mask;
        if ((x.Value & both) != (y.Value & both))
          continue;
        error(available[b]->Def,
              "encoding of " + available[b]->Name + " overlaps that of " +
                  available[a]->Name + " in variant " + v.CPU,
              "some word is both; change an opcode, a function code or a fixed "
              "field");
      }
  }

  const Model &m;
  bool failed = false;
};

void checkDescription(const RecordKeeper &records, raw_ostream &os) {
  Model m = Model::create(records);
  if (!Checker(m).check())
    PrintFatalError("the description has mistakes");
  os << "// " << m.Instructions.size() << " instructions, " << m.Variants.size()
     << " variants: no mistakes\n";
}

TableGen::Emitter::Opt checks("check-description", checkDescription,
                              "Report mistakes in the description");

} // namespace
