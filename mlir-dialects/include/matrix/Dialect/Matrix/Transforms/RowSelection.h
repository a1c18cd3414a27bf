//===- RowSelection.h - selection for row memories --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Code generation for variants whose instructions operate on rows of memories:
// queries of the contractions that a variant has, and the selection of row
// instructions for vector code. The queries read the instruction table and
// build no code; extents are elements, rates are cycles of occupancy.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_TRANSFORMS_ROWSELECTION_H
#define MATRIX_DIALECT_MATRIX_TRANSFORMS_ROWSELECTION_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "llvm/ADT/SmallVector.h"
#include <optional>

namespace matrix {

/// Attribute of vector reads: rows are loaded at the read, which a pipelined
/// loop has moved ahead of its users. Other rows are loaded at their first
/// user.
inline constexpr llvm::StringLiteral kLoadAheadAttrName = "matrix.load_ahead";

bool hasRowInstructions(const desc::VariantInfo &variant);

/// Range of a loop extent, inclusive. A fixed extent has min == max.
struct RowExtent {
  int64_t min, max;
  bool contains(int64_t extent) const { return min <= extent && extent <= max; }
};

/// Cycles of a contraction of blocks and of the loads of its operands.
struct RowRates {
  int64_t product; ///< with the instructions that set its addresses and tiles
  int64_t latency; ///< of a product until its result can be stored
  int64_t load, loadLatency;       ///< of a block of an operand from DRAM
  int64_t operandRows, resultRows; ///< rows of the smallest memory
};

/// c[m][n] += a[m][k] * b[k][n], independent of the layout of the operands.
struct RowContraction {
  RowExtent m, n, k;
  bool accumulates;              ///< takes an initial value of c
  std::optional<RowRates> rates; ///< unset: an operand is in no row memory
};

/// Returns the contractions of the variant on operands of these element types
/// with accumulators of type `acc`.
llvm::SmallVector<RowContraction>
getRowContractions(mlir::Type lhs, mlir::Type rhs, mlir::Type acc,
                   const desc::VariantInfo &variant);

/// Replaces all vector operations of rank 2 by row operations: selects
/// instructions, assigns a memory to each value, inserts configuration and
/// allocates rows. Emits an error and fails if an operation has no instruction;
/// the function is then in an unspecified state.
mlir::LogicalResult selectRows(mlir::func::FuncOp function);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_TRANSFORMS_ROWSELECTION_H
