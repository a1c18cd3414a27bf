//===- Meaning.cpp - types of meanings ----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Meaning.h"
#include "MeaningParser.h"
#include "Model.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/TableGen/Error.h"
#include <map>

using namespace llvm;

namespace matrix::tblgen {

namespace {

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
    case ExprKind::View:
    case ExprKind::Field:
    case ExprKind::Is:
    case ExprKind::Undefined:
      return;
    case ExprKind::Pad:
      return pad(e);
    case ExprKind::Crop:
      return crop(e, want, format);
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
    case ExprKind::ArgReduce:
      reduce(e, want, nullptr);
      e.Type.Format = records.getDef("FmtI32");
      return;
    case ExprKind::Element:
      return element(e);
    case ExprKind::Contract:
      return contract(e, want);
    case ExprKind::Part:
      return part(e);
    case ExprKind::Insert:
      return insert(e, format);
    case ExprKind::Leading:
      return leading(e);
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
      if (!e.Type.Format)
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
    std::string text = what.str();
    if (!StringRef(text).contains("; "))
      text += "; td/Schema/Operators.td says what the operator takes";
    PrintFatalError(def,
                    Twine(e.Record ? e.Record->getName() : kindName(e.Kind)) +
                        ": " + text);
  }
  bool same(const Shape &a, const Shape &b) {
    return sameShape(a, b, geometries);
  }

private:
  void number(Expr &e, const Shape &want, const Record *format) {
    if (!format)
      fail(e,
           "the format of a number can't be inferred here; write (Splat F, n)");
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
          fail(e, "operands have different shapes; bring them to one with At, "
                  "Part or Leading");
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
      fail(e,
           Twine("not defined on ") +
               (isFloat(format) ? "floats" : "integers") +
               "; convert the operand with Cast, or give the operator a name "
               "in C++ for them");
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
      fail(
          e,
          "operand and result must have the same width; Cast converts numbers");
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
      fail(e, "the shape of this broadcast can't be inferred; use it as an "
              "operand of an elementwise operator");
  }

  void reduce(Expr &e, const Shape &want, const Record *format) {
    type(e.Args[0], want, format);
    e.Type = e.Args[0].Type;
    if (!e.Type.Format)
      fail(e, "reduces a scalar; give it a tile");
    bool alongRows = e.Text[0] == 'i';
    Extent &broadcast = alongRows ? e.Type.Size.Columns : e.Type.Size.Rows;
    const Extent &wanted = alongRows ? want.Columns : want.Rows;
    if (wanted.known())
      broadcast = wanted;
    checkDefined(e, e.Type.Format, false);
  }

  void element(Expr &e) {
    type(e.Args[0], {}, nullptr);
    if (!e.Args[0].Type.Format || !e.Args[1].Type.Scalar)
      fail(e, "takes a tile and the number of one of its elements");
    e.Type = {e.Args[0].Type.Format, {}, /*Scalar=*/true};
  }

  void contract(Expr &e, const Shape &want) {
    Expr &c = e.Args[0], &a = e.Args[1], &b = e.Args[2];
    type(a, {}, nullptr);
    type(b, {}, nullptr);
    if (!a.Type.Format || !b.Type.Format ||
        bitsOf(a.Type.Format) != bitsOf(b.Type.Format) ||
        isFloat(a.Type.Format) != isFloat(b.Type.Format))
      fail(e, "a and b must both be floats or both be integers of the same "
              "width; convert one with Cast");
    std::map<char, Extent> extents;
    auto bind = [&](char letter, const Extent &x) {
      auto [it, isNew] = extents.try_emplace(letter, x);
      if (!isNew && !sameExtent(it->second, x, geometries))
        fail(e, "extent of '" + Twine(letter) +
                    "' differs between operands; check the letters and the "
                    "formats");
    };
    const std::string &s = e.Text;
    bind(s[0], a.Type.Size.Rows);
    bind(s[1], a.Type.Size.Columns);
    bind(s[3], b.Type.Size.Rows);
    bind(s[4], b.Type.Size.Columns);
    if (!extents.count(s[7]) || !extents.count(s[8]))
      fail(e, "an index of the result is in neither operand; name result "
              "indices by letters of the operands");
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
      fail(e, "only tiles of 8- and 16-bit formats have column blocks; use the "
              "tile as it is");
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
                  ", the tile " + x.Format->getName() +
                  "; convert it with Cast");
    if (!same(e.Args[1].Type.Size, {Extent::rows(), Extent::columns(32)}))
      fail(e, "the block must have as many columns as a 32-bit tile; give a "
              "value of 32-bit elements, converted");
    e.Type = x;
    (void)format;
  }

  /// As many rows as an accumulator has columns.
  void leading(Expr &e) {
    type(e.Args[0], {}, nullptr);
    e.Type = e.Args[0].Type;
    if (!e.Type.Format || e.Type.Size.Rows.K != Extent::RowsOfTile)
      fail(e, "takes the rows of a register tile");
    e.Type.Size.Rows = Extent::columns(32);
    for (const Geometry &g : geometries)
      if (g.columns(32) > g.Rows)
        fail(e, "a tile of " + g.Name + " has " + Twine(g.Rows) +
                    " rows, its first " + Twine(g.columns(32)) +
                    " are wanted; leave the instruction out of variants with "
                    "such tiles");
  }

  void checkBlock(Expr &e, int64_t blocks) {
    const Expr &q = e.Args[0];
    if (q.is(ExprKind::Number) && (q.Value < 0 || q.Value >= blocks))
      fail(e, "column block " + Twine(int64_t(q.Value)) + " of " +
                  Twine(blocks) + "; count from 0");
    if (!q.is(ExprKind::Number) && !q.Type.Scalar)
      fail(e, "the column block must be a number or an immediate operand");
  }

  void set(Expr &e) {
    Expr &destination = e.Args[0], &value = e.Args[1];
    if (!destination.is(ExprKind::Operand) &&
        !destination.is(ExprKind::State) && !destination.is(ExprKind::View))
      fail(e, "the destination must be an operand, a view or a state");
    type(value, destination.Type.Size, destination.Type.Format);
    if (!destination.Type.Scalar &&
        (value.Type.Format != destination.Type.Format ||
         !same(value.Type.Size, destination.Type.Size)))
      fail(e, "the value has another format or shape than its destination; "
              "convert it with Cast, or change the operand");
    e.Type = destination.Type;
  }

  void switchOn(Expr &e, const Shape &want, const Record *format) {
    const ExprType *first = nullptr;
    for (Expr &a : MutableArrayRef(e.Args).drop_front()) {
      type(a, want, format);
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

  static bool isStatement(const Expr &e) {
    return is_contained({ExprKind::Set, ExprKind::Point, ExprKind::Seq,
                         ExprKind::Undefined},
                        e.Kind) ||
           (e.is(ExprKind::Switch) &&
            all_of(ArrayRef(e.Args).drop_front(), isStatement));
  }

  void pad(Expr &e) {
    type(e.Args[0], {}, nullptr);
    const ExprType &x = e.Args[0].Type;
    if (!x.Format || x.Size.Rows.evaluate(nullptr) > e.Value ||
        x.Size.Columns.evaluate(nullptr) > e.Value2)
      fail(e, "takes a tile of rows in a memory, no larger than its result");
    e.Type.Format = x.Format;
    e.Type.Size = {Extent::fixed(int64_t(e.Value)), Extent::fixed(e.Value2)};
  }

  void crop(Expr &e, const Shape &want, const Record *format) {
    type(e.Args[0], {}, format);
    const ExprType &x = e.Args[0].Type;
    if (!x.Format || !want.Rows.known() || !want.Columns.known())
      fail(e, "stands where the shape of the result is known, below Set");
    if (x.Size.Rows.evaluate(nullptr) < want.Rows.evaluate(nullptr) ||
        x.Size.Columns.evaluate(nullptr) < want.Columns.evaluate(nullptr))
      fail(e, "has fewer rows or columns than its destination");
    e.Type = {x.Format, want};
  }

  const Record *def;
  ArrayRef<Geometry> geometries;
  const RecordKeeper &records;
};

} // namespace

/// The result of a tile instruction that is no tile.
static bool fits(const Expr &e, const Operand &result) {
  if (!e.is(ExprKind::Element) || e.Type.Format->getValueAsBit("Any"))
    return false;
  bool isF32 = isFloat(e.Type.Format) && bitsOf(e.Type.Format) == 32;
  return result.Class == OperandClass::Float32 ? isF32
                                               : !isFloat(e.Type.Format);
}

Expr parseMeaning(const DagInit *dag, const Instruction &inst,
                  ArrayRef<Geometry> geometries, const RecordKeeper &records) {
  Expr e = parseExpression(dag, inst.Def, &inst, nullptr);
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
  if (inst.givesScalar() && !fits(e, inst.Operands[0]))
    typer.fail(e, "$" + inst.Operands[0].Name +
                      " is a scalar register; give it an Element, of integers "
                      "in a general register, of f32 in a floating-point one");
  if (tileResult && e.Type.Format != format)
    typer.fail(
        e, "the meaning has format " +
               (e.Type.Format ? e.Type.Format->getName() : StringRef("none")) +
               ", $" + inst.Operands[0].Name + " has " + format->getName() +
               "; convert it with (Cast " + format->getName() + ", x)");
  if (tileResult && !typer.same(e.Type.Size, want))
    typer.fail(e, "the meaning has another shape than $" +
                      inst.Operands[0].Name +
                      "; a register tile has R rows and RB bytes in each");
  return e;
}

Expr parseComposedBody(const Record *op, const Record *format) {
  Expr e = parseExpression(op->getValueAsDag("Body"), op, nullptr, format);
  Typer(op, {}, op->getRecords()).type(e, {}, format);
  return e;
}

} // namespace matrix::tblgen
