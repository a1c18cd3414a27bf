//===- Meaning.cpp - parsing and typing of meanings -----------------------===//
//
// Part of the Matrix project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE for license information. SPDX-License-Identifier:
// Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Meaning.h"
#include "Model.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TableGen/Error.h"
#include <map>

using namespace llvm;

namespace matrix::tblgen {

//===----------------------------------------------------------------------===//
// Extents
//===----------------------------------------------------------------------===//

int64_t Extent::evaluate(const Geometry *g) const {
  switch (K) {
  case RowsOfTile:
    return g ? g->Rows : 0;
  case ColumnsOfTile:
    return g ? g->columns(Bits) : 0;
  case FixedCount:
  case Counted:
    return Fixed;
  case Unknown:
    break;
  }
  return 0;
}

std::string Extent::cpp() const {
  switch (K) {
  case RowsOfTile:
    return "R";
  case ColumnsOfTile:
    return Bits % 8 == 0 && Bits > 8 ? "(RB / " + std::to_string(Bits / 8) + ")"
           : Bits == 8 ? "RB"
                       : "(RB * 8 / " + std::to_string(Bits) + ")";
  case FixedCount:
    return std::to_string(Fixed);
  case Counted:
    return "n" + std::to_string(Operand);
  case Unknown:
    break;
  }
  return "?";
}

bool sameExtent(const Extent &a, const Extent &b,
                ArrayRef<Geometry> geometries) {
  if ((a.K == Extent::Counted) != (b.K == Extent::Counted))
    return false;
  if (a.K == Extent::Counted)
    return a.Operand == b.Operand;
  if (!a.known() || !b.known())
    return a.known() == b.known();
  if (a.K == Extent::FixedCount && b.K == Extent::FixedCount)
    return a.Fixed == b.Fixed;
  for (const Geometry &g : geometries)
    if (a.evaluate(&g) != b.evaluate(&g))
      return false;
  return true;
}

bool sameShape(const Shape &a, const Shape &b, ArrayRef<Geometry> geometries) {
  return sameExtent(a.Rows, b.Rows, geometries) &&
         sameExtent(a.Columns, b.Columns, geometries);
}

bool isFloat(const Record *format) { return format->getValueAsBit("Float"); }
int64_t bitsOf(const Record *format) { return format->getValueAsInt("Bits"); }

StringRef kindName(ExprKind k) {
  static const char *const names[] = {
      "Operand",  "State",  "Number",   "Elementwise", "Cast",   "Bitcast",
      "At",       "Reduce", "Contract", "Part",        "Insert", "Row",
      "Splat",    "Iota",   "Mask",     "None",        "Load",   "Store",
      "RowBytes", "Role",   "Set",      "Point",       "Seq",    "Switch"};
  return names[static_cast<unsigned>(k)];
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {

/// Reads dags into trees. With no instruction (body of a Composed operator)
/// every name is operand 0.
class Parser {
public:
  Parser(const Record *def, const Instruction *inst,
         const Record *argumentFormat)
      : def(def), inst(inst), argumentFormat(argumentFormat) {}

  Expr parse(const Init *init, StringRef name) {
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
         "' is no expression: write an operator in parentheses, $operand or a "
         "number");
  }

private:
  [[noreturn]] void fail(const Twine &what) { PrintFatalError(def, what); }

  static Expr number(double v) {
    Expr e;
    e.Kind = ExprKind::Number;
    e.Value = v;
    return e;
  }

  Expr textNumber(StringRef text) {
    double v;
    if (text.getAsDouble(v))
      fail("not a number: '" + text + "'");
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
    if (e.Index < 0)
      fail("the meaning names $" + name +
           ", which is no operand of this instruction");
    const Operand &o = inst->Operands[e.Index];
    if (o.Out)
      fail("the meaning reads $" + name +
           ", which is an output; name the input that is tied to it");
    if (o.Class == OperandClass::Tile)
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
    if (!r->isSubClassOf("State"))
      fail("'" + r->getName() +
           "' is neither an operator with arguments nor a state");
    e.Kind = ExprKind::State;
    e.Record = r;
    if (r->isSubClassOf("ScalarState")) {
      e.Type.Scalar = true;
      return e;
    }
    bool pointer = r->isSubClassOf("PointerState");
    const Record *tile = pointer ? r->getValueAsDef("To") : r;
    e.Type.Format = tile->getValueAsDef("Fmt");
    e.Type.Size.Columns = Extent::fixed(tile->getValueAsInt("Columns"));
    int64_t rows = 0;
    if (!pointer)
      rows = tile->getValueAsInt("Rows");
    else if (tile->getValueAsString("Rows").getAsInteger(10, rows))
      fail("the tile of pointer state " + r->getName() +
           " must have a number of rows");
    e.Type.Size.Rows = Extent::fixed(rows);
    return e;
  }

  //===--- operators ------------------------------------------------------===//

  const Init *argument(const DagInit *d, unsigned i, const Twine &what) {
    if (i >= d->getNumArgs())
      fail(Twine(opName(d)) + ": argument " + Twine(i + 1) +
           " is missing: " + what);
    return d->getArg(i);
  }
  static std::string opName(const DagInit *d) {
    return d->getOperator()->getAsString();
  }
  std::string text(const DagInit *d, unsigned i, const Twine &what) {
    if (auto *s = dyn_cast<StringInit>(argument(d, i, what)))
      return s->getValue().str();
    fail(Twine(opName(d)) + ": argument " + Twine(i + 1) +
         " must be a string: " + what);
  }
  int64_t integer(const DagInit *d, unsigned i, const Twine &what) {
    if (auto *n = dyn_cast<IntInit>(argument(d, i, what)))
      return n->getValue();
    fail(Twine(opName(d)) + ": argument " + Twine(i + 1) +
         " must be an integer: " + what);
  }
  const Record *recordOf(const DagInit *d, unsigned i, StringRef cls) {
    if (auto *r = dyn_cast<DefInit>(argument(d, i, "a " + cls)))
      if (r->getDef()->isSubClassOf(cls))
        return r->getDef();
    fail(Twine(opName(d)) + ": argument " + Twine(i + 1) + " must be a " + cls +
         " record");
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
    const Record *op = d->getOperatorAsDef(def->getLoc());
    if (!op->isSubClassOf("TileOp"))
      fail("'" + op->getName() +
           "' is no operator of meanings (td/Schema/Operators.td has them)");
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

  void structured(Expr &e, const DagInit *d, StringRef name) {
    auto simple = [&](ExprKind k, unsigned n) {
      e.Kind = k;
      children(e, d, 0);
      if (n)
        count(e, d, n);
    };
    auto typed = [&](ExprKind k, unsigned n) {
      e.Kind = k;
      e.Type.Format = recordOf(d, 0, "Format");
      children(e, d, 1);
      count(e, d, n);
    };
    auto indexed = [&](ExprKind k, unsigned n, const Twine &what) {
      e.Kind = k;
      e.Text = text(d, 0, what);
      children(e, d, 1);
      if (n)
        count(e, d, n);
    };
    if (name == "Cast")
      typed(ExprKind::Cast, 1);
    else if (name == "Bitcast")
      typed(ExprKind::Bitcast, 1);
    else if (name == "Splat")
      typed(ExprKind::Splat, 1);
    else if (name == "At")
      at(e, d);
    else if (name == "Reduce")
      reduce(e, d);
    else if (name == "Contract") {
      indexed(ExprKind::Contract, 3, "indices like \"ik,jk->ij\"");
      if (e.Text.size() != 9 || e.Text[2] != ',' ||
          StringRef(e.Text).substr(5, 2) != "->")
        fail("Contract: indices must look like \"ik,jk->ij\", not \"" + e.Text +
             "\"");
    } else if (name == "Part")
      simple(ExprKind::Part, 2);
    else if (name == "Insert")
      simple(ExprKind::Insert, 3);
    else if (name == "Row")
      row(e, d);
    else if (name == "Iota") {
      e.Kind = ExprKind::Iota;
      e.Type.Format = recordOf(d, 0, "Format");
      e.Text = text(d, 1, "\"i\" (row number) or \"j\" (column number)");
      if (e.Text != "i" && e.Text != "j")
        fail("Iota: \"i\" (row number) or \"j\" (column number), not \"" +
             e.Text + "\"");
      children(e, d, 2);
      count(e, d, 1);
    } else if (name == "Mask")
      simple(ExprKind::Mask, 2);
    else if (name == "Load")
      simple(ExprKind::Load, 3);
    else if (name == "Store")
      simple(ExprKind::Store, 4);
    else if (name == "RoleOp")
      indexed(ExprKind::Role, 0, "the name of a hook");
    else if (name == "Set")
      simple(ExprKind::Set, 2);
    else if (name == "Point")
      simple(ExprKind::Point, 2);
    else if (name == "Seq")
      simple(ExprKind::Seq, 0);
    else if (name == "Switch")
      switchOn(e, d);
    else
      fail("operator " + name + " can't stand here");
  }

  void at(Expr &e, const DagInit *d) {
    e.Kind = ExprKind::At;
    e.Text = text(d, 0, "\"ji\", \"0j\", \"i0\" or \"ij\"");
    if (e.Text != "ji" && e.Text != "0j" && e.Text != "i0" && e.Text != "ij")
      fail("At: \"ji\" (transposed), \"0j\" (row 0), \"i0\" (column 0) or "
           "\"ij\", not \"" +
           e.Text + "\"");
    children(e, d, 1);
    count(e, d, 1);
  }

  void reduce(Expr &e, const DagInit *d) {
    e.Kind = ExprKind::Reduce;
    e.Record = recordOf(d, 0, "Elementwise");
    e.Text =
        text(d, 1, "\"ik->ij\" (along rows) or \"kj->ij\" (along columns)");
    if (e.Text != "ik->ij" && e.Text != "kj->ij")
      fail("Reduce: \"ik->ij\" (along rows) or \"kj->ij\" (along columns), not "
           "\"" +
           e.Text + "\"");
    children(e, d, 2);
    count(e, d, 1);
  }

  void row(Expr &e, const DagInit *d) {
    e.Kind = ExprKind::Row;
    e.Type.Format = recordOf(d, 0, "Format");
    if (d->getNumArgs() != 5)
      fail("Row takes a format, a tile operand, and m, q, n of row m*q+n");
    e.Args.push_back(parse(d->getArg(1), d->getArgNameStr(1)));
    e.Args.push_back(parse(d->getArg(3), d->getArgNameStr(3)));
    e.Value = integer(d, 2, "rows per column block");
    e.Value2 = integer(d, 4, "row within them");
  }

  void switchOn(Expr &e, const DagInit *d) {
    e.Kind = ExprKind::Switch;
    if (auto *bit =
            dyn_cast<DagInit>(argument(d, 0, "a state or (Bit P, n)"))) {
      e.Record = recordOf(bit, 0, "PointerState");
      e.Index = integer(bit, 1, "number of the bit");
    } else {
      e.Record = recordOf(d, 0, "ScalarState");
    }
    children(e, d, 1);
    if (e.Args.size() < 2)
      fail("Switch needs at least two alternatives");
  }

  const Record *def;
  const Instruction *inst;
  const Record *argumentFormat;
};

//===----------------------------------------------------------------------===//
// Typing
//===----------------------------------------------------------------------===//

/// Formats and shapes flow up from operands; what has none of its own (numbers,
/// splats, broadcasts) takes what is wanted from above.
class Typer {
public:
  Typer(const Record *def, ArrayRef<Geometry> geometries,
        const RecordKeeper &records)
      : def(def), geometries(geometries), records(records) {}

  void type(Expr &e, const Shape &want, const Record *format) {
    switch (e.Kind) {
    case ExprKind::Operand:
    case ExprKind::State:
    case ExprKind::RowBytes:
    case ExprKind::None:
      return;
    case ExprKind::Number:
      return number(e, want, format);
    case ExprKind::Elementwise:
      return elementwise(e, want, format);
    case ExprKind::Cast:
      return cast(e, want);
    case ExprKind::Bitcast:
      return bitcast(e, want);
    case ExprKind::At:
      return at(e, want, format);
    case ExprKind::Reduce:
      return reduce(e, want, format);
    case ExprKind::Contract:
      return contract(e, want);
    case ExprKind::Part:
      return part(e);
    case ExprKind::Insert:
      return insert(e, format);
    case ExprKind::Row:
      type(e.Args[0], {}, nullptr);
      e.Type.Size = {Extent::rows(), Extent::columns(bitsOf(e.Type.Format))};
      return;
    case ExprKind::Splat:
      if (!e.Args[0].Type.Scalar && !e.Args[0].is(ExprKind::Number))
        fail(e, "takes a scalar register or a number");
      type(e.Args[0], want, e.Type.Format);
      e.Type.Size = want;
      return;
    case ExprKind::Iota:
      e.Type.Size = want;
      return;
    case ExprKind::Mask:
      e.Type.Format = records.getDef("FmtI1");
      e.Type.Size = want;
      return;
    case ExprKind::Load:
      e.Type.Format = format;
      e.Type.Size = want;
      return;
    case ExprKind::Store:
      type(e.Args[0], {}, nullptr);
      return;
    case ExprKind::Role:
      return;
    case ExprKind::Set:
      return set(e);
    case ExprKind::Point:
    case ExprKind::Seq:
      for (Expr &a : e.Args)
        type(a, {}, nullptr);
      return;
    case ExprKind::Switch:
      return switchOn(e, want, format);
    }
  }

  [[noreturn]] void fail(const Expr &e, const Twine &what) {
    PrintFatalError(def,
                    Twine(e.Record ? e.Record->getName() : kindName(e.Kind)) +
                        ": " + what);
  }
  bool same(const Shape &a, const Shape &b) {
    return sameShape(a, b, geometries);
  }

private:
  void number(Expr &e, const Shape &want, const Record *format) {
    if (!format)
      fail(e, "the format of a number can't be inferred here");
    e.Type = {format, want, false};
  }

  void elementwise(Expr &e, const Shape &want, const Record *wantFormat) {
    bool select = e.Record->getName() == "Select";
    const Record *format = nullptr;
    Shape size = want;
    // Numbers last: they take the format of the others.
    for (bool numbers : {false, true})
      for (unsigned i = 0; i < e.Args.size(); ++i) {
        Expr &a = e.Args[i];
        if (a.is(ExprKind::Number) != numbers)
          continue;
        bool comparison = e.Record->isSubClassOf("Comparison");
        type(a, size, format ? format : comparison ? nullptr : wantFormat);
        if (select && i == 0) {
          size = a.Type.Size.Rows.known() ? a.Type.Size : size;
          continue;
        }
        if (!a.Type.Format)
          fail(e, "operand " + Twine(i + 1) +
                      " has no elements; wrap a scalar in (Splat F, $x)");
        if (format && a.Type.Format != format)
          fail(e, "operands have formats " + format->getName() + " and " +
                      a.Type.Format->getName() + "; convert one with Cast");
        if (format && !same(size, a.Type.Size))
          fail(e, "operands have different shapes");
        format = a.Type.Format;
        size = a.Type.Size;
      }
    checkDefined(e, format, select);
    e.Type = {e.Record->isSubClassOf("Comparison") ? records.getDef("FmtI1")
                                                   : format,
              size, false};
  }

  void checkDefined(Expr &e, const Record *format, bool select) {
    if (select || e.Record->isSubClassOf("Composed"))
      return;
    if (format->getValueAsBit("Any"))
      fail(e, "not defined on bits of unknown format " + format->getName());
    if (e.Record->getValueAsString(isFloat(format) ? "CppFloat" : "CppInt")
            .empty())
      fail(e, Twine("not defined on ") +
                  (isFloat(format) ? "floats" : "integers"));
  }

  void cast(Expr &e, const Shape &want) {
    type(e.Args[0], want, nullptr);
    const ExprType &from = e.Args[0].Type;
    if (!from.Format)
      fail(e, "converts a scalar; use Splat");
    if (from.Format == e.Type.Format) { // identity: nothing to convert
      Expr inner = std::move(e.Args[0]);
      e = std::move(inner);
      return;
    }
    e.Type.Size = from.Size;
  }

  void bitcast(Expr &e, const Shape &want) {
    type(e.Args[0], want, nullptr);
    const ExprType &from = e.Args[0].Type;
    if (!from.Format || bitsOf(from.Format) != bitsOf(e.Type.Format))
      fail(e, "operand and result must have the same width");
    e.Type.Size = from.Size;
  }

  void at(Expr &e, const Shape &want, const Record *format) {
    bool transposed = e.Text == "ji";
    type(e.Args[0], transposed ? Shape{want.Columns, want.Rows} : want, format);
    const Shape &in = e.Args[0].Type.Size;
    e.Type = {e.Args[0].Type.Format, want, false};
    if (transposed)
      e.Type.Size = {in.Columns, in.Rows};
    if (e.Text == "ij")
      e.Type.Size = in;
    if (e.Text == "0j")
      e.Type.Size.Columns = in.Columns;
    if (e.Text == "i0")
      e.Type.Size.Rows = in.Rows;
    if (!e.Type.Size.Rows.known() || !e.Type.Size.Columns.known())
      fail(e, "the shape of this broadcast can't be inferred");
  }

  void reduce(Expr &e, const Shape &want, const Record *format) {
    type(e.Args[0], want, format);
    e.Type = e.Args[0].Type;
    if (!e.Type.Format)
      fail(e, "reduces a scalar");
    bool alongRows = e.Text[0] == 'i';
    Extent &broadcast = alongRows ? e.Type.Size.Columns : e.Type.Size.Rows;
    const Extent &wanted = alongRows ? want.Columns : want.Rows;
    if (wanted.known())
      broadcast = wanted;
    checkDefined(e, e.Type.Format, false);
  }

  void contract(Expr &e, const Shape &want) {
    Expr &c = e.Args[0], &a = e.Args[1], &b = e.Args[2];
    type(a, {}, nullptr);
    type(b, {}, nullptr);
    if (!a.Type.Format || !b.Type.Format ||
        bitsOf(a.Type.Format) != bitsOf(b.Type.Format) ||
        isFloat(a.Type.Format) != isFloat(b.Type.Format))
      fail(e,
           "a and b must both be floats or both be integers of the same width");
    std::map<char, Extent> extents;
    auto bind = [&](char letter, const Extent &x) {
      auto [it, isNew] = extents.try_emplace(letter, x);
      if (!isNew && !sameExtent(it->second, x, geometries))
        fail(e, "extent of '" + Twine(letter) + "' differs between operands");
    };
    const std::string &s = e.Text;
    bind(s[0], a.Type.Size.Rows);
    bind(s[1], a.Type.Size.Columns);
    bind(s[3], b.Type.Size.Rows);
    bind(s[4], b.Type.Size.Columns);
    if (!extents.count(s[7]) || !extents.count(s[8]))
      fail(e, "an index of the result is in neither operand");
    Shape result{extents[s[7]], extents[s[8]]};
    type(c, result,
         records.getDef(isFloat(a.Type.Format) ? "FmtF32" : "FmtI32"));
    bind(s[7], c.Type.Size.Rows);
    bind(s[8], c.Type.Size.Columns);
    e.Type = c.Type;
    (void)want;
  }

  void part(Expr &e) {
    type(e.Args[1], {}, nullptr);
    const ExprType &x = e.Args[1].Type;
    if (!x.Format || x.Size.Columns.K != Extent::ColumnsOfTile ||
        x.Size.Columns.Bits >= 32)
      fail(e, "only tiles of 8- and 16-bit formats have column blocks");
    checkBlock(e, 32 / bitsOf(x.Format));
    e.Type = x;
    e.Type.Size.Columns = Extent::columns(32);
  }

  void insert(Expr &e, const Record *format) {
    type(e.Args[2], {}, nullptr);
    const ExprType &x = e.Args[2].Type;
    type(e.Args[1], {Extent::rows(), Extent::columns(32)}, x.Format);
    checkBlock(e, 32 / bitsOf(x.Format));
    if (e.Args[1].Type.Format != x.Format)
      fail(e, "the block has format " + e.Args[1].Type.Format->getName() +
                  ", the tile " + x.Format->getName());
    if (!same(e.Args[1].Type.Size, {Extent::rows(), Extent::columns(32)}))
      fail(e, "the block must have as many columns as a 32-bit tile");
    e.Type = x;
    (void)format;
  }

  void checkBlock(Expr &e, int64_t blocks) {
    const Expr &q = e.Args[0];
    if (q.is(ExprKind::Number) && (q.Value < 0 || q.Value >= blocks))
      fail(e,
           "column block " + Twine(int64_t(q.Value)) + " of " + Twine(blocks));
    if (!q.is(ExprKind::Number) && !q.Type.Scalar)
      fail(e, "the column block must be a number or an immediate operand");
  }

  void set(Expr &e) {
    Expr &destination = e.Args[0], &value = e.Args[1];
    if (!destination.is(ExprKind::Operand) && !destination.is(ExprKind::State))
      fail(e, "the destination must be an operand or a state");
    type(value, destination.Type.Size, destination.Type.Format);
    if (!destination.Type.Scalar &&
        (value.Type.Format != destination.Type.Format ||
         !same(value.Type.Size, destination.Type.Size)))
      fail(e, "the value has another format or shape than its destination");
    e.Type = destination.Type;
  }

  void switchOn(Expr &e, const Shape &want, const Record *format) {
    for (Expr &a : e.Args) {
      type(a, want, format);
      if (a.Type.Format != e.Args[0].Type.Format ||
          !same(a.Type.Size, e.Args[0].Type.Size))
        fail(e, "alternatives differ in format or shape");
    }
    e.Type = e.Args[0].Type;
  }

  const Record *def;
  ArrayRef<Geometry> geometries;
  const RecordKeeper &records;
};

} // namespace

Expr parseMeaning(const DagInit *dag, const Instruction &inst,
                  ArrayRef<Geometry> geometries, const RecordKeeper &records) {
  Expr e = Parser(inst.Def, &inst, nullptr).parse(dag, "");
  Typer typer(inst.Def, geometries, records);
  Shape want;
  const Record *format = nullptr;
  bool tileResult =
      inst.numOutputs() == 1 && inst.Operands[0].Class == OperandClass::Tile;
  if (tileResult) {
    format = inst.Operands[0].Format;
    want = {Extent::rows(), Extent::columns(bitsOf(format))};
  }
  typer.type(e, want, format);
  if (tileResult && e.Type.Format != format)
    typer.fail(
        e, "the meaning has format " +
               (e.Type.Format ? e.Type.Format->getName() : StringRef("none")) +
               ", $" + inst.Operands[0].Name + " has " + format->getName());
  if (tileResult && !typer.same(e.Type.Size, want))
    typer.fail(e,
               "the meaning has another shape than $" + inst.Operands[0].Name);
  return e;
}

Expr parseComposedBody(const Record *op, const Record *format) {
  Expr e = Parser(op, nullptr, format).parse(op->getValueAsDag("Body"), "");
  Typer(op, {}, op->getRecords()).type(e, {}, format);
  return e;
}

} // namespace matrix::tblgen
