//===- Expander.h - semantics as vector operations --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the reference expansion of an instruction: the evaluation of its
// expression tree in the dialects arith, math and vector. The results equal
// those of the simulator bit by bit, so that a program can be executed on the
// CPU as a reference. The code is straight-line and not optimized: one
// operation for each line of a reduction or contraction.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_EXPANSION_EXPANDER_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_EXPANSION_EXPANDER_H

#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// Builds the semantics of a tile operation from its operands, bit-identical to
/// the description's numerics.
class Expander {
public:
  Expander(mlir::OpBuilder &builder, mlir::Operation *op,
           const table::Instruction &inst, const desc::VariantInfo &variant)
      : b(op->getLoc(), builder), op(op), inst(inst), variant(variant),
        operands(getTileOperands(op, inst)) {}

  /// For a row instruction; `values` are the vectors of its memory operands.
  Expander(mlir::OpBuilder &builder, mlir::Operation *op,
           const table::Instruction &inst, const desc::VariantInfo &variant,
           llvm::SmallVector<TileOperand> values)
      : b(op->getLoc(), builder), op(op), inst(inst), variant(variant),
        operands(std::move(values)) {}

  /// Returns the value that replaces the result; null for stores.
  mlir::Value expand();
  /// Returns the value that the specialization writes to its destination.
  mlir::Value expandRows(const table::Pattern &pattern);

private:
  /// The tree under evaluation: the semantics, or the body of a composed
  /// operator on f64.
  struct Tree {
    llvm::ArrayRef<table::Node> nodes;
    mlir::Value argument;
  };

  mlir::Value build(const Tree &tree, const table::Node &node);
  mlir::Value buildArg(const Tree &tree, const table::Node &node, unsigned i);
  mlir::Value elementwise(const Tree &tree, const table::Node &node);
  mlir::Value apply(const table::Operator &op, mlir::Type result,
                    llvm::SmallVector<mlir::Value> args);
  mlir::Value shift(llvm::StringRef name, mlir::Type result, mlir::Value value,
                    mlir::Value count);
  mlir::Value wide(const table::Operator &op, mlir::Value arg);
  mlir::Value cast(const Tree &tree, const table::Node &node);
  mlir::Value at(const Tree &tree, const table::Node &node);
  mlir::Value reduce(const Tree &tree, const table::Node &node);
  mlir::Value argReduce(const Tree &tree, const table::Node &node);
  mlir::Value element(const Tree &tree, const table::Node &node);
  mlir::Value contract(const Tree &tree, const table::Node &node);
  mlir::Value leading(const Tree &tree, const table::Node &node);
  mlir::Value part(const Tree &tree, const table::Node &node);
  mlir::Value insert(const Tree &tree, const table::Node &node);
  mlir::Value row(const Tree &tree, const table::Node &node);
  mlir::Value splat(const Tree &tree, const table::Node &node);
  mlir::Value iota(const Tree &tree, const table::Node &node);
  mlir::Value mask(const Tree &tree, const table::Node &node);
  mlir::Value load(const table::Node &node, mlir::VectorType result,
                   bool transposed);
  void store(const Tree &tree, const table::Node &node);

  int64_t extent(const table::Extent &extent);
  mlir::VectorType typeOf(const table::Node &node);
  mlir::Value transpose(mlir::Value value);
  mlir::Value line(mlir::Value value, int64_t number);
  mlir::Value number(mlir::VectorType type, double value);
  mlir::Value exceeds(const table::Operator &op, mlir::Value best,
                      mlir::Value next);
  mlir::Value asWide(mlir::Value value, const table::Node &node,
                     mlir::Type element);
  int64_t columnBlock(const Tree &tree, const table::Node &node);

  mlir::ImplicitLocOpBuilder b;
  mlir::Operation *op;
  const table::Instruction &inst;
  const desc::VariantInfo &variant;
  llvm::SmallVector<TileOperand> operands;
};

/// Replaces row operations by vector operations, and buffers in row memories by
/// buffers in DRAM.
mlir::LogicalResult expandRows(mlir::Operation *scope,
                               const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_EXPANSION_EXPANDER_H
