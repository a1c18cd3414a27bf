//===- MeaningParser.cpp - dags to expression trees ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MeaningParser.h"
#include "Diagnostics.h"
#include "Model.h"
#include "Operands.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include <utility>

using namespace llvm;

namespace matrix::tblgen {

namespace {

/// Reads dags into trees. With no instruction (body of a Composed operator)
/// every name is operand 0.
class Parser {
public:
  Parser(const Record *def, const Instruction *inst,
         const Record *argumentFormat)
      : def(def), inst(inst), argumentFormat(argumentFormat) {}

  std::optional<Expr> parseAll(const Init *init) {
    Expr e = parse(init, "");
    return failed ? std::nullopt : std::optional(std::move(e));
  }

private:
  /// Nothing more is read after a mistake.
  Expr parse(const Init *init, StringRef name) {
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
    fail("'" + init->getAsString() +
         "' is no expression; write an operator in parentheses, $operand or a "
         "number");
    return Expr();
  }

  void fail(const Twine &what) {
    if (std::exchange(failed, true))
      return;
    std::string text = what.str();
    if (!StringRef(text).contains("; "))
      text += "; td/Schema/Operators.td says what operators take";
    report(def, text);
  }

  static Expr number(double v) {
    Expr e;
    e.Kind = ExprKind::Number;
    e.Value = v;
    return e;
  }

  Expr textNumber(StringRef text) {
    double v = 0;
    if (text.getAsDouble(v))
      fail("not a number: '" + text + "'; floats are written \"0.5\"");
    return number(v);
  }

  Expr operand(StringRef name) {
    Expr e;
    e.Kind = ExprKind::Operand;
    e.Text = name.str();
    if (!inst) {
      e.Index = 0;
      e.Type.Format = argumentFormat;
      return e;
    }
    e.Index = inst->find(name);
    if (e.Index < 0) {
      fail("the meaning names $" + name +
           ", which is no operand of this instruction; operands are what "
           "(outs ...) and (ins ...) name");
      return e;
    }
    const Operand &o = inst->Operands[e.Index];
    if (o.Out)
      fail("the meaning reads $" + name +
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

  Expr record(const Record *r) {
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

  //===--- operators ------------------------------------------------------===//

  /// Null if it is missing.
  const Init *argument(const DagInit *d, unsigned i, const Twine &what) {
    if (i < d->getNumArgs())
      return d->getArg(i);
    fail(Twine(opName(d)) + ": argument " + Twine(i + 1) +
         " is missing: " + what);
    return nullptr;
  }
  static std::string opName(const DagInit *d) {
    return d->getOperator()->getAsString();
  }
  std::string text(const DagInit *d, unsigned i, const Twine &what) {
    if (auto *s = dyn_cast_or_null<StringInit>(argument(d, i, what)))
      return s->getValue().str();
    fail(Twine(opName(d)) + ": argument " + Twine(i + 1) +
         " must be a string: " + what);
    return "";
  }
  int64_t integer(const DagInit *d, unsigned i, const Twine &what) {
    if (auto *n = dyn_cast_or_null<IntInit>(argument(d, i, what)))
      return n->getValue();
    fail(Twine(opName(d)) + ": argument " + Twine(i + 1) +
         " must be an integer: " + what);
    return 0;
  }
  const Record *recordOf(const DagInit *d, unsigned i, StringRef cls) {
    if (auto *r = dyn_cast_or_null<DefInit>(argument(d, i, "a " + cls)))
      if (r->getDef()->isSubClassOf(cls))
        return r->getDef();
    fail(Twine(opName(d)) + ": argument " + Twine(i + 1) + " must be a " + cls +
         " record");
    return nullptr;
  }
  void children(Expr &e, const DagInit *d, unsigned from) {
    for (unsigned i = from; i < d->getNumArgs(); ++i)
      e.Args.push_back(parse(d->getArg(i), d->getArgNameStr(i)));
  }
  void count(const Expr &e, const DagInit *d, unsigned n) {
    if (e.Args.size() != n)
      fail(Twine(opName(d)) + " takes " + Twine(n) + " operand" +
           (n == 1 ? "" : "s") + ", here are " + Twine(e.Args.size()));
  }

  Expr dag(const DagInit *d) {
    Expr e;
    auto *init = dyn_cast<DefInit>(d->getOperator());
    if (!init || !init->getDef()->isSubClassOf("TileOp")) {
      fail("'" + d->getOperator()->getAsString() +
           "' is no operator of meanings; td/Schema/Operators.td has them");
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

  using Reader = void (Parser::*)(Expr &, const DagInit *);
  /// An operator: its operands are counted behind whatever else it takes.
  struct Structure {
    StringRef name;
    ExprKind kind;
    int operands; // any number: -1
    Reader read;
  };
  static ArrayRef<Structure> structures() {
    static const Structure all[] = {
        {"Cast", ExprKind::Cast, 1, &Parser::typed},
        {"Bitcast", ExprKind::Bitcast, 1, &Parser::typed},
        {"Splat", ExprKind::Splat, 1, &Parser::typed},
        {"At", ExprKind::At, 1, &Parser::at},
        {"Reduce", ExprKind::Reduce, 1, &Parser::reduce},
        {"ArgReduce", ExprKind::ArgReduce, 1, &Parser::reduce},
        {"Element", ExprKind::Element, 2, &Parser::plain},
        {"Contract", ExprKind::Contract, 3, &Parser::contract},
        {"Part", ExprKind::Part, 2, &Parser::plain},
        {"Insert", ExprKind::Insert, 3, &Parser::plain},
        {"Leading", ExprKind::Leading, 1, &Parser::plain},
        {"Row", ExprKind::Row, 2, &Parser::row},
        {"Iota", ExprKind::Iota, 1, &Parser::iota},
        {"Mask", ExprKind::Mask, 2, &Parser::plain},
        {"Load", ExprKind::Load, 3, &Parser::load},
        {"Store", ExprKind::Store, 4, &Parser::plain},
        {"RoleOp", ExprKind::Role, -1, &Parser::role},
        {"Set", ExprKind::Set, 2, &Parser::plain},
        {"Point", ExprKind::Point, 2, &Parser::point},
        {"Seq", ExprKind::Seq, -1, &Parser::plain},
        {"Switch", ExprKind::Switch, -1, &Parser::switchOn},
        {"View", ExprKind::View, 1, &Parser::view},
        {"Field", ExprKind::Field, 1, &Parser::field},
        {"Is", ExprKind::Is, 1, &Parser::is},
        {"Pad", ExprKind::Pad, 1, &Parser::pad},
        {"Crop", ExprKind::Crop, 1, &Parser::plain},
        {"Undefined", ExprKind::Undefined, 0, &Parser::plain}};
    return all;
  }

  void structured(Expr &e, const DagInit *d, StringRef name) {
    const Structure *s = find_if(structures(), [&](const Structure &known) {
      return known.name == name;
    });
    if (s == structures().end())
      return fail("operator " + name + " can't stand here");
    e.Kind = s->kind;
    (this->*s->read)(e, d);
    if (s->operands >= 0)
      count(e, d, s->operands);
    bool named = e.is(ExprKind::View) || e.is(ExprKind::Field);
    if (named && d->getNumArgs() != 2)
      fail(Twine(opName(d)) + " takes 2 arguments, here are " +
           Twine(d->getNumArgs()));
  }

  void plain(Expr &e, const DagInit *d) { children(e, d, 0); }

  void point(Expr &e, const DagInit *d) {
    children(e, d, 0);
    if (failed || e.Args.size() != 2)
      return;
    if (!e[0].is(ExprKind::State) || !e[0].Record->isSubClassOf("PointerState"))
      fail("Point: argument 1 must be a PointerState");
    else if (!e[1].is(ExprKind::Operand))
      fail("Point: argument 2 must be a packed operand");
  }

  void typed(Expr &e, const DagInit *d) {
    e.Type.Format = recordOf(d, 0, "Format");
    children(e, d, 1);
  }

  void role(Expr &e, const DagInit *d) {
    e.Text = text(d, 0, "the name of a hook");
    children(e, d, 1);
  }

  void contract(Expr &e, const DagInit *d) {
    e.Text = text(d, 0, "indices like \"ik,jk->ij\"");
    if (e.Text.size() != 9 || e.Text[2] != ',' ||
        StringRef(e.Text).substr(5, 2) != "->")
      fail("Contract: indices must look like \"ik,jk->ij\", not \"" + e.Text +
           "\"");
    children(e, d, 1);
  }

  void iota(Expr &e, const DagInit *d) {
    e.Type.Format = recordOf(d, 0, "Format");
    e.Text = text(d, 1, "\"i\" (row number) or \"j\" (column number)");
    if (e.Text != "i" && e.Text != "j")
      fail("Iota: \"i\" (row number) or \"j\" (column number), not \"" +
           e.Text + "\"");
    children(e, d, 2);
  }

  /// With a format where the elements in memory have another than the rest.
  void load(Expr &e, const DagInit *d) {
    auto *first = dyn_cast<DefInit>(argument(d, 0, "a format or a base"));
    bool hasFormat = first && first->getDef()->isSubClassOf("Format");
    if (hasFormat)
      e.Type.Format = first->getDef();
    children(e, d, hasFormat);
  }

  void at(Expr &e, const DagInit *d) {
    e.Text = text(d, 0, "\"ji\", \"0j\", \"i0\" or \"ij\"");
    if (e.Text != "ji" && e.Text != "0j" && e.Text != "i0" && e.Text != "ij")
      fail("At: \"ji\" (transposed), \"0j\" (row 0), \"i0\" (column 0) or "
           "\"ij\", not \"" +
           e.Text + "\"");
    children(e, d, 1);
  }

  void reduce(Expr &e, const DagInit *d) {
    bool index = e.is(ExprKind::ArgReduce);
    e.Record = recordOf(d, 0, index ? "Comparison" : "Elementwise");
    e.Text =
        text(d, 1, "\"ik->ij\" (along rows) or \"kj->ij\" (along columns)");
    if (e.Text != "ik->ij" && e.Text != "kj->ij")
      fail(Twine(opName(d)) +
           ": \"ik->ij\" (along rows) or \"kj->ij\" (along columns), "
           "not \"" +
           e.Text + "\"");
    children(e, d, 2);
  }

  void row(Expr &e, const DagInit *d) {
    e.Type.Format = recordOf(d, 0, "Format");
    if (d->getNumArgs() != 5)
      return fail(
          "Row takes a format, a tile operand, and m, q, n of row m*q+n");
    e.Args.push_back(parse(d->getArg(1), d->getArgNameStr(1)));
    e.Args.push_back(parse(d->getArg(3), d->getArgNameStr(3)));
    e.Value = integer(d, 2, "rows per column block");
    e.Value2 = integer(d, 4, "row within them");
  }

  //===--- states and packed operands -------------------------------------===//

  void switchOn(Expr &e, const DagInit *d) {
    children(e, d, 0);
    if (e.Args.size() < 2)
      return fail("Switch needs something to switch on and an alternative");
    checkNumber(e[0], "Switch");
  }

  void is(Expr &e, const DagInit *d) {
    e.Type.Scalar = true;
    children(e, d, 0);
    count(e, d, 2);
    if (failed)
      return;
    checkNumber(e[0], "Is");
    if (!e[1].is(ExprKind::Number))
      fail("Is compares with a number");
    e.Value = e[1].Value;
    e.Args.pop_back();
  }

  void checkNumber(const Expr &e, const Twine &op) {
    bool state = e.is(ExprKind::State) && e.Record->isSubClassOf("ScalarState");
    if (!state && !e.is(ExprKind::Field) && !e.is(ExprKind::Is))
      fail(op + " looks at a ScalarState, a Field or an Is");
  }

  /// A packed operand or PointerState, and its fields.
  std::vector<const Record *> source(Expr &e, const DagInit *d, unsigned i) {
    e.Args.emplace_back();
    if (!argument(d, i, "a packed operand or a PointerState"))
      return {};
    Expr &from = e.Args.back() = parse(d->getArg(i), d->getArgNameStr(i));
    if (failed)
      return {};
    if (from.is(ExprKind::Operand) && inst)
      return inst->Operands[from.Index].Fields;
    if (!from.is(ExprKind::State) ||
        !from.Record->isSubClassOf("PointerState")) {
      fail(Twine(opName(d)) + ": argument " + Twine(i + 1) +
           " must be a packed operand or a PointerState");
      return {};
    }
    return from.Record->getValueAsListOfDefs("Fields");
  }

  void view(Expr &e, const DagInit *d) {
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
      failed |= !x.known(); // readExtent has reported it
      return x;
    };
    e.Type.Format = e.Record->getValueAsDef("Fmt");
    e.Type.Size = {extent("Rows"), extent("Columns")};
    if (failed)
      return;
    StringRef absent = e.Record->getValueAsString("Absent");
    if (!absent.empty() && !findField(fields, absent))
      fail("View: no field " + absent + " that says whether there is a tile");
  }

  void field(Expr &e, const DagInit *d) {
    e.Type.Scalar = true;
    auto fields = source(e, d, 0);
    e.Text = text(d, 1, "name of a field");
    e.Record = findField(fields, e.Text);
    if (!e.Record)
      return fail("Field: there is no field \"" + e.Text + "\"");
  }

  void pad(Expr &e, const DagInit *d) {
    e.Value = integer(d, 0, "rows");
    e.Value2 = integer(d, 1, "columns");
    children(e, d, 2);
  }

  const Record *def;
  const Instruction *inst;
  const Record *argumentFormat;
  bool failed = false;
};

} // namespace

std::optional<Expr> parseExpression(const Init *init, const Record *def,
                                    const Instruction *inst,
                                    const Record *argumentFormat) {
  return Parser(def, inst, argumentFormat).parseAll(init);
}

} // namespace matrix::tblgen
