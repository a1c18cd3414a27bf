//===- Vocabulary.cpp - the manual: formats, operators, roles, features ---===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chapters on formats, operators, roles and features, each with the
// instructions that use it. The range of a float format with e bits of
// exponent, m of mantissa and bias b = 2^(e-1) - 1 is derived from the fields
// of its record:
//
//   largest          (2 - 2^-m) * 2^(2^e - 2 - b)         with infinities
//                    (2 - 2^(1-m)) * 2^(2^e - 1 - b)      without: the highest
//                                                         code is NaN
//   smallest normal  2^(1 - b)
//
//===----------------------------------------------------------------------===//

#include "Manual/Manual.h"
#include "Manual/Pseudo/Pseudo.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Format.h"
#include <cmath>

using namespace llvm;

namespace matrix::tblgen {

namespace {

std::vector<Text> users(const Model &m,
                        function_ref<bool(const Instruction &)> uses) {
  std::vector<Text> all;
  for (const Instruction &i : m.Instructions)
    if (uses(i))
      all.push_back(toInstruction(i));
  return all;
}

//===----------------------------------------------------------------------===//
// Formats
//===----------------------------------------------------------------------===//

std::string number(double v) {
  std::string s;
  raw_string_ostream os(s);
  os << format("%.9g", v);
  return s;
}

/// Returns the largest finite number, the smallest normal number, and the
/// distance from 1 to the next number.
std::string floatRange(const Record *f) {
  int e = f->getValueAsInt("Exponent"), m = f->getValueAsInt("Mantissa");
  bool finiteOnly = f->getValueAsBit("FiniteOnly");
  int bias = (1 << (e - 1)) - 1;
  int top = (1 << e) - 1 - bias - (finiteOnly ? 0 : 1);
  // The highest code of a format without infinities is its NaN.
  double last = 2 - std::ldexp(finiteOnly ? 2 : 1, -m);
  return quantity(e, "bit") + " of exponent, " + std::to_string(m) +
         " of mantissa; largest " + number(std::ldexp(last, top)) +
         ", smallest normal " + number(std::ldexp(1, 1 - bias)) +
         ", 1 and the next differ by " + number(std::ldexp(1, -m)) +
         (finiteOnly ? "; no infinities, overflow gives NaN" : "");
}

std::string rangeText(const Record *f) {
  int64_t bits = bitsOf(f);
  if (f->getValueAsBit("Any"))
    return "bits without interpretation";
  if (isFloat(f))
    return floatRange(f);
  if (f->getValueAsBit("Unsigned"))
    return "0 to " + std::to_string((int64_t(1) << bits) - 1);
  if (bits == 1)
    return "false or true; inside semantics only";
  return std::to_string(-(int64_t(1) << (bits - 1))) + " to " +
         std::to_string((int64_t(1) << (bits - 1)) - 1);
}

//===----------------------------------------------------------------------===//
// Operators
//===----------------------------------------------------------------------===//

/// Describes the operator on floats and on integers.
Text elementwiseText(const Record *op) {
  if (op->isSubClassOf("Composed"))
    return Text("x gives ") +
           code(bodyText(
               *parseComposedBody(op, op->getRecords().getDef("FmtF32")), op)) +
           ", evaluated in f64 and rounded once.";
  StringRef onFloats = op->getValueAsString("MlirFloat"),
            onIntegers = op->getValueAsString("MlirInt");
  Text t = "Elementwise: ";
  if (!onFloats.empty())
    t = t + code(onFloats) + " on floats";
  if (!onIntegers.empty())
    t = t + (onFloats.empty() ? "" : ", ") + code(onIntegers) + " on integers";
  if (op->getValueAsBit("Wide"))
    t = t + ", evaluated in f64 and rounded once";
  return t + ".";
}

std::string syntaxOf(const Record *op) {
  if (!op->isSubClassOf("Elementwise"))
    return op->getValueAsString("Syntax").str();
  static const char *const names[] = {" a", ", b", ", c"};
  std::string s = "(" + op->getName().str();
  for (int64_t i = 0; i < op->getValueAsInt("Arity"); ++i)
    s += names[i];
  return s + ")";
}

void writeOperator(const Model &m, const Record *op, Document &d) {
  std::string syntax = syntaxOf(op);
  if (syntax.empty())
    report(op, "operator " + op->getName() +
                   " has no rendering in the manual; give TileOp its syntax "
                   "and summary");
  d.entry(op->getName(), ("operator-" + op->getName()).str(), "operator");
  d.code({syntax});
  d.paragraph(op->isSubClassOf("Elementwise")
                  ? elementwiseText(op)
                  : Text(sentence(op->getValueAsString("Summary"))));
  auto all = users(m, [&](const Instruction &i) {
    return is_contained(operatorsOf(i), op);
  });
  if (!all.empty())
    d.paragraph(Text("In ") + list(all) + ".");
}

} // namespace

void writeFormats(const Model &m, Document &d) {
  d.chapter("Number formats", "formats");
  for (const Record *f : recordsInOrder(m.Records, "Format")) {
    d.entry(formatTitle(f), ("format-" + f->getName()).str(), "format");
    std::string type = f->getValueAsString("Mlir").str();
    std::string code4;
    const BitsInit *bits = f->getValueAsBitsInit("Code");
    d.paragraph(Text(rangeText(f) + ". ") + std::to_string(bitsOf(f)) +
                " bits, " +
                (type == "*" ? Text("any MLIR type of that width")
                             : Text("in MLIR ") + code(type)) +
                ", type field " +
                std::to_string(*bits->convertInitializerToInt()) + ".");
    auto all = users(m, [&](const Instruction &i) { return usesFormat(i, f); });
    if (!all.empty())
      d.paragraph(Text("In ") + list(all) + ".");
  }
}

void writeOperators(const Model &m, Document &d) {
  d.chapter("Operators of semantics", "operators");
  d.paragraph("Elements of the semantics of an instruction, as it is written "
              "in td/.");
  for (const Record *op : recordsInOrder(m.Records, "TileOp"))
    writeOperator(m, op, d);
}

void writeRoles(const Model &m, Document &d) {
  d.chapter("Roles", "roles");
  d.paragraph("The compiler and the runtime use roles, never "
              "instructions by name.");
  for (const Record *r : recordsInOrder(m.Records, "Role")) {
    StringRef name = r->getValueAsString("Name");
    d.entry(name, ("role-" + name).str(), "role " + r->getName().str());
    d.paragraph(
        Text(sentence(r->getValueAsString("Summary"))) +
        (r->isSubClassOf("ScalarRole")
             ? Text(" Emitted by the code generator.")
             : Text(" In LLVM IR ") + code("@matrix.role." + name) + "."));
    auto all = users(m, [&](const Instruction &i) { return i.hasRole(name); });
    d.paragraph(all.empty() ? Text("No instruction has it.")
                            : Text("Held by ") + list(all) + ".");
  }
  d.chapter("Features", "features");
  for (const Record *f : recordsInOrder(m.Records, "Feature")) {
    StringRef name = f->getValueAsString("Name");
    d.entry(name, ("feature-" + name).str(), "feature " + f->getName().str());
    std::vector<Text> variants;
    for (const Variant &v : m.Variants)
      if (v.hasFeature(f))
        variants.push_back(toVariant(v));
    d.paragraph(Text(sentence(f->getValueAsString("Desc"))) + " Record " +
                code(f->getName()) + ". " +
                (variants.empty() ? Text("No variant has it.")
                                  : Text("Variants: ") + list(variants) + "."));
    auto all = users(
        m, [&](const Instruction &i) { return is_contained(i.Features, f); });
    if (!all.empty())
      d.paragraph(Text("Needed by ") + list(all) + ".");
  }
}

} // namespace matrix::tblgen
