//===- Builtins.h - calls of the backend's builtins -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_CONVERSION_MATRIXTOLLVM_BUILTINS_H
#define MATRIX_LIB_CONVERSION_MATRIXTOLLVM_BUILTINS_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// What a builtin may do to memory.
enum class Effects {
  None,
  ReadsOperand, ///< what its pointer operand points to
  WritesOperand,
  Rows, ///< instructions on rows: state, row memories, what operands point to
  Any   ///< nothing may be moved across it
};

/// `@matrix.<name>(args)`, declared at the start of the module.
mlir::LLVM::CallOp callBuiltin(mlir::OpBuilder &builder, mlir::Operation *at,
                               llvm::StringRef name, mlir::Type result,
                               mlir::ValueRange args, Effects effects);

mlir::Value constant(mlir::OpBuilder &builder, mlir::Location loc,
                     int64_t value);

/// Bytes from one element of the memref to the next in dimension `dim`.
mlir::Value strideInBytes(mlir::OpBuilder &builder, mlir::Location loc,
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

#endif // MATRIX_LIB_CONVERSION_MATRIXTOLLVM_BUILTINS_H
