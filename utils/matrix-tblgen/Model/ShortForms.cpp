//===- ShortForms.cpp - instructions of pair words ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the records. Fields are placed from the low bits of the slot upward, in
// reverse order, and the prefix above them; a field of width 0 adds to the
// fixed bits of the word. The values that a field can take are an interval, of
// which both ends must fit in the field of the operand.
//
//===----------------------------------------------------------------------===//

#include "Model/ShortForms.h"
#include "Model/Encoding.h"
#include "Model/ProgramModel.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace matrix::tblgen {

PairWords readPairWords(const RecordKeeper &records) {
  PairWords words;
  for (const Record *layout : recordsInOrder(records, "PairLayout")) {
    auto opcodes = layout->getValueAsDef("Row")->getValueAsListOfInts("Values");
    words.SlotBits = layout->getValueAsInt("SlotBits");
    unsigned low = OpcodeField(records).low;
    words.Value = uint32_t(*min_element(opcodes)) << low;
    words.Mask = ~uint32_t(0) << Log2_64(opcodes.size()) << low;
    if (2 * words.SlotBits != unsigned(countr_zero(words.Mask)) ||
        !isPowerOf2_64(opcodes.size()) || (words.Value & ~words.Mask))
      report(locate(layout, "SlotBits"),
             "two slots of " + Twine(words.SlotBits) +
                 " bits do not fill the words of " +
                 quantity(opcodes.size(), "opcode"),
             "give a number of opcodes that is a power of two, the first a "
             "multiple of it, and half of the other bits to each slot");
  }
  return words;
}

namespace {

class FormReader {
public:
  FormReader(const Model &m, unsigned slotBits, const Record *def)
      : slotBits(slotBits), def(def) {
    form.Def = def;
    form.First = def->getValueAsBit("First");
    form.Second = def->getValueAsBit("Second");
    const Record *of = def->getValueAsDef("Of");
    for (const Instruction &i : m.Instructions)
      if (i.Def == of && i.HasCode) // otherwise it has an error of its own
        form.Of = &i;
  }

  bool read() {
    if (!form.Of)
      return false;
    form.WordMask = form.Of->Code.Mask;
    form.WordValue = form.Of->Code.Value;
    auto fields = def->getValueAsListOfDefs("Fields");
    for (const Record *field : reverse(fields))
      readField(field);
    checkOperands();
    checkTransfer();
    readPrefix();
    return !failed;
  }

  ShortForm form;

private:
  void fail(StringRef field, const Twine &what, const Twine &advice) {
    failed = true;
    report(locate(def, field), what, advice);
  }
  void readField(const Record *field);
  void readOperand(const Record *field, StringRef name);
  void checkRange(const Operand &operand, const ShortOperand &o);
  void checkOperands();
  void checkTransfer();
  void readPrefix();

  const unsigned slotBits;
  const Record *const def;
  unsigned used = 0; // bits of the slot
  std::map<std::string, unsigned> times;
  bool failed = false;
};

void FormReader::readField(const Record *field) {
  int64_t width = field->getValueAsInt("Width"),
          shift = field->getValueAsInt("Shift");
  bool fits = width >= 0 && width <= slotBits && shift >= 0 && shift < 32;
  if (!fits)
    fail("Fields",
         "a field of " + quantity(width, "bit") + ", shifted by " +
             Twine(shift),
         "give 0 to " + Twine(slotBits) + " bits, and a shift of 0 to 31");
  for (StringRef name : field->getValueAsListOfStrings("Operands"))
    if (fits)
      readOperand(field, name);
    else
      ++times[name.str()];
  used += fits ? width : 0;
}

void FormReader::readOperand(const Record *field, StringRef name) {
  int index = form.Of->find(name);
  if (index < 0)
    return fail("Fields", form.Of->Name + " has no operand $" + name,
                "name operands as the instruction does");
  ++times[name.str()];
  const Operand &operand = form.Of->Operands[index];
  ShortOperand o{name.str(),
                 used,
                 unsigned(field->getValueAsInt("Width")),
                 field->getValueAsBit("Signed"),
                 unsigned(field->getValueAsInt("Shift")),
                 field->getValueAsInt("Base"),
                 form.Of->Code.Fields.at(name.str()),
                 fieldWidth(form.Of->Code, operand)};
  if (o.Runs.size() > 2)
    return fail("Fields",
                "operand $" + name + " of " + form.Of->Name +
                    " is scattered over the word",
                "an operand of a short form consists of at most two runs");
  checkRange(operand, o);
  if (o.Width) {
    form.Operands.push_back(o);
    return;
  }
  for (const BitRun &run : o.Runs) {
    uint32_t bits = maskTrailingOnes<uint32_t>(run.Width);
    form.WordMask |= bits << run.InstLow;
    form.WordValue |= (uint32_t(o.Base) >> run.FieldLow & bits) << run.InstLow;
  }
}

/// The interval of a field must be within that of the operand.
void FormReader::checkRange(const Operand &operand, const ShortOperand &o) {
  int64_t low = o.Signed ? -(int64_t(1) << o.Width >> 1) : 0;
  int64_t high = low + (int64_t(1) << o.Width) - 1;
  low = low * (int64_t(1) << o.Shift) + o.Base;
  high = high * (int64_t(1) << o.Shift) + o.Base;
  bool isSigned =
      operand.ImmediateSlot >= 0 && operand.Def->getValueAsBit("Signed");
  int64_t min = isSigned ? minIntN(o.RawWidth) : 0;
  int64_t max = isSigned ? maxIntN(o.RawWidth) : maxUIntN(o.RawWidth);
  if (low < min || high > max)
    fail("Fields",
         "operand $" + o.Name + " has the values " + Twine(low) + " to " +
             Twine(high) + ", its field in " + form.Of->Name + " those from " +
             Twine(min) + " to " + Twine(max),
         "make the field smaller, or choose another shift or base");
}

void FormReader::checkOperands() {
  for (const auto &[name, runs] : form.Of->Code.Fields)
    if (times[name] != 1)
      fail("Fields",
           "operand $" + name + " of " + form.Of->Name +
               (times[name] ? " is in two fields" : " is in no field"),
           "name each operand once; a constant is a field of no bits");
}

void FormReader::checkTransfer() {
  bool transfers =
      any_of(ArrayRef{"isBranch", "isCall", "isTerminator"},
             [&](StringRef flag) { return form.Of->Def->getValueAsBit(flag); });
  if (transfers && form.First)
    fail("Slots", form.Of->Name + " transfers control in the first slot",
         "the second instruction would not be executed; use SecondSlot");
  if (!form.First && !form.Second)
    fail("Slots", "the short form of " + form.Of->Name + " is in no slot",
         "use FirstSlot, SecondSlot or BothSlots");
}

void FormReader::readPrefix() {
  int64_t prefix = def->getValueAsInt("Prefix");
  if (used > slotBits || prefix < 0 ||
      (prefix >> (slotBits - std::min(used, slotBits))))
    return fail("Prefix",
                "a prefix of " + Twine(prefix) + " and fields of " +
                    quantity(used, "bit") + " do not fit in a slot of " +
                    Twine(slotBits),
                "choose a smaller prefix or smaller fields");
  form.SlotMask = maskTrailingOnes<uint32_t>(slotBits - used) << used;
  form.SlotValue = uint32_t(prefix) << used;
}

} // namespace

std::vector<ShortForm> readShortForms(const Model &m) {
  unsigned slotBits = readPairWords(m.Records).SlotBits;
  std::vector<ShortForm> forms;
  for (const Record *def : recordsInOrder(m.Records, "ShortForm")) {
    FormReader reader(m, slotBits, def);
    if (reader.read())
      forms.push_back(std::move(reader.form));
  }
  return forms;
}

} // namespace matrix::tblgen
