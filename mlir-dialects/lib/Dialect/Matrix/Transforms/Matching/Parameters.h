//===- Parameters.h - parameter rows ----------------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// (Row F, $p, m, q, n) is row m*q+n of operand $p, broadcast to all rows of a
// tile. Programs have no such operand; they contain constants and values whose
// rows are all equal. If the semantics combines a value with such a row, or
// with bits of one, the row is given the contents that the program requires.
// The operand $p is assembled from its rows when the instruction is built.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHING_PARAMETERS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHING_PARAMETERS_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "llvm/ADT/SmallVector.h"

namespace matrix {

/// A row of a parameter tile: a value, or the known bits of its 32-bit words.
struct ParameterRow {
  int input;         ///< $p
  int64_t number;    ///< n
  mlir::Value value; ///< a tile of equal rows
  uint32_t known = 0, bits = 0;
};

/// The contents of parameter rows that a match requires, collected row by row.
class ParameterRows {
public:
  /// Requires the row that the node reads to equal the value. Returns false if
  /// the row is already bound to something else.
  bool set(const table::Node &row, int input, mlir::Value value);
  /// Requires a tree over rows and constants to evaluate to `wanted`. Returns
  /// false if no contents of the row satisfy this.
  bool solve(llvm::ArrayRef<table::Node> nodes, const table::Node &node,
             uint32_t wanted);
  bool has(int input) const;
  bool empty() const { return rows.empty(); }
  /// Assembles a tile with the required contents in rows from `first` on; other
  /// rows are undefined.
  mlir::Value build(mlir::ImplicitLocOpBuilder &builder, int input,
                    int64_t first, mlir::VectorType tile) const;

private:
  ParameterRow &rowOf(int input, int64_t number);
  llvm::SmallVector<ParameterRow> rows;
};

/// Returns whether the tree consists of rows and constants with at least one
/// row.
bool isParameter(llvm::ArrayRef<table::Node> nodes, const table::Node &node);
/// Returns the row that a tree over rows reads.
const table::Node &findRow(llvm::ArrayRef<table::Node> nodes,
                           const table::Node &node);
/// Returns whether all rows of the tile are known to be equal.
bool hasEqualRows(mlir::Value tile);
/// Returns the bits of the neutral element of `op` on that type, if it has one.
std::optional<uint32_t> neutralOf(const table::Operator &op, mlir::Type type);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_MATCHING_PARAMETERS_H
