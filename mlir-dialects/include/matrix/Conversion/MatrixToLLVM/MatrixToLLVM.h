//===- MatrixToLLVM.h - lowering of the dialect to LLVM ---------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the registration of the ConvertToLLVMPatternInterface of the matrix
// dialect, through which the upstream pass `convert-to-llvm` lowers it. The
// interface adds conversion patterns, so that operations of matrix and of
// upstream dialects are lowered together in one dialect conversion.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_CONVERSION_MATRIXTOLLVM_MATRIXTOLLVM_H
#define MATRIX_CONVERSION_MATRIXTOLLVM_MATRIXTOLLVM_H

namespace mlir {
class DialectRegistry;
} // namespace mlir

namespace matrix {

/// Descriptors that the buffer for DMA descriptors in the scratchpad holds.
inline constexpr unsigned kDmaDescriptors = 8;

/// Attaches the lowering of the dialect to `convert-to-llvm`: instructions
/// become calls of the backend's builtins, tiles become vectors of 32-bit
/// words, memory spaces become address spaces.
void registerConvertMatrixToLLVMInterface(mlir::DialectRegistry &registry);

} // namespace matrix

#endif // MATRIX_CONVERSION_MATRIXTOLLVM_MATRIXTOLLVM_H
