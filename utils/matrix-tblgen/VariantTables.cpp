//===- VariantTables.cpp - machines and variants as a C++ header ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-variant-tables writes matrix/Description/Variants.h: what linker,
// simulator, dialect and frontend may know about the machine. Self-contained
// C++17 without LLVM, so that every part can include it.
//
//===----------------------------------------------------------------------===//

#include "Model.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Error.h"
#include "llvm/TableGen/TableGenBackend.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

const char *const declarations = R"cpp(
#ifndef MATRIX_DESCRIPTION_VARIANTS_H
#define MATRIX_DESCRIPTION_VARIANTS_H

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace matrix::desc {

/// A read-only list.
template <typename T> struct List {
  const T *data;
  std::size_t count;
  constexpr const T *begin() const { return data; }
  constexpr const T *end() const { return data + count; }
  constexpr std::size_t size() const { return count; }
  constexpr const T &operator[](std::size_t i) const { return data[i]; }
};

/// An element format. `name` is unique ("u8"); `mlir` is the MLIR type ("i8").
struct FormatInfo {
  std::string_view name, mlir;
  unsigned bits;
  bool isFloat, isUnsigned, isAny;
};

struct SpaceInfo {
  std::string_view name;
  unsigned number;            // LLVM address space
  std::int64_t rows, rowSize; // row spaces only; bytes
};

struct MemoryInfo {
  const SpaceInfo *space;
  std::uint64_t size;         // bytes per core, or in all (DRAM)
  unsigned banks;
  std::uint64_t alignment, base;
};

struct AddressMapInfo {
  std::uint64_t ownScratchpad, scratchpads, scratchpadPitch, program;
};

struct DmaField {
  unsigned offset, bits;      // bytes, bits
  bool isSigned;
};
struct DmaKindInfo {
  std::string_view name;
  unsigned code, channel;
};
struct DmaInfo {
  unsigned descriptorSize, queueEntries, lineBytes;
  List<DmaKindInfo> kinds;
};

struct WorkDivisionInfo {
  std::string_view kind;
  List<std::string_view> dims; // cut over cores, the first first
};

struct FigureInfo {
  std::string_view name;
  std::int64_t value;
};

struct VariantInfo {
  std::string_view cpu, summary;
  bool isDefault;
  // Tile registers; all 0 without.
  std::int64_t tileRows, tileRowBytes, tileRegisters;
  List<MemoryInfo> memories;
  AddressMapInfo map;
  const SpaceInfo *code, *data, *stack, *heap, *arguments;
  std::uint64_t stackSize;    // bytes per core
  const DmaInfo *dma;         // null without
  unsigned cores;
  std::string_view interconnect;
  List<WorkDivisionInfo> work;
  List<FigureInfo> figures;
  List<std::string_view> features; // as -mattr spells them

  constexpr bool hasTiles() const { return tileRegisters != 0; }
  constexpr std::int64_t tileBytes() const { return tileRows * tileRowBytes; }
  /// Columns of a tile whose elements have that many bits.
  constexpr std::int64_t tileColumns(unsigned bits) const { return tileRowBytes * 8 / bits; }
  /// Null if the variant has no memory in that space.
  constexpr const MemoryInfo *memoryIn(std::string_view space) const {
    for (const MemoryInfo &m : memories)
      if (m.space->name == space)
        return &m;
    return nullptr;
  }
  constexpr const WorkDivisionInfo *workDivision(std::string_view kind) const {
    for (const WorkDivisionInfo &w : work)
      if (w.kind == kind)
        return &w;
    return nullptr;
  }
  /// `otherwise` if the variant has no such figure.
  constexpr std::int64_t figure(std::string_view name, std::int64_t otherwise = 0) const {
    for (const FigureInfo &f : figures)
      if (f.name == name)
        return f.value;
    return otherwise;
  }
};

/// A control register.
struct CsrInfo {
  std::string_view name;
  unsigned number;
};
)cpp";

const char *const lookups = R"cpp(
/// The variant that -mcpu or --mcpu names; "" and "generic" mean the default
/// one. Null for an unknown name.
constexpr const VariantInfo *lookupVariant(std::string_view cpu) {
  for (const VariantInfo &v : variants)
    if (v.cpu == cpu || (v.isDefault && (cpu.empty() || cpu == "generic")))
      return &v;
  return nullptr;
}
constexpr const VariantInfo &defaultVariant() { return variants[0]; }
constexpr const SpaceInfo *lookupSpace(std::string_view name) {
  for (const SpaceInfo &s : spaces)
    if (s.name == name)
      return &s;
  return nullptr;
}
constexpr const FormatInfo *lookupFormat(std::string_view name) {
  for (const FormatInfo &f : formats)
    if (f.name == name)
      return &f;
  return nullptr;
}

} // namespace matrix::desc

#endif // MATRIX_DESCRIPTION_VARIANTS_H
)cpp";

class Writer {
public:
  Writer(const Model &m, raw_ostream &os) : m(m), os(os) {}

  void write() {
    writeBanner(os, "Machines and variants of the description");
    os << StringRef(declarations).ltrim() << "\n";
    writeFormats();
    writeSpaces();
    writeDma();
    writeCsrs();
    for (const Variant &v : m.Variants)
      writeParts(v);
    writeVariants();
    os << lookups;
  }

private:
  static std::string quoted(StringRef s) { return ("\"" + s + "\"").str(); }
  const char *boolean(bool b) { return b ? "true" : "false"; }

  void writeFormats() {
    os << "\ninline constexpr FormatInfo formats[] = {\n";
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
    os << "\ninline constexpr SpaceInfo spaces[] = {\n";
    for (const Record *s : recordsInOrder(m.Records, "Space")) {
      spaceIndex[s] = spaceIndex.size();
      os << formatv("    {{\"{0}\", {1}, {2}, {3}},\n",
                    s->getValueAsString("Name"), s->getValueAsInt("Number"),
                    s->getValueAsInt("Rows"), s->getValueAsInt("RowSize"));
    }
    os << "};\n";
  }
  std::string space(const Record *s) {
    return formatv("&spaces[{0}]", spaceIndex.at(s));
  }

  /// The layout of the descriptor is one for all engines: hand-written code
  /// builds it field by field.
  void writeDma() {
    auto engines = recordsInOrder(m.Records, "DmaEngine");
    os << "\n/// Fields of a DMA descriptor, by name.\nnamespace dma_field {\n";
    if (!engines.empty())
      for (const Record *f : engines.front()->getValueAsListOfDefs("Fields"))
        os << formatv("inline constexpr DmaField {0}{{{1}, {2}, {3}};\n",
                      f->getValueAsString("Name"), f->getValueAsInt("Offset"),
                      f->getValueAsInt("Bits"),
                      boolean(f->getValueAsBit("Signed")));
    os << "} // namespace dma_field\n\n/// Values of the field "
          "`kind`.\nnamespace dma_kind {\n";
    if (!engines.empty())
      for (const Record *k : engines.front()->getValueAsListOfDefs("Kinds"))
        os << formatv("inline constexpr unsigned {0} = {1};\n",
                      k->getValueAsString("Name"), k->getValueAsInt("Code"));
    os << "} // namespace dma_kind\n";
    for (const Record *e : engines) {
      if (e->getValueAsListOfDefs("Fields") !=
          engines.front()->getValueAsListOfDefs("Fields"))
        PrintFatalError(e, "all DMA engines must share one descriptor layout; "
                           "give them the same "
                           "Fields");
      writeEngine(e);
    }
  }

  void writeEngine(const Record *e) {
    os << formatv("inline constexpr DmaKindInfo kindsOf{0}[] = {{\n",
                  e->getName());
    for (const Record *k : e->getValueAsListOfDefs("Kinds"))
      os << formatv("    {{\"{0}\", {1}, {2}},\n", k->getValueAsString("Name"),
                    k->getValueAsInt("Code"), k->getValueAsInt("Channel"));
    os << formatv("};\ninline constexpr DmaInfo engine{0} = {{{1}, {2}, {3}, "
                  "{{kindsOf{0}, {4}}};\n",
                  e->getName(), e->getValueAsInt("DescriptorSize"),
                  e->getValueAsInt("QueueEntries"),
                  e->getValueAsInt("LineBytes"),
                  e->getValueAsListOfDefs("Kinds").size());
  }

  void writeCsrs() {
    os << "\n/// Control registers, by name.\ninline constexpr CsrInfo csrs[] "
          "= {\n";
    auto all = recordsInOrder(m.Records, "Csr");
    for (const Record *c : all)
      os << formatv("    {{\"{0}\", {1}},\n", c->getValueAsString("Name"),
                    number(c));
    os << "};\nnamespace csr {\n";
    for (const Record *c : all)
      os << formatv("inline constexpr unsigned {0} = {1}; // {2}\n",
                    c->getValueAsString("Name"), number(c),
                    c->getValueAsString("Summary"));
    os << "} // namespace csr\n";
  }
  static int64_t number(const Record *c) {
    return *c->getValueAsBitsInit("Number")->convertInitializerToInt();
  }

  template <typename Range, typename Each>
  std::string list(StringRef type, StringRef name, const Range &range,
                   Each each) {
    size_t n = range.size();
    if (!n)
      return "{nullptr, 0}";
    os << "inline constexpr " << type << " " << name << "[] = {";
    for (const auto &x : range)
      os << each(x) << ", ";
    os << "};\n";
    return formatv("{{{0}, {1}}", name, n);
  }

  struct Parts {
    std::string Memories, Work, Figures, Features;
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
    p.Work = writeWork(v);
    p.Figures = list("FigureInfo", "figuresOf" + v.Name, v.Figures,
                     [&](const auto &f) -> std::string {
                       return formatv("{{\"{0}\", {1}}", f.first, f.second);
                     });
    p.Features = list(
        "std::string_view", "featuresOf" + v.Name, v.Features,
        [](const Record *f) { return quoted(f->getValueAsString("Name")); });
    parts[v.Name] = p;
  }

  std::string writeWork(const Variant &v) {
    auto all = v.Def->getValueAsListOfDefs("Work");
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
    os << "\n/// The default variant first.\ninline constexpr VariantInfo "
          "variants[] = {\n";
    for (const Variant &v : m.Variants) {
      const Record *d = v.Def;
      const Parts &p = parts[v.Name];
      auto role = [&](StringRef r) { return space(d->getValueAsDef(r)); };
      const Record *map = d->getValueAsDef("Map");
      const Record *dma = d->getValueAsOptionalDef("Dma");
      os << formatv("    {{\"{0}\", \"{1}\", {2}, {3}, {4}, {5}, {6},\n", v.CPU,
                    v.Summary, boolean(v.Default), v.Tiles ? v.Tiles->Rows : 0,
                    v.Tiles ? v.Tiles->RowBytes : 0, v.TileRegisters,
                    p.Memories);
      os << formatv("     {{{0}u, {1}u, {2}u, {3}u},\n",
                    map->getValueAsInt("OwnScratchpad"),
                    map->getValueAsInt("Scratchpads"),
                    map->getValueAsInt("ScratchpadPitch"),
                    map->getValueAsInt("Program"));
      os << formatv("     {0}, {1}, {2}, {3}, {4}, {5}u, {6}, {7}, \"{8}\",\n  "
                    "   {9}, {10}, {11}},\n",
                    role("Code"), role("Data"), role("Stack"), role("Heap"),
                    role("Arguments"), d->getValueAsInt("StackSize"),
                    dma ? "&engine" + dma->getName().str() : "nullptr",
                    d->getValueAsInt("Cores"),
                    d->getValueAsDef("Net")->getValueAsString("Topology"),
                    p.Work, p.Figures, p.Features);
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

/// A header of its own: it changes with every edit of an instruction, and only
/// what writes or compares it should be built again.
void emitHash(const RecordKeeper &records, raw_ostream &os) {
  writeBanner(os, "Hash of the description");
  os << "#ifndef MATRIX_DESCRIPTION_HASH_H\n#define "
        "MATRIX_DESCRIPTION_HASH_H\n\n"
     << "#include <string_view>\n\nnamespace matrix::desc {\n\n"
     << "/// Of everything that code depends on; objects of different hashes "
        "don't "
        "mix.\n"
     << "inline constexpr std::string_view descriptionHash = \""
     << Model::create(records).descriptionHash()
     << "\";\n\n} // namespace matrix::desc\n\n#endif // "
        "MATRIX_DESCRIPTION_HASH_H\n";
}

/// One CPU name a line, the default first: for build files and scripts.
void printVariants(const RecordKeeper &records, raw_ostream &os) {
  for (const Variant &v : Model::create(records).Variants)
    os << v.CPU << "\n";
}

TableGen::Emitter::Opt variantTables("gen-variant-tables", emitVariantTables,
                                     "Write matrix/Description/Variants.h");
TableGen::Emitter::Opt hash("gen-description-hash", emitHash,
                            "Write matrix/Description/Hash.h");
TableGen::Emitter::Opt variantNames("print-variants", printVariants,
                                    "Print the name of each variant");

} // namespace
