//===- Manual.cpp - the manual of the instruction set ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// -gen-isa-html and -gen-isa-markdown: the description as a manual. All text is
// generated from fields of records; semantics without a rendering are errors
// here.
//
//===----------------------------------------------------------------------===//

#include "Manual/Manual.h"
#include "Support/Generator.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/TableGen/Error.h"

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Links and text fragments
//===----------------------------------------------------------------------===//

Text toInstruction(const Instruction &i) {
  return link(i.Mnemonic, "insn-" + i.Name, true);
}
Text toVariant(const Variant &v) { return link(v.CPU, "variant-" + v.CPU); }
Text toFormat(const Record *f) {
  return link(formatTitle(f), "format-" + f->getName());
}
Text toOperator(const Record *op) {
  return link(op->getName(), "operator-" + op->getName());
}
Text toRole(const Record *r) {
  StringRef name = r->getValueAsString("Name");
  return link(name, "role-" + name);
}
Text toFeature(const Record *f) {
  StringRef name = f->getValueAsString("Name");
  return link(name, "feature-" + name);
}
Text toSpace(const Record *s) {
  StringRef name = s->getValueAsString("Name");
  return link(name, "space-" + name);
}
Text toState(const Record *s) {
  return link(s->getValueAsString("Name"), "state-" + s->getName(), true);
}

std::string formatTitle(const Record *f) {
  if (f->getValueAsBit("Any"))
    return "any " + std::to_string(bitsOf(f)) + " bits";
  return f->getValueAsString("Suffix").str();
}

bool usesFormat(const Instruction &i, const Record *format) {
  return any_of(i.Operands,
                [&](const Operand &o) { return o.Format == format; });
}

static void collectOperators(const DagInit *d,
                             std::vector<const Record *> &all) {
  if (auto *op = dyn_cast<DefInit>(d->getOperator()))
    if (op->getDef()->isSubClassOf("TileOp") &&
        !is_contained(all, op->getDef()))
      all.push_back(op->getDef());
  for (const Init *a : d->getArgs())
    if (auto *inner = dyn_cast<DagInit>(a))
      collectOperators(inner, all);
    else if (auto *r = dyn_cast<DefInit>(a))
      if (r->getDef()->isSubClassOf("TileOp") &&
          !is_contained(all, r->getDef()))
        all.push_back(r->getDef());
}

std::vector<const Record *> operatorsOf(const Instruction &i) {
  std::vector<const Record *> all;
  if (i.hasSemantics())
    collectOperators(i.Def->getValueAsDag("Semantics"), all);
  return all;
}

std::string sentence(StringRef summary) {
  std::string s;
  for (char c : summary)
    if (c != '$')
      s += c;
  bool acronym = s.size() > 1 && isUpper(s[1]);
  if (!s.empty() && !acronym && !StringRef(s).starts_with("f32"))
    s[0] = toUpper(s[0]);
  return s.empty() || s.back() == '.' ? s : s + ".";
}

std::string bytesText(int64_t bytes) {
  static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
  unsigned unit = 0;
  while (bytes >= 1024 && bytes % 1024 == 0 && unit + 1 < std::size(units)) {
    bytes /= 1024;
    ++unit;
  }
  return std::to_string(bytes) + " " + units[unit];
}

std::string formulaText(const Init *formula) {
  if (auto *d = dyn_cast<DefInit>(formula)) {
    StringRef name = d->getDef()->getName();
    return name == "Occupancy" ? "occupancy" : name.str();
  }
  auto *dag = dyn_cast<DagInit>(formula);
  if (!dag)
    return formula->getAsString();
  StringRef op = cast<DefInit>(dag->getOperator())->getDef()->getName();
  std::vector<std::string> args;
  for (const Init *a : dag->getArgs())
    args.push_back(formulaText(a));
  if (op == "CeilDiv")
    return "ceil(" + join(args, " / ") + ")";
  if (op == "Times")
    for (std::string &a : args)
      if (StringRef(a).contains(" + "))
        a = "(" + a + ")";
  if (op == "Times" || op == "CeilDiv")
    return "(" + join(args, " * ") + ")";
  return join(args, " + ");
}

//===----------------------------------------------------------------------===//
// Structure of the manual
//===----------------------------------------------------------------------===//

static void writeIntroduction(Document &d) {
  d.chapter("Reading this manual", "reading");
  d.paragraph(
      "This manual is generated from the description in td/. An encoding "
      "picture shows the 32 bits of an instruction, bit 31 on the left; "
      "instructions are little-endian in memory. Numbers of cycles follow from "
      "the parameters of the variants.");
  d.paragraph(Text("R and RB are the rows of a tile register and the bytes of "
                   "one of its rows; a tile of a format of ") +
              code("n") +
              " bits has RB*8/n columns. i and j are a row and a "
              "column, k is what is summed over.");
  d.table({"in pseudo-code", "is"},
          {{code("ta[i][j]"), "an element of a tile register"},
           {code("scratchpad.w[a]"),
            "the element of that format at address a of a memory"},
           {code("d1[r][j]"), "element j of row r of a row memory"},
           {code("tp.i32[r][j]"), "row r of a tile, read as that format"},
           {code("f32(x)"),
            Text("x converted; rules: ") + link("Cast", "operator-Cast")},
           {code("mem32[a]"), "32 bits at address a, for scalar instructions"},
           {code("lown(x)"), "the low n bits of a register"},
           {code("sextn(x)"), "the low n bits of x, sign extended"},
           {code("a >> b, a >>> b"), "shifted right with the sign, with zeros"},
           {code("a <u b, a /u b"), "as unsigned numbers"}});
  d.paragraph("Operands are read before results are written, so any of them "
              "may be the same register. Each operator rounds once to its "
              "format, to nearest even; NaN results are the quiet NaN of the "
              "format.");
}

static void writeManual(const RecordKeeper &records, Document &d,
                        raw_ostream &os) {
  Model m = Model::create(records);
  writeIntroduction(d);
  writeVariants(m, d);
  writeMachine(m, d);
  writeFormats(m, d);
  writeOperators(m, d);
  writeRoles(m, d);
  writeInstructions(m, d);
  writePairs(m, d);
  d.print(os, "Matrix instruction set",
          formatv("{0} instructions, {1} variants; description {2}",
                  m.Instructions.size(), m.Variants.size(), m.descriptionHash())
              .str());
}

static void writeHtml(const RecordKeeper &records, raw_ostream &os) {
  writeManual(records, *createHtml(), os);
}
static void writeMarkdown(const RecordKeeper &records, raw_ostream &os) {
  writeManual(records, *createMarkdown(), os);
}

static Generator html("gen-isa-html", writeHtml,
                      "The manual of the instruction set, one HTML page");
static Generator markdown("gen-isa-markdown", writeMarkdown,
                          "The manual of the instruction set as Markdown");

} // namespace matrix::tblgen
