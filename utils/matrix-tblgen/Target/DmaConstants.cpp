//===- DmaConstants.cpp - constants of DMA descriptors --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Writes a namespace of constants for each list of the DMA engine. Fields and
// flags must be equal in all engines, because handwritten code builds
// descriptors field by field. The rank of a transfer is one, for the bytes of a
// row, plus the number of fields n1, n2, ...
//
//===----------------------------------------------------------------------===//

#include "Target/DmaConstants.h"
#include "Model/Model.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;
using namespace matrix::tblgen;

namespace {

struct DmaWriter {
  const RecordKeeper &records;
  raw_ostream &os;

  /// The descriptor layout is common to all engines: handwritten code builds
  /// descriptors field by field.
  void write() {
    auto engines = recordsInOrder(records, "DmaEngine");
    for (const Record *e : engines)
      for (StringRef part : {"Fields", "Kinds", "Flags"})
        if (e->getValueAsListOfDefs(part) !=
            engines.front()->getValueAsListOfDefs(part))
          report(e, "all DMA engines must share one descriptor layout; give "
                    "them the same " +
                        part);
    const Record *engine = engines.empty() ? nullptr : engines.front();
    writeNames(engine, "Fields", "Fields of a DMA descriptor, by name.",
               "dma_field", [&](const Record *f) {
                 return formatv("DmaField {0}{{{1}, {2}, {3}}",
                                f->getValueAsString("Name"),
                                f->getValueAsInt("Offset"),
                                f->getValueAsInt("Bits"),
                                f->getValueAsBit("Signed") ? "true" : "false")
                     .str();
               });
    writeRank(engine);
    writeNames(engine, "Kinds", "Values of the field `kind`.", "dma_kind",
               [](const Record *k) {
                 return formatv("unsigned {0} = {1}",
                                k->getValueAsString("Name"),
                                k->getValueAsInt("Code"))
                     .str();
               });
    writeNames(engine, "Flags", "Bits of the field `flags`.", "dma_flag",
               [](const Record *f) {
                 return formatv("unsigned {0} = 1u << {1}",
                                f->getValueAsString("Name"),
                                f->getValueAsInt("Bit"))
                     .str();
               });
  }

  /// A descriptor has the bytes of a row and counts n1, n2, ...
  void writeRank(const Record *engine) {
    unsigned rank = 1;
    if (engine)
      for (const Record *f : engine->getValueAsListOfDefs("Fields")) {
        StringRef name = f->getValueAsString("Name");
        rank += name.consume_front("n") && all_of(name, isDigit);
      }
    os << "\n/// Dimensions of a DMA transfer: the bytes of a row, and "
          "counts.\n"
       << formatv("inline constexpr unsigned dmaRank = {0};\n", rank);
  }

  /// Writes a constant for each record of a list of the engine.
  void writeNames(const Record *engine, StringRef list, StringRef what,
                  StringRef space,
                  function_ref<std::string(const Record *)> constant) {
    os << "\n/// " << what << "\nnamespace " << space << " {\n";
    if (engine)
      for (const Record *r : engine->getValueAsListOfDefs(list))
        os << "inline constexpr " << constant(r) << ";\n";
    os << "} // namespace " << space << "\n";
  }
};

} // namespace

void matrix::tblgen::writeDmaConstants(const RecordKeeper &records,
                                       raw_ostream &os) {
  DmaWriter{records, os}.write();
}
