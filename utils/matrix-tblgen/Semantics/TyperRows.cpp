//===- TyperRows.cpp - shapes of rows and state ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of Set, Switch, views and configuration state, including padding and
// cropping to the extents of the destination. Extents of tiles in memories may
// be counted at run time; Pad and Crop compare their maxima.
//
//===----------------------------------------------------------------------===//

#include "Semantics/Typer.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace matrix::tblgen {

/// The remaining kinds are leaves, whose types the parser sets.
void Typer::typeState(Expr &e, const Shape &want, const Record *format) {
  switch (e.Kind) {
  case ExprKind::Set:
    return set(e);
  case ExprKind::Switch:
    return switchOn(e, want, format);
  case ExprKind::Pad:
    return pad(e);
  case ExprKind::Crop:
    return crop(e, want, format);
  case ExprKind::Point:
  case ExprKind::Seq:
    for (Expr &a : e.Args)
      type(a, {}, nullptr);
    return;
  default:
    return;
  }
}

void Typer::set(Expr &e) {
  Expr &destination = e.Args[0], &value = e.Args[1];
  if (!destination.is(ExprKind::Operand) && !destination.is(ExprKind::State) &&
      !destination.is(ExprKind::View))
    return fail(e, "the destination must be an operand, a view or a state");
  if (destination.is(ExprKind::Operand) && destination.Type.Scalar)
    return fail(e, "the destination is a number; name an operand that is rows "
                   "of a memory, a view or a state");
  if (destination.Type.Scalar)
    return setState(e);
  type(value, destination.Type.Size, destination.Type.Format);
  if (failed)
    return;
  if (value.Type.Format != destination.Type.Format ||
      !same(value.Type.Size, destination.Type.Size))
    fail(e, "the value has another format or shape than its destination; "
            "convert it with Cast, or change the operand");
  e.Type = destination.Type;
}

static bool isNumber(OperandClass c, bool isFloat) {
  return isFloat ? c == OperandClass::Float32
                 : c == OperandClass::General || c == OperandClass::Immediate;
}

/// The compiler sets states without conversion. A float takes the bits of a
/// field.
void Typer::setState(Expr &e) {
  Expr &value = e.Args[1];
  const Record *state = e.Args[0].Record;
  e.Type = e.Args[0].Type;
  if (!state->isSubClassOf("ScalarState"))
    return fail(e, state->getName() +
                       " is an address; latch an operand by (Point P, $a)");
  if (value.is(ExprKind::Number))
    return fail(e, "a state takes a field, a register or a state; give the "
                   "number in a field of an operand");
  type(value, {}, nullptr);
  bool isFloat = state->getValueAsString("Cpp") == "float", fits = true;
  if (value.is(ExprKind::State))
    fits =
        value.Record->isSubClassOf("ScalarState") &&
        value.Record->getValueAsString("Cpp") == state->getValueAsString("Cpp");
  else if (value.is(ExprKind::Operand) && inst)
    fits = isNumber(inst->Operands[value.Index].Class, isFloat);
  if (!fits)
    fail(e, state->getName() + " is " + (isFloat ? "a float" : "an integer") +
                ", its value is not; change the type of one");
}

static bool isStatement(const Expr &e) {
  return is_contained({ExprKind::Set, ExprKind::Point, ExprKind::Seq,
                       ExprKind::Undefined},
                      e.Kind) ||
         (e.is(ExprKind::Switch) &&
          all_of(ArrayRef(e.Args).drop_front(), isStatement));
}

void Typer::switchOn(Expr &e, const Shape &want, const Record *format) {
  const ExprType *first = nullptr;
  for (Expr &a : MutableArrayRef(e.Args).drop_front()) {
    type(a, want, format);
    if (failed)
      return;
    if (isStatement(a))
      continue;
    if (first &&
        (a.Type.Format != first->Format || !same(a.Type.Size, first->Size)))
      fail(e, "alternatives differ in format or shape");
    first = &a.Type;
  }
  if (first)
    e.Type = *first;
}

void Typer::pad(Expr &e) {
  type(e.Args[0], {}, nullptr);
  if (failed)
    return;
  const ExprType &x = e.Args[0].Type;
  if (!x.Format || x.Size.Rows.evaluate(nullptr) > e.Value ||
      x.Size.Columns.evaluate(nullptr) > e.Value2)
    return fail(e,
                "takes a tile of rows in a memory, no larger than its result");
  e.Type.Format = x.Format;
  e.Type.Size = {Extent::fixed(int64_t(e.Value)), Extent::fixed(e.Value2)};
}

void Typer::crop(Expr &e, const Shape &want, const Record *format) {
  type(e.Args[0], {}, format);
  if (failed)
    return;
  const ExprType &x = e.Args[0].Type;
  if (!x.Format || !want.Rows.known() || !want.Columns.known())
    return fail(e, "stands where the shape of the result is known, below Set");
  if (x.Size.Rows.evaluate(nullptr) < want.Rows.evaluate(nullptr) ||
      x.Size.Columns.evaluate(nullptr) < want.Columns.evaluate(nullptr))
    fail(e, "has fewer rows or columns than its destination");
  e.Type = {x.Format, want};
}

} // namespace matrix::tblgen
