//===- MatrixToLLVM.h - lowering of the dialect -----------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_CONVERSION_MATRIXTOLLVM_MATRIXTOLLVM_H
#define MATRIX_CONVERSION_MATRIXTOLLVM_MATRIXTOLLVM_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace matrix {

/// Makes `convert-to-llvm` lower the dialect: instructions to calls of the
/// backend's builtins, tiles to vectors of 32-bit words, memory spaces to
/// address spaces.
void registerConvertMatrixToLLVMInterface(mlir::DialectRegistry &registry);

} // namespace matrix

#endif // MATRIX_CONVERSION_MATRIXTOLLVM_MATRIXTOLLVM_H
