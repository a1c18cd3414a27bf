//===- CheckMachine.cpp - geometries, memories, DMA -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks tile geometries, the uniqueness of names and numbers, control
// registers, and the fields, kinds and flags of DMA descriptors. Overlaps of
// descriptor fields are found with an array of the owner of each byte of the
// descriptor. Kinds and flags must fit the widths of the fields `kind` and
// `flags`.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Support/Keywords.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"
#include <map>
#include <set>

using namespace llvm;
using namespace matrix::tblgen;

//===----------------------------------------------------------------------===//
// Geometries
//===----------------------------------------------------------------------===//

static std::string tileSizes(const Checks &c) {
  std::vector<std::string> all;
  for (const Record *s : recordsInOrder(c.m.Records, "TileSize"))
    all.push_back(std::to_string(s->getValueAsInt("Bytes")));
  return join(all, ", ");
}

static void checkGeometry(Checks &c, const Geometry &g) {
  std::string tile = "tile of " + quantity(g.Rows, "row") + " x " +
                     quantity(g.RowBytes, "byte");
  if (g.Rows < 1 || !isPowerOf2_64(g.Rows) || g.RowBytes < 4 ||
      !isPowerOf2_64(g.RowBytes))
    return c.error(
        g.Def, tile,
        "both must be powers of two, and a row has at least 4 bytes");
  if (g.Def->getValueAsListInit("Size")->empty())
    c.error(g.Def, "no value type holds a " + tile,
            "the sizes that tiles may have are " + tileSizes(c) + " bytes");
}

//===----------------------------------------------------------------------===//
// Unique names and numbers
//===----------------------------------------------------------------------===//

static const char *const nameAdvice =
    "use lower-case letters, digits and '_', and no keyword of C++";

static bool isName(StringRef name) {
  return !name.empty() && !isKeyword(name) && all_of(name, [](char x) {
    return isLower(x) || isDigit(x) || x == '_';
  });
}

static int64_t numberOf(const Record *r) {
  const Init *n = r->getValueInit("Number");
  if (auto *bits = dyn_cast<BitsInit>(n))
    return *bits->convertInitializerToInt();
  return cast<IntInit>(n)->getValue();
}

/// Checks that names and numbers of the records of a class are unique.
static void checkUnique(Checks &c, StringRef cls, StringRef what,
                        StringRef number) {
  std::map<int64_t, const Record *> numbers;
  std::map<StringRef, const Record *> names;
  for (const Record *r : recordsInOrder(c.m.Records, cls)) {
    StringRef name = r->getValueAsString("Name");
    if (!isName(name))
      c.error(r, "Name", what + " '" + name + "'", nameAdvice);
    if (numberOf(r) < 0 || numberOf(r) > 0xffff)
      c.error(r, "Number", number + " " + Twine(numberOf(r)),
              "give 0 to 65535");
    if (auto [it, isNew] = names.try_emplace(name, r); !isNew)
      c.error(r, "Name",
              what + " '" + name + "' is " + it->second->getName() + " already",
              "choose another name");
    if (auto [it, isNew] = numbers.try_emplace(numberOf(r), r); !isNew)
      c.error(r, "Number",
              number + " " + Twine(it->first) + " is that of '" +
                  it->second->getValueAsString("Name") + "' already",
              "choose a free number");
  }
}

/// Entries of the manual, and texts of generated code, have these names.
static void checkNames(Checks &c, StringRef cls, StringRef what) {
  std::map<StringRef, const Record *> names;
  for (const Record *r : recordsInOrder(c.m.Records, cls)) {
    StringRef name = r->getValueAsString("Name");
    if (name.empty() || !all_of(name, [](char x) {
          return isAlnum(x) || x == '_' || x == '.';
        }))
      c.error(r, "Name", what + " '" + name + "'",
              "use letters, digits, '.' and '_'");
    else if (auto [it, isNew] = names.try_emplace(name, r); !isNew)
      c.error(r, "Name",
              what + " '" + name + "' is " + it->second->getName() + " already",
              "choose another name");
  }
}

/// Core::role_read_csr traps on unknown registers.
static void checkCsrValues(Checks &c) {
  std::vector<StringRef> known;
  for (const Record *value : recordsInOrder(c.m.Records, "CsrValue"))
    known.push_back(value->getValueAsString("Name"));
  for (const Record *r : recordsInOrder(c.m.Records, "Csr")) {
    StringRef name = r->getValueAsString("Name");
    if (isName(name) && !is_contained(known, name))
      c.error(
          r, "Name",
          "the simulator has no value for control register '" + name + "'",
          "give it one in Core::role_read_csr of simulator/lib/Core/Core.cpp, "
          "and list it as CsrValue in td/Common/Roles.td; it has " +
              join(known, ", "));
  }
}

/// Every core has one.
static void checkRowSpaces(Checks &c) {
  constexpr int64_t limit = int64_t(1) << 30;
  for (const Record *s : recordsInOrder(c.m.Records, "RowSpace")) {
    int64_t rows = s->getValueAsInt("Rows"), size = s->getValueAsInt("RowSize");
    std::string what = "row space of " + quantity(rows, "row") + " of " +
                       quantity(size, "byte");
    if (rows < 1 || size < 1)
      c.error(s, what, "give at least one row of at least one byte");
    else if (rows > limit / size)
      c.error(s, what, "give at most " + Twine(limit) + " bytes");
  }
}

//===----------------------------------------------------------------------===//
// DMA
//===----------------------------------------------------------------------===//

namespace {

class EngineChecker {
public:
  EngineChecker(Checks &c, const Record *engine)
      : c(c), engine(engine), size(engine->getValueAsInt("DescriptorSize")) {}

  void check() {
    if (size < 1 || !isPowerOf2_64(size))
      return c.error(engine, "descriptor of " + Twine(size) + " bytes",
                     "its size is its alignment: give a power of two");
    owner.assign(size, nullptr);
    for (const Record *f : engine->getValueAsListOfDefs("Fields"))
      if (isPlaceable(f))
        place(f);
    for (StringRef list : {"Fields", "Kinds", "Flags"})
      checkNames(list);
    checkKinds();
    checkFlags();
    int64_t entries = engine->getValueAsInt("QueueEntries");
    if (entries < 1)
      c.error(engine, "QueueEntries", Twine(entries) + " entries of a queue",
              "give at least 1");
  }

private:
  void error(const Record *field, const Twine &what, const Twine &advice) {
    c.error(engine, "Fields", field, what, advice);
  }

  bool isPlaceable(const Record *f) {
    int64_t offset = f->getValueAsInt("Offset"),
            bits = f->getValueAsInt("Bits");
    StringRef name = f->getValueAsString("Name");
    if (bits < 8 || bits > 64 || !isPowerOf2_64(bits)) {
      error(f, "descriptor field " + name + " has " + quantity(bits, "bit"),
            "give 8, 16, 32 or 64");
      return false;
    }
    if (offset < 0 || offset + bits / 8 > size) {
      error(f, "descriptor field " + name + " ends beyond the descriptor",
            "enlarge DescriptorSize or move the field");
      return false;
    }
    if (offset % (bits / 8))
      error(f,
            "descriptor field " + name + " of " + Twine(bits / 8) +
                " bytes is at offset " + Twine(offset),
            "align it to a multiple of its size");
    return true;
  }

  void place(const Record *f) {
    StringRef name = f->getValueAsString("Name");
    int64_t offset = f->getValueAsInt("Offset"),
            end = offset + f->getValueAsInt("Bits") / 8;
    for (int64_t b = offset; b < end; ++b) {
      if (owner[b])
        return error(f,
                     "descriptor fields " + owner[b]->getValueAsString("Name") +
                         " and " + name + " overlap at byte " + Twine(b),
                     "move one of them");
      owner[b] = f;
    }
  }

  void checkNames(StringRef list) {
    std::set<StringRef> known;
    for (const Record *part : engine->getValueAsListOfDefs(list)) {
      StringRef name = part->getValueAsString("Name");
      if (!isName(name))
        c.error(engine, list, part, "'" + name + "' of the descriptor",
                nameAdvice);
      if (!known.insert(name).second)
        c.error(engine, list, part,
                "the descriptor has two " + list.lower() + " " + name,
                "rename one of them");
    }
  }

  void checkKinds() {
    std::map<int64_t, const Record *> codes;
    int64_t maximum = int64_t(1) << std::min<int64_t>(bitsOfField("kind"), 32);
    for (const Record *k : engine->getValueAsListOfDefs("Kinds")) {
      int64_t code = k->getValueAsInt("Code");
      StringRef name = k->getValueAsString("Name");
      if (auto [it, isNew] = codes.try_emplace(code, k); !isNew)
        c.error(engine, "Kinds", k,
                "code " + Twine(code) + " of transfer " + name +
                    " is that of " + it->second->getValueAsString("Name") +
                    " too",
                "choose a free code");
      if (code < 0 || code >= maximum)
        c.error(engine, "Kinds", k,
                "code " + Twine(code) + " of transfer " + name +
                    " does not fit the field kind",
                "choose one from 0 to " + Twine(maximum - 1));
      int64_t channel = k->getValueAsInt("Channel");
      if (channel < 0 || channel > 7)
        c.error(engine, "Kinds", k,
                "channel " + Twine(channel) + " of transfer " + name,
                "choose one from 0 to 7");
    }
  }

  void checkFlags() {
    std::map<int64_t, const Record *> bits;
    int64_t maximum = bitsOfField("flags");
    for (const Record *f : engine->getValueAsListOfDefs("Flags")) {
      int64_t bit = f->getValueAsInt("Bit");
      StringRef name = f->getValueAsString("Name");
      if (auto [it, isNew] = bits.try_emplace(bit, f); !isNew)
        c.error(engine, "Flags", f,
                "bit " + Twine(bit) + " of flag " + name + " is that of " +
                    it->second->getValueAsString("Name") + " too",
                "choose a free bit");
      if (bit < 0 || bit >= maximum)
        c.error(engine, "Flags", f,
                "the field flags has no bit " + Twine(bit) + " for " + name,
                "choose one from 0 to " + Twine(maximum - 1));
    }
  }

  /// Returns 8 if the field does not exist.
  int64_t bitsOfField(StringRef name) const {
    for (const Record *f : engine->getValueAsListOfDefs("Fields"))
      if (f->getValueAsString("Name") == name)
        return f->getValueAsInt("Bits");
    return 8;
  }

  Checks &c;
  const Record *engine;
  int64_t size;
  std::vector<const Record *> owner;
};

} // namespace

void matrix::tblgen::checkMachine(Checks &c) {
  for (const Geometry &g : c.m.Geometries)
    checkGeometry(c, g);
  checkUnique(c, "Space", "space", "address space");
  checkUnique(c, "Csr", "control register", "number");
  for (auto [cls, what] :
       {std::pair("Pipe", "pipe"), {"Role", "role"}, {"State", "state"}})
    checkNames(c, cls, what);
  checkCsrValues(c);
  checkRowSpaces(c);
  for (const Record *e : recordsInOrder(c.m.Records, "DmaEngine"))
    EngineChecker(c, e).check();
}
