//===- CheckEncodings.cpp - opcodes, fields, overlaps ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks ranges of immediates, fields of operands, opcodes against the opcode
// map, and encoding overlaps within each variant. A fixed bit is a bit of the
// mask of an instruction; two encodings are disjoint if and only if a bit that
// is fixed in both has different values:
//
//   overlap(a, b)  <=>  ((a.value ^ b.value) & a.mask & b.mask) == 0
//
// All pairs of instructions of a variant are compared. Instructions of
// different variants may overlap, since a decoder has the instructions of one
// variant.
//
//===----------------------------------------------------------------------===//

#include "Checks/DescriptionChecks.h"
#include "Model/Encoding.h"
#include "Model/OpcodeMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

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
              "operand $" + o.Name + " has " + quantity(wanted, "bit") +
                  ", its field " + Twine(width),
              "make field and operand equally wide");
  } else if (o.isRegister() && width != 5) {
    c.error(i.Def,
            "register operand $" + o.Name + " has a field of " +
                quantity(width, "bit"),
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
                " of " + quantity(width, "bit") + ")",
            "place every bit of the field in Inst");
  if (bits > width)
    c.error(i.Def,
            "operand $" + o.Name + " is encoded twice (" +
                quantity(bits, "bit") + " for a field of " + Twine(width) + ")",
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
// Opcodes
//===----------------------------------------------------------------------===//

static void checkRow(Checks &c, const Record *row, const OpcodeMap &map) {
  for (int64_t opcode : row->getValueAsListOfInts("Values")) {
    std::string number = formatv("{0:x}", opcode).str();
    if (opcode < 0 || opcode >= int64_t(map.count()))
      return c.error(row,
                     "opcode " + number + " does not fit " + Twine(map.bits()) +
                         " bits",
                     "free opcodes: " + map.freeOpcodes());
    const Record *other = map.find(opcode);
    if (other == row)
      continue;
    c.error(row,
            "opcode " + number + " is that of " + other->getName() + " too",
            "free opcodes: " + map.freeOpcodes());
    return pointAt(other, other->getName() + " is here");
  }
  StringRef format = row->getValueAsString("Format");
  if (!format.empty() && !c.m.Records.getClass(format))
    c.error(row,
            row->getName() + " has the format '" + format +
                "', which is not a class",
            "td/Schema/Encoding.td has the formats");
}

static void checkOpcodes(Checks &c, const OpcodeMap &map) {
  for (const Record *row : recordsInOrder(c.m.Records, "Opcode"))
    checkRow(c, row, map);
  for (unsigned opcode = 0; opcode < map.count(); ++opcode)
    for (const Instruction *i : map.instructions(opcode)) {
      std::string number = formatv("{0:x}", opcode).str();
      const Record *row = map.find(opcode);
      if (!row)
        c.error(i->Def, "Op",
                "opcode " + number + " of " + i->Name +
                    " is not in the opcode map",
                "define it as td/Common/Opcodes.td does: def : Opcode<" +
                    number + ", \"format\", \"use\">");
      else if (StringRef format = row->getValueAsString("Format");
               !format.empty() && c.m.Records.getClass(format) &&
               !i->Def->isSubClassOf(format))
        c.error(i->Def, "Op",
                i->Name + " is not of format " + format + ", that of opcode " +
                    number + " (" + row->getName() + ")",
                "use this class, or a free opcode: " + map.freeOpcodes());
    }
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

static std::string freeCodes(const OpcodeMap &map, unsigned opcode) {
  std::string functions = map.freeFunctionCodes(opcode);
  return (functions.empty()
              ? ""
              : "; free function codes of opcode " +
                    formatv("{0:x}", opcode).str() + ": " + functions) +
         "; free opcodes: " + map.freeOpcodes();
}

/// Two encodings overlap unless a bit that is fixed in both differs.
static void checkOverlap(const Instruction &a, const Instruction &b,
                         const Variant &v, const OpcodeMap &map) {
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
      "some words decode as both: change a function code or an opcode" +
          freeCodes(map, map.opcodeOf(a)));
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

static void checkVariant(Checks &c, const Variant &v, const OpcodeMap &map) {
  std::vector<const Instruction *> available;
  std::map<StringRef, const Instruction *> byMnemonic;
  for (const Instruction &i : c.m.Instructions) {
    if (!i.isAvailable(v))
      continue;
    if (auto [it, isNew] = byMnemonic.try_emplace(i.Mnemonic, &i); !isNew)
      checkMnemonics(*it->second, i, v);
    for (const Instruction *other : available)
      checkOverlap(*other, i, v, map);
    available.push_back(&i);
  }
}

void matrix::tblgen::checkEncodings(Checks &c) {
  for (const Record *r : recordsInOrder(c.m.Records, "Immediate"))
    checkImmediate(c, r);
  for (const Instruction &i : c.m.Instructions) {
    if (int64_t size = i.Def->getValueAsInt("Size"); size != 4)
      c.error(i.Def, "Size", "an instruction of " + Twine(size) + " bytes",
              "every instruction is a word of 4");
    if (!i.HasOperands)
      continue;
    checkCount(c, i);
    if (!i.HasCode)
      continue;
    for (const Operand &o : i.Operands)
      checkField(c, i, o);
  }
  OpcodeMap map(c.m);
  checkOpcodes(c, map);
  for (const Variant &v : c.m.Variants)
    checkVariant(c, v, map);
}
