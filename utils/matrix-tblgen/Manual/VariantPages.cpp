//===- VariantPages.cpp - the manual: variants ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A table with one column for each variant: its cores, tiles, memories, work
// division, features and parameters; then the instructions of each. A row is a
// name and a function from a variant to a cell; an empty cell is printed as a
// dash, and parameters that no variant sets have no row.
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
                    quantity(lineBytes(v), "byte"),
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

} // namespace

void writeVariants(const Model &m, Document &d) {
  d.chapter("Variants", "variants");
  VariantTable table(m);
  Rows rows = table.rows();
  d.table(table.header, rows);
  for (const Variant &v : m.Variants)
    writeVariant(m, v, d);
}

} // namespace matrix::tblgen
