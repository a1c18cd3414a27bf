//===- Encoding.cpp - fixed bits and fields of an instruction -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reads the `Inst` bits of a record into fixed bits and fields of operands, and
// reports bits and operands that do not correspond. A bit of TableGen is a
// constant (fixed), bit n of a variable (operand field), a one-bit variable, or
// unset. Consecutive bits of a field are joined into runs:
//
//   Inst{20-16} = rb; Inst{15-13} = imm{7-5}; Inst{4-0} = imm{4-0}
//   rb:  {InstLow 16, FieldLow 0, Width 5}
//   imm: {InstLow 0, FieldLow 0, Width 5}, {InstLow 13, FieldLow 5, Width 3}
//
//===----------------------------------------------------------------------===//

#include "Model/Encoding.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/StringSet.h"

using namespace llvm;

namespace matrix::tblgen {

static void addBit(std::vector<BitRun> &runs, unsigned instBit,
                   unsigned fieldBit) {
  if (!runs.empty()) {
    BitRun &last = runs.back();
    if (last.InstLow + last.Width == instBit &&
        last.FieldLow + last.Width == fieldBit) {
      ++last.Width;
      return;
    }
  }
  runs.push_back({instBit, fieldBit, 1});
}

namespace {

class EncodingReader {
public:
  explicit EncodingReader(Instruction &inst) : inst(inst) {}

  bool read() {
    const BitsInit *bits = inst.Def->getValueAsBitsInit("Inst");
    for (unsigned k = 0; k < bits->getNumBits(); ++k)
      readBit(k, bits->getBit(k));
    reportUnset();
    for (const Operand &o : inst.Operands)
      if (o.TiedTo < 0 && !inst.Code.Fields.count(o.Name))
        fail("operand $" + o.Name +
             " is not encoded: no bit of Inst belongs to it; name it like a "
             "field of the format, or put one into Inst");
    return !failed;
  }

private:
  void fail(const Twine &text) {
    failed = true;
    report(inst.Def, text);
  }

  void readBit(unsigned k, const Init *bit) {
    if (auto *fixed = dyn_cast<BitInit>(bit)) {
      inst.Code.Mask |= 1u << k;
      inst.Code.Value |= uint32_t(fixed->getValue()) << k;
    } else if (auto *field = dyn_cast<VarBitInit>(bit)) {
      if (auto *name = dyn_cast<VarInit>(field->getBitVar()))
        addBit(name->getName(), k, field->getBitNum());
      else
        unset.push_back(k);
    } else if (auto *whole = dyn_cast<VarInit>(bit)) {
      addBit(whole->getName(), k, 0);
    } else {
      unset.push_back(k);
    }
  }

  void addBit(StringRef name, unsigned instBit, unsigned fieldBit) {
    if (inst.find(name) < 0) {
      if (strays.insert(name).second)
        fail("bit " + Twine(instBit) + " of the encoding belongs to '" + name +
             "', which is not an operand; fix it with `let " + name + " = 0`");
      return;
    }
    tblgen::addBit(inst.Code.Fields[name.str()], instBit, fieldBit);
  }

  /// Reports all of them in one message, as ranges.
  void reportUnset() {
    if (unset.empty())
      return;
    std::string runs;
    for (size_t i = 0; i < unset.size();) {
      size_t end = i + 1;
      while (end < unset.size() && unset[end] == unset[i] + end - i)
        ++end;
      runs += (i ? ", " : "") + std::to_string(unset[i]);
      if (end - i > 1)
        runs += "-" + std::to_string(unset[end - 1]);
      i = end;
    }
    fail(Twine(unset.size() == 1 ? "bit " : "bits ") + runs +
         " of the encoding " + (unset.size() == 1 ? "is" : "are") +
         " neither 0, 1 nor part of an operand; let Inst{...} = 0 "
         "where no operand has bits");
  }

  Instruction &inst;
  bool failed = false;
  std::vector<unsigned> unset;
  StringSet<> strays;
};

} // namespace

bool readEncoding(Instruction &inst) { return EncodingReader(inst).read(); }

unsigned fieldWidth(const Encoding &code, const Operand &o) {
  unsigned width = 0;
  for (const BitRun &run : code.Fields.at(o.Name))
    width = std::max(width, run.FieldLow + run.Width);
  return width;
}

} // namespace matrix::tblgen
