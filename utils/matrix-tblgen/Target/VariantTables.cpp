//===- VariantTables.cpp - tables of machine properties -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-variant-tables writes the data of matrix/Description/Variants.h
// (VariantHeader.cpp) as constexpr arrays without dynamic initialization. A
// list of a variant is an array of its own, to which the row of the variant
// refers by pointer and length; spaces are shared and referred to by index.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Model/ProgramModel.h"
#include "Support/Generator.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

const char *const lookups = R"cpp(
const List<FormatInfo> formats = {allFormats, std::size(allFormats)};
const List<SpaceInfo> spaces = {allSpaces, std::size(allSpaces)};
const List<CsrInfo> csrs = {allCsrs, std::size(allCsrs)};
const List<VariantInfo> variants = {allVariants, std::size(allVariants)};

const VariantInfo *lookupVariant(std::string_view cpu) {
  for (const VariantInfo &v : allVariants)
    if (v.cpu == cpu || (v.isDefault && (cpu.empty() || cpu == "generic")))
      return &v;
  return nullptr;
}
const VariantInfo &defaultVariant() { return allVariants[0]; }
const SpaceInfo *lookupSpace(std::string_view name) {
  for (const SpaceInfo &s : allSpaces)
    if (s.name == name)
      return &s;
  return nullptr;
}
const FormatInfo *lookupFormat(std::string_view name) {
  for (const FormatInfo &f : allFormats)
    if (f.name == name)
      return &f;
  return nullptr;
}

} // namespace matrix::desc
)cpp";

class Writer {
public:
  Writer(const Model &m, raw_ostream &os) : m(m), os(os) {}

  void write() {
    writeBanner(os, "Machines and variants of the description");
    os << "#include \"matrix/Description/Hash.h\"\n#include "
          "\"matrix/Description/Variants.h\"\n#include <iterator>\n\n"
          "namespace matrix::desc {\n\n"
       << formatv("const std::string_view descriptionHash = \"{0}\";\n\n",
                  m.descriptionHash())
       << "namespace {\n";
    writeFormats();
    writeSpaces();
    for (const Record *e : recordsInOrder(m.Records, "DmaEngine"))
      writeEngine(e);
    writeCsrs();
    for (const Variant &v : m.Variants)
      writeParts(v);
    writeVariants();
    os << "\n} // namespace\n" << lookups;
  }

private:
  static std::string quoted(StringRef s) {
    std::string text;
    raw_string_ostream(text).write_escaped(s);
    return '"' + text + '"';
  }
  const char *boolean(bool b) { return b ? "true" : "false"; }

  void writeFormats() {
    os << "\nconstexpr FormatInfo allFormats[] = {\n";
    for (const Record *f : recordsInOrder(m.Records, "Format")) {
      std::string name = f->getValueAsBit("Any")
                             ? "any" + std::to_string(bitsOf(f))
                             : f->getValueAsString("Suffix").str();
      os << formatv("    {{\"{0}\", \"{1}\", {2}, {3}, {4}, {5}},\n", name,
                    f->getValueAsString("Mlir"), bitsOf(f), boolean(isFloat(f)),
                    boolean(f->getValueAsBit("Unsigned")),
                    boolean(f->getValueAsBit("Any")));
    }
    os << "};\n";
  }

  void writeSpaces() {
    os << "\nconstexpr SpaceInfo allSpaces[] = {\n";
    for (const Record *s : recordsInOrder(m.Records, "Space")) {
      spaceIndex[s] = spaceIndex.size();
      os << formatv("    {{\"{0}\", {1}, {2}, {3}},\n",
                    s->getValueAsString("Name"), s->getValueAsInt("Number"),
                    s->getValueAsInt("Rows"), s->getValueAsInt("RowSize"));
    }
    os << "};\n";
  }
  std::string space(const Record *s) {
    return formatv("&allSpaces[{0}]", spaceIndex.at(s));
  }

  void writeEngine(const Record *e) {
    os << formatv("constexpr DmaKindInfo kindsOf{0}[] = {{\n", e->getName());
    for (const Record *k : e->getValueAsListOfDefs("Kinds"))
      os << formatv("    {{\"{0}\", {1}, {2}},\n", k->getValueAsString("Name"),
                    k->getValueAsInt("Code"), k->getValueAsInt("Channel"));
    auto flags = e->getValueAsListOfDefs("Flags");
    if (!flags.empty())
      os << formatv("};\nconstexpr DmaFlagInfo flagsOf{0}[] = {{\n",
                    e->getName());
    for (const Record *f : flags)
      os << formatv("    {{\"{0}\", 1u << {1}},\n", f->getValueAsString("Name"),
                    f->getValueAsInt("Bit"));
    os << "};\n";
  }

  /// Variants that share an engine may differ in their lines.
  std::string writeDma(const Variant &v) {
    const Record *e = v.Def->getValueAsOptionalDef("Dma");
    if (!e)
      return "nullptr";
    size_t flags = e->getValueAsListOfDefs("Flags").size();
    os << formatv("constexpr DmaInfo dmaOf{0} = {{{1}, {2}, {3}, "
                  "{{kindsOf{4}, {5}}, {{{6}, {7}}};\n",
                  v.Name, e->getValueAsInt("DescriptorSize"),
                  e->getValueAsInt("QueueEntries"), lineBytes(v), e->getName(),
                  e->getValueAsListOfDefs("Kinds").size(),
                  flags ? "flagsOf" + e->getName().str() : "nullptr", flags);
    return "&dmaOf" + v.Name;
  }

  void writeCsrs() {
    os << "\nconstexpr CsrInfo allCsrs[] = {\n";
    for (const Record *c : recordsInOrder(m.Records, "Csr"))
      os << formatv(
          "    {{\"{0}\", {1}},\n", c->getValueAsString("Name"),
          *c->getValueAsBitsInit("Number")->convertInitializerToInt());
    os << "};\n";
  }

  template <typename Range, typename Each>
  std::string list(StringRef type, StringRef name, const Range &range,
                   Each each) {
    size_t n = range.size();
    if (!n)
      return "{nullptr, 0}";
    os << "constexpr " << type << " " << name << "[] = {";
    for (const auto &x : range)
      os << each(x) << ", ";
    os << "};\n";
    return formatv("{{{0}, {1}}", name, n);
  }

  struct Parts {
    std::string Memories, Dma, Work, Parameters, Features;
  };
  std::map<std::string, Parts> parts;

  void writeParts(const Variant &v) {
    os << "\n// " << v.CPU << "\n";
    Parts p;
    p.Memories = list("MemoryInfo", "memoriesOf" + v.Name,
                      v.Def->getValueAsListOfDefs("Memories"),
                      [&](const Record *x) -> std::string {
                        return formatv("{{{0}, {1}u, {2}, {3}, {4}u}",
                                       space(x->getValueAsDef("In")),
                                       x->getValueAsInt("Size"),
                                       x->getValueAsInt("Banks"),
                                       x->getValueAsInt("Alignment"),
                                       x->getValueAsInt("Base"));
                      });
    p.Dma = writeDma(v);
    p.Work = writeWork(v);
    p.Parameters = parametersOf(v);
    p.Features = list(
        "std::string_view", "featuresOf" + v.Name, v.Features,
        [](const Record *f) { return quoted(f->getValueAsString("Name")); });
    parts[v.Name] = p;
  }

  /// In the order of the members of Parameters.
  std::string parametersOf(const Variant &v) {
    std::vector<std::string> values;
    for (const Record *p : recordsInOrder(m.Records, "Parameter")) {
      if (!isGivenByVariants(p))
        continue;
      auto found = v.Parameters.find(p->getName().str());
      values.push_back(formatv("/*{0}=*/{1}", parameterMember(p),
                               found == v.Parameters.end()
                                   ? "std::nullopt"
                                   : std::to_string(found->second)));
    }
    return "{" + join(values, ", ") + "}";
  }

  std::string writeWork(const Variant &v) {
    auto all = v.Def->getValueAsListOfDefs("WorkDivisions");
    std::vector<std::string> rows;
    for (const Record *w : all) {
      std::string kind = w->getValueAsString("Kind").str();
      std::string dims = list("std::string_view", kind + "DimsOf" + v.Name,
                              w->getValueAsListOfStrings("Dims"),
                              [](StringRef d) { return quoted(d); });
      rows.push_back(formatv("{{\"{0}\", {1}}", kind, dims));
    }
    return list("WorkDivisionInfo", "workOf" + v.Name, rows,
                [](const std::string &r) { return r; });
  }

  void writeVariants() {
    os << "\nconstexpr VariantInfo allVariants[] = {\n";
    for (const Variant &v : m.Variants) {
      const Record *d = v.Def;
      const Parts &p = parts[v.Name];
      auto role = [&](StringRef r) { return space(d->getValueAsDef(r)); };
      const Record *map = d->getValueAsDef("Map");
      os << formatv(
          "    {{\"{0}\", {1}, {2}, {3}, {4}, {5}, {6},\n", v.CPU,
          quoted(v.Summary), boolean(v.Default), v.Tiles ? v.Tiles->Rows : 0,
          v.Tiles ? v.Tiles->RowBytes : 0, v.TileRegisters, p.Memories);
      os << formatv("     {{{0}u, {1}u, {2}u, {3}u},\n",
                    map->getValueAsInt("OwnScratchpad"),
                    map->getValueAsInt("Scratchpads"),
                    map->getValueAsInt("ScratchpadPitch"),
                    map->getValueAsInt("Program"));
      os << formatv("     {0}, {1}, {2}, {3}, {4}, {5}u, {6}, {7}, \"{8}\",\n  "
                    "   {9}, {10}, {11}},\n",
                    role("Code"), role("Data"), role("Stack"), role("Heap"),
                    role("Arguments"), d->getValueAsInt("StackSize"), p.Dma,
                    d->getValueAsInt("Cores"),
                    d->getValueAsDef("Net")->getValueAsString("Topology"),
                    p.Work, p.Parameters, p.Features);
    }
    os << "};\n";
  }

  const Model &m;
  raw_ostream &os;
  std::map<const Record *, size_t> spaceIndex;
};

void emitVariantTables(const RecordKeeper &records, raw_ostream &os) {
  Model m = Model::create(records);
  Writer(m, os).write();
}

/// A declaration, so that an edit of an instruction, which changes the hash,
/// compiles the tables only.
void emitHash(const RecordKeeper &, raw_ostream &os) {
  writeBanner(os, "Hash of the description");
  os << "#ifndef MATRIX_DESCRIPTION_HASH_H\n#define "
        "MATRIX_DESCRIPTION_HASH_H\n\n"
     << "#include <string_view>\n\nnamespace matrix::desc {\n\n"
     << "/// A hash of all facts that code depends on; the linker rejects "
        "objects "
        "of different hashes.\n"
     << "extern const std::string_view descriptionHash; // of a literal\n\n"
     << "} // namespace matrix::desc\n\n#endif // "
        "MATRIX_DESCRIPTION_HASH_H\n";
}

Generator variantTables("gen-variant-tables", emitVariantTables,
                        "Write the data of Variants.h");
Generator hash("gen-description-hash", emitHash,
               "Write matrix/Description/Hash.h");

} // namespace
