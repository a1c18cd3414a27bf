//===- Encodings.cpp - the manual: encodings, opcodes ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the diagram of an instruction word, and the opcode map with the free
// function codes. Neighboring fixed bits are one field of the diagram, except
// at the boundary of the opcode. A field in several runs is printed with its
// bits, as in `imm[7:5]`.
//
//===----------------------------------------------------------------------===//

#include "Manual/InstructionPages.h"
#include "Manual/Manual.h"
#include "Model/OpcodeMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Bits of an instruction
//===----------------------------------------------------------------------===//

/// Returns "imm" if one run is the whole field, else "imm[4:0]".
static std::string fieldText(const std::string &name,
                             const std::vector<BitRun> &runs,
                             const BitRun &run) {
  if (runs.size() == 1 && run.FieldLow == 0)
    return name;
  unsigned high = run.FieldLow + run.Width - 1;
  if (run.Width == 1)
    return name + "[" + std::to_string(high) + "]";
  return name + "[" + std::to_string(high) + ":" +
         std::to_string(run.FieldLow) + "]";
}

std::vector<BitField> picture(const Instruction &i) {
  const Encoding &code = i.Code;
  unsigned opcodeLow = OpcodeField(i.Def->getRecords()).low;
  std::vector<BitField> fields;
  for (const auto &[name, runs] : code.Fields)
    for (const BitRun &r : runs)
      fields.push_back({r.InstLow, r.Width, fieldText(name, runs, r), false});
  for (unsigned b = 0; b < 32; ++b) {
    if (!(code.Mask >> b & 1))
      continue;
    char bit = '0' + (code.Value >> b & 1);
    bool joins = b > 0 && (code.Mask >> (b - 1) & 1) && b != opcodeLow;
    if (joins) {
      fields.back().Text.insert(0, 1, bit);
      ++fields.back().Width;
    } else {
      fields.push_back({b, 1, std::string(1, bit), true});
    }
  }
  llvm::sort(fields, [](const BitField &a, const BitField &b) {
    return a.Low > b.Low;
  });
  return fields;
}

//===----------------------------------------------------------------------===//
// Opcodes
//===----------------------------------------------------------------------===//

void writeOpcodeMap(const Model &m, Document &d) {
  d.chapter("Opcodes", "opcodes");
  OpcodeMap map(m);
  d.paragraph("By the upper " + std::to_string(map.bits()) +
              " bits. A function code is free if no "
              "instruction has it in any variant; one variant may also use "
              "the codes of instructions that it lacks.");
  std::vector<std::vector<Text>> rows;
  for (unsigned opcode = 0; opcode < map.count(); ++opcode) {
    const Record *row = map.find(opcode);
    if (!row)
      continue;
    std::vector<Text> names;
    for (const Instruction *i : map.instructions(opcode))
      names.push_back(toInstruction(*i));
    rows.push_back({code(formatv("{0:x}", opcode).str()), layoutName(row),
                    row->getValueAsString("Summary"), list(names),
                    map.freeFunctionCodes(opcode)});
  }
  d.table({"opcode", "format", "use", "instructions", "free function codes"},
          rows);
  d.paragraph("Free opcodes: " + map.freeOpcodes() + ".");
}

} // namespace matrix::tblgen
