//===- PseudoPlaces.cpp - locations as pseudo-code ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints extents, sums of offsets, and the locations of elements in memories
// and state. Terms of a sum that are zero and factors that are one are omitted.
// In a row memory, columns beyond the width w of a row continue in further
// rows:
//
//   name[row + i*stride + j/w*block][j mod w]
//
//===----------------------------------------------------------------------===//

#include "Manual/Pseudo/PseudoElement.h"
#include "Support/Diagnostics.h"

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

static std::string columnsText(int64_t bits) {
  if (bits == 8)
    return "RB";
  return bits > 8 ? "RB/" + std::to_string(bits / 8)
                  : "RB*" + std::to_string(8 / bits);
}

std::string extentText(const Extent &e, const Instruction &inst) {
  switch (e.K) {
  case Extent::RowsOfTile:
    return "R";
  case Extent::ColumnsOfTile:
    return columnsText(e.Bits);
  case Extent::FixedCount:
    return std::to_string(e.Fixed);
  case Extent::Counted: {
    std::string source = e.State ? e.State->getValueAsString("Name").str()
                                 : inst.Operands[e.Operand].Name;
    return e.Field ? source + "." + e.Field->getValueAsString("Name").str()
                   : source;
  }
  case Extent::Unknown:
    break;
  }
  report(inst.Def,
         "the shape of a part of the semantics cannot be inferred; make "
         "it an operand of an elementwise operator");
  return "?";
}

std::string shapeText(const Shape &s, const Instruction &inst) {
  return extentText(s.Rows, inst) + " x " + extentText(s.Columns, inst);
}

//===----------------------------------------------------------------------===//
// Sums
//===----------------------------------------------------------------------===//

static std::string times(const std::string &index, const std::string &factor) {
  if (index == "0" || factor == "0")
    return "";
  if (factor == "1")
    return index;
  bool sum = StringRef(index).contains(' ');
  return (sum ? "(" + index + ")" : index) + "*" + factor;
}

static std::string sum(ArrayRef<std::string> terms) {
  std::string all;
  for (const std::string &t : terms)
    if (!t.empty() && t != "0")
      all += (all.empty() ? "" : " + ") + t;
  return all.empty() ? "0" : all;
}

static std::string bytesOf(const Record *format) {
  return std::to_string(bitsOf(format) / 8);
}

//===----------------------------------------------------------------------===//
// Locations
//===----------------------------------------------------------------------===//

/// In a row memory, rows are addressed by number; in a flat memory, elements
/// are addressed by bytes. Without a stride, rows of a flat memory are
/// contiguous.
std::string ElementText::place(const Record *tileAt, const std::string &address,
                               const std::string &i, const std::string &j) {
  const Record *space = tileAt->getValueAsDef("In");
  const Record *format = tileAt->getValueAsDef("Fmt");
  std::string name = space->getValueAsString("Name").str();
  auto distance = [&](StringRef which, const std::string &otherwise) {
    const Record *state = tileAt->getValueAsOptionalDef(which);
    return state ? state->getValueAsString("Name").str() : otherwise;
  };
  if (space->getValueAsInt("Rows")) {
    std::string width =
        std::to_string(space->getValueAsInt("RowSize") * 8 / bitsOf(format));
    std::string block = distance(
        "BlockStride", std::to_string(tileAt->getValueAsInt("BlockRows")));
    std::string row = times(i, distance("Stride", "1"));
    return block == "0"
               ? name + "[" + sum({address, row}) + "][" + j + "]"
               : name + "[" +
                     sum({address, row, j + "/" + width + "*" + block}) + "][" +
                     j + " mod " + width + "]";
  }
  StringRef columns = tileAt->getValueAsString("Columns");
  int64_t count;
  std::string dense = columns.getAsInteger(10, count)
                          ? columns.str() + "*" + bytesOf(format)
                          : std::to_string(count * bitsOf(format) / 8);
  std::string stride = distance("Stride", dense);
  return name + "." + formatName(format) + "[" +
         sum({address, times(i, stride), times(j, bytesOf(format))}) + "]";
}

std::string ElementText::visitView(const Expr &e, const std::string &i,
                                   const std::string &j) {
  std::string s = place(e.Record, field(e[0], "row"), i, j);
  StringRef nullField = e.Record->getValueAsString("NullField");
  return nullField.empty()
             ? s
             : s + " (none if " + field(e[0], nullField) + " = " +
                   std::to_string(e.Record->getValueAsInt("NullValue")) + ")";
}

/// Prints a field of a state or an operand.
std::string ElementText::field(const Expr &source, StringRef name) {
  return scalar(source) + "." + name.str();
}

std::string ElementText::visitState(const Expr &e, const std::string &i,
                                    const std::string &j) {
  std::string name = e.Record->getValueAsString("Name").str();
  if (e.Type.Scalar)
    return name;
  return name + "[" + i + "][" + j + "]";
}

std::string ElementText::memory(const Expr &access, unsigned first,
                                const Record *format, const std::string &i,
                                const std::string &j) {
  const Record *space = format->getRecords().getDef("Scratchpad");
  return (space ? space->getValueAsString("Name").str() : "memory") + "." +
         formatName(format) + "[" +
         sum({scalar(access[first]), times(scalar(access[first + 1]), "RB"),
              times(i, scalar(access[first + 2])), times(j, bytesOf(format))}) +
         "]";
}

std::string ElementText::visitRow(const Expr &e, const std::string &,
                                  const std::string &j) {
  const Operand &o = inst.Operands[e[0].Index];
  std::string row = sum({times(scalar(e[1]), std::to_string(int64_t(e.Value))),
                         std::to_string(e.Value2)});
  return o.Name + "." + formatName(e.Type.Format) + "[" + row + "][" + j + "]";
}

std::string ElementText::inBlock(const Expr &part, const std::string &j) {
  return sum({times(scalar(part[0]), columnsText(32)), j});
}

} // namespace matrix::tblgen
