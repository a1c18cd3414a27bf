//===- SimRowTiles.cpp - tiles in memories of the simulator ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Emits the address computation, bounds checks and access log of tiles in
// memories, as local variables of the function of a row instruction. A tile in
// a row memory with column blocks has this layout; all rows up to the last one
// of the last block must exist:
//
//   row a            | columns 0 .. w-1 of tile row 0  |   w = row size /
//   element row a + stride   | columns 0 .. w-1 of tile row 1  |
//   ...
//   row a + block    | columns w .. 2w-1 of tile row 0 |
//
// In a flat memory, a row is contiguous and the stride is in bytes.
//
//===----------------------------------------------------------------------===//

#include "Simulator/SimRowTiles.h"
#include "Simulator/SimElement.h"
#include "Support/CodeTemplate.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace matrix::tblgen {

static std::string stateText(const Record *state) {
  return ("core.rows." + state->getName()).str();
}

static std::string fieldOf(const std::string &from, const Record *field) {
  return formatv("(uint64_t({0}) >> {1} & {2:x}ull)", from,
                 field->getValueAsInt("Low"),
                 maskTrailingOnes<uint64_t>(field->getValueAsInt("Width")));
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

std::string RowTiles::addressOf(const Operand &o) {
  if (o.Class != OperandClass::Rows)
    return ElementEmitter::local(o);
  return o.ImmediateSlot >= 0
             ? formatv("insn.imm[{0}]", o.ImmediateSlot)
             : formatv("core.x[insn.reg[{0}]]", o.RegisterSlot);
}

bool RowTiles::mayBeNull(const Record *tile) {
  return !tile->getValueAsString("NullField").empty();
}

std::optional<RowTiles::Tile> RowTiles::tileOf(const Expr &e) const {
  bool isView = e.is(ExprKind::View);
  if (isView && e[0].is(ExprKind::State)) {
    const Record *state = e[0].Record;
    return Tile{ElementEmitter::viewName(e), e.Record, e.Type.Size,
                stateText(state), state->getValueAsListOfDefs("Fields")};
  }
  if (!isView && !e.is(ExprKind::Operand))
    return std::nullopt;
  const Operand &o = inst.Operands[isView ? e[0].Index : e.Index];
  if (isView)
    return Tile{ElementEmitter::viewName(e), e.Record, e.Type.Size,
                addressOf(o), o.Fields};
  if (o.Class == OperandClass::Rows)
    return Tile{o.Name, o.Def, e.Type.Size, addressOf(o), o.Fields};
  return std::nullopt;
}

int64_t RowTiles::Tile::elementBytes() const {
  return bitsOf(Def->getValueAsDef("Fmt")) / 8;
}

int64_t RowTiles::Tile::rowElements() const {
  return space()->getValueAsInt("RowSize") / elementBytes();
}

std::string RowTiles::Tile::state(StringRef field) const {
  const Record *state = Def->getValueAsOptionalDef(field);
  return state ? stateText(state) : "";
}

/// Extracts the address bits of the register.
std::string RowTiles::Tile::address() const {
  if (const Record *row = findField(Fields, "row"))
    return fieldOf(From, row);
  uint64_t mask = 0;
  for (const Record *f : Fields)
    mask |= maskTrailingOnes<uint64_t>(f->getValueAsInt("Width"))
            << f->getValueAsInt("Low");
  return formatv("uint64_t({0}) & ~{1:x}ull", From, mask);
}

std::string RowTiles::Tile::isNull() const {
  if (!mayBeNull(Def))
    return "false";
  const Record *f = findField(Fields, Def->getValueAsString("NullField"));
  return formatv("{0} == {1:x}ull", fieldOf(From, f),
                 uint64_t(nullValue(Def, f)));
}

/// Returns the row pitch in elements.
std::string RowTiles::Tile::pitch() const {
  std::string stride = state("Stride");
  if (isInRows())
    return formatv("{0} * {1}", stride.empty() ? "1" : stride, rowElements());
  return stride.empty() ? Size.Columns.cpp()
                        : formatv("{0} / {1}", stride, elementBytes()).str();
}

//===----------------------------------------------------------------------===//
// Locals
//===----------------------------------------------------------------------===//

void RowTiles::clear() {
  declared.clear();
  logged.clear();
}

void RowTiles::declare(const Expr &e) {
  declareCount(e.Type.Size.Rows);
  declareCount(e.Type.Size.Columns);
  if (std::optional<Tile> tile = tileOf(e))
    return declareTile(*tile);
  for (const Expr &a : e.Args)
    declare(a);
}

/// Declares a count that is encoded in a field.
void RowTiles::declareCount(const Extent &x) {
  if (!x.Field || !declared.insert(x.cpp()).second)
    return;
  std::string from =
      x.State ? stateText(x.State) : addressOf(inst.Operands[x.Operand]);
  writeCode(os, R"(
  if ($field > $maximum)
    return core.tooMany("$name", $field, $maximum);
  const int $count = int($field);
)",
            {{"count", x.cpp()},
             {"field", fieldOf(from, x.Field)},
             {"maximum", std::to_string(x.Fixed)},
             {"name", x.Field->getValueAsString("Name").str()}});
}

void RowTiles::declareTile(const Tile &tile) {
  if (!declared.insert("v_" + tile.Name).second)
    return;
  os << formatv("  const bool a_{0} = {1};\n", tile.Name, tile.isNull());
  std::string pointer = tile.isInRows() ? inRowSpace(tile) : inFlatSpace(tile);
  writeCode(os, R"(
  auto *v_$name = a_$name ? nullptr : reinterpret_cast<$type *>($pointer);
  if (!v_$name && !a_$name)
    return;
  [[maybe_unused]] const int64_t p_$name = $pitch;
)",
            {{"name", tile.Name},
             {"type", storageType(tile.Def->getValueAsDef("Fmt"))},
             {"pointer", pointer},
             {"pitch", tile.pitch()}});
}

/// Checks that all rows up to the last one of the last column block exist.
std::string RowTiles::inRowSpace(const Tile &tile) {
  const Record *space = tile.space();
  std::string count = tile.Size.Rows.cpp();
  if (std::string stride = tile.state("Stride"); !stride.empty())
    count = formatv("core.span({0}, {1})", count, stride);
  if (ElementEmitter::isBlocked(tile.Def)) {
    std::string block = tile.state("BlockStride");
    if (block.empty())
      block = std::to_string(tile.Def->getValueAsInt("BlockRows"));
    os << formatv("  [[maybe_unused]] const int64_t b_{0} = {1} * {2};\n",
                  tile.Name, block, tile.rowElements());
    count = formatv("core.blocks({0}, {1}, {2}, {3})", count,
                    tile.Size.Columns.cpp(), tile.rowElements(), block);
  }
  return formatv(
      "core.rowsOf(core.rowMemories->{0}, {1}, {2}, {3}, {4}, \"{5}\")",
      space->getName(), space->getValueAsInt("Rows"),
      space->getValueAsInt("RowSize"), tile.address(), count,
      space->getValueAsString("Name"));
}

std::string RowTiles::inFlatSpace(const Tile &tile) {
  std::string stride = tile.state("Stride");
  std::string bytes =
      formatv("{0} * {1}", tile.Size.Columns.cpp(), tile.elementBytes());
  return formatv("core.flat({0}, {1}, {2}, {3}, {4})", tile.address(),
                 stride.empty() ? bytes : stride, tile.Size.Rows.cpp(), bytes,
                 tile.elementBytes());
}

//===----------------------------------------------------------------------===//
// The access log
//===----------------------------------------------------------------------===//

void RowTiles::log(const Expr &e, bool isWrite) {
  std::optional<Tile> tile = tileOf(e);
  if (!tile) {
    for (const Expr &a : e.Args)
      log(a, isWrite);
    return;
  }
  if (logged.insert((isWrite ? "w_" : "r_") + tile->Name).second)
    logTile(*tile, isWrite);
}

/// Returns the memory number of Access::memory: 0 is the flat view.
static int64_t memoryNumber(const Record *space) {
  int64_t number = 0;
  for (const Record *s : recordsInOrder(space->getRecords(), "Space")) {
    number += s->getValueAsInt("Rows") != 0;
    if (s == space)
      return s->getValueAsInt("Rows") ? number : 0;
  }
  llvm_unreachable("every space is in the list");
}

/// Each column block is a separate access.
void RowTiles::logTile(const Tile &tile, bool isWrite) {
  std::string columns = tile.Size.Columns.cpp(), pitch = tile.state("Stride");
  int64_t bytes = tile.elementBytes();
  if (pitch.empty())
    pitch = tile.isInRows() ? "1" : formatv("{0} * {1}", columns, bytes).str();
  auto add = [&](const std::string &start, const std::string &width) {
    os << formatv("core.log->add({0}, {1}, {2}, ({3}) * {4}, {5}, {6});\n",
                  start, pitch, tile.Size.Rows.cpp(), width, bytes,
                  memoryNumber(tile.space()), isWrite ? "true" : "false");
  };
  os << formatv("    if (!a_{0})\n      ", tile.Name);
  if (!tile.isInRows() || !ElementEmitter::isBlocked(tile.Def))
    return add(tile.address(), columns);
  int64_t width = tile.rowElements();
  os << formatv("for (int j = 0; j < {0}; j += {1})\n        ", columns, width);
  add(formatv("{0} + uint64_t(j / {1}) * uint64_t(b_{2} / {1})", tile.address(),
              width, tile.Name),
      formatv("{0} - j < {1} ? {0} - j : {1}", columns, width));
}

} // namespace matrix::tblgen
