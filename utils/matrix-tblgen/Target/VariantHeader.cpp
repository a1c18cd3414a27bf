//===- VariantHeader.cpp - header of machine properties -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-variant-header writes matrix/Description/Variants.h: the properties of
// machines for linker, simulator, dialect and frontend. It is self-contained
// C++17 without LLVM, so that every component can include it. Parameters are in
// Variants.cpp (VariantTables.cpp): an edit of one recompiles only that file.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Model/ProgramModel.h"
#include "Support/Diagnostics.h"
#include "Support/Generator.h"
#include "Target/DmaConstants.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <map>

using namespace llvm;
using namespace matrix::tblgen;

namespace {

const char *const declarations = R"cpp(
#ifndef MATRIX_DESCRIPTION_VARIANTS_H
#define MATRIX_DESCRIPTION_VARIANTS_H

#include <cstddef>
#include <cstdint>
#include <optional>
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
struct DmaFlagInfo {
  std::string_view name;
  unsigned value;
};
struct DmaInfo {
  unsigned descriptorSize, queueEntries, lineBytes;
  List<DmaKindInfo> kinds;
  List<DmaFlagInfo> flags;
};

struct WorkDivisionInfo {
  std::string_view kind;
  List<std::string_view> dims; // cut over cores, the first first
};

/// Numbers of a variant; those that it does not give have no value.
struct Parameters {
)cpp";

const char *const variantDeclarations = R"cpp(};

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
  Parameters parameters;
  List<std::string_view> features; // as -mattr spells them

  constexpr bool hasTiles() const { return tileRegisters != 0; }
  constexpr std::int64_t tileBytes() const { return tileRows * tileRowBytes; }
  /// Columns of a tile whose elements have that many bits.
  constexpr std::int64_t tileColumns(unsigned bits) const { return tileRowBytes * 8 / bits; }
  /// Null if the variant has no memory in that address space.
  constexpr const MemoryInfo *memoryIn(unsigned space) const {
    for (const MemoryInfo &m : memories)
      if (m.space->number == space)
        return &m;
    return nullptr;
  }
  constexpr const WorkDivisionInfo *workDivision(std::string_view kind) const {
    for (const WorkDivisionInfo &w : work)
      if (w.kind == kind)
        return &w;
    return nullptr;
  }
};

/// A control register.
struct CsrInfo {
  std::string_view name;
  unsigned number;
};

extern const List<FormatInfo> formats;
extern const List<SpaceInfo> spaces;
extern const List<CsrInfo> csrs;
extern const List<VariantInfo> variants; // the default one first

/// The variant that -mcpu or --mcpu names; "" and "generic" mean the default
/// one. Null for an unknown name.
const VariantInfo *lookupVariant(std::string_view cpu);
const VariantInfo &defaultVariant();
/// Null for unknown names.
const SpaceInfo *lookupSpace(std::string_view name);
const FormatInfo *lookupFormat(std::string_view name);
)cpp";

class Writer {
public:
  Writer(const RecordKeeper &records, raw_ostream &os)
      : records(records), os(os) {}

  void write() {
    writeBanner(os, "Machines and variants of the description");
    os << StringRef(declarations).ltrim();
    writeParameters();
    os << variantDeclarations;
    writeRegisters();
    writeDmaConstants(records, os);
    writeCsrs();
    os << "\n} // namespace matrix::desc\n\n#endif // "
          "MATRIX_DESCRIPTION_VARIANTS_H\n";
  }

private:
  void writeParameters() {
    for (const Record *p : recordsInOrder(records, "Parameter"))
      if (isGivenByVariants(p))
        os << formatv("  std::optional<std::int64_t> {0}; // {1}: {2}\n",
                      parameterMember(p), p->getValueAsString("Unit"),
                      p->getValueAsString("Summary"));
  }

  void writeRegisters() {
    auto count = [&](StringRef registerClass) {
      return registersOf(records, registerClass).size();
    };
    os << formatv("\n/// Registers of each file that instructions can name. Of "
                  "tile registers a variant\n/// may have fewer. And which "
                  "ones have a part in all programs.\nnamespace registers {\n"
                  "inline constexpr unsigned general = {0}, floats = {1}, "
                  "tiles = {2};\n",
                  count("GPR"), count("FPR64"), count("TR"));
    os << formatv("inline constexpr char generalPrefix[] = \"{0}\", "
                  "floatPrefix[] = \"{1}\",\n"
                  "    tilePrefix[] = \"{2}\";\n",
                  registerPrefix(records, "GPR"),
                  registerPrefix(records, "FPR64"),
                  registerPrefix(records, "TR"));
    for (const Record *use : recordsInOrder(records, "RegisterUse"))
      if (StringRef name = use->getValueAsString("Name"); !name.empty())
        writeUse(name, use->getValueAsListOfDefs("Registers"));
    writeDebugNumbers();
    os << "} // namespace registers\n";
  }

  void writeDebugNumbers() {
    std::map<int64_t, std::string> numbers;
    for (const Record *reg : registersOf(records, "GPR"))
      numbers[registerNumber(reg)] =
          std::to_string(reg->getValueAsListOfInts("DwarfNumbers").front());
    os << "/// DWARF numbers of general registers.\n"
       << "inline constexpr unsigned debugNumbers[] = {"
       << join(make_second_range(numbers), ", ") << "};\n";
  }

  void writeUse(StringRef name, const Registers &registers) {
    std::vector<std::string> numbers;
    for (const Record *reg : registers)
      numbers.push_back(std::to_string(registerNumber(reg)));
    bool isOne = registers.size() == 1;
    os << "inline constexpr unsigned " << name << (isOne ? " = " : "[] = {")
       << join(numbers, ", ") << (isOne ? ";\n" : "};\n");
  }

  void writeCsrs() {
    os << "\n/// Control registers, by name.\nnamespace csr {\n";
    for (const Record *c : recordsInOrder(records, "Csr"))
      os << formatv("inline constexpr unsigned {0} = {1}; // {2}\n",
                    c->getValueAsString("Name"),
                    *c->getValueAsBitsInit("Number")->convertInitializerToInt(),
                    c->getValueAsString("Summary"));
    os << "} // namespace csr\n";
  }

  const RecordKeeper &records;
  raw_ostream &os;
};

void emitVariantHeader(const RecordKeeper &records, raw_ostream &os) {
  Writer(records, os).write();
}

Generator variantHeader("gen-variant-header", emitVariantHeader,
                        "Write matrix/Description/Variants.h");

} // namespace
