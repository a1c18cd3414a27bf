//===- TrialSelection.h - selection in a scratch function -------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests whether vector code is selectable without modifying the program. Trial
// selection reuses the passes of the compiler, so that a query is right by
// construction; an analysis of the instruction table would have to repeat their
// rules.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_QUERIES_TRIALSELECTION_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_QUERIES_TRIALSELECTION_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace matrix {

/// Inputs are function arguments and outputs are returned, so that all
/// operations between them must be selected.
class TrialSelection {
public:
  TrialSelection(mlir::MLIRContext *context, const desc::VariantInfo &variant);

  /// Returns whether the code that computes `results` consists of instructions
  /// only.
  bool selects(mlir::ValueRange results);
  /// The steps of it: ends the code, and selects code that has an end.
  void finish(mlir::ValueRange results);
  bool selectsFinished();
  /// Returns text that is equal for equal code.
  std::string print();
  /// Visits the instructions selected.
  void forEach(llvm::function_ref<void(const table::Instruction &)> visit);
  /// Returns the most vectors that are live at once, with instructions in this
  /// order. Arguments, and results of instructions without operands, are live
  /// from their first use; what depends on scalars only is live throughout.
  int64_t countLiveVectors();
  /// Returns the cycles of the longest chain of instructions.
  int64_t getLatency();

  mlir::Value argument(mlir::Type type) {
    return function.front().addArgument(type, b.getLoc());
  }
  mlir::VectorType tile(mlir::Type element) {
    return getTileType(element, variant);
  }
  /// Returns a vector of that shape: a tile, a column block or a truth value.
  mlir::Value source(mlir::Type element, llvm::ArrayRef<int64_t> shape);
  /// Returns a value of a returnable type that depends on `value`.
  mlir::Value sink(mlir::Value value);

  const desc::VariantInfo &variant;
  mlir::ImplicitLocOpBuilder b;

private:
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_QUERIES_TRIALSELECTION_H
