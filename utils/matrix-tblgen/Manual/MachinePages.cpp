//===- MachinePages.cpp - the manual: variants, registers, memories, DMA --===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chapters on machines: a table of all variants, and for each its memories,
// work division and parameters; registers, address spaces, control registers,
// and DMA descriptors.
//
//===----------------------------------------------------------------------===//

#include "Manual/Manual.h"
#include "Model/ProgramModel.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include <functional>

using namespace llvm;

namespace matrix::tblgen {

namespace {

using Rows = std::vector<std::vector<Text>>;

//===----------------------------------------------------------------------===//
// Variants
//===----------------------------------------------------------------------===//

class VariantTable {
public:
  explicit VariantTable(const Model &m) : m(m) {
    header.push_back("parameter");
    for (const Variant &v : m.Variants)
      header.push_back(toVariant(v));
  }

  Rows rows() {
    add("cores", [](const Variant &v) -> Text {
      return std::to_string(v.Def->getValueAsInt("Cores"));
    });
    tiles();
    for (const Record *s : recordsInOrder(m.Records, "Space"))
      memory(s);
    spaces();
    add("DMA", [](const Variant &v) -> Text { return dma(v); });
    add("interconnect", [](const Variant &v) -> Text {
      return v.Def->getValueAsDef("Net")->getValueAsString("Topology");
    });
    add("issue", [](const Variant &v) -> Text { return issue(v); });
    add("order of work division",
        [](const Variant &v) -> Text { return work(v); });
    add("features", [](const Variant &v) {
      std::vector<Text> all;
      for (const Record *f : v.Features)
        all.push_back(toFeature(f));
      return list(all);
    });
    parameters();
    return std::move(table);
  }

  std::vector<Text> header;

private:
  using Cell = std::function<Text(const Variant &)>;

  void add(const Text &name, Cell cell) {
    std::vector<Text> row = {name};
    for (const Variant &v : m.Variants) {
      Text t = cell(v);
      row.push_back(t.empty() ? Text("-") : t);
    }
    table.push_back(row);
  }

  void tiles() {
    auto number = [&](StringRef name,
                      std::function<int64_t(const Variant &)> n) {
      add(name, [n](const Variant &v) -> Text {
        return v.Tiles ? Text(std::to_string(n(v))) : Text();
      });
    };
    number("tile registers", [](const Variant &v) { return v.TileRegisters; });
    number("R: rows of a tile", [](const Variant &v) { return v.Tiles->Rows; });
    number("RB: bytes of a tile row",
           [](const Variant &v) { return v.Tiles->RowBytes; });
    for (int bits : {32, 16, 8})
      number(formatv("columns of {0} bits", bits).str(),
             [bits](const Variant &v) { return v.Tiles->columns(bits); });
  }

  void memory(const Record *space) {
    add(toSpace(space), [space](const Variant &v) -> Text {
      for (const Record *x : v.Def->getValueAsListOfDefs("Memories"))
        if (x->getValueAsDef("In") == space)
          return bytesText(x->getValueAsInt("Size")) + ", " +
                 quantity(x->getValueAsInt("Banks"), "bank") +
                 ", rows aligned to " +
                 quantity(x->getValueAsInt("Alignment"), "byte");
      return {};
    });
  }

  void spaces() {
    for (StringRef use : {"Code", "Data", "Stack", "Heap", "Arguments"})
      add(use.lower() + " in", [use](const Variant &v) {
        Text t = toSpace(v.Def->getValueAsDef(use));
        return use == "Stack"
                   ? t + ", " + bytesText(v.Def->getValueAsInt("StackSize"))
                   : t;
      });
  }

  static Text dma(const Variant &v) {
    const Record *e = v.Def->getValueAsOptionalDef("Dma");
    if (!e)
      return {};
    return link(std::to_string(e->getValueAsInt("QueueEntries")) +
                    " queue entries per channel, lines of " +
                    quantity(e->getValueAsInt("LineBytes"), "byte"),
                "dma-" + e->getName());
  }
  static Text issue(const Variant &v) {
    const Record *issue = v.Def->getValueAsDef("Issue");
    std::string s = issue->getValueAsString("Kind").str();
    for (int64_t depth : issue->getValueAsListOfInts("Depths"))
      s += " " + std::to_string(depth);
    return s;
  }
  static Text work(const Variant &v) {
    std::vector<std::string> all;
    for (const Record *w : v.Def->getValueAsListOfDefs("WorkDivisions"))
      all.push_back(w->getValueAsString("Kind").str() + ": " +
                    join(w->getValueAsListOfStrings("Dims"), ", "));
    return all.empty() ? Text() : Text(join(all, "; "));
  }

  /// Lists the parameters that some variant sets.
  void parameters() {
    for (const Record *p : recordsInOrder(m.Records, "Parameter")) {
      std::string name = p->getName().str();
      if (p->getValueAsString("Summary").empty() || name == "Rows" ||
          name == "TileRowBytes" || none_of(m.Variants, [&](const Variant &v) {
            return v.Parameters.count(name);
          }))
        continue;
      add(code(name) + ": " + p->getValueAsString("Summary") + ", " +
              p->getValueAsString("Unit"),
          [name](const Variant &v) -> Text {
            auto it = v.Parameters.find(name);
            return it == v.Parameters.end() ? Text()
                                            : Text(std::to_string(it->second));
          });
    }
  }

  const Model &m;
  Rows table;
};

void writeVariant(const Model &m, const Variant &v, Document &d) {
  d.entry(v.CPU, "variant-" + v.CPU, v.Name + " " + v.Summary);
  d.paragraph(Text(v.Summary) + ". Chosen by " + code("-mcpu=" + v.CPU) +
              " or " + code("--mcpu=" + v.CPU) +
              (v.Default ? "; the default." : "."));
  std::map<InstructionClass, std::vector<Text>> byClass;
  for (const Instruction &i : m.Instructions)
    if (i.isAvailable(v))
      byClass[i.Class].push_back(toInstruction(i));
  for (const auto &[cls, title] : instructionChapters()) {
    if (!byClass.count(cls))
      continue;
    d.heading(title);
    d.paragraph(list(byClass[cls]));
  }
}

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
             toFormat(s->getValueAsDef("Fmt"));
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

void writeVariants(const Model &m, Document &d) {
  d.chapter("Variants", "variants");
  VariantTable table(m);
  Rows rows = table.rows();
  d.table(table.header, rows);
  for (const Variant &v : m.Variants)
    writeVariant(m, v, d);
}

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
