//===- PairHeader.cpp - tables of short forms -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-pair-header writes matrix/Description/PairTables.h: the layout of pair
// words, a row for each short form, and a row for each of their operands, to
// which the forms refer by ranges. matrix/Support/Pairs.h has the functions on
// them. The header is self-contained C++17 without LLVM.
//
//===----------------------------------------------------------------------===//

#include "Model/ShortForms.h"
#include "Support/Generator.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

static const char *const types = R"cpp(
/// Consecutive bits of an operand within the instruction word.
struct ShortRun {
  std::uint8_t wordLow, low, width;
};

/// An operand of the instruction word: (field << shift) + base, where the field
/// is that of the slot. The second run is empty if one holds the operand.
struct ShortOperand {
  std::uint8_t low, width; // in the slot
  bool isSigned;
  std::uint8_t shift;
  std::int16_t base;
  std::uint8_t wordWidth;
  ShortRun runs[2];
};

/// Fixed bits of a slot, and of the instruction word that it denotes.
struct ShortForm {
  std::uint32_t slotMask, slotValue, wordMask, wordValue;
  std::uint16_t firstOperand, numOperands;
  bool inSlot[2]; // in order of execution
};
)cpp";

static std::string runs(const ShortOperand &o) {
  std::string text;
  for (unsigned i = 0; i < 2; ++i) {
    BitRun r = i < o.Runs.size() ? o.Runs[i] : BitRun{0, 0, 0};
    text += (i ? ", " : "") +
            formatv("{{{0}, {1}, {2}}", r.InstLow, r.FieldLow, r.Width).str();
  }
  return text;
}

static void writeForms(ArrayRef<ShortForm> forms, raw_ostream &os) {
  unsigned first = 0;
  os << "\ninline constexpr ShortForm shortForms[] = {\n";
  for (const ShortForm &f : forms) {
    os << formatv("  {{{0:x}, {1:x}, {2:x}, {3:x}, {4}, {5}, {{{6}, {7}}}, // "
                  "{8}\n",
                  f.SlotMask, f.SlotValue, f.WordMask, f.WordValue, first,
                  f.Operands.size(), f.First, f.Second, f.Of->Name);
    first += f.Operands.size();
  }
  os << "};\n\ninline constexpr ShortOperand shortOperands[] = {\n";
  for (const ShortForm &f : forms)
    for (const ShortOperand &o : f.Operands)
      os << formatv("  {{{0}, {1}, {2}, {3}, {4}, {5}, {{{6}}}, // {7}\n",
                    o.Low, o.Width, o.Signed, o.Shift, o.Base, o.RawWidth,
                    runs(o), o.Name);
  os << "};\n";
}

static void emitPairHeader(const RecordKeeper &records, raw_ostream &os) {
  PairWords words = readPairWords(records);
  writeBanner(os, "Short forms of the description");
  os << "#ifndef MATRIX_DESCRIPTION_PAIRTABLES_H\n"
        "#define MATRIX_DESCRIPTION_PAIRTABLES_H\n\n"
        "#include <cstdint>\n\n"
        "namespace matrix::desc {\n"
     << types
     << formatv("\n/// Pair words: bits of the mask have the value.\n"
                "inline constexpr std::uint32_t pairMask = {0:x}, pairValue = "
                "{1:x};\n"
                "inline constexpr unsigned pairSlotBits = {2};\n",
                words.Mask, words.Value, words.SlotBits);
  writeForms(readShortForms(Model::create(records)), os);
  os << "\n} // namespace matrix::desc\n\n"
        "#endif // MATRIX_DESCRIPTION_PAIRTABLES_H\n";
}

static Generator pairHeader("gen-pair-header", emitPairHeader,
                            "Write matrix/Description/PairTables.h");
