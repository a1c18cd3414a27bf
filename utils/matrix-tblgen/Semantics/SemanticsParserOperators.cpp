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

} // namespace matrix::tblgen
