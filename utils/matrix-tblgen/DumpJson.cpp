//===- DumpJson.cpp - the whole description as JSON -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --dump-json is for tools and lints: they read facts from here instead of
// repeating them. Keys are documented in docs/description-json.md.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/TableGen/TableGenBackend.h"
#include <cmath>

using namespace llvm;
using namespace matrix::tblgen;

namespace {

StringRef name(OperandClass c) {
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

StringRef name(InstructionClass c) {
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

/// JSON knows no minus zero.
json::Value number(const Expr &e) {
  if (e.Value == 0 && std::signbit(e.Value))
    return "-0.0";
  return e.Value == int64_t(e.Value) ? json::Value(int64_t(e.Value))
                                     : json::Value(e.Value);
}

/// A meaning as nested objects: {"op": .., "format": .., "args": [..]}.
json::Value toJson(const Expr &e) {
  if (e.is(ExprKind::Number))
    return number(e);
  json::Object o;
  o["op"] = e.is(ExprKind::Elementwise) ? e.Record->getName().str()
                                        : kindName(e.Kind).str();
  if (e.is(ExprKind::State) || e.is(ExprKind::Reduce) ||
      e.is(ExprKind::ArgReduce) || e.is(ExprKind::View))
    o["record"] = e.Record->getName().str();
  if (e.is(ExprKind::Field)) {
    o["low"] = e.Record->getValueAsInt("Low");
    o["width"] = e.Record->getValueAsInt("Width");
  }
  if (e.is(ExprKind::Is))
    o["value"] = e.Value;
  if (e.is(ExprKind::Pad)) {
    o["rows"] = int64_t(e.Value);
    o["columns"] = e.Value2;
  }
  if (e.is(ExprKind::Row)) {
    o["rows_per_block"] = int64_t(e.Value);
    o["row"] = e.Value2;
  }
  if (!e.Text.empty())
    o[e.is(ExprKind::Operand) ? "name" : "text"] = e.Text;
  if (e.Type.Format)
    o["format"] = e.Type.Format->getName().str();
  json::Array args;
  for (const Expr &a : e.Args)
    args.push_back(toJson(a));
  if (!args.empty())
    o["args"] = std::move(args);
  return o;
}

/// Named bits of a register.
json::Array fieldsToJson(ArrayRef<const Record *> fields) {
  json::Array list;
  for (const Record *f : fields)
    list.push_back(json::Object{{"name", f->getValueAsString("Name")},
                                {"low", f->getValueAsInt("Low")},
                                {"width", f->getValueAsInt("Width")},
                                {"most", f->getValueAsInt("Most")}});
  return list;
}

/// What the class TileAt says. `rows`, `columns`: a number, or what counts.
void addRows(json::Object &j, const Record *tile) {
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
  StringRef absent = tile->getValueAsString("Absent");
  if (!absent.empty()) {
    j["absent"] = absent;
    j["absent_value"] = tile->getValueAsInt("AbsentValue");
  }
}

json::Value tileToJson(const Record *tile) {
  json::Object j{{"record", tile->getName()},
                 {"format", tile->getValueAsDef("Fmt")->getName()}};
  addRows(j, tile);
  return j;
}

json::Value stateToJson(const Record *s) {
  json::Object j{{"record", s->getName()},
                 {"name", s->getValueAsString("Name")}};
  if (s->isSubClassOf("ScalarState")) {
    j["type"] = s->getValueAsString("Cpp");
    j["reset"] = s->getValueAsInt("Reset");
  } else if (s->isSubClassOf("TileState")) {
    j["format"] = s->getValueAsDef("Fmt")->getName();
    j["rows"] = s->getValueAsInt("Rows");
    j["columns"] = s->getValueAsInt("Columns");
  } else {
    j["fields"] = fieldsToJson(s->getValueAsListOfDefs("Fields"));
  }
  return j;
}

json::Value toJson(const Operand &o) {
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

json::Value encodingToJson(const Instruction &i) {
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

/// A dag of SelectionDAG nodes, in the form of a meaning.
json::Value patternToJson(const Init *init, StringRef name) {
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

/// What a scalar instruction does: the first of the fields that says it.
json::Array patternsOf(const Record *def) {
  json::Array patterns;
  for (StringRef field : {"Sem", "Pattern"})
    if (patterns.empty())
      for (const Init *init : def->getValueAsListInit(field)->getElements())
        patterns.push_back(patternToJson(init, ""));
  return patterns;
}

/// Registers and states that an instruction uses or defines without naming
/// them.
json::Array implicitToJson(const Record *def, StringRef field) {
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

json::Value toJson(const Instruction &i, const Model &m) {
  json::Array operands, roles, timing, available;
  for (const Operand &o : i.Operands)
    operands.push_back(toJson(o));
  for (const Record *r : i.Roles)
    roles.push_back(r->getValueAsString("Name"));
  json::Object times;
  for (const Variant &v : m.Variants)
    if (i.isAvailable(v))
      times[v.CPU] = json::Object{{"occupancy", m.occupancy(i, v)},
                                  {"latency", m.latency(i, v)}};
  json::Object j{
      {"record", i.Name},
      {"stem", i.Stem},
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
  if (i.hasMeaning())
    j["meaning"] = toJson(i.Meaning);
  if (i.Class == InstructionClass::Scalar)
    j["patterns"] = patternsOf(i.Def);
  return j;
}

json::Value formatToJson(const Record *f) {
  return json::Object{{"record", f->getName()},
                      {"suffix", f->getValueAsString("Suffix")},
                      {"mlir", f->getValueAsString("Mlir")},
                      {"bits", bitsOf(f)},
                      {"float", isFloat(f)},
                      {"unsigned", f->getValueAsBit("Unsigned")},
                      {"any", f->getValueAsBit("Any")},
                      {"exponent", f->getValueAsInt("Exponent")},
                      {"mantissa", f->getValueAsInt("Mantissa")},
                      {"finite_only", f->getValueAsBit("FiniteOnly")}};
}

json::Value operatorToJson(const Record *op, const RecordKeeper &records) {
  json::Object j{{"record", op->getName()},
                 {"arity", op->getValueAsInt("Arity")},
                 {"wide", op->getValueAsBit("Wide")},
                 {"commutative", op->getValueAsBit("Commutative")},
                 {"mlir_float", op->getValueAsString("MlirFloat")},
                 {"mlir_int", op->getValueAsString("MlirInt")}};
  if (op->isSubClassOf("Composed"))
    j["body"] = toJson(parseComposedBody(op, records.getDef("FmtF32")));
  return j;
}

json::Value spaceToJson(const Record *s) {
  return json::Object{{"name", s->getValueAsString("Name")},
                      {"number", s->getValueAsInt("Number")},
                      {"rows", s->getValueAsInt("Rows")},
                      {"row_size", s->getValueAsInt("RowSize")}};
}

json::Value dmaToJson(const Record *engine) {
  json::Array fields, kinds;
  for (const Record *f : engine->getValueAsListOfDefs("Fields"))
    fields.push_back(json::Object{{"name", f->getValueAsString("Name")},
                                  {"offset", f->getValueAsInt("Offset")},
                                  {"bits", f->getValueAsInt("Bits")},
                                  {"signed", f->getValueAsBit("Signed")}});
  for (const Record *k : engine->getValueAsListOfDefs("Kinds"))
    kinds.push_back(json::Object{{"name", k->getValueAsString("Name")},
                                 {"code", k->getValueAsInt("Code")},
                                 {"channel", k->getValueAsInt("Channel")}});
  return json::Object{
      {"descriptor_size", engine->getValueAsInt("DescriptorSize")},
      {"queue_entries", engine->getValueAsInt("QueueEntries")},
      {"line_bytes", engine->getValueAsInt("LineBytes")},
      {"fields", std::move(fields)},
      {"kinds", std::move(kinds)}};
}

/// Where the flat view has the scratchpads.
json::Value mapToJson(const Record *map) {
  return json::Object{{"own", map->getValueAsInt("OwnScratchpad")},
                      {"all", map->getValueAsInt("Scratchpads")},
                      {"pitch", map->getValueAsInt("ScratchpadPitch")}};
}

json::Value toJson(const Variant &v) {
  json::Object figures;
  for (const auto &[parameter, value] : v.Figures)
    figures[parameter] = value;
  json::Array features, memories;
  for (const Record *f : v.Features)
    features.push_back(f->getValueAsString("Name"));
  for (const Record *x : v.Def->getValueAsListOfDefs("Memories"))
    memories.push_back(json::Object{
        {"space", x->getValueAsDef("In")->getValueAsString("Name")},
        {"size", x->getValueAsInt("Size")},
        {"banks", x->getValueAsInt("Banks")}});
  const Record *issue = v.Def->getValueAsDef("Issue");
  json::Array depths;
  for (int64_t depth : issue->getValueAsListOfInts("Depths"))
    depths.push_back(depth);
  json::Object j{
      {"cpu", v.CPU},
      {"issue", json::Object{{"kind", issue->getValueAsString("Kind")},
                             {"depths", std::move(depths)}}},
      {"summary", v.Summary},
      {"default", v.Default},
      {"cores", v.Def->getValueAsInt("Cores")},
      {"features", std::move(features)},
      {"memories", std::move(memories)},
      {"scratchpads", mapToJson(v.Def->getValueAsDef("Map"))},
      {"figures", std::move(figures)}};
  if (const Record *engine = v.Def->getValueAsOptionalDef("Dma"))
    j["dma"] = dmaToJson(engine);
  if (v.Tiles)
    j["tiles"] = json::Object{{"rows", v.Tiles->Rows},
                              {"row_bytes", v.Tiles->RowBytes},
                              {"registers", v.TileRegisters}};
  return j;
}

void dumpJson(const RecordKeeper &records, raw_ostream &os) {
  Model m = Model::create(records);
  json::Array formats, operators, spaces, tiles, states, csrs, variants,
      instructions;
  for (const Record *f : recordsInOrder(records, "Format"))
    formats.push_back(formatToJson(f));
  for (const Record *op : recordsInOrder(records, "Elementwise"))
    operators.push_back(operatorToJson(op, records));
  for (const Record *s : recordsInOrder(records, "Space"))
    spaces.push_back(spaceToJson(s));
  for (const Record *t : recordsInOrder(records, "TileAt"))
    tiles.push_back(tileToJson(t));
  for (const Record *s : recordsInOrder(records, "State"))
    states.push_back(stateToJson(s));
  for (const Record *c : recordsInOrder(records, "Csr"))
    csrs.push_back(json::Object{
        {"name", c->getValueAsString("Name")},
        {"number",
         *c->getValueAsBitsInit("Number")->convertInitializerToInt()}});
  for (const Variant &v : m.Variants)
    variants.push_back(toJson(v));
  for (const Instruction &i : m.Instructions)
    instructions.push_back(toJson(i, m));
  json::Object all{{"hash", m.descriptionHash()},
                   {"formats", std::move(formats)},
                   {"operators", std::move(operators)},
                   {"spaces", std::move(spaces)},
                   {"tiles", std::move(tiles)},
                   {"states", std::move(states)},
                   {"csrs", std::move(csrs)},
                   {"variants", std::move(variants)},
                   {"instructions", std::move(instructions)}};
  os << formatv("{0:2}", json::Value(std::move(all))) << "\n";
}

// Main.cpp gives it the name --dump-json.
TableGen::Emitter::Opt dump("dump-description", dumpJson,
                            "The whole description as JSON");

} // namespace
