//===- Addresses.h - addresses of elements of memrefs -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions need the address of a memref only; its sizes and strides are
// those of its type. The fields of its descriptor are read from the operations
// that build it, and those of memrefs that only such instructions use are not
// built.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_CONVERSION_MATRIXTOLLVM_ADDRESSES_H
#define MATRIX_LIB_CONVERSION_MATRIXTOLLVM_ADDRESSES_H

#include "mlir/Conversion/LLVMCommon/TypeConverter.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace matrix {

/// Returns the address of an element. Indices that are not given are 0.
mlir::Value getElementPointer(mlir::ImplicitLocOpBuilder &builder,
                              const mlir::LLVMTypeConverter &converter,
                              mlir::MemRefType type, mlir::Value descriptor,
                              mlir::ValueRange indices);

/// Lowers memrefs of which only addresses are used, in place of the patterns of
/// upstream.
void populateAddressPatterns(const mlir::LLVMTypeConverter &converter,
                             mlir::RewritePatternSet &patterns);

} // namespace matrix

#endif // MATRIX_LIB_CONVERSION_MATRIXTOLLVM_ADDRESSES_H
