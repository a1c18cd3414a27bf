//===- Parameters.h - what instructions read in rows of a tile --*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// (Row F, $p, m, q, n) is row m*q+n of operand $p, in every row of a tile. A
// program has no such operand: it has values whose rows are all the same, and
// constants. Where a meaning combines a value with such a row, or with bits of
// one, the row is made to hold what the program has; $p is put together from
// rows when the instruction is built.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_PARAMETERS_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_PARAMETERS_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"

namespace matrix {

/// A row of a parameter tile: a value, or what is known of its 32-bit words.
struct ParameterRow {
  int input;         ///< $p
  int64_t number;    ///< n
  mlir::Value value; ///< a tile of equal rows
  uint32_t known = 0, bits = 0;
};

class ParameterRows {
public:
  /// Makes the row that the node reads the value; false if it is something
  /// else already.
  bool set(const table::Node &row, int input, mlir::Value value);
  /// Makes what a tree over rows and numbers gives the constant; false if no
  /// row gives it.
  bool solve(llvm::ArrayRef<table::Node> nodes, const table::Node &node,
             uint32_t wanted);
  bool has(int input) const;
  bool empty() const { return rows.empty(); }
  /// Words in rows from `first` on, in every other row anything.
  mlir::Value build(mlir::OpBuilder &builder, mlir::Location loc, int input,
                    int64_t first, mlir::VectorType tile) const;

private:
  ParameterRow &rowOf(int input, int64_t number);
  llvm::SmallVector<ParameterRow> rows;
};

/// Whether the tree reads rows and numbers only, and at least one row.
bool isParameter(llvm::ArrayRef<table::Node> nodes, const table::Node &node);
/// The row that a tree over rows reads.
const table::Node &findRow(llvm::ArrayRef<table::Node> nodes,
                           const table::Node &node);
/// Whether all rows of the tile are the same, as far as can be seen.
bool hasEqualRows(mlir::Value tile);
/// The bits of the operand that changes nothing, for `op` on that type; nothing
/// if there is none.
std::optional<uint32_t> neutralOf(const table::Operator &op, mlir::Type type);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_PARAMETERS_H
