//===- TapVectors.h - vectors of the taps of a window -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A filter in the order [channel][tap] has one element of a tap in each row of
// a tile, which no load broadcasts along the columns. Its block is transposed
// to [tap][channel] in a buffer of its own, once per step.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TAPVECTORS_H
#define MATRIX_FRONTEND_LIB_TAPVECTORS_H

#include "Emit/OperandBlock.h"
#include "Plan/Blocks/WindowReduction.h"

namespace matrix {

class TapVectors {
public:
  TapVectors(const OperandBlock &block, const BlockPlan &plan,
             const desc::VariantInfo &variant);

  /// Returns whether the block of an operand needs the buffer.
  static bool areNeeded(const OperandBlock &block);

  void allocate(mlir::ImplicitLocOpBuilder &builder);
  /// Transposes the block in the buffer at byte `view`.
  void transpose(mlir::ImplicitLocOpBuilder &builder, mlir::Value view) const;
  /// Reads the tile whose rows, or with `asColumns` columns, are the elements
  /// of a tap from `row` on.
  mlir::Value read(mlir::ImplicitLocOpBuilder &builder, mlir::Value tap,
                   mlir::Value row, bool asColumns) const;

private:
  const OperandBlock &block;
  mlir::VectorType tileType;
  TapVectorShape shape;
  mlir::Value buffer;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TAPVECTORS_H
