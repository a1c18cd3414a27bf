//===- BuiltinsHeader.cpp - builtins for C --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-builtins-header writes matrix/Builtins.h: declarations whose assembly
// names are the LLVM IR builtins, control registers, and the DMA descriptor.
// The header's text describes the compilation from C to IR. The descriptor is a
// packed structure in the order of offsets, with padding members between the
// fields; its alignment is its size.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Support/Generator.h"
#include "Target/CDeclaration.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Error.h"
#include <set>

using namespace llvm;
using namespace matrix::tblgen;

namespace {

const char *const introduction = R"c(
#ifndef MATRIX_BUILTINS_H
#define MATRIX_BUILTINS_H

/* For C and C++, which matrix-cc and matrix-c++ compile; they find this header.
 *
 * An argument called imm_... must be a constant. A variant that lacks the
 * instruction rejects the call. */

#include <stdint.h>

/* Pointers into the core's own scratchpad. */
#define MATRIX_SCRATCHPAD __attribute__((address_space($0)))

#ifdef __cplusplus
extern "C" {
#endif
)c";

const char *const tileType = R"c(
/* The contents of a tile register of the variant, by -mcpu: in memory, its rows
 * one after the other, in words whatever the format of its elements. Builtins
 * take and return values in registers; other functions pass copies on the stack
 * unless they are inlined. An access by MATRIX_SCRATCHPAD matrix_tile * is one
 * instruction; by other pointers it is a copy by words. */
#ifdef __matrix_tile_rows__
typedef int32_t matrix_tile
    __attribute__((vector_size(__matrix_tile_rows__ * __matrix_tile_row_bytes__), aligned($0)));

)c";

class HeaderWriter {
public:
  HeaderWriter(const Model &m, raw_ostream &os) : m(m), os(os) {}

  void write() {
    writeBanner(os, "Builtins of the instruction set for C");
    const Record *scratchpad = m.Records.getDef("Scratchpad");
    os << substitute(StringRef(introduction).ltrim(),
                     {std::to_string(scratchpad->getValueAsInt("Number"))});
    writeCsrs();
    writeDma();
    os << "\n/* Roles: the instruction of the variant that does it. */\n";
    for (const Record *r : recordsInOrder(m.Records, "Role"))
      if (!r->isSubClassOf("ScalarRole"))
        writeRole(r);
    os << "\n/* Instructions. */\n";
    declareAll(/*onTiles=*/false);
    const Record *size = recordsInOrder(m.Records, "TileSize").front();
    os << substitute(tileType,
                     {std::to_string(size->getValueAsInt("Alignment"))});
    declareAll(/*onTiles=*/true);
    os << "#endif /* __matrix_tile_rows__ */\n";
    os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* MATRIX_BUILTINS_H */\n";
  }

private:
  static bool hasTiles(const Instruction &i) {
    return any_of(i.Operands, [](const Operand &o) {
      return o.Class == OperandClass::Tile;
    });
  }

  void declareAll(bool onTiles) {
    for (const Instruction &i : m.Instructions)
      if (i.Class != InstructionClass::Scalar && hasTiles(i) == onTiles)
        declare(i, i.Mnemonic, i.Mnemonic, variantsOf(i));
  }

  std::string variantsOf(const Instruction &i) {
    std::vector<std::string> names;
    for (const Variant &v : m.Variants)
      if (i.isAvailable(v))
        names.push_back(v.CPU);
    return names.size() == m.Variants.size() ? "" : join(names, ", ");
  }

  /// C has one declaration for a mnemonic that denotes different instructions
  /// in different variants.
  void declare(const Instruction &i, StringRef name, StringRef builtin,
               StringRef comment) {
    if (!declared.insert(name.str()).second)
      return;
    os << cDeclaration(i, name) << " __asm__(\"matrix." << builtin << "\");";
    std::string text = comment.str();
    llvm::erase(text, '$');
    if (!text.empty())
      os << " /* " << text << " */";
    os << "\n";
  }

  void writeRole(const Record *role) {
    StringRef name = role->getValueAsString("Name");
    for (const Instruction &i : m.Instructions)
      if (i.hasRole(name) && !hasTiles(i)) {
        declare(i, ("role_" + name).str(), ("role." + name).str(),
                role->getValueAsString("Summary"));
        return;
      }
  }

  void writeCsrs() {
    os << "\n/* Control registers. */\n";
    for (const Record *c : recordsInOrder(m.Records, "Csr")) {
      StringRef name = c->getValueAsString("Name");
      os << formatv(
          "int64_t {0}(void) __asm__(\"matrix.csr.{1}\"); /* {2} */\n",
          cIdentifier(("csr_" + name).str()), name,
          c->getValueAsString("Summary"));
    }
  }

  //===--- DMA ------------------------------------------------------------===//

  void writeDma() {
    auto engines = recordsInOrder(m.Records, "DmaEngine");
    if (engines.empty())
      return;
    const Record *engine = engines.front(); // all engines have the same layout
    int64_t size = engine->getValueAsInt("DescriptorSize");
    os << "\n/* The DMA descriptor. Addresses are pointers, never integers "
          "converted from pointers. */\n"
       << formatv(
              "struct __attribute__((packed, aligned({0}))) matrix_dma {{\n",
              size);
    std::vector<const Record *> fields = engine->getValueAsListOfDefs("Fields");
    llvm::sort(fields, [](const Record *a, const Record *b) {
      return a->getValueAsInt("Offset") < b->getValueAsInt("Offset");
    });
    int64_t at = 0;
    for (const Record *f : fields)
      writeField(f, at);
    pad(at, size);
    os << "};\nenum matrix_dma_kind {";
    for (const Record *k : engine->getValueAsListOfDefs("Kinds"))
      os << formatv(" MATRIX_DMA_{0} = {1},",
                    k->getValueAsString("Name").upper(),
                    k->getValueAsInt("Code"));
    os << " };\n";
    auto flags = engine->getValueAsListOfDefs("Flags");
    if (flags.empty())
      return;
    os << "enum matrix_dma_flag {\n";
    for (const Record *f : flags)
      os << formatv("  MATRIX_DMA_{0} = {1}, /* {2} */\n",
                    f->getValueAsString("Name").upper(),
                    1u << f->getValueAsInt("Bit"),
                    f->getValueAsString("Summary"));
    os << "};\n";
  }

  void writeField(const Record *f, int64_t &at) {
    pad(at, f->getValueAsInt("Offset"));
    int64_t bits = f->getValueAsInt("Bits");
    std::string type =
        bits == 64 ? "void *"
                   : formatv("{0}int{1}_t ",
                             f->getValueAsBit("Signed") ? "" : "u", bits)
                         .str();
    os << formatv("  {0}{1}; /* {2} */\n", type, f->getValueAsString("Name"),
                  f->getValueAsString("Summary"));
    at += bits / 8;
  }

  void pad(int64_t &at, int64_t to) {
    if (at < to)
      os << formatv("  uint8_t reserved{0}[{1}];\n", at, to - at);
    at = std::max(at, to);
  }

  const Model &m;
  raw_ostream &os;
  std::set<std::string> declared;
};

void writeHeader(const RecordKeeper &records, raw_ostream &os) {
  Model m = Model::create(records);
  HeaderWriter(m, os).write();
}

Generator header("gen-builtins-header", writeHeader,
                 "Write matrix/Builtins.h for C");

} // namespace
