//===- MachinePages.cpp - the manual: registers, memories, DMA ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chapters on what all variants share: registers, address spaces, control
// registers, and DMA descriptors. Address maps differ between variants and are
// one table with a row for each.
//
//===----------------------------------------------------------------------===//

#include "Manual/Manual.h"
#include "Model/ProgramModel.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

using namespace llvm;

namespace matrix::tblgen {

namespace {

using Rows = std::vector<std::vector<Text>>;

//===----------------------------------------------------------------------===//
// Registers and memories
//===----------------------------------------------------------------------===//

void writeRegisters(const Model &m, Document &d) {
  d.chapter("Registers", "registers");
  Rows uses;
  for (const Record *u : recordsInOrder(m.Records, "RegisterUse"))
    uses.push_back({code(registerList(u->getValueAsListOfDefs("Registers"))),
                    u->getValueAsString("Use")});
  d.paragraph("r0 to r31 are general registers of 64 bits; f0 to f31 hold an "
              "f32 or an f64; tile registers are t0 to t31, as many as the "
              "variant has.");
  d.table({"registers", "in all programs"}, uses);
  Rows states;
  for (const Record *s : recordsInOrder(m.Records, "State")) {
    Text what = "number";
    if (s->isSubClassOf("TileState"))
      what = Text(std::to_string(s->getValueAsInt("Rows")) + " x " +
                  std::to_string(s->getValueAsInt("Columns")) + " ") +
             toFormat(s->getValueAsDef("Fmt")) +
             Text(s->getValueAsBit("IsForwarded")
                      ? ", forwarded within its pipe without latency"
                      : "");
    else if (s->isSubClassOf("PointerState"))
      what = "address of rows, with " +
             quantity(s->getValueAsListOfDefs("Fields").size(), "field");
    else
      what = Text("number, " + std::to_string(s->getValueAsInt("Reset")) +
                  " after reset");
    states.push_back({code(s->getValueAsString("Name")), what});
    d.anchor("state-" + s->getName().str());
  }
  if (states.empty())
    return;
  d.paragraph("State persists across instructions; their operations name the "
              "state that they read and write.");
  d.table({"state", "what"}, states);
}

void writeMemories(const Model &m, Document &d) {
  d.chapter("Memories", "memories");
  d.paragraph(
      "Each space is an address space of LLVM IR. Flat spaces are "
      "addressed in bytes; the rows of a row memory are reached only by "
      "instructions that name them.");
  for (const Record *s : recordsInOrder(m.Records, "Space")) {
    StringRef name = s->getValueAsString("Name");
    int64_t rows = s->getValueAsInt("Rows");
    d.entry(name, ("space-" + name).str(), "memory space");
    d.paragraph(formatv("Space {0}: {1}.", s->getValueAsInt("Number"),
                        rows ? formatv("{0} rows of {1} bytes", rows,
                                       s->getValueAsInt("RowSize"))
                                   .str()
                             : s->getValueAsString("Summary").str())
                    .str());
  }
  Rows maps;
  for (const Variant &v : m.Variants) {
    std::vector<Text> row = {toVariant(v)};
    for (StringRef f :
         {"OwnScratchpad", "Scratchpads", "ScratchpadPitch", "Program"})
      row.push_back(
          code(formatv("{0:x}", v.Def->getValueAsDef("Map")->getValueAsInt(f))
                   .str()));
    maps.push_back(row);
  }
  d.chapter("Address map", "address-map");
  d.table({"variant", "own scratchpad at", "scratchpad of core 0 at",
           "of the next core after", "programs start at"},
          maps);
}

//===----------------------------------------------------------------------===//
// Control registers, DMA
//===----------------------------------------------------------------------===//

void writeCsrs(const Model &m, Document &d) {
  d.chapter("Control registers", "csrs");
  Rows rows;
  for (const Record *c : recordsInOrder(m.Records, "Csr"))
    rows.push_back(
        {std::to_string(
             *c->getValueAsBitsInit("Number")->convertInitializerToInt()),
         code(c->getValueAsString("Name")), c->getValueAsString("Summary"),
         code("@matrix.csr." + c->getValueAsString("Name"))});
  d.table({"number", "name", "what", "LLVM IR"}, rows);
}

void writeEngine(const Record *e, Document &d) {
  d.anchor("dma-" + e->getName().str());
  d.paragraph(formatv("{0}: descriptors of {1} bytes, aligned to their size, "
                      "little-endian; {2} entries per channel.",
                      e->getName(), e->getValueAsInt("DescriptorSize"),
                      e->getValueAsInt("QueueEntries"))
                  .str());
  Rows fields, kinds, flags;
  for (const Record *f : e->getValueAsListOfDefs("Fields"))
    fields.push_back({std::to_string(f->getValueAsInt("Offset")),
                      std::to_string(f->getValueAsInt("Bits")) +
                          (f->getValueAsBit("Signed") ? ", signed" : ""),
                      code(f->getValueAsString("Name")),
                      f->getValueAsString("Summary")});
  d.table({"byte", "bits", "field", "what"}, fields);
  for (const Record *k : e->getValueAsListOfDefs("Kinds"))
    kinds.push_back({std::to_string(k->getValueAsInt("Code")),
                     code(k->getValueAsString("Name")),
                     std::to_string(k->getValueAsInt("Channel"))});
  d.table({"kind", "name", "channel"}, kinds);
  for (const Record *f : e->getValueAsListOfDefs("Flags"))
    flags.push_back({std::to_string(f->getValueAsInt("Bit")),
                     code(f->getValueAsString("Name")),
                     f->getValueAsString("Summary")});
  if (!flags.empty())
    d.table({"flag bit", "name", "what"}, flags);
}

} // namespace

void writeMachine(const Model &m, Document &d) {
  writeRegisters(m, d);
  writeMemories(m, d);
  writeCsrs(m, d);
  auto engines = recordsInOrder(m.Records, "DmaEngine");
  if (engines.empty())
    return;
  d.chapter("DMA", "dma");
  for (const Record *e : engines)
    writeEngine(e, d);
}

} // namespace matrix::tblgen
