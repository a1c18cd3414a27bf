//===- SemanticsParser.cpp - dags to expression trees ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Converts dags to untyped expression trees by recursive descent. A table maps
// operator names to member functions that read their arguments. Elementwise
// operators are an open set and are read by their arity, without an entry in
// the table. The first error ends the reading; its remedy follows a semicolon.
//
//===----------------------------------------------------------------------===//

#include "Semantics/SemanticsParser.h"
#include "Semantics/SemanticsReader.h"
#include "Support/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <cmath>
#include <utility>

using namespace llvm;

namespace matrix::tblgen {

std::optional<Expr> SemanticsReader::parseAll(const Init *init) {
  Expr e = parse(init, "");
  return failed ? std::nullopt : std::optional(std::move(e));
}

/// Reading stops at the first error.
Expr SemanticsReader::parse(const Init *init, StringRef name) {
  if (failed)
    return Expr();
  if (isa<UnsetInit>(init))
    return name.empty() ? Expr() : operand(name);
  if (auto *n = dyn_cast<IntInit>(init))
    return number(n->getValue());
  if (auto *s = dyn_cast<StringInit>(init))
    return textNumber(s->getValue());
  if (auto *d = dyn_cast<DefInit>(init))
    return record(d->getDef());
  if (auto *d = dyn_cast<DagInit>(init))
    return dag(d);
  fail(
      "'" + init->getAsString() +
      "' is not an expression; write an operator in parentheses, $operand or a "
      "number");
  return Expr();
}

void SemanticsReader::fail(const Twine &what) {
  if (std::exchange(failed, true))
    return;
  std::string text = what.str();
  if (!StringRef(text).contains("; "))
    text += "; td/Common/Operators.td defines the operands of operators";
  report(def, text);
}

Expr SemanticsReader::number(double v) {
  Expr e;
  e.Kind = ExprKind::Number;
  e.Value = v;
  return e;
}

Expr SemanticsReader::textNumber(StringRef text) {
  double v = 0;
  if (text.getAsDouble(v))
    fail("not a number: '" + text + "'; floats are written \"0.5\"");
  else if (!std::isfinite(v))
    fail("'" + text + "' is not a finite number; give one that the format has");
  return number(v);
}

Expr SemanticsReader::operand(StringRef name) {
  Expr e;
  e.Kind = ExprKind::Operand;
  e.Text = name.str();
  if (!inst) {
    if (name != "x")
      fail("the body names $" + name +
           "; the argument of a Composed operator "
           "is $x");
    e.Index = 0;
    e.Type.Format = argumentFormat;
    return e;
  }
  e.Index = inst->find(name);
  if (e.Index < 0) {
    fail("the semantics name $" + name +
         ", which is not an operand of this instruction; operands are what "
         "(outs ...) and (ins ...) name");
    return e;
  }
  const Operand &o = inst->Operands[e.Index];
  if (o.Out)
    fail("the semantics read $" + name +
         ", which is an output; name the input that is tied to it");
  else if (o.Class == OperandClass::Tile)
    e.Type = {
        o.Format, {Extent::rows(), Extent::columns(bitsOf(o.Format))}, false};
  else if (o.Class == OperandClass::Rows)
    e.Type = {o.Format, {o.RowCount, o.ColumnCount}, false};
  else
    e.Type.Scalar = true;
  return e;
}

Expr SemanticsReader::record(const Record *r) {
  Expr e;
  if (r->getName() == "RowBytes") {
    e.Kind = ExprKind::RowBytes;
    e.Type.Scalar = true;
    return e;
  }
  if (!r->isSubClassOf("State")) {
    fail("'" + r->getName() +
         "' is neither an operator with arguments nor a state");
    return e;
  }
  e.Kind = ExprKind::State;
  e.Record = r;
  e.Type.Scalar = !r->isSubClassOf("TileState");
  if (e.Type.Scalar)
    return e;
  e.Type.Format = r->getValueAsDef("Fmt");
  e.Type.Size = {Extent::fixed(r->getValueAsInt("Rows")),
                 Extent::fixed(r->getValueAsInt("Columns"))};
  return e;
}

//===----------------------------------------------------------------------===//
// Operators by name
//===----------------------------------------------------------------------===//

Expr SemanticsReader::dag(const DagInit *d) {
  Expr e;
  auto *init = dyn_cast<DefInit>(d->getOperator());
  if (!init || !init->getDef()->isSubClassOf("TileOp")) {
    fail("'" + d->getOperator()->getAsString() +
         "' is not an operator of semantics; td/Common/Operators.td has them");
    return e;
  }
  const Record *op = init->getDef();
  if (op->isSubClassOf("Elementwise")) {
    e.Kind = ExprKind::Elementwise;
    e.Record = op;
    children(e, d, 0);
    count(e, d, op->getValueAsInt("Arity"));
    return e;
  }
  structured(e, d, op->getName());
  return e;
}

ArrayRef<SemanticsReader::Structure> SemanticsReader::structures() {
  static const Structure all[] = {
      {"Cast", ExprKind::Cast, 1, &SemanticsReader::typed},
      {"Bitcast", ExprKind::Bitcast, 1, &SemanticsReader::typed},
      {"Splat", ExprKind::Splat, 1, &SemanticsReader::typed},
      {"At", ExprKind::At, 1, &SemanticsReader::at},
      {"Reduce", ExprKind::Reduce, 1, &SemanticsReader::reduce},
      {"ArgReduce", ExprKind::ArgReduce, 1, &SemanticsReader::reduce},
      {"Element", ExprKind::Element, 2, &SemanticsReader::plain},
      {"Contract", ExprKind::Contract, 3, &SemanticsReader::contract},
      {"Part", ExprKind::Part, 2, &SemanticsReader::plain},
      {"Insert", ExprKind::Insert, 3, &SemanticsReader::plain},
      {"Leading", ExprKind::Leading, 1, &SemanticsReader::plain},
      {"Row", ExprKind::Row, 2, &SemanticsReader::row},
      {"Iota", ExprKind::Iota, 1, &SemanticsReader::iota},
      {"Mask", ExprKind::Mask, 2, &SemanticsReader::plain},
      {"Load", ExprKind::Load, 3, &SemanticsReader::load},
      {"Store", ExprKind::Store, 4, &SemanticsReader::plain},
      {"RoleOp", ExprKind::Role, -1, &SemanticsReader::role},
      {"Set", ExprKind::Set, 2, &SemanticsReader::plain},
      {"Point", ExprKind::Point, 2, &SemanticsReader::point},
      {"Seq", ExprKind::Seq, -1, &SemanticsReader::plain},
      {"Switch", ExprKind::Switch, -1, &SemanticsReader::switchOn},
      {"View", ExprKind::View, 1, &SemanticsReader::view},
      {"Field", ExprKind::Field, 1, &SemanticsReader::field},
      {"Is", ExprKind::Is, 1, &SemanticsReader::is},
      {"Pad", ExprKind::Pad, 1, &SemanticsReader::pad},
      {"Crop", ExprKind::Crop, 1, &SemanticsReader::plain},
      {"Undefined", ExprKind::Undefined, 0, &SemanticsReader::plain}};
  return all;
}

void SemanticsReader::structured(Expr &e, const DagInit *d, StringRef name) {
  const Structure *s = find_if(
      structures(), [&](const Structure &known) { return known.name == name; });
  if (s == structures().end())
    return fail("operator " + name + " is not allowed here");
  e.Kind = s->kind;
  (this->*s->read)(e, d);
  if (s->operands >= 0)
    count(e, d, s->operands);
  bool named = e.is(ExprKind::View) || e.is(ExprKind::Field);
  if (named && d->getNumArgs() != 2)
    fail(Twine(opName(d)) + " expects 2 arguments, but got " +
         Twine(d->getNumArgs()));
}

std::optional<Expr> parseExpression(const Init *init, const Record *def,
                                    const OperandList *inst,
                                    const Record *argumentFormat) {
  return SemanticsReader(def, inst, argumentFormat).parseAll(init);
}

} // namespace matrix::tblgen
