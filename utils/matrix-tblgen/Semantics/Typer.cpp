//===- Typer.cpp - formats and shapes of elements -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of elementwise operators, conversions, reductions and broadcasts, and
// the first of three dispatches over node kinds: TyperTiles.cpp and
// TyperRows.cpp have those of the other nodes. Operands of an elementwise
// operator are typed in two passes, numbers last, because a number takes format
// and shape of the other operands.
//
//===----------------------------------------------------------------------===//

#include "Semantics/Typer.h"
#include "Support/Diagnostics.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"
#include <cmath>
#include <utility>

using namespace llvm;

namespace matrix::tblgen {

void Typer::type(Expr &e, const Shape &want, const Record *format) {
  if (failed)
    return;
  switch (e.Kind) {
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
    e.Type.Format = def->getRecords().getDef("FmtI32");
    return;
  case ExprKind::Splat:
    return splat(e, want);
  case ExprKind::Iota:
    e.Type.Size = want;
    return bounds(e);
  case ExprKind::Mask:
    e.Type.Format = def->getRecords().getDef("FmtI1");
    e.Type.Size = want;
    return bounds(e);
  default:
    return typeTile(e, want, format);
  }
}

void Typer::fail(const Expr &e, const Twine &what) {
  if (std::exchange(failed, true))
    return;
  std::string text = what.str();
  if (!StringRef(text).contains("; "))
    text += "; td/Common/Operators.td says what the operator takes";
  report(def, Twine(e.Record ? e.Record->getName() : kindName(e.Kind)) + ": " +
                  text);
}

void Typer::number(Expr &e, const Shape &want, const Record *format) {
  if (!format)
    return fail(
        e,
        "the format of a number cannot be inferred here; write (Splat F, n)");
  if (isFloat(format))
    checkRange(e, format);
  else
    integer(e, format);
  e.Type = {format, want, false};
}

static std::string numberText(double value, const char *spelling = "%.17g") {
  std::string text;
  raw_string_ostream(text) << format(spelling, value);
  return text;
}

/// Rounded to nearest, the number is finite, and not 0 unless it is. A tie
/// counts as neither.
void Typer::checkRange(const Expr &e, const Record *in) {
  int64_t mantissa = in->getValueAsInt("Mantissa"),
          bias = (int64_t(1) << (in->getValueAsInt("Exponent") - 1)) - 1;
  bool finite = in->getValueAsBit("FiniteOnly");
  double ulp = std::ldexp(1.0, bias + finite - mantissa),
         largest = std::ldexp(1.0, bias + finite + 1) - (1 + finite) * ulp,
         least = std::ldexp(1.0, 1 - bias - mantissa),
         size = std::fabs(e.Value);
  std::string what = numberText(e.Value) + " does not fit " +
                     in->getName().str() + ", whose ",
              advice = "; convert the tile with (Cast FmtF32, x)";
  if (size >= largest + ulp / 2)
    fail(e, what + "largest number is " + numberText(largest, "%.9g") + advice);
  else if (size && size <= least / 2)
    fail(e, what + "smallest number is " + numberText(least, "%.9g") +
                (bitsOf(in) < 32 ? advice : "; write 0"));
}

/// Signed or unsigned: both interpretations of the bits are accepted.
void Typer::integer(const Expr &e, const Record *in) {
  std::string text;
  raw_string_ostream(text) << format("%.17g", e.Value);
  if (e.Value != std::floor(e.Value))
    fail(e, text + " is not an integer, its format is " + in->getName() +
                "; convert the tile with (Cast FmtF32, x)");
  double range = std::ldexp(1.0, bitsOf(in));
  if (e.Value < -range / 2 || e.Value >= range)
    fail(e, text + " does not fit " + in->getName() +
                "; convert the tile with Cast to a wider format");
}

void Typer::elementwise(Expr &e, const Shape &want, const Record *wantFormat) {
  bool select = e.Record->getName() == "Select";
  const Record *format = nullptr;
  Shape size = want;
  // Numbers are typed last: they take the format of the other operands.
  for (bool numbers : {false, true})
    for (unsigned i = 0; i < e.Args.size(); ++i) {
      Expr &a = e.Args[i];
      if (a.is(ExprKind::Number) != numbers)
        continue;
      bool comparison = e.Record->isSubClassOf("Comparison");
      type(a, size, format ? format : comparison ? nullptr : wantFormat);
      if (failed)
        return;
      if (select && i == 0 && (!a.Type.Format || bitsOf(a.Type.Format) != 1))
        return fail(e,
                    "the first operand is not a condition; compare it, as in "
                    "(Ne $c, 0)");
      if (select && i == 0) {
        size = a.Type.Size.Rows.known() ? a.Type.Size : size;
        continue;
      }
      if (!a.Type.Format)
        return fail(e, "operand " + Twine(i + 1) +
                           " has no elements; wrap a scalar in (Splat F, $x)");
      if (format && a.Type.Format != format)
        return fail(e, "operands have formats " + format->getName() + " and " +
                           a.Type.Format->getName() +
                           "; convert one with Cast");
      if (format && !same(size, a.Type.Size))
        return fail(
            e, "operands have different shapes; bring them to one with At, "
               "Part or Leading");
      format = a.Type.Format;
      size = a.Type.Size;
    }
  checkDefined(e, format, select);
  e.Type = {e.Record->isSubClassOf("Comparison")
                ? def->getRecords().getDef("FmtI1")
                : format,
            size, false};
}

void Typer::checkDefined(Expr &e, const Record *format, bool select) {
  if (select || e.Record->isSubClassOf("Composed"))
    return;
  if (!format)
    return fail(e, "the format of its operands cannot be inferred; name it by "
                   "Splat or Cast");
  if (format->getValueAsBit("Any"))
    return fail(e,
                "not defined on bits of unknown format " + format->getName());
  if (e.Record->getValueAsString(isFloat(format) ? "CppFloat" : "CppInt")
          .empty())
    fail(e, Twine("not defined on ") +
                (isFloat(format) ? "floats" : "integers") +
                "; convert the operand with Cast");
}

void Typer::cast(Expr &e, const Shape &want) {
  type(e.Args[0], want, nullptr);
  const ExprType &from = e.Args[0].Type;
  if (failed)
    return;
  if (!from.Format)
    return fail(e, "converts a scalar; use Splat");
  if (bitsOf(from.Format) == 1 && isFloat(e.Type.Format))
    return fail(e, "converts a condition to a float; write (Select x, 1, 0)");
  if (from.Format == e.Type.Format) { // no conversion
    Expr inner = std::move(e.Args[0]);
    e = std::move(inner);
    return;
  }
  e.Type.Size = from.Size;
}

void Typer::bitcast(Expr &e, const Shape &want) {
  type(e.Args[0], want, nullptr);
  const ExprType &from = e.Args[0].Type;
  if (failed)
    return;
  if (!from.Format || bitsOf(from.Format) != bitsOf(e.Type.Format))
    return fail(
        e,
        "operand and result must have the same width; Cast converts numbers");
  e.Type.Size = from.Size;
}

void Typer::at(Expr &e, const Shape &want, const Record *format) {
  bool transposed = e.Text == "ji";
  type(e.Args[0], transposed ? Shape{want.Columns, want.Rows} : want, format);
  if (failed)
    return;
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
    fail(e, "the shape of this broadcast cannot be inferred; use it as an "
            "operand of an elementwise operator");
}

void Typer::reduce(Expr &e, const Shape &want, const Record *format) {
  type(e.Args[0], want, format);
  if (failed)
    return;
  e.Type = e.Args[0].Type;
  if (!e.Type.Format)
    return fail(e, "reduces a scalar; give it a tile");
  bool alongRows = e.Text[0] == 'i';
  Extent &broadcast = alongRows ? e.Type.Size.Columns : e.Type.Size.Rows;
  const Extent &wanted = alongRows ? want.Columns : want.Rows;
  if (wanted.known())
    broadcast = wanted;
  checkDefined(e, e.Type.Format, false);
  if (e.is(ExprKind::Reduce) && !e.Record->getValueAsBit("Commutative"))
    fail(e, "a reduction by an operator whose operands cannot be swapped; "
            "reduce by Add, Mul, Max, Min, And, Or, Xor");
}

} // namespace matrix::tblgen
