//===- DumpJson.cpp - the description as JSON -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// --dump-json writes the description for tools and lints.
// docs/reference/description-json.md documents the keys. Records are written in
// the order of their definition, so that the output of equal descriptions is
// equal.
//
//===----------------------------------------------------------------------===//

#include "Model/ProgramModel.h"
#include "Support/Generator.h"
#include "llvm/Support/FormatVariadic.h"
#include "Json/Json.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

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
    j["forwarded"] = s->getValueAsBit("IsForwarded");
  } else {
    j["fields"] = fieldsToJson(s->getValueAsListOfDefs("Fields"));
  }
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
    j["body"] =
        semanticsToJson(*parseComposedBody(op, records.getDef("FmtF32")));
  return j;
}

json::Value spaceToJson(const Record *s) {
  return json::Object{{"name", s->getValueAsString("Name")},
                      {"number", s->getValueAsInt("Number")},
                      {"rows", s->getValueAsInt("Rows")},
                      {"row_size", s->getValueAsInt("RowSize")}};
}

json::Value dmaToJson(const Record *engine, const Variant &v) {
  json::Array fields, kinds, flags;
  for (const Record *f : engine->getValueAsListOfDefs("Fields"))
    fields.push_back(json::Object{{"name", f->getValueAsString("Name")},
                                  {"offset", f->getValueAsInt("Offset")},
                                  {"bits", f->getValueAsInt("Bits")},
                                  {"signed", f->getValueAsBit("Signed")}});
  for (const Record *k : engine->getValueAsListOfDefs("Kinds"))
    kinds.push_back(json::Object{{"name", k->getValueAsString("Name")},
                                 {"code", k->getValueAsInt("Code")},
                                 {"channel", k->getValueAsInt("Channel")}});
  for (const Record *f : engine->getValueAsListOfDefs("Flags"))
    flags.push_back(json::Object{{"name", f->getValueAsString("Name")},
                                 {"bit", f->getValueAsInt("Bit")}});
  return json::Object{
      {"descriptor_size", engine->getValueAsInt("DescriptorSize")},
      {"queue_entries", engine->getValueAsInt("QueueEntries")},
      {"line_bytes", lineBytes(v)},
      {"fields", std::move(fields)},
      {"kinds", std::move(kinds)},
      {"flags", std::move(flags)}};
}

/// Base addresses of the scratchpads in the flat view.
json::Value mapToJson(const Record *map) {
  return json::Object{{"own", map->getValueAsInt("OwnScratchpad")},
                      {"all", map->getValueAsInt("Scratchpads")},
                      {"pitch", map->getValueAsInt("ScratchpadPitch")}};
}

json::Value variantToJson(const Variant &v) {
  json::Object parameters;
  for (const auto &[parameter, value] : v.Parameters)
    parameters[parameter] = value;
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
      {"parameters", std::move(parameters)}};
  if (const Record *engine = v.Def->getValueAsOptionalDef("Dma"))
    j["dma"] = dmaToJson(engine, v);
  if (v.Tiles)
    j["tiles"] = json::Object{{"rows", v.Tiles->Rows},
                              {"row_bytes", v.Tiles->RowBytes},
                              {"registers", v.TileRegisters}};
  return j;
}

/// The registers of each named use.
json::Value registersToJson(const RecordKeeper &records) {
  json::Object registers;
  for (const Record *use : recordsInOrder(records, "RegisterUse"))
    if (StringRef name = use->getValueAsString("Name"); !name.empty()) {
      json::Array all;
      for (const Record *reg : use->getValueAsListOfDefs("Registers"))
        all.push_back(reg->getValueAsString("AsmName"));
      if (all.size() == 1)
        registers[name] = std::move(all[0]);
      else
        registers[name] = std::move(all);
    }
  return registers;
}

/// Alignments in bytes.
json::Value programToJson(const RecordKeeper &records) {
  json::Array sizes;
  for (const Record *t : recordsInOrder(records, "TileSize"))
    sizes.push_back(json::Object{{"bytes", t->getValueAsInt("Bytes")},
                                 {"alignment", t->getValueAsInt("Alignment")}});
  return json::Object{{"stack_alignment", stackAlignment(records)},
                      {"tile_sizes", std::move(sizes)}};
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
    variants.push_back(variantToJson(v));
  for (const Instruction &i : m.Instructions)
    instructions.push_back(instructionToJson(i, m));
  json::Object all{{"hash", m.descriptionHash()},
                   {"formats", std::move(formats)},
                   {"operators", std::move(operators)},
                   {"spaces", std::move(spaces)},
                   {"tiles", std::move(tiles)},
                   {"states", std::move(states)},
                   {"csrs", std::move(csrs)},
                   {"program", programToJson(records)},
                   {"registers", registersToJson(records)},
                   {"pairs", pairsToJson(m)},
                   {"variants", std::move(variants)},
                   {"instructions", std::move(instructions)}};
  os << formatv("{0:2}", json::Value(std::move(all))) << "\n";
}

// Main.cpp maps the name --dump-json to it.
Generator dump("dump-description", dumpJson, "The whole description as JSON");

} // namespace
