//===- TyperTiles.cpp - formats and shapes of tiles -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Types of contractions, column blocks, leading rows and other operators on
// whole tiles. A contraction is typed like an einsum: each index letter is
// bound to the extent of the operand dimension it names, and all its
// occurrences must agree. In "ik,jk->ij", i is bound to the rows of a, k to the
// columns of a and b, j to the rows of b. The accumulator c has the shape of
// the result, and the 32-bit format of the kind (float or integer) of the
// operands.
//
//===----------------------------------------------------------------------===//

#include "Semantics/Typer.h"
#include "Support/Diagnostics.h"
#include <cmath>
#include <map>

using namespace llvm;

namespace matrix::tblgen {

void Typer::typeTile(Expr &e, const Shape &want, const Record *format) {
  switch (e.Kind) {
  case ExprKind::Contract:
    return contract(e);
  case ExprKind::Part:
    return part(e);
  case ExprKind::Insert:
    return insert(e);
  case ExprKind::Leading:
    return leading(e);
  case ExprKind::Element:
    return element(e);
  case ExprKind::Row:
    return row(e);
  case ExprKind::Load:
    if (!e.Type.Format)
      e.Type.Format = format;
    e.Type.Size = want;
    return access(e, 0);
  case ExprKind::Store:
    type(e.Args[0], {}, nullptr);
    return access(e, 1);
  default:
    return typeState(e, want, format);
  }
}

/// The operands from `first` on are address, offset and stride.
void Typer::access(Expr &e, unsigned first) {
  if (def->isSubClassOf("RowInst"))
    return fail(e, "is for register tiles; name rows of a memory by "
                   "InRegister or a View");
  auto isOperand = [&](const Expr &a, OperandClass cls) {
    return a.is(ExprKind::Operand) && inst &&
           inst->Operands[a.Index].Class == cls;
  };
  const Expr &base = e[first], &offset = e[first + 1], &stride = e[first + 2];
  if (!isOperand(base, OperandClass::General))
    return fail(e, "the address is not a general register; name an XReg");
  if (!offset.is(ExprKind::Number) &&
      !isOperand(offset, OperandClass::Immediate))
    return fail(e, "the offset is neither a number nor an Immediate; add a "
                   "register to the address with a scalar instruction");
  if (!stride.is(ExprKind::RowBytes) && !stride.is(ExprKind::Number) &&
      !isOperand(stride, OperandClass::General))
    fail(e, "the stride is not a general register; name an XReg, or RowBytes");
}

/// Returns the first geometry in which the extents differ, with their values.
static std::string describeDifference(const Extent &a, const Extent &b,
                                      ArrayRef<Geometry> geometries) {
  for (const Geometry &g : geometries) {
    int64_t x = a.evaluate(&g), y = b.evaluate(&g);
    if (x != y)
      return (": " + Twine(x) + " and " + Twine(y) + " in " + g.Name).str();
  }
  return "";
}

/// Binds each index letter to an extent. The accumulator is typed after the
/// operands, because a number takes the shape of the result, and its own shape
/// is compared with the bound extents at the end.
void Typer::contract(Expr &e) {
  Expr &c = e.Args[0], &a = e.Args[1], &b = e.Args[2];
  type(a, {}, nullptr);
  type(b, {}, nullptr);
  if (failed)
    return;
  if (!a.Type.Format || !b.Type.Format ||
      bitsOf(a.Type.Format) != bitsOf(b.Type.Format) ||
      isFloat(a.Type.Format) != isFloat(b.Type.Format))
    return fail(e,
                "a and b must both be floats or both be integers of the same "
                "width; convert one with Cast");
  std::map<char, Extent> extents;
  auto bind = [&](char letter, const Extent &x) {
    auto [it, isNew] = extents.try_emplace(letter, x);
    if (!isNew && !sameExtent(it->second, x, geometries))
      fail(e, "extent of '" + Twine(letter) + "' differs between operands" +
                  describeDifference(it->second, x, geometries) +
                  "; check the letters and the formats");
  };
  const std::string &s = e.Text;
  bind(s[0], a.Type.Size.Rows);
  bind(s[1], a.Type.Size.Columns);
  bind(s[3], b.Type.Size.Rows);
  bind(s[4], b.Type.Size.Columns);
  if (failed)
    return;
  if (!extents.count(s[7]) || !extents.count(s[8]))
    return fail(e, "an index of the result is in neither operand; name result "
                   "indices by letters of the operands");
  Shape result{extents[s[7]], extents[s[8]]};
  type(c, result,
       def->getRecords().getDef(isFloat(a.Type.Format) ? "FmtF32" : "FmtI32"));
  if (failed)
    return;
  const Record *sums = c.Type.Format;
  if (bitsOf(sums) != 32 || isFloat(sums) != isFloat(a.Type.Format))
    return fail(
        e, "sums of " + a.Type.Format->getName() + " have 32 bits and are " +
               (isFloat(a.Type.Format) ? "floats" : "integers") + ", not " +
               sums->getName() + "; convert c and the result with Cast");
  bind(s[7], c.Type.Size.Rows);
  bind(s[8], c.Type.Size.Columns);
  e.Type = c.Type;
}

void Typer::part(Expr &e) {
  type(e.Args[1], {}, nullptr);
  if (failed)
    return;
  const ExprType &x = e.Args[1].Type;
  if (!x.Format || x.Size.Columns.K != Extent::ColumnsOfTile ||
      x.Size.Columns.Bits >= 32)
    return fail(
        e, "only tiles of 8- and 16-bit formats have column blocks; use the "
           "tile as it is");
  checkBlock(e, 32 / bitsOf(x.Format));
  e.Type = x;
  e.Type.Size.Columns = Extent::columns(32);
}

void Typer::insert(Expr &e) {
  type(e.Args[2], {}, nullptr);
  const ExprType &x = e.Args[2].Type;
  if (!failed && (!x.Format || x.Size.Columns.K != Extent::ColumnsOfTile))
    fail(e, "takes a register tile to put the block into; name an operand");
  type(e.Args[1], {Extent::rows(), Extent::columns(32)}, x.Format);
  if (failed)
    return;
  checkBlock(e, 32 / bitsOf(x.Format));
  if (e.Args[1].Type.Format != x.Format)
    fail(e, "the block has format " + e.Args[1].Type.Format->getName() +
                ", the tile " + x.Format->getName() + "; convert it with Cast");
  if (!same(e.Args[1].Type.Size, {Extent::rows(), Extent::columns(32)}))
    fail(e, "the block must have as many columns as a 32-bit tile; give a "
            "value of 32-bit elements, converted");
  e.Type = x;
}

/// Returns true for stored elements, possibly rearranged.
static bool isMoved(const Expr &e) {
  switch (e.Kind) {
  case ExprKind::At:
  case ExprKind::Bitcast:
  case ExprKind::Leading:
    return isMoved(e[0]);
  case ExprKind::Part:
    return isMoved(e[1]);
  default:
    return e.is(ExprKind::Operand);
  }
}

/// The result has as many rows as an accumulator has columns.
void Typer::leading(Expr &e) {
  type(e.Args[0], {}, nullptr);
  if (failed)
    return;
  if (!isMoved(e.Args[0]))
    return fail(e, "takes a tile as it is; compute after it, as in (Sra "
                   "(Leading $tb), 4)");
  e.Type = e.Args[0].Type;
  if (!e.Type.Format || e.Type.Size.Rows.K != Extent::RowsOfTile)
    return fail(e, "takes the rows of a register tile");
  e.Type.Size.Rows = Extent::columns(32);
  for (const Geometry &g : geometries)
    if (g.columns(32) > g.Rows)
      fail(e, "a tile of " + g.Name + " has " + Twine(g.Rows) +
                  " rows, but its first " + Twine(g.columns(32)) +
                  " are required; add HasTallTiles to its Predicates, which "
                  "leaves it out of variants with such tiles");
}

void Typer::row(Expr &e) {
  type(e.Args[0], {}, nullptr);
  if (!e.Args[0].is(ExprKind::Operand) ||
      e.Args[0].Type.Size.Rows.K != Extent::RowsOfTile)
    fail(e, "takes a register tile; name an operand");
  checkEncoded(e, e.Args[1]);
  double block = e.Args[1].is(ExprKind::Number) ? e.Args[1].Value : 0,
         number = e.Value * block + e.Value2;
  for (const Geometry &g : geometries)
    if (g.Rows > 0 && (e.Value < 0 || e.Value2 < 0 || number >= g.Rows))
      missingRow(e, int64_t(number), g);
  e.Type.Size = {Extent::rows(), Extent::columns(bitsOf(e.Type.Format))};
}

/// Reports at the geometry if it was defined later than the instruction.
void Typer::missingRow(const Expr &e, int64_t number, const Geometry &g) {
  if (newerOf(def, g.Def) == def || number >= e.Value)
    return fail(e, "row " + Twine(number) + " of a tile of " + Twine(g.Rows) +
                       " rows; count from 0");
  report(g.Def,
         "a tile of " + quantity(g.Rows, "row") +
             " has no room for the parameters of instructions",
         def->getName() + " reads " + quantity(int64_t(e.Value), "row") +
             ": give at least as many");
}

/// The compiler numbers rows and column blocks, and the simulator rejects only
/// numbers that are too large.
void Typer::checkEncoded(const Expr &e, const Expr &q) {
  if (q.is(ExprKind::Number) && q.Value >= 0 && q.Value == std::floor(q.Value))
    return;
  const Record *o =
      q.is(ExprKind::Operand) && inst ? inst->Operands[q.Index].Def : nullptr;
  if (!o || !o->isSubClassOf("Immediate") || o->getValueAsInt("Min") < 0)
    fail(e, "the number of a row or column block is neither an integer from 0 "
            "nor an unsigned Immediate; give one of them");
}

void Typer::checkBlock(Expr &e, int64_t blocks) {
  const Expr &q = e.Args[0];
  if (q.is(ExprKind::Number) && (q.Value < 0 || q.Value >= blocks))
    return fail(e, "column block " + Twine(int64_t(q.Value)) + " of " +
                       Twine(blocks) + "; count from 0");
  checkEncoded(e, q);
}

void Typer::element(Expr &e) {
  type(e.Args[0], {}, nullptr);
  if (failed)
    return;
  if (!e.Args[0].Type.Format || !e.Args[1].Type.Scalar)
    return fail(e, "takes a tile and the number of one of its elements");
  e.Type = {e.Args[0].Type.Format, {}, /*Scalar=*/true};
}

} // namespace matrix::tblgen
