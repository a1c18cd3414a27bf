//===- JsonInstruction.cpp - instructions as JSON -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes operands, encoding, semantics, timing and effects of each instruction
// as a JSON object. Cycles are evaluated for each variant with the instruction,
// so that readers need no formulas. Semantics of scalar instructions are dags
// of SelectionDAG nodes and are written under another key than those of the
// others.
//
//===----------------------------------------------------------------------===//

#include "llvm/Support/FormatVariadic.h"
#include "Json/Json.h"

using namespace llvm;

namespace matrix::tblgen {

static StringRef name(OperandClass c) {
  switch (c) {
  case OperandClass::General:
    return "general";
  case OperandClass::Float32:
    return "f32";
  case OperandClass::Float64:
    return "f64";
  case OperandClass::Tile:
    return "tile";
  case OperandClass::Immediate:
    return "immediate";
  case OperandClass::Rows:
    return "rows";
  }
  return "";
}

static StringRef name(InstructionClass c) {
  switch (c) {
  case InstructionClass::Scalar:
    return "scalar";
  case InstructionClass::Tile:
    return "tile";
  case InstructionClass::System:
    return "system";
  case InstructionClass::Rows:
    return "rows";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

json::Array fieldsToJson(ArrayRef<const Record *> fields) {
  json::Array list;
  for (const Record *f : fields)
    list.push_back(json::Object{{"name", f->getValueAsString("Name")},
                                {"low", f->getValueAsInt("Low")},
                                {"width", f->getValueAsInt("Width")},
                                {"maximum", f->getValueAsInt("Max")}});
  return list;
}

/// Fields of the class TileAt. `rows`, `columns`: a number or the counting
/// operand.
static void addRows(json::Object &j, const Record *tile) {
  auto extent = [&](StringRef which) {
    StringRef text = tile->getValueAsString(which);
    int64_t n;
    return text.getAsInteger(10, n) ? json::Value(text) : json::Value(n);
  };
  j["space"] = tile->getValueAsDef("In")->getValueAsString("Name");
  j["rows"] = extent("Rows");
  j["columns"] = extent("Columns");
  for (StringRef state : {"Stride", "BlockStride"})
    if (const Record *s = tile->getValueAsOptionalDef(state))
      j[state == "Stride" ? "stride" : "block_stride"] = s->getName();
  if (int64_t rows = tile->getValueAsInt("BlockRows"))
    j["block_rows"] = rows;
  StringRef nullField = tile->getValueAsString("NullField");
  if (!nullField.empty()) {
    j["null_field"] = nullField;
    j["null_value"] = tile->getValueAsInt("NullValue");
  }
}

json::Value tileToJson(const Record *tile) {
  json::Object j{{"record", tile->getName()},
                 {"format", tile->getValueAsDef("Fmt")->getName()}};
  addRows(j, tile);
  return j;
}

static json::Value operandToJson(const Operand &o) {
  json::Object j{{"name", o.Name}, {"class", name(o.Class)}, {"out", o.Out}};
  if (o.Format)
    j["format"] = o.Format->getName().str();
  if (o.TiedTo >= 0)
    j["tied"] = o.TiedTo;
  if (o.Def->isSubClassOf("Immediate")) {
    j["minimum"] = o.Def->getValueAsInt("Min");
    j["maximum"] = o.Def->getValueAsInt("Max");
  }
  if (o.Class == OperandClass::Immediate) {
    for (const char *fact : {"Width", "Shift", "Bias"})
      j[StringRef(fact).lower()] = o.Def->getValueAsInt(fact);
    j["signed"] = o.Def->getValueAsBit("Signed");
    j["pc_relative"] = o.PcRelative;
  }
  if (o.Space)
    addRows(j, o.Def);
  if (!o.Fields.empty())
    j["fields"] = fieldsToJson(o.Fields);
  return j;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static json::Value encodingToJson(const Instruction &i) {
  json::Object fields;
  for (const auto &[field, runs] : i.Code.Fields) {
    json::Array list;
    for (const BitRun &r : runs)
      list.push_back(json::Object{
          {"inst", r.InstLow}, {"field", r.FieldLow}, {"width", r.Width}});
    fields[field] = std::move(list);
  }
  return json::Object{{"mask", formatv("{0:x8}", i.Code.Mask).str()},
                      {"value", formatv("{0:x8}", i.Code.Value).str()},
                      {"fields", std::move(fields)}};
}

/// Converts a dag of SelectionDAG nodes to the representation of semantics.
static json::Value patternToJson(const Init *init, StringRef name) {
  if (auto *number = dyn_cast<IntInit>(init))
    return number->getValue();
  if (auto *d = dyn_cast<DagInit>(init)) {
    json::Array args;
    for (unsigned i = 0; i < d->getNumArgs(); ++i)
      args.push_back(patternToJson(d->getArg(i), d->getArgNameStr(i)));
    return json::Object{{"op", d->getOperator()->getAsUnquotedString()},
                        {"args", std::move(args)}};
  }
  if (!name.empty())
    return json::Object{{"op", "Operand"}, {"name", name}};
  return json::Object{{"op", "Type"}, {"name", init->getAsUnquotedString()}};
}

/// Returns the semantics of a scalar instruction: ScalarSemantics, else
/// Pattern.
static json::Array patternsOf(const Record *def) {
  json::Array patterns;
  for (StringRef field : {"ScalarSemantics", "Pattern"})
    if (patterns.empty())
      for (const Init *init : def->getValueAsListInit(field)->getElements())
        patterns.push_back(patternToJson(init, ""));
  return patterns;
}

/// Returns which results are sign-extended numbers of 32 bits.
static StringRef wordOf(const Record *def) {
  static const StringRef names[] = {"any", "always", "of_words", "any"};
  return names[*def->getValueAsBitsInit("Word")->convertInitializerToInt()];
}

/// Implicit uses and definitions of registers and state.
static json::Array implicitToJson(const Record *def, StringRef field) {
  json::Array list;
  for (const Record *r : def->getValueAsListOfDefs(field))
    if (r->isSubClassOf("State"))
      list.push_back(json::Object{{"state", r->getName()}});
    else
      list.push_back(json::Object{
          {"register", r->getName()},
          {"number",
           *r->getValueAsBitsInit("HWEncoding")->convertInitializerToInt()}});
  return list;
}

json::Value instructionToJson(const Instruction &i, const Model &m) {
  json::Array operands, roles;
  for (const Operand &o : i.Operands)
    operands.push_back(operandToJson(o));
  for (const Record *r : i.Roles)
    roles.push_back(r->getValueAsString("Name"));
  json::Object times;
  for (const Variant &v : m.Variants)
    if (i.isAvailable(v))
      times[v.CPU] = json::Object{{"occupancy", m.occupancy(i, v)},
                                  {"latency", m.latency(i, v)}};
  json::Object j{
      {"record", i.Name},
      {"base_mnemonic", i.BaseMnemonic},
      {"mnemonic", i.Mnemonic},
      {"class", name(i.Class)},
      {"assembly", i.Def->getValueAsString("AsmString")},
      {"operands", std::move(operands)},
      {"uses", implicitToJson(i.Def, "Uses")},
      {"defs", implicitToJson(i.Def, "Defs")},
      {"encoding", encodingToJson(i)},
      {"roles", std::move(roles)},
      {"pipe",
       i.Def->getValueAsDef("Time")->getValueAsDef("On")->getValueAsString(
           "Name")},
      {"timing", std::move(times)}};
  if (i.hasSemantics())
    j["semantics"] = semanticsToJson(i.Semantics);
  if (i.Class == InstructionClass::Scalar) {
    j["patterns"] = patternsOf(i.Def);
    j["word"] = wordOf(i.Def);
  }
  return j;
}

} // namespace matrix::tblgen
