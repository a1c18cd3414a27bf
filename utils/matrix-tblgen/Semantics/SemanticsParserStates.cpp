//===- SemanticsParserStates.cpp - state and packed operands --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Readers of the operators on configuration state and on fields of packed
// operands. Numbers that choose alternatives, and fields of latched addresses,
// are checked here.
//
//===----------------------------------------------------------------------===//

#include "Semantics/SemanticsReader.h"
#include "llvm/ADT/Twine.h"
#include <algorithm>
#include <cmath>

using namespace llvm;

namespace matrix::tblgen {

/// The state is a copy of the register, with the same fields.
void SemanticsReader::point(Expr &e, const DagInit *d) {
  children(e, d, 0);
  if (failed || e.Args.size() != 2)
    return;
  if (!e[0].is(ExprKind::State) || !e[0].Record->isSubClassOf("PointerState"))
    return fail("Point: argument 1 must be a PointerState");
  if (!e[1].is(ExprKind::Operand) || !inst)
    return fail("Point: argument 2 must be a packed operand");
  const Operand &from = inst->Operands[e[1].Index];
  for (const Record *f : e[0].Record->getValueAsListOfDefs("Fields")) {
    StringRef name = f->getValueAsString("Name");
    const Record *other = findField(from.Fields, name);
    if (!other || other->getValueAsInt("Low") != f->getValueAsInt("Low") ||
        other->getValueAsInt("Width") != f->getValueAsInt("Width"))
      return fail("Point: $" + Twine(from.Name) + " has no field " + name +
                  " where " + e[0].Record->getName() +
                  " has it; give both the same list of fields");
  }
}

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
