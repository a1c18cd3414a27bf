//===- TargetHeader.cpp - header of the program model ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-target-header writes matrix/Description/Target.h: the data layout, the
// stack alignment, the size of an instruction, the address spaces and the
// ranges of immediates. They are common to all variants. The header is
// self-contained C++17 without LLVM.
//
//===----------------------------------------------------------------------===//

#include "Model/Model.h"
#include "Model/ProgramModel.h"
#include "Support/Diagnostics.h"
#include "Support/Generator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

/// Byte-addressed spaces; those of rows belong to single variants.
std::vector<const Record *> flatSpaces(const RecordKeeper &records) {
  std::vector<const Record *> flat;
  for (const Record *s : recordsInOrder(records, "Space"))
    if (!s->getValueAsInt("Rows"))
      flat.push_back(s);
  return flat;
}

/// The layout is common to all variants, so that front ends are independent of
/// the variant. Pointers have 64 bits in every flat address space: scratchpad
/// pointers are flat addresses.
std::string dataLayout(const RecordKeeper &records, int64_t stackAlignment) {
  std::string layout = "e-m:e-p:64:64";
  for (const Record *s : flatSpaces(records))
    if (int64_t number = s->getValueAsInt("Number"))
      layout += formatv("-p{0}:64:64", number).str();
  layout += "-i64:64-i128:128";
  auto sizes = recordsInOrder(records, "TileSize");
  llvm::sort(sizes, [](const Record *a, const Record *b) {
    return a->getValueAsInt("Bytes") < b->getValueAsInt("Bytes");
  });
  for (const Record *t : sizes)
    layout += formatv("-v{0}:{1}", 8 * t->getValueAsInt("Bytes"),
                      8 * t->getValueAsInt("Alignment"))
                  .str();
  return layout + formatv("-n32:64-S{0}", 8 * stackAlignment).str();
}

void writeAddressSpaces(const RecordKeeper &records, raw_ostream &os) {
  os << "\n/// Address spaces of pointers in LLVM IR.\nnamespace address_space "
        "{\n";
  for (const Record *s : flatSpaces(records))
    os << formatv("inline constexpr unsigned {0} = {1}; // {2}\n",
                  s->getValueAsString("Name"), s->getValueAsInt("Number"),
                  s->getValueAsString("Summary"));
  os << "} // namespace address_space\n";
}

const char *const immediateClass = R"cpp(
/// The values of an operand: (field << shift) + bias.
struct Immediate {
  unsigned width;
  bool isSigned;
  unsigned shift;
  std::int64_t bias;

  constexpr std::int64_t min() const {
    return isSigned ? bias - (std::int64_t(1) << (width - 1 + shift)) : bias;
  }
  constexpr std::int64_t max() const {
    return bias + (((std::int64_t(1) << (width - isSigned)) - 1) << shift);
  }
  constexpr bool contains(std::int64_t value) const {
    return min() <= value && value <= max() &&
           (value - bias) % (std::int64_t(1) << shift) == 0;
  }
  /// Width of a number that holds every value, without the bias.
  constexpr unsigned bits() const { return width + shift; }
};

/// Operands of instructions, by record. Those that name code count from the
/// address of the instruction.
namespace immediate {
)cpp";

void writeImmediates(const RecordKeeper &records, raw_ostream &os) {
  os << immediateClass;
  for (StringRef operandClass : {"Immediate", "PcRelative"})
    for (const Record *r : recordsInOrder(records, operandClass))
      if (!r->isAnonymous())
        os << formatv("inline constexpr Immediate {0} = {{{1}, {2}, {3}, {4}};"
                      "\n",
                      r->getName(), r->getValueAsInt("Width"),
                      r->getValueAsBit("Signed") ? "true" : "false",
                      r->getValueAsInt("Shift"), r->getValueAsInt("Bias"));
  os << "} // namespace immediate\n";
}

void emitTargetHeader(const RecordKeeper &records, raw_ostream &os) {
  writeBanner(os, "Program model of the description");
  int64_t alignment = stackAlignment(records);
  os << "#ifndef MATRIX_DESCRIPTION_TARGET_H\n"
        "#define MATRIX_DESCRIPTION_TARGET_H\n\n"
        "#include <cstdint>\n\n"
        "namespace matrix::desc {\n\n"
        "/// The data layout of LLVM IR. Tiles of every size have one "
        "alignment.\n"
     << formatv("inline constexpr char dataLayout[] =\n    \"{0}\";\n\n",
                dataLayout(records, alignment))
     << "/// The alignment of the stack pointer at calls, in bytes.\n"
     << formatv("inline constexpr unsigned stackAlignment = {0};\n", alignment)
     << "/// The size of every instruction.\n"
     << formatv("inline constexpr unsigned instructionBytes = {0};\n",
                instructionBytes(records));
  writeAddressSpaces(records, os);
  writeImmediates(records, os);
  os << "\n} // namespace matrix::desc\n\n"
        "#endif // MATRIX_DESCRIPTION_TARGET_H\n";
}

Generator targetHeader("gen-target-header", emitTargetHeader,
                       "Write matrix/Description/Target.h");

} // namespace
