//===- Extent.cpp - symbolic rows and columns -----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Comparison, evaluation and C++ text of symbolic extents. Extents are compared
// by their values in all geometries of an instruction instead of by structure,
// so that R and RB/4 are equal for instructions that only variants with square
// accumulators have. Counted extents are equal only if they have the same
// origin.
//
//===----------------------------------------------------------------------===//

#include "Operands/Extent.h"

using namespace llvm;

namespace matrix::tblgen {

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
    return (State ? State->getName().str() : "n" + std::to_string(Operand)) +
           (Field ? "_" + Field->getValueAsString("Name").str() : "");
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
    return a.Operand == b.Operand && a.State == b.State && a.Field == b.Field;
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

} // namespace matrix::tblgen
