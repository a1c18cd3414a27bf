//===- SemanticsParserOperators.cpp - operators and their arguments -------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Readers of the arguments of each operator, called by the table in
// SemanticsParser.cpp. A reader stores literal arguments (index texts, records,
// numbers) in the node as ExprKinds.def lists them, and parses the others as
// children. Formats and extents that a record states are set here; all others
// are left to the typer.
//
//===----------------------------------------------------------------------===//

#include "Semantics/SemanticsReader.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cmath>

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Returns null if the argument is missing.
const Init *SemanticsReader::argument(const DagInit *d, unsigned i,
                                      const Twine &what) {
  if (i < d->getNumArgs())
    return d->getArg(i);
  fail(Twine(opName(d)) + ": argument " + Twine(i + 1) +
       " is missing: " + what);
  return nullptr;
}

std::string SemanticsReader::opName(const DagInit *d) {
  return d->getOperator()->getAsString();
}

std::string SemanticsReader::text(const DagInit *d, unsigned i,
                                  const Twine &what) {
  if (auto *s = dyn_cast_or_null<StringInit>(argument(d, i, what)))
    return s->getValue().str();
  fail(Twine(opName(d)) + ": argument " + Twine(i + 1) +
       " must be a string: " + what);
  return "";
}

int64_t SemanticsReader::integer(const DagInit *d, unsigned i,
                                 const Twine &what) {
  if (auto *n = dyn_cast_or_null<IntInit>(argument(d, i, what)))
    return n->getValue();
  fail(Twine(opName(d)) + ": argument " + Twine(i + 1) +
       " must be an integer: " + what);
  return 0;
}

const Record *SemanticsReader::recordOf(const DagInit *d, unsigned i,
                                        StringRef cls) {
  if (auto *r = dyn_cast_or_null<DefInit>(argument(d, i, "a " + cls)))
    if (r->getDef()->isSubClassOf(cls))
      return r->getDef();
  fail(Twine(opName(d)) + ": argument " + Twine(i + 1) + " must be a " + cls +
       " record");
  return nullptr;
}

void SemanticsReader::children(Expr &e, const DagInit *d, unsigned from) {
  for (unsigned i = from; i < d->getNumArgs(); ++i)
    e.Args.push_back(parse(d->getArg(i), d->getArgNameStr(i)));
}

void SemanticsReader::count(const Expr &e, const DagInit *d, unsigned n) {
  if (e.Args.size() != n)
    fail(Twine(opName(d)) + " expects " + quantity(n, "operand") +
         ", but got " + Twine(e.Args.size()));
}

//===----------------------------------------------------------------------===//
// Operators on tiles
//===----------------------------------------------------------------------===//

void SemanticsReader::plain(Expr &e, const DagInit *d) { children(e, d, 0); }

void SemanticsReader::point(Expr &e, const DagInit *d) {
  children(e, d, 0);
  if (failed || e.Args.size() != 2)
    return;
  if (!e[0].is(ExprKind::State) || !e[0].Record->isSubClassOf("PointerState"))
    fail("Point: argument 1 must be a PointerState");
  else if (!e[1].is(ExprKind::Operand))
    fail("Point: argument 2 must be a packed operand");
}

void SemanticsReader::typed(Expr &e, const DagInit *d) {
  e.Type.Format = recordOf(d, 0, "Format");
  children(e, d, 1);
}

void SemanticsReader::role(Expr &e, const DagInit *d) {
  e.Text = text(d, 0, "the name of a hook");
  children(e, d, 1);
}

void SemanticsReader::contract(Expr &e, const DagInit *d) {
  e.Text = text(d, 0, "indices like \"ik,jk->ij\"");
  if (e.Text.size() != 9 || e.Text[2] != ',' ||
      StringRef(e.Text).substr(5, 2) != "->")
    fail("Contract: indices must look like \"ik,jk->ij\", not \"" + e.Text +
         "\"");
  children(e, d, 1);
}

void SemanticsReader::iota(Expr &e, const DagInit *d) {
  e.Type.Format = recordOf(d, 0, "Format");
  e.Text = text(d, 1, "\"i\" (row number) or \"j\" (column number)");
  if (e.Text != "i" && e.Text != "j")
    fail("Iota: \"i\" (row number) or \"j\" (column number), not \"" + e.Text +
         "\"");
  children(e, d, 2);
}

/// The optional format is that of the elements in memory, if it differs.
void SemanticsReader::load(Expr &e, const DagInit *d) {
  auto *first = dyn_cast<DefInit>(argument(d, 0, "a format or a base"));
  bool hasFormat = first && first->getDef()->isSubClassOf("Format");
  if (hasFormat)
    e.Type.Format = first->getDef();
  children(e, d, hasFormat);
}

void SemanticsReader::at(Expr &e, const DagInit *d) {
  e.Text = text(d, 0, "\"ji\", \"0j\", \"i0\" or \"ij\"");
  if (e.Text != "ji" && e.Text != "0j" && e.Text != "i0" && e.Text != "ij")
    fail("At: \"ji\" (transposed), \"0j\" (row 0), \"i0\" (column 0) or "
         "\"ij\", not \"" +
         e.Text + "\"");
  children(e, d, 1);
}

void SemanticsReader::reduce(Expr &e, const DagInit *d) {
  bool index = e.is(ExprKind::ArgReduce);
  e.Record = recordOf(d, 0, index ? "Comparison" : "Elementwise");
  e.Text = text(d, 1, "\"ik->ij\" (along rows) or \"kj->ij\" (along columns)");
  if (e.Text != "ik->ij" && e.Text != "kj->ij")
    fail(Twine(opName(d)) +
         ": \"ik->ij\" (along rows) or \"kj->ij\" (along columns), "
         "not \"" +
         e.Text + "\"");
  children(e, d, 2);
}

void SemanticsReader::row(Expr &e, const DagInit *d) {
  e.Type.Format = recordOf(d, 0, "Format");
  if (d->getNumArgs() != 5)
    return fail("Row takes a format, a tile operand, and m, q, n of row m*q+n");
  e.Args.push_back(parse(d->getArg(1), d->getArgNameStr(1)));
  e.Args.push_back(parse(d->getArg(3), d->getArgNameStr(3)));
  e.Value = integer(d, 2, "rows per column block");
  e.Value2 = integer(d, 4, "row within them");
}

void SemanticsReader::pad(Expr &e, const DagInit *d) {
  e.Value = integer(d, 0, "rows");
  e.Value2 = integer(d, 1, "columns");
  children(e, d, 2);
}

//===----------------------------------------------------------------------===//
// State and packed operands
//===----------------------------------------------------------------------===//

static bool isFloatState(const Expr &e) {
  return e.is(ExprKind::State) && e.Record->getValueAsString("Cpp") == "float";
}

/// Returns the number of values; 0 if there are at least 2^32.
static uint64_t valuesOf(const Expr &e) {
  if (e.is(ExprKind::Is))
    return 2;
  int64_t width = e.is(ExprKind::Field) ? e.Record->getValueAsInt("Width") : 64;
  return width < 32 ? uint64_t(1) << std::max<int64_t>(width, 0) : 0;
}

void SemanticsReader::switchOn(Expr &e, const DagInit *d) {
  children(e, d, 0);
  if (e.Args.size() < 2)
    return fail("Switch needs something to switch on and an alternative");
  checkNumber(e[0], "Switch");
  if (failed)
    return;
  if (isFloatState(e[0]))
    return fail("Switch on the float " + e[0].Record->getName() +
                "; compare it, as in (Switch (Is s, 1), x0, x1)");
  uint64_t values = valuesOf(e[0]);
  if (values && e.Args.size() - 1 > values)
    fail("Switch has " + Twine(e.Args.size() - 1) + " alternatives for " +
         Twine(values) + " values; remove those that are never chosen");
}

void SemanticsReader::is(Expr &e, const DagInit *d) {
  e.Type.Scalar = true;
  children(e, d, 0);
  count(e, d, 2);
  if (failed)
    return;
  if (e[0].is(ExprKind::Is))
    return fail("Is takes a ScalarState or a Field");
  checkNumber(e[0], "Is");
  if (!e[1].is(ExprKind::Number))
    return fail("Is compares with a number");
  e.Value = e[1].Value;
  e.Args.pop_back();
  if (!failed)
    checkComparand(e[0], e.Value);
}

/// Numbers of semantics are doubles.
void SemanticsReader::checkComparand(const Expr &e, double value) {
  if (isFloatState(e))
    return;
  uint64_t values = valuesOf(e);
  bool isExact = value == std::floor(value) && std::fabs(value) <= 0x1p53;
  if (!isExact || (e.is(ExprKind::Field) && value < 0) ||
      (values && value >= double(values)))
    fail("Is compares with a number that " +
         (e.is(ExprKind::Field) ? "field " + e.Text
                                : "state " + e.Record->getName().str()) +
         " never is; give an integer that it can be");
}

void SemanticsReader::checkNumber(const Expr &e, const Twine &op) {
  bool state = e.is(ExprKind::State) && e.Record->isSubClassOf("ScalarState");
  if (!state && !e.is(ExprKind::Field) && !e.is(ExprKind::Is))
    fail(op + " takes a ScalarState, a Field or an Is");
}

/// Returns the fields of a packed operand or PointerState.
std::vector<const Record *> SemanticsReader::source(Expr &e, const DagInit *d,
                                                    unsigned i) {
  e.Args.emplace_back();
  if (!argument(d, i, "a packed operand or a PointerState"))
    return {};
  Expr &from = e.Args.back() = parse(d->getArg(i), d->getArgNameStr(i));
  if (failed)
    return {};
  if (from.is(ExprKind::Operand) && inst)
    return inst->Operands[from.Index].Fields;
  if (!from.is(ExprKind::State) || !from.Record->isSubClassOf("PointerState")) {
    fail(Twine(opName(d)) + ": argument " + Twine(i + 1) +
         " must be a packed operand or a PointerState");
    return {};
  }
  return from.Record->getValueAsListOfDefs("Fields");
}

void SemanticsReader::view(Expr &e, const DagInit *d) {
  e.Record = recordOf(d, 0, "TileAt");
  auto fields = source(e, d, 1);
  if (failed)
    return;
  if (!inst)
    return fail("View: there is no operand here");
  const Record *state = e[0].is(ExprKind::State) ? e[0].Record : nullptr;
  auto extent = [&](StringRef which) {
    Extent x = readExtent(e.Record->getValueAsString(which), *inst, fields,
                          e[0].Index, state);
    failed |= !x.known(); // reported by readExtent
    return x;
  };
  e.Type.Format = e.Record->getValueAsDef("Fmt");
  e.Type.Size = {extent("Rows"), extent("Columns")};
  if (failed)
    return;
  StringRef nullField = e.Record->getValueAsString("NullField");
  if (!nullField.empty() && !findField(fields, nullField))
    fail("View: no field " + nullField + " for the null address");
}

void SemanticsReader::field(Expr &e, const DagInit *d) {
  e.Type.Scalar = true;
  auto fields = source(e, d, 0);
  e.Text = text(d, 1, "name of a field");
  e.Record = findField(fields, e.Text);
  if (!e.Record)
    return fail("Field: there is no field \"" + e.Text +
                "\"; the Packed class of the operand lists its fields");
}

} // namespace matrix::tblgen
