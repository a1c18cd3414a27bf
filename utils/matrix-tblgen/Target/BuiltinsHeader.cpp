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
 * Instructions whose operands or results are tile registers are not here: their
 * builtins take tiles as values (<n x i32>), and no C front end passes a vector
 * of that size other than by a pointer. Write those parts in LLVM IR or in the
 * dialect and pass pointers to tiles from C.
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
    for (const Instruction &i : m.Instructions)
      if (i.Class != InstructionClass::Scalar && isExpressible(i))
        declare(i, i.Mnemonic, i.Mnemonic, variantsOf(i));
    os << "\n#ifdef __cplusplus\n}\n#endif\n\n#endif /* MATRIX_BUILTINS_H */\n";
  }

private:
  /// Tiles cannot be passed by value.
  static bool isExpressible(const Instruction &i) {
    return none_of(i.Operands, [](const Operand &o) {
      return o.Class == OperandClass::Tile;
    });
  }

  static std::string identifier(StringRef name) {
    std::string s = ("matrix_" + name).str();
    std::replace(s.begin(), s.end(), '.', '_');
    return s;
  }

  std::string variantsOf(const Instruction &i) {
    std::vector<std::string> names;
    for (const Variant &v : m.Variants)
      if (i.isAvailable(v))
        names.push_back(v.CPU);
    return names.size() == m.Variants.size() ? "" : join(names, ", ");
  }

  static std::string typeOf(const Operand &o) {
    switch (o.Class) {
    case OperandClass::Float32:
      return "float ";
    case OperandClass::Float64:
      return "double ";
    case OperandClass::Rows: // flat memories by pointer, row memories by row
                             // number
      if (o.isRegister() && !o.Space->getValueAsInt("Rows"))
        return o.Written ? "void *" : "const void *";
      return "int64_t ";
    default:
      return "int64_t ";
    }
  }

  /// Implicit uses or definitions.
  static std::vector<const Record *> hidden(const Instruction &i,
                                            StringRef field) {
    std::vector<const Record *> all;
    for (const Record *r : i.Def->getValueAsListOfDefs(field))
      if (!r->isSubClassOf("State"))
        all.push_back(r);
    return all;
  }

  /// C has one declaration for a mnemonic that denotes different instructions
  /// in different variants.
  void declare(const Instruction &i, StringRef name, StringRef builtin,
               StringRef comment) {
    if (!declared.insert(name.str()).second)
      return;
    std::vector<std::string> parameters;
    std::string result = hidden(i, "Defs").empty() ? "void " : "int64_t ";
    for (const Operand &o : i.Operands)
      if (o.Out)
        result = typeOf(o);
      else
        parameters.push_back(typeOf(o) +
                             (o.Def->isSubClassOf("Immediate") ? "imm_" : "") +
                             o.Name);
    for (const Record *r : hidden(i, "Uses"))
      parameters.push_back("int64_t " + r->getName().lower());
    os << result << identifier(name) << "("
       << (parameters.empty() ? "void" : join(parameters, ", "))
       << ") __asm__(\"matrix." << builtin << "\");";
    std::string text = comment.str();
    llvm::erase(text, '$');
    if (!text.empty())
      os << " /* " << text << " */";
    os << "\n";
  }

  void writeRole(const Record *role) {
    StringRef name = role->getValueAsString("Name");
    for (const Instruction &i : m.Instructions)
      if (i.hasRole(name) && isExpressible(i)) {
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
          identifier(("csr_" + name).str()), name,
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
