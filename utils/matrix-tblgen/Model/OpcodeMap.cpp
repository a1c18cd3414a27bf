//===- OpcodeMap.cpp - opcodes and free codes -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Maps opcodes to the Opcode records and to instructions, and lists opcodes and
// function codes that are free. A function code is taken if an instruction of
// the opcode decodes it: its fixed bits in the field of the function code must
// agree, while bits of operands in that field match every code.
//
//===----------------------------------------------------------------------===//

#include "Model/OpcodeMap.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace matrix::tblgen {

OpcodeMap::OpcodeMap(const Model &m)
    : field(m.Records), rows(size_t(1) << field.bits), byOpcode(rows.size()) {
  for (const Record *row : recordsInOrder(m.Records, "Opcode"))
    for (int64_t opcode : row->getValueAsListOfInts("Values"))
      if (opcode >= 0 && opcode < int64_t(count()) && !rows[opcode])
        rows[opcode] = row;
  for (const Instruction &i : m.Instructions)
    if (i.HasCode)
      byOpcode[opcodeOf(i)].push_back(&i);
}

/// Returns the unset numbers as ranges: "2, 5-7".
static std::string freeRuns(ArrayRef<bool> taken, const char *format) {
  std::string runs;
  for (size_t i = 0; i < taken.size();) {
    size_t end = i;
    while (end < taken.size() && !taken[end])
      ++end;
    if (end > i)
      runs += (runs.empty() ? "" : ", ") + formatv(format, i).str() +
              (end - i > 1 ? "-" + formatv(format, end - 1).str() : "");
    i = end + 1;
  }
  return runs;
}

std::string OpcodeMap::freeOpcodes() const {
  SmallVector<bool> taken;
  for (const Record *row : rows)
    taken.push_back(row);
  return freeRuns(taken, "{0:x}");
}

std::string OpcodeMap::freeFunctionCodes(unsigned opcode) const {
  auto all = instructions(opcode);
  unsigned bits =
      all.empty() ? 0 : all.front()->Def->getValueAsInt("FunctionBits");
  if (!bits)
    return "";
  unsigned low = all.front()->Def->getValueAsInt("FunctionLow");
  uint32_t field = maskTrailingOnes<uint32_t>(bits) << low;
  SmallVector<bool> taken(size_t(1) << bits);
  for (const Instruction *i : all)
    for (uint32_t code = 0; code < taken.size(); ++code)
      if (((code << low) & i->Code.Mask) == (i->Code.Value & field))
        taken[code] = true;
  return freeRuns(taken, "{0}");
}

std::string layoutName(const Record *opcode) {
  StringRef name = opcode->getValueAsString("Format");
  name.consume_front("Inst");
  return name.str();
}

} // namespace matrix::tblgen
