//===- PairPages.cpp - the manual: pair words -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the layout of pair words and the table of short forms: the bits of a
// slot, with fields named by their operands, and the values of the operands.
//
//===----------------------------------------------------------------------===//

#include "Manual/Manual.h"
#include "Model/ProgramModel.h"
#include "Model/ShortForms.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

/// Returns the bits of the slot: "0010 rd5 ra5".
static std::string slotText(const ShortForm &form, unsigned slotBits) {
  std::string prefix;
  for (unsigned bit = slotBits; bit-- && form.SlotMask >> bit & 1;)
    prefix += form.SlotValue >> bit & 1 ? '1' : '0';
  std::map<unsigned, std::string, std::greater<>> fields;
  for (const ShortOperand &o : form.Operands) {
    std::string &field = fields[o.Low];
    field =
        field.empty() ? o.Name + std::to_string(o.Width) : o.Name + "=" + field;
  }
  for (const auto &[low, field] : fields)
    prefix += " " + field;
  return prefix;
}

static std::string valueText(const ShortOperand &o) {
  std::string text = o.Signed ? "signed" : "";
  if (o.Shift)
    text += (text.empty() ? "* " : ", * ") + std::to_string(1u << o.Shift);
  if (o.Base)
    text +=
        (text.empty() ? "" : ", ") + std::string("+ ") + std::to_string(o.Base);
  return text;
}

/// Returns what the fields do not say: "ra = 2, imm = field * 8".
static std::string operandsText(const ShortForm &form) {
  std::string text;
  auto add = [&](const std::string &item) {
    text += (text.empty() ? "" : "; ") + item;
  };
  for (const auto &[name, runs] : form.Of->Code.Fields) {
    auto found = find_if(
        form.Operands, [&, name = &name](auto &o) { return o.Name == *name; });
    if (found != form.Operands.end()) {
      if (std::string value = valueText(*found); !value.empty())
        add(name + ": " + value);
      continue;
    }
    uint32_t constant = 0;
    for (const BitRun &r : runs)
      constant |= (form.WordValue >> r.InstLow & ((1u << r.Width) - 1))
                  << r.FieldLow;
    add(name + " = " + std::to_string(constant));
  }
  return text;
}

void writePairs(const Model &m, Document &d) {
  PairWords words = readPairWords(m.Records);
  std::vector<ShortForm> forms = readShortForms(m);
  if (!words.SlotBits || forms.empty())
    return;
  d.chapter("Pairs", "pairs");
  d.paragraph(
      formatv("A word with the bits {0:x} under the mask {1:x} holds two "
              "instructions in two slots of {2} bits. That in bits {3} to {2} "
              "executes first, then the other, each as its own word would. A "
              "branch counts from the address of the word. Operands are the "
              "numbers in the fields of the instruction word, field * scale + "
              "base of the field here.",
              words.Value, words.Mask, words.SlotBits, 2 * words.SlotBits - 1)
          .str());
  std::vector<std::vector<Text>> rows;
  for (const ShortForm &form : forms)
    rows.push_back({toInstruction(*form.Of),
                    code(slotText(form, words.SlotBits)), operandsText(form),
                    form.First && form.Second ? "both"
                    : form.First              ? "first"
                                              : "second"});
  d.table({"instruction", "slot", "operands", "in"}, rows);
}

} // namespace matrix::tblgen
