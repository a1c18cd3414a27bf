//===- InstructionPages.cpp - the manual: instructions --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints one entry per instruction: encoding, assembly syntax, operands,
// pseudo-code, effects, traps, timing, and its names in other tools. Cycles are
// printed as formulas and, for each variant, as numbers. A system instruction
// is described by the summary of its role, because its hook is C++ of the
// simulator.
//
//===----------------------------------------------------------------------===//

#include "Manual/InstructionPages.h"
#include "Manual/Manual.h"
#include "Manual/Pseudo/Pseudo.h"
#include "Manual/Traps.h"
#include "Support/Diagnostics.h"
#include "Target/CDeclaration.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

using Table = std::vector<std::vector<Text>>;

/// Returns assembly syntax: "name td, imm(ra), rb".
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
// Semantics and effects
//===----------------------------------------------------------------------===//

/// Describes a hook by the role's summary or the record's Brief.
Text hookText(const Instruction &i) {
  for (const Record *r : i.Roles)
    return sentence(r->getValueAsString("Summary"));
  StringRef brief = i.Def->getValueAsString("Brief");
  if (brief.empty())
    report(i.Def, "the semantics of " + i.Mnemonic +
                      " have no rendering in the manual; give the record a "
                      "Brief or a role");
  return {};
}

void writeOperation(const Instruction &i, Document &d) {
  d.heading("Operation");
  if (i.Class == InstructionClass::Scalar)
    return d.code(scalarText(i));
  d.code(semanticsText(i.Semantics, i));
  if (i.Semantics.is(ExprKind::Role))
    if (Text t = hookText(i); !t.empty())
      d.paragraph(t);
  for (const Specialization &f : i.Specializations)
    if (f.Additional) {
      d.paragraph("The compiler also uses it for");
      d.code(semanticsText(f.Semantics, i));
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

/// Returns implicit registers.
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
  if (i.Class != InstructionClass::Scalar) {
    add("C", code(cDeclaration(i, i.Mnemonic)));
    add("LLVM IR", code(builtinText(i)));
  }
  if (i.Class == InstructionClass::Tile || i.Class == InstructionClass::Rows)
    add("dialect", code("matrix." + i.BaseMnemonic));
  add("aliases", aliasesOf(i, m));
  add("record", code(i.Name));
  d.heading("Names");
  d.table({"", ""}, rows);
}

//===----------------------------------------------------------------------===//
// One instruction, all instructions
//===----------------------------------------------------------------------===//

void writeInstruction(const Instruction &i, const Model &m, Document &d) {
  std::string keywords = i.Name + " " + i.BaseMnemonic;
  for (const Record *r : i.Roles)
    keywords += " " + r->getValueAsString("Name").str();
  d.entry(i.Mnemonic, "insn-" + i.Name, keywords);
  if (StringRef brief = i.Def->getValueAsString("Brief"); !brief.empty())
    d.paragraph(sentence(brief));
  d.code({syntaxText(i.Def)});
  d.bits(picture(i));
  writeOperands(i, m, d);
  writeOperation(i, d);
  writeEffects(i, m, d);
  writeTiming(i, m, d);
  writeNames(i, m, d);
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
