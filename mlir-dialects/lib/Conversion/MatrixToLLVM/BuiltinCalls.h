//===- BuiltinCalls.h - calls of backend builtins ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Helpers of the lowering patterns: calls of builtins with their memory
// effects, constants, strides; and the functions that collect the patterns.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_CONVERSION_MATRIXTOLLVM_BUILTINCALLS_H
#define MATRIX_LIB_CONVERSION_MATRIXTOLLVM_BUILTINCALLS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Memory effects of a builtin.
enum class Effects {
  None,
  ReadsOperand, ///< reads through its pointer operand
  WritesOperand,
  Rows, ///< row instructions: state, row memories and operands
  Any   ///< full ordering
};

/// Emits a call of `@matrix.<name>` and declares it in the module if necessary.
mlir::LLVM::CallOp callBuiltin(mlir::OpBuilder &builder, mlir::Operation *at,
                               llvm::StringRef name, mlir::Type result,
                               mlir::ValueRange args, Effects effects);

mlir::Value constant(mlir::ImplicitLocOpBuilder &builder, int64_t value);

/// Returns the distance in bytes between elements adjacent in dimension `dim`.
mlir::Value strideInBytes(mlir::ImplicitLocOpBuilder &builder,
                          mlir::MemRefType type, mlir::Value descriptor,
                          unsigned dim);

void populateTileOperationPatterns(const mlir::LLVMTypeConverter &converter,
                                   mlir::RewritePatternSet &patterns);
void populateRowOperationPatterns(const mlir::LLVMTypeConverter &converter,
                                  mlir::RewritePatternSet &patterns);
void populateTransferPatterns(const mlir::LLVMTypeConverter &converter,
                              mlir::RewritePatternSet &patterns);
void populateCorePatterns(const mlir::LLVMTypeConverter &converter,
                          mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_LIB_CONVERSION_MATRIXTOLLVM_BUILTINCALLS_H
