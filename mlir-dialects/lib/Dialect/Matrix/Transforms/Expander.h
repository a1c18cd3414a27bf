//===- Expander.h - meanings as vector operations ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_EXPANDER_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_EXPANDER_H

#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/IR/Builders.h"

namespace matrix {

/// Builds the meaning of a tile operation from its operands, with the numerics
/// that the description defines, to the bit.
class Expander {
public:
  Expander(mlir::OpBuilder &builder, mlir::Operation *op,
           const table::Instruction &inst, const desc::VariantInfo &variant)
      : b(builder), loc(op->getLoc()), op(op), inst(inst), variant(variant),
        operands(getTileOperands(op, inst)) {}

  /// Of an instruction on rows: `values` of its inputs instead of places.
  Expander(mlir::OpBuilder &builder, mlir::Operation *op,
           const table::Instruction &inst, const desc::VariantInfo &variant,
           llvm::SmallVector<TileOperand> values)
      : b(builder), loc(op->getLoc()), op(op), inst(inst), variant(variant),
        operands(std::move(values)) {}

  /// The value that replaces the operation's result; null for stores.
  mlir::Value expand();
  /// What the form sets its target to.
  mlir::Value expandRows(const table::Form &form);

private:
  /// A tree under way: the meaning, or the body of a composed operator on f64.
  struct Tree {
    llvm::ArrayRef<table::Node> nodes;
    mlir::Value argument;
  };

  mlir::Value build(const Tree &tree, const table::Node &node);
  mlir::Value buildArg(const Tree &tree, const table::Node &node, unsigned i);
  mlir::Value elementwise(const Tree &tree, const table::Node &node);
  mlir::Value apply(const table::Operator &op, mlir::Type result,
                    llvm::SmallVector<mlir::Value> args);
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

  mlir::OpBuilder &b;
  mlir::Location loc;
  mlir::Operation *op;
  const table::Instruction &inst;
  const desc::VariantInfo &variant;
  llvm::SmallVector<TileOperand> operands;
};

/// Replaces operations on rows by vector operations, and buffers in row
/// memories by such in DRAM.
mlir::LogicalResult expandRows(mlir::Operation *scope,
                               const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_EXPANDER_H
