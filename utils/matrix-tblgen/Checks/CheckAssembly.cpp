//===- CheckAssembly.cpp - mnemonics and assembly strings -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks the letters and dots of mnemonics, and that assembly text and operands
// correspond in both directions: every `$name` of the text is an operand, and
// every operand that is not tied to another one is in the text. The text must
// begin with the mnemonic, because LLVM's assembly matcher takes the mnemonic
// from it while all other generators read `Mnemonic`.
//
//   AsmString   name.f32.bf16 $td, $ta, $tb
//   Mnemonic    name            .f32.bf16
//               base mnemonic   suffix, from the formats of the operands
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;
using namespace matrix::tblgen;

/// The suffix follows from the formats of the operands. A base mnemonic x.f32
/// would give the mnemonic x.f32.f32.
static void checkBaseMnemonic(Checks &c, const Instruction &i,
                              StringRef suffix) {
  SmallVector<StringRef> parts, formats;
  suffix.split(formats, '.', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
  StringRef(i.BaseMnemonic).split(parts, '.');
  auto repeated = find_if(drop_begin(parts), [&](StringRef part) {
    return is_contained(formats, part);
  });
  if (repeated == parts.end())
    return;
  std::string what = "base mnemonic '" + i.BaseMnemonic + "' contains '." +
                     repeated->str() + "' of its suffix '" + suffix.str() + "'";
  erase_if(parts, [&](StringRef part) { return is_contained(formats, part); });
  c.error(i.Def, "BaseMnemonic", what,
          "write '" + join(parts, ".") +
              "'; the suffix follows from the formats of the operands");
}

static void checkMnemonic(Checks &c, const Instruction &i) {
  if (i.BaseMnemonic.empty() || !all_of(i.Mnemonic, [](char x) {
        return isLower(x) || isDigit(x) || x == '.' || x == '_';
      }))
    c.error(i.Def, "mnemonic '" + i.Mnemonic + "'",
            "use lower-case letters, digits, '.' and '_'");
  else if (!isLower(i.BaseMnemonic[0]))
    c.error(i.Def,
            "mnemonic '" + i.Mnemonic + "' begins with '" +
                i.BaseMnemonic.substr(0, 1) + "'",
            "begin with a letter: classes and functions are named after it");
  StringRef suffix = i.Mnemonic;
  if (!suffix.empty() && !suffix.consume_front(i.BaseMnemonic))
    return c.error(i.Def, "Mnemonic",
                   "mnemonic '" + i.Mnemonic +
                       "' does not start with its base mnemonic '" +
                       i.BaseMnemonic + "'",
                   "Mnemonic is the base mnemonic and a suffix");
  checkBaseMnemonic(c, i, suffix);
  if (!suffix.empty() && !suffix.starts_with("."))
    c.error(i.Def, "Mnemonic",
            "the suffix '" + suffix + "' of mnemonic '" + i.Mnemonic +
                "' does not start with a dot",
            "write '." + suffix + "'");
  else if (is_contained(split(i.Mnemonic, '.'), ""))
    c.error(i.Def, "Mnemonic",
            "mnemonic '" + i.Mnemonic + "' has an empty part",
            "write one dot between two parts, and none at the end");
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

/// Consumes `$name` or `${name}`.
static bool consumeName(StringRef &text) {
  if (!text.consume_front("$"))
    return false;
  bool inBraces = text.consume_front("{");
  size_t length =
      text.take_while([](char x) { return isAlnum(x) || x == '_'; }).size();
  text = text.drop_front(length);
  return length && (!inBraces || text.consume_front("}"));
}

/// Returns whether the assembler reads the text as one operand: $x, ${x}(${r})
/// or (${r}).
static bool isOperandText(StringRef text) {
  bool isFirst = consumeName(text);
  if (!text.consume_front("("))
    return isFirst && text.empty();
  return consumeName(text) && text == ")";
}

static void checkSeparators(Checks &c, const Instruction &i) {
  StringRef text = i.Def->getValueAsString("AsmString");
  StringRef operands =
      text.drop_until([](char x) { return x == '\t' || x == ' '; }).trim();
  if (operands.empty())
    return;
  for (StringRef part : split(operands, ','))
    if (!isOperandText(part.trim()))
      return c.error(i.Def, "AsmString",
                     "the assembler does not read '" + part.trim() +
                         "' in the assembly text as an operand",
                     "separate operands by ','; an operand is $x, (${r}) or "
                     "${x}(${r})");
}

static void checkNames(Checks &c, const Instruction &i) {
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
              "the assembly text names $" + name + ", which is not an operand",
              "operands are what (outs ...) and (ins ...) name");
  for (const Operand &o : i.Operands)
    if (o.TiedTo < 0 && !is_contained(names, o.Name))
      c.error(i.Def, "AsmString",
              "operand $" + o.Name + " is not in the assembly text",
              "write $" + o.Name + " at its position in the instruction");
}

void matrix::tblgen::checkAssembly(Checks &c) {
  for (const Instruction &i : c.m.Instructions) {
    checkMnemonic(c, i);
    if (!i.HasOperands)
      continue;
    checkNames(c, i);
    checkSeparators(c, i);
  }
}
