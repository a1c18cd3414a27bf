//===- Encodings.cpp - the manual: encodings, opcodes ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the diagram of an instruction word, and the opcode map with the free
// function codes.
//
//===----------------------------------------------------------------------===//

#include "Manual/InstructionPages.h"
#include "Manual/Manual.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

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

std::vector<BitField> picture(const Encoding &code) {
  std::vector<BitField> fields;
  for (const auto &[name, runs] : code.Fields)
    for (const BitRun &r : runs)
      fields.push_back({r.InstLow, r.Width, fieldText(name, runs, r), false});
  for (unsigned b = 0; b < 32; ++b) {
    if (!(code.Mask >> b & 1))
      continue;
    char bit = '0' + (code.Value >> b & 1);
    bool joins = b > 0 && (code.Mask >> (b - 1) & 1) && b != 26;
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

namespace {

using Table = std::vector<std::vector<Text>>;

/// Returns the unset numbers as ranges: "2, 5-7".
std::string freeRuns(const std::vector<bool> &taken) {
  std::string runs;
  for (size_t i = 0; i < taken.size();) {
    size_t end = i;
    while (end < taken.size() && !taken[end])
      ++end;
    if (end > i)
      runs += (runs.empty() ? "" : ", ") + std::to_string(i) +
              (end - i > 1 ? "-" + std::to_string(end - 1) : "");
    i = end + 1;
  }
  return runs;
}

/// Returns the function codes that no instruction of the opcode uses in any
/// format; empty if the opcode has none.
std::string freeCodes(ArrayRef<const Instruction *> all) {
  unsigned low = all.front()->Def->getValueAsInt("FunctionLow"),
           bits = all.front()->Def->getValueAsInt("FunctionBits");
  if (!bits)
    return "";
  std::vector<bool> taken(size_t(1) << bits);
  for (const Instruction *i : all)
    for (uint32_t code = 0; code < taken.size(); ++code) {
      uint32_t field = maskTrailingOnes<uint32_t>(bits) << low;
      if (((code << low) & i->Code.Mask) == (i->Code.Value & field))
        taken[code] = true;
    }
  return freeRuns(taken);
}

} // namespace

void writeOpcodeMap(const Model &m, Document &d) {
  d.chapter("Opcodes", "opcodes");
  d.paragraph("By the upper six bits. A function code is free if no "
              "instruction has it in any variant; one variant may also use "
              "the codes of instructions that it lacks.");
  std::map<unsigned, std::vector<const Instruction *>> byOpcode;
  for (const Instruction &i : m.Instructions)
    byOpcode[i.Code.Value >> 26].push_back(&i);
  Table rows;
  std::vector<bool> opcodes(64);
  for (const auto &[opcode, all] : byOpcode) {
    std::vector<Text> names;
    for (const Instruction *i : all)
      names.push_back(toInstruction(*i));
    rows.push_back(
        {code(formatv("{0:x}", opcode).str()), list(names), freeCodes(all)});
    opcodes[opcode] = true;
  }
  d.table({"opcode", "instructions", "free function codes"}, rows);
  d.paragraph("Free opcodes, in decimal: " + freeRuns(opcodes) + ".");
}

} // namespace matrix::tblgen
