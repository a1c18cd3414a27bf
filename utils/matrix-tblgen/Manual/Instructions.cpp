//===- Instructions.cpp - the manual: instructions ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "../Diagnostics.h"
#include "Manual.h"
#include "Pseudo.h"
#include "Traps.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

using Table = std::vector<std::vector<Text>>;

/// Assembly as it is typed: "name td, imm(ra), rb".
std::string syntaxText(const Record *r) {
  std::string out;
  for (char c : r->getValueAsString("AsmString"))
    if (c == '\t')
      out += ' ';
    else if (!StringRef("${}").contains(c))
      out += c;
  return out;
}

//===----------------------------------------------------------------------===//
// Encoding
//===----------------------------------------------------------------------===//

/// "imm" where one run is the whole field, else "imm[4:0]".
std::string fieldText(const std::string &name, const std::vector<BitRun> &runs,
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
// Operands
//===----------------------------------------------------------------------===//

/// "integer from -256 to 255".
std::string immediateText(const Record *def) {
  if (!def->isSubClassOf("Immediate"))
    return "place in the code, encoded as words from here";
  std::string s = "integer from " + std::to_string(def->getValueAsInt("Min")) +
                  " to " + std::to_string(def->getValueAsInt("Max"));
  if (int64_t shift = def->getValueAsInt("Shift"))
    s += ", a multiple of " + std::to_string(int64_t(1) << shift);
  if (int64_t bias = def->getValueAsInt("Bias"))
    s += ", encoded less " + std::to_string(bias);
  return s;
}

std::string fieldsText(const Operand &o) {
  std::string t;
  for (const Record *f : o.Fields)
    t += (t.empty() ? ": " : ", ") + f->getValueAsString("Name").str() +
         " from bit " + std::to_string(f->getValueAsInt("Low")) + " (" +
         std::to_string(f->getValueAsInt("Width")) + ")";
  return t;
}

Text rowsText(const Instruction &i, const Operand &o) {
  Text t = shapeText({o.RowCount, o.ColumnCount}, i) + " ";
  t = t + toFormat(o.Format) + " in " + toSpace(o.Space);
  t = t + (o.isRegister() ? ", address in a general register"
                          : ", address in the instruction");
  return t + fieldsText(o);
}

Text operandText(const Instruction &i, const Operand &o) {
  switch (o.Class) {
  case OperandClass::General:
    return "general register" + fieldsText(o);
  case OperandClass::Float32:
    return "floating-point register, f32";
  case OperandClass::Float64:
    return "floating-point register, f64";
  case OperandClass::Tile:
    return Text("tile register of ") + toFormat(o.Format) + ", " +
           shapeText({Extent::rows(), Extent::columns(bitsOf(o.Format))}, i);
  case OperandClass::Immediate:
    return immediateText(o.Def);
  case OperandClass::Rows:
    return rowsText(i, o);
  }
  llvm_unreachable("operand class");
}

/// Shapes of a tile in each variant: "base 16 x 64".
Text shapesOf(const Instruction &i, const Operand &o, const Model &m) {
  std::vector<Text> all;
  for (const Variant &v : m.Variants)
    if (o.Class == OperandClass::Tile && v.Tiles && i.isAvailable(v))
      all.push_back(toVariant(v) + formatv(" {0} x {1}", v.Tiles->Rows,
                                           v.Tiles->columns(bitsOf(o.Format)))
                                       .str());
  return list(all);
}

std::string directionText(const Instruction &i, const Operand &o) {
  if (o.Class == OperandClass::Rows)
    return o.Written ? (o.Read ? "read, written" : "written") : "read";
  if (o.TiedTo >= 0)
    return "what " + i.Operands[o.TiedTo].Name + " holds before";
  return o.Out ? "written" : "read";
}

void writeOperands(const Instruction &i, const Model &m, Document &d) {
  if (i.Operands.empty())
    return;
  Table rows;
  for (const Operand &o : i.Operands)
    rows.push_back({code(o.Name), directionText(i, o), operandText(i, o),
                    shapesOf(i, o, m)});
  d.heading("Operands");
  d.table({"operand", "use", "what", "shape"}, rows);
}

//===----------------------------------------------------------------------===//
// Operation and effects
//===----------------------------------------------------------------------===//

/// What a hook does: the role's summary or the record's Brief.
Text hookText(const Instruction &i) {
  for (const Record *r : i.Roles)
    return sentence(r->getValueAsString("Summary"));
  StringRef brief = i.Def->getValueAsString("Brief");
  if (brief.empty())
    report(i.Def, "the meaning of " + i.Mnemonic +
                      " has no rendering in the manual; give the record a "
                      "Brief or a role");
  return {};
}

void writeOperation(const Instruction &i, Document &d) {
  d.heading("Operation");
  if (i.Class == InstructionClass::Scalar)
    return d.code(scalarText(i));
  d.code(meaningText(i.Meaning, i));
  if (i.Meaning.is(ExprKind::Role))
    if (Text t = hookText(i); !t.empty())
      d.paragraph(t);
  for (const Form &f : i.Forms)
    if (f.Also) {
      d.paragraph("The compiler also uses it for");
      d.code(meaningText(f.Meaning, i));
    }
  std::vector<Text> operators;
  for (const Record *op : operatorsOf(i))
    operators.push_back(toOperator(op));
  d.paragraph(Text("Operators: ") + list(operators) + ".");
}

Text states(ArrayRef<const Record *> records) {
  std::vector<Text> all;
  for (const Record *s : records)
    all.push_back(toState(s));
  return list(all);
}

/// Fixed registers that are no operands.
std::string implicitRegisters(const Instruction &i, StringRef field) {
  std::vector<std::string> names;
  for (const Record *r : i.Def->getValueAsListOfDefs(field))
    if (!r->isSubClassOf("State"))
      names.push_back(r->getName().lower());
  return join(names, ", ");
}

void writeEffects(const Instruction &i, const Model &model, Document &d) {
  std::vector<Text> all;
  if (i.Class == InstructionClass::System)
    all.push_back("ordered with all other system instructions and memory");
  else if (i.MayLoad && i.Class != InstructionClass::Rows)
    all.push_back("reads memory");
  if (i.MayStore && i.Class != InstructionClass::Rows &&
      i.Class != InstructionClass::System)
    all.push_back("writes memory");
  if (!i.ReadStates.empty())
    all.push_back(Text("reads ") + states(i.ReadStates));
  if (!i.WrittenStates.empty())
    all.push_back(Text("sets ") + states(i.WrittenStates));
  if (std::string s = implicitRegisters(i, "Uses"); !s.empty())
    all.push_back("reads " + s);
  if (std::string s = implicitRegisters(i, "Defs"); !s.empty())
    all.push_back("writes " + s);
  if (!all.empty())
    d.paragraph(Text("Effects: ") + list(all) + ".");
  if (auto traps = trapsOf(i, model); !traps.empty())
    d.paragraph("Traps: " + join(traps, "; ") + ".");
}

//===----------------------------------------------------------------------===//
// Timing, names
//===----------------------------------------------------------------------===//

void writeTiming(const Instruction &i, const Model &m, Document &d) {
  const Record *time = i.Def->getValueAsDef("Time");
  Table rows;
  for (const Variant &v : m.Variants)
    if (i.isAvailable(v))
      rows.push_back({toVariant(v), std::to_string(m.occupancy(i, v)),
                      std::to_string(m.latency(i, v))});
  d.heading("Timing");
  d.paragraph(Text("Pipe ") +
              code(time->getValueAsDef("On")->getValueAsString("Name")) +
              "; occupancy " +
              code(formulaText(time->getValueAsDag("Occupy"))) + ", latency " +
              code(formulaText(time->getValueAsDag("Latency"))) + ".");
  if (rows.empty())
    return d.paragraph("No variant has this instruction.");
  d.table({"variant", "occupancy, cycles", "latency, cycles"}, rows);
}

const char *irType(const Operand &o) {
  switch (o.Class) {
  case OperandClass::Tile:
    return "tile";
  case OperandClass::Float32:
    return "float";
  case OperandClass::Float64:
    return "double";
  default:
    return "i64";
  }
}

/// "tile @matrix.name.f32(tile ta, tile tb)".
std::string builtinText(const Instruction &i) {
  std::vector<std::string> args;
  std::string result = "void";
  for (const Operand &o : i.Operands)
    if (o.Out)
      result = irType(o);
    else
      args.push_back(std::string(irType(o)) +
                     (o.Def->isSubClassOf("Immediate") ? " immediate " : " ") +
                     o.Name);
  return result + " @matrix." + i.Mnemonic + "(" + join(args, ", ") + ")";
}

Text aliasesOf(const Instruction &i, const Model &m) {
  std::vector<Text> all;
  for (const Record *a : m.Records.getAllDerivedDefinitions("InstAlias")) {
    const DagInit *result = a->getValueAsDag("ResultInst");
    if (cast<DefInit>(result->getOperator())->getDef() == i.Def)
      all.push_back(code(syntaxText(a)));
  }
  return list(all);
}

void writeNames(const Instruction &i, const Model &m, Document &d) {
  Table rows;
  auto add = [&](const char *name, const Text &value) {
    if (!value.empty())
      rows.push_back({name, value});
  };
  std::vector<Text> variants, features, roles;
  for (const Variant &v : m.Variants)
    if (i.isAvailable(v))
      variants.push_back(toVariant(v));
  for (const Record *f : i.Features)
    features.push_back(toFeature(f));
  for (const Record *r : i.Roles)
    roles.push_back(toRole(r));
  add("variants", variants.empty() ? Text("none") : list(variants));
  add("features", list(features));
  add("roles", list(roles));
  if (i.Class != InstructionClass::Scalar)
    add("LLVM IR", code(builtinText(i)));
  if (i.Class == InstructionClass::Tile || i.Class == InstructionClass::Rows)
    add("dialect", code("matrix." + i.Stem));
  add("aliases", aliasesOf(i, m));
  add("record", code(i.Name));
  d.heading("Names");
  d.table({"", ""}, rows);
}

//===----------------------------------------------------------------------===//
// One instruction, all instructions
//===----------------------------------------------------------------------===//

void writeInstruction(const Instruction &i, const Model &m, Document &d) {
  std::string keywords = i.Name + " " + i.Stem;
  for (const Record *r : i.Roles)
    keywords += " " + r->getValueAsString("Name").str();
  d.entry(i.Mnemonic, "insn-" + i.Name, keywords);
  if (StringRef brief = i.Def->getValueAsString("Brief"); !brief.empty())
    d.paragraph(sentence(brief));
  d.code({syntaxText(i.Def)});
  d.bits(picture(i.Code));
  writeOperands(i, m, d);
  writeOperation(i, d);
  writeEffects(i, m, d);
  writeTiming(i, m, d);
  writeNames(i, m, d);
}

/// "2, 5-7": the numbers that are false.
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

/// Function codes that no instruction of the opcode has, with any format. Empty
/// if the opcode has none.
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

} // namespace

ArrayRef<std::pair<InstructionClass, StringRef>> instructionChapters() {
  static const std::pair<InstructionClass, StringRef> chapters[] = {
      {InstructionClass::Tile, "Tile instructions"},
      {InstructionClass::Rows, "Instructions on rows of memories"},
      {InstructionClass::System, "System instructions"},
      {InstructionClass::Scalar, "Scalar instructions"}};
  return chapters;
}

void writeInstructions(const Model &m, Document &d) {
  writeOpcodeMap(m, d);
  for (const auto &[cls, title] : instructionChapters()) {
    std::string anchor = title.lower();
    std::replace(anchor.begin(), anchor.end(), ' ', '-');
    d.chapter(title, anchor);
    for (const Instruction &i : m.Instructions)
      if (i.Class == cls)
        writeInstruction(i, m, d);
  }
}

} // namespace matrix::tblgen
