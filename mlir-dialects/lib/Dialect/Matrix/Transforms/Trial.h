//===- Trial.h - selection in a scratch function ----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_TRIAL_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_TRIAL_H

#include "matrix/Dialect/Matrix/IR/InstructionTable.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinOps.h"

namespace matrix {

/// Values appear as arguments and are returned, so that all between them must
/// be selected.
class Trial {
public:
  Trial(mlir::MLIRContext *context, const desc::VariantInfo &variant);

  /// Whether what was built is instructions only, once `results` are needed.
  bool selects(mlir::ValueRange results);
  /// The instructions that it became.
  void forEach(llvm::function_ref<void(const table::Instruction &)> visit);

  mlir::Value argument(mlir::Type type) {
    return function.front().addArgument(type, loc);
  }
  mlir::VectorType tile(mlir::Type element) {
    return getTileType(element, variant);
  }
  /// A vector of that shape: a tile, a column block of one or a truth value.
  mlir::Value source(mlir::Type element, llvm::ArrayRef<int64_t> shape);
  /// Something that can be returned in place of it.
  mlir::Value sink(mlir::Value value);

  const desc::VariantInfo &variant;
  mlir::OpBuilder b;
  mlir::Location loc;

private:
  mlir::OwningOpRef<mlir::ModuleOp> module;
  mlir::func::FuncOp function;
};

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_TRIAL_H
