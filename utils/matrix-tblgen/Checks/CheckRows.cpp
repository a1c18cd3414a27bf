//===- CheckRows.cpp - tiles in row memories, state -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks tiles in row memories against the size of their memory, the lists
// `Uses` and `Defs` against the configuration state that the semantics read and
// write, and that variants have the memories of their instructions. Extents
// that an operand or a field counts are known only at run time; the simulator
// checks them.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "llvm/ADT/STLExtras.h"
#include <map>
#include <optional>
#include <set>

using namespace llvm;
using namespace matrix::tblgen;

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// Returns a fixed number of rows or columns; nullopt for counted extents.
static std::optional<int64_t> extentOf(const Record *tile, StringRef field) {
  const Init *value = tile->getValueInit(field);
  if (auto *number = dyn_cast<IntInit>(value))
    return number->getValue();
  int64_t number;
  if (cast<StringInit>(value)->getValue().getAsInteger(10, number))
    return std::nullopt;
  return number;
}

/// Returns true if columns beyond one row continue in further rows.
static bool hasBlocks(const Record *tile) {
  return tile->getValueAsOptionalDef("BlockStride") ||
         tile->getValueAsInt("BlockRows");
}

static void checkColumns(Checks &c, const Record *tile) {
  const Record *space = tile->getValueAsDef("In");
  int64_t bits = bitsOf(tile->getValueAsDef("Fmt")),
          size = space->getValueAsInt("RowSize");
  std::optional<int64_t> columns = extentOf(tile, "Columns");
  if (columns && *columns < 1)
    c.error(tile, "Columns", "a tile of " + Twine(*columns) + " columns",
            "give at least 1");
  if (columns && space->getValueAsInt("Rows") && !hasBlocks(tile) &&
      *columns * bits / 8 > size)
    c.error(tile, "Columns",
            "rows of " + Twine(*columns * bits / 8) +
                " bytes do not fit those of " +
                space->getValueAsString("Name") + ", which have " + Twine(size),
            "give at most " + quantity(size * 8 / bits, "column"));
  if (space->getValueAsInt("Rows") && size * 8 % bits)
    c.error(tile, "In",
            "rows of " + space->getValueAsString("Name") + " have " +
                quantity(size, "byte") + ", elements of the tile " +
                Twine(bits / 8),
            "let RowSize of the space be a multiple");
  if (int64_t blocks = tile->getValueAsInt("BlockRows"); blocks < 0)
    c.error(tile, "BlockRows", Twine(blocks) + " rows from block to block",
            "give at least 1, or 0 without blocks");
}

static void checkRowCount(Checks &c, const Record *tile) {
  const Record *space = tile->getValueAsDef("In");
  int64_t maximum = space->getValueAsInt("Rows");
  std::optional<int64_t> rows = extentOf(tile, "Rows");
  if (rows && *rows < 1)
    c.error(tile, "Rows", "a tile of " + quantity(*rows, "row"),
            "give at least 1");
  if (rows && maximum && *rows > maximum)
    c.error(tile, "Rows",
            "a tile of " + Twine(*rows) + " rows does not fit " +
                space->getValueAsString("Name") + ", which has " +
                Twine(maximum),
            "give at most " + Twine(maximum));
}

/// Packed, TileAt and PointerState divide a register.
static void checkFields(Checks &c, const Record *owner) {
  std::set<StringRef> names;
  for (const Record *f : owner->getValueAsListOfDefs("Fields")) {
    int64_t low = f->getValueAsInt("Low"), width = f->getValueAsInt("Width");
    StringRef name = f->getValueAsString("Name");
    if (low < 0 || width < 1 || low + width > 64)
      c.error(owner, "Fields", f,
              "field " + name + " of a register is " + quantity(width, "bit") +
                  " from bit " + Twine(low),
              "a register has bits 0 to 63");
    if (!names.insert(name).second)
      c.error(owner, "Fields", f, "a register has two fields " + name,
              "rename one of them");
  }
}

//===----------------------------------------------------------------------===//
// Largest tiles of instructions
//===----------------------------------------------------------------------===//

/// Columns beyond the row would be those of the next rows.
static void checkCounted(Checks &c, const Instruction &i, const Record *tile,
                         const Extent &columns) {
  const Record *space = tile->getValueAsDef("In");
  int64_t bits = bitsOf(tile->getValueAsDef("Fmt")),
          size = space->getValueAsInt("RowSize");
  if (columns.K != Extent::Counted || !space->getValueAsInt("Rows") ||
      hasBlocks(tile) || columns.Fixed <= size * 8 / bits)
    return;
  c.error(i.Def,
          "a tile of up to " + quantity(columns.Fixed, "column") +
              " does not fit the rows of " + space->getValueAsString("Name") +
              ", which have " + quantity(size, "byte"),
          "count at most " + Twine(size * 8 / bits) +
              ", by the greatest value of the BitField or Immediate, or let "
              "BlockStride of the tile");
}

/// The simulator holds values on its stack.
static void checkValueSize(Checks &c, const Instruction &i, const Expr &e) {
  constexpr int64_t limit = 1 << 20;
  for (const Expr &a : e.Args)
    checkValueSize(c, i, a);
  if (e.is(ExprKind::View))
    checkCounted(c, i, e.Record, e.Type.Size.Columns);
  if (e.Type.Scalar || !e.Type.Format)
    return;
  int64_t rows = e.Type.Size.Rows.evaluate(nullptr),
          columns = e.Type.Size.Columns.evaluate(nullptr);
  if (rows > 0 && columns > 0 &&
      rows > limit * 8 / bitsOf(e.Type.Format) / columns)
    c.error(i.Def,
            "values of up to " + Twine(rows) + " x " + Twine(columns) +
                " elements of " + e.Type.Format->getName(),
            "they have at most " + Twine(limit) +
                " bytes: count fewer, by the greatest value of a BitField or "
                "by an Immediate of fewer bits");
}

static void checkLargest(Checks &c, const Instruction &i) {
  for (const Operand &o : i.Operands)
    if (o.Class == OperandClass::Rows)
      checkCounted(c, i, o.Def, o.ColumnCount);
  checkValueSize(c, i, i.Semantics);
}

//===----------------------------------------------------------------------===//
// Uses and definitions of state
//===----------------------------------------------------------------------===//

static void checkType(Checks &c, const Record *state) {
  StringRef type = state->getValueAsString("Cpp");
  if (type != "int64_t" && type != "float")
    c.error(state, "Cpp",
            "state " + state->getName() + " of type '" + type + "'",
            "give \"int64_t\" or \"float\"");
}

static void checkExtents(Checks &c, const Record *state) {
  int64_t rows = state->getValueAsInt("Rows"),
          columns = state->getValueAsInt("Columns");
  if (rows < 1 || columns < 1 || rows > 0xffff || columns > 0xffff)
    c.error(state, rows < 1 || rows > 0xffff ? "Rows" : "Columns",
            "state " + state->getName() + " of " + quantity(rows, "row") +
                " x " + quantity(columns, "column"),
            "give 1 to 65535");
}

/// Generators distinguish numbers, tiles and addresses.
static void checkStates(Checks &c) {
  for (const Record *s : recordsInOrder(c.m.Records, "State")) {
    if (!s->isSubClassOf("ScalarState") && !s->isSubClassOf("TileState") &&
        !s->isSubClassOf("PointerState"))
      c.error(s, "state " + s->getName() + " of no kind",
              "define it by ScalarState, TileState or PointerState");
    if (s->isSubClassOf("ScalarState"))
      checkType(c, s);
    else if (s->isSubClassOf("TileState"))
      checkExtents(c, s);
  }
}

static void compare(Checks &c, const Instruction &i, StringRef field,
                    ArrayRef<const Record *> wanted, StringRef verb) {
  auto have = i.Def->getValueAsListOfDefs(field);
  for (const Record *s : wanted)
    if (!is_contained(have, s))
      c.error(i.Def, field,
              "the semantics " + verb + " " + s->getName() +
                  ", which is not in " + field,
              "let " + field + " = [... " + s->getName() + "]");
  for (const Record *s : have)
    if (s->isSubClassOf("State") && !is_contained(wanted, s))
      c.error(i.Def, field,
              field + " has " + s->getName() + ", which the semantics never " +
                  verb,
              "remove it from " + field);
}

/// State that no instruction writes cannot be configured.
static void checkWritten(Checks &c) {
  std::map<const Record *, const Instruction *> read;
  std::vector<const Record *> written;
  for (const Instruction &i : c.m.Instructions) {
    for (const Record *s : i.ReadStates)
      read.try_emplace(s, &i);
    written.insert(written.end(), i.WrittenStates.begin(),
                   i.WrittenStates.end());
  }
  for (const Record *s : recordsInOrder(c.m.Records, "State"))
    if (read.count(s) && !is_contained(written, s))
      c.error(s,
              "state " + s->getName() + ", which " + read[s]->Name +
                  " reads, is never written",
              "give an instruction that does (Set " + s->getName() + ", x)");
}

//===----------------------------------------------------------------------===//
// All
//===----------------------------------------------------------------------===//

/// Reports the error at the newer of the two records.
static void missingMemory(Checks &c, const Variant &v, const Instruction &i,
                          const Record *space) {
  StringRef name = space->getValueAsString("Name");
  if (newerOf(i.Def, v.Def) == v.Def)
    c.error(v.Def, "Memories",
            "variant " + v.CPU + " has " + i.Mnemonic +
                ", but no memory in space " + name,
            "add Memory<" + space->getName() +
                ", bytes>, or drop the feature of the instruction");
  else
    c.error(i.Def, "Predicates",
            i.Mnemonic + " names rows of " + name +
                ", and there is no such memory in variant " + v.CPU,
            "let Predicates = [..] with a feature that only variants with the "
            "memory have");
}

static void addSpaces(const Expr &e, std::vector<const Record *> &spaces) {
  if (e.is(ExprKind::View))
    spaces.push_back(e.Record->getValueAsDef("In"));
  for (const Expr &a : e.Args)
    addSpaces(a, spaces);
}

static std::vector<const Record *> spacesOf(const Instruction &i) {
  std::vector<const Record *> spaces;
  for (const Operand &o : i.Operands)
    if (o.Space)
      spaces.push_back(o.Space);
  addSpaces(i.Semantics, spaces);
  return spaces;
}

/// Reports the first instruction of each space whose memory is missing.
static void checkMemories(Checks &c, const Variant &v) {
  std::set<const Record *> has;
  for (const Record *memory : v.Def->getValueAsListOfDefs("Memories"))
    has.insert(memory->getValueAsDef("In"));
  for (const Instruction &i : c.m.Instructions) {
    if (!i.isAvailable(v))
      continue;
    for (const Record *space : spacesOf(i))
      if (has.insert(space).second)
        missingMemory(c, v, i, space);
  }
}

void matrix::tblgen::checkRows(Checks &c) {
  for (const Record *tile : recordsInOrder(c.m.Records, "TileAt")) {
    checkColumns(c, tile);
    checkRowCount(c, tile);
  }
  for (StringRef cls : {"Packed", "TileAt", "PointerState"})
    for (const Record *owner : recordsInOrder(c.m.Records, cls))
      checkFields(c, owner);
  checkStates(c);
  for (const Instruction &i : c.m.Instructions) {
    if (i.Class != InstructionClass::Rows || !i.HasTree)
      continue;
    checkLargest(c, i);
    compare(c, i, "Uses", i.ReadStates, "read");
    compare(c, i, "Defs", i.WrittenStates, "write");
  }
  for (const Variant &v : c.m.Variants)
    checkMemories(c, v);
  checkWritten(c);
}
