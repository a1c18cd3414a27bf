//===- CheckEncodings.cpp - mnemonics, operands, encodings ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks assembly strings against operands, ranges of immediates, fields of
// operands, and encoding overlaps within each variant.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Model/Encoding.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace matrix::tblgen;

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static void checkMnemonic(Checks &c, const Instruction &i) {
  if (i.BaseMnemonic.empty() || !all_of(i.Mnemonic, [](char x) {
        return isLower(x) || isDigit(x) || x == '.' || x == '_';
      }))
    c.error(i.Def, "mnemonic '" + i.Mnemonic + "'",
            "use lower-case letters, digits, '.' and '_'");
  if (!i.Mnemonic.empty() && !StringRef(i.Mnemonic).starts_with(i.BaseMnemonic))
    c.error(i.Def, "Mnemonic",
            "mnemonic '" + i.Mnemonic +
                "' does not start with its base mnemonic '" + i.BaseMnemonic +
                "'",
            "Mnemonic is the base mnemonic and a suffix");
}

/// Returns the names after `$` or `${` in the assembly string.
static std::vector<std::string> namesIn(StringRef text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    text = text.split('$').second;
    StringRef rest = text;
    rest.consume_front("{");
    StringRef name =
        rest.take_while([](char x) { return isAlnum(x) || x == '_'; });
    if (!name.empty())
      names.push_back(name.str());
  }
  return names;
}

static void checkAssembly(Checks &c, const Instruction &i) {
  StringRef text = i.Def->getValueAsString("AsmString");
  if (text.take_until([](char x) { return x == '\t' || x == ' '; }) !=
      i.Mnemonic)
    c.error(
        i.Def, "AsmString",
        "the assembly text does not begin with mnemonic '" + i.Mnemonic + "'",
        "change the base mnemonic or the suffix; the text follows from them");
  auto names = namesIn(i.Def->getValueAsString("AsmString"));
  for (const std::string &name : names)
    if (i.find(name) < 0)
      c.error(i.Def, "AsmString",
              "the assembly text names $" + name + ", which is no operand",
              "operands are what (outs ...) and (ins ...) name");
  for (const Operand &o : i.Operands)
    if (o.TiedTo < 0 && !is_contained(names, o.Name))
      c.error(i.Def, "AsmString",
              "operand $" + o.Name + " is not in the assembly text",
              "write $" + o.Name + " at its position in the instruction");
}

//===----------------------------------------------------------------------===//
// Immediates
//===----------------------------------------------------------------------===//

/// Limits of decoders and builtins, which store immediates as signed 32-bit
/// values.
static void checkImmediate(Checks &c, const Record *r) {
  int64_t width = r->getValueAsInt("Width"), shift = r->getValueAsInt("Shift");
  if (width < 1 || width > 32)
    return c.error(r, "Width", "an immediate of " + Twine(width) + " bits",
                   "an instruction has room for 1 to 26");
  if (shift < 0 || shift > 30)
    return c.error(r, "Shift", "an immediate in steps of 2^" + Twine(shift),
                   "give a shift of 0 to 30");
  if (r->getValueAsInt("Min") < INT32_MIN ||
      r->getValueAsInt("Max") > INT32_MAX)
    c.error(r,
            "an immediate from " + Twine(r->getValueAsInt("Min")) + " to " +
                Twine(r->getValueAsInt("Max")),
            "its values must be signed numbers of 32 bits: make field, shift "
            "or bias smaller");
}

//===----------------------------------------------------------------------===//
// Fields
//===----------------------------------------------------------------------===//

static void checkWidth(Checks &c, const Instruction &i, const Operand &o,
                       unsigned width) {
  if (o.Def->isSubClassOf("Immediate")) {
    unsigned wanted = o.Def->getValueAsInt("Width");
    if (width != wanted)
      c.error(i.Def,
              "operand $" + o.Name + " has " + Twine(wanted) +
                  " bits, its field " + Twine(width),
              "make field and operand equally wide");
  } else if (o.isRegister() && width != 5) {
    c.error(i.Def,
            "register operand $" + o.Name + " has a field of " + Twine(width) +
                " bits",
            "registers are numbered 0 to 31: encode 5 bits");
  }
}

static void checkField(Checks &c, const Instruction &i, const Operand &o) {
  if (o.TiedTo >= 0)
    return;
  unsigned width = fieldWidth(i.Code, o), bits = 0;
  checkWidth(c, i, o, width);
  for (const BitRun &run : i.Code.Fields.at(o.Name))
    bits += run.Width;
  if (bits < width)
    c.error(i.Def,
            "operand $" + o.Name + " is encoded only in part (" + Twine(bits) +
                " of " + Twine(width) + " bits)",
            "place every bit of the field in Inst");
  if (bits > width)
    c.error(i.Def,
            "operand $" + o.Name + " is encoded twice (" + Twine(bits) +
                " bits for a field of " + Twine(width) + ")",
            "place every bit of the field once in Inst");
}

/// Limits of simulator/lib/Core/Decoded.h.
static void checkCount(Checks &c, const Instruction &i) {
  constexpr int registers = 5, immediates = 3;
  for (const Operand &o : i.Operands)
    if (o.RegisterSlot >= registers || o.ImmediateSlot >= immediates)
      return c.error(i.Def,
                     "too many operands: $" + o.Name + " is register " +
                         Twine(o.RegisterSlot + 1) + " or immediate " +
                         Twine(o.ImmediateSlot + 1),
                     "an instruction has at most 5 registers and 3 immediates");
}

//===----------------------------------------------------------------------===//
// One variant
//===----------------------------------------------------------------------===//

/// Reports a conflict at the instruction that was defined later.
static void conflict(const Instruction &a, const Instruction &b,
                     StringRef field,
                     function_ref<std::string(const Instruction &newer,
                                              const Instruction &older)>
                         what,
                     const Twine &advice) {
  bool bIsNewer = newerOf(a.Def, b.Def) == b.Def;
  const Instruction &newer = bIsNewer ? b : a, &older = bIsNewer ? a : b;
  if (report(locate(newer.Def, field), what(newer, older), advice))
    pointAt(older.Def, older.Name + " is here");
}

/// Two encodings overlap unless a bit that is fixed in both differs.
static void checkOverlap(const Instruction &a, const Instruction &b,
                         const Variant &v) {
  uint32_t both = a.Code.Mask & b.Code.Mask;
  if (!a.HasCode || !b.HasCode ||
      (a.Code.Value & both) != (b.Code.Value & both))
    return;
  conflict(
      a, b, "Inst",
      [&](const Instruction &newer, const Instruction &older) {
        return "encoding of " + newer.Name + " overlaps that of " + older.Name +
               " in variant " + v.CPU;
      },
      "some word is both: change a function code or an opcode; the chapter "
      "Opcodes of the manual lists the free ones");
}

static void checkMnemonics(const Instruction &a, const Instruction &b,
                           const Variant &v) {
  conflict(
      a, b, "Mnemonic",
      [&](const Instruction &newer, const Instruction &older) {
        return "mnemonic '" + newer.Mnemonic + "' is taken by " + older.Name +
               " in variant " + v.CPU;
      },
      "choose another base mnemonic or suffix");
}

static void checkVariant(Checks &c, const Variant &v) {
  std::vector<const Instruction *> available;
  std::map<StringRef, const Instruction *> byMnemonic;
  for (const Instruction &i : c.m.Instructions) {
    if (!i.isAvailable(v))
      continue;
    if (auto [it, isNew] = byMnemonic.try_emplace(i.Mnemonic, &i); !isNew)
      checkMnemonics(*it->second, i, v);
    for (const Instruction *other : available)
      checkOverlap(*other, i, v);
    available.push_back(&i);
  }
}

void matrix::tblgen::checkEncodings(Checks &c) {
  for (const Record *r : recordsInOrder(c.m.Records, "Immediate"))
    checkImmediate(c, r);
  for (const Instruction &i : c.m.Instructions) {
    checkMnemonic(c, i);
    if (int64_t size = i.Def->getValueAsInt("Size"); size != 4)
      c.error(i.Def, "Size", "an instruction of " + Twine(size) + " bytes",
              "every instruction is a word of 4");
    if (!i.HasOperands)
      continue;
    checkAssembly(c, i);
    checkCount(c, i);
    if (!i.HasCode)
      continue;
    for (const Operand &o : i.Operands)
      checkField(c, i, o);
  }
  for (const Variant &v : c.m.Variants)
    checkVariant(c, v);
}
