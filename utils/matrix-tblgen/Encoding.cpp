//===- Encoding.cpp - fixed bits and fields of an instruction -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Encoding.h"
#include "llvm/TableGen/Error.h"

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

Encoding readEncoding(const Instruction &inst) {
  Encoding code;
  const BitsInit *bits = inst.Def->getValueAsBitsInit("Inst");
  for (unsigned k = 0; k < bits->getNumBits(); ++k) {
    const Init *bit = bits->getBit(k);
    if (auto *fixed = dyn_cast<BitInit>(bit)) {
      code.Mask |= 1u << k;
      code.Value |= uint32_t(fixed->getValue()) << k;
      continue;
    }
    std::string name;
    unsigned fieldBit = 0;
    if (auto *field = dyn_cast<VarBitInit>(bit)) {
      name = cast<VarInit>(field->getBitVar())->getName().str();
      fieldBit = field->getBitNum();
    } else if (auto *whole = dyn_cast<VarInit>(bit)) {
      name = whole->getName().str();
    } else {
      PrintFatalError(
          inst.Def,
          "bit " + Twine(k) +
              " of the encoding is neither 0, 1 nor part of an operand; "
              "let Inst say it");
    }
    if (inst.find(name) < 0)
      PrintFatalError(inst.Def,
                      "bit " + Twine(k) + " of the encoding belongs to '" +
                          name + "', which is no operand; fix it with `let " +
                          name + " = 0`");
    addBit(code.Fields[name], k, fieldBit);
  }
  for (const Operand &o : inst.Operands)
    if (o.TiedTo < 0 && !code.Fields.count(o.Name))
      PrintFatalError(
          inst.Def,
          "operand $" + o.Name +
              " is not encoded: no bit of Inst belongs to it; "
              "name it like a field of the format, or put one into Inst");
  return code;
}

unsigned fieldWidth(const Encoding &code, const Operand &o) {
  unsigned width = 0;
  for (const BitRun &run : code.Fields.at(o.Name))
    width = std::max(width, run.FieldLow + run.Width);
  return width;
}

} // namespace matrix::tblgen
