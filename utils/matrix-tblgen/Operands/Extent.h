//===- Extent.h - geometries and symbolic extents ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Symbolic extents of tiles. Semantics are typed once for all geometries, so
// that extents are formulas over the rows and row bytes of a tile register, or
// counts in operands.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_TBLGEN_EXTENT_H
#define MATRIX_TBLGEN_EXTENT_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/TableGen/Record.h"
#include <cstdint>
#include <string>

namespace matrix::tblgen {

/// The shape of a register tile: rows, and bytes of a row.
struct Geometry {
  const llvm::Record *Def;
  std::string Name;
  int64_t Rows, RowBytes;
  int64_t bytes() const { return Rows * RowBytes; }
  /// Returns the columns of a register tile with elements of `bits` bits.
  int64_t columns(int64_t bits) const { return RowBytes * 8 / bits; }
};

/// A number of rows or columns: R, RB*8/Bits, a constant, or a count in operand
/// `Operand`, or in a field of it or of `State` (at most `Fixed`).
struct Extent {
  enum Kind {
    Unknown,
    RowsOfTile,
    ColumnsOfTile,
    FixedCount,
    Counted
  } K = Unknown;
  int64_t Bits = 0;  // ColumnsOfTile: width of the format
  int64_t Fixed = 0; // FixedCount; Counted: the maximum
  int Operand = -1;  // Counted: index into Instruction::Operands
  const llvm::Record *State = nullptr; // Counted: PointerState
  const llvm::Record *Field = nullptr; // Counted: BitField of either

  static Extent rows() { return {RowsOfTile}; }
  static Extent columns(int64_t bits) { return {ColumnsOfTile, bits}; }
  static Extent fixed(int64_t n) { return {FixedCount, 0, n}; }
  static Extent counted(int operand, int64_t max) {
    return {Counted, 0, max, operand};
  }

  bool known() const { return K != Unknown; }
  /// Returns the value in a geometry (null: only for fixed and counted
  /// extents); the maximum if counted.
  int64_t evaluate(const Geometry *g) const;
  /// Returns C++ over R, RB (bytes) and n<operand>.
  std::string cpp() const;
};

struct Shape {
  Extent Rows, Columns;
};

/// Returns true if the extents are equal in all geometries.
bool sameExtent(const Extent &a, const Extent &b,
                llvm::ArrayRef<Geometry> geometries);
bool sameShape(const Shape &a, const Shape &b,
               llvm::ArrayRef<Geometry> geometries);

} // namespace matrix::tblgen

#endif // MATRIX_TBLGEN_EXTENT_H
