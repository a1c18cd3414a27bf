//===- Target.h - target variant of a module --------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Queries of the target variant: the variant named by the module attribute
// `matrix.target`, memory spaces, and the vector types of tiles.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_TARGET_H
#define MATRIX_DIALECT_MATRIX_IR_TARGET_H

#include "matrix/Description/Variants.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "mlir/IR/BuiltinTypes.h"

namespace matrix {

/// Returns the variant named by `matrix.target` of the nearest enclosing module
/// that has the attribute, with the attribute's stack, otherwise the default
/// variant.
const desc::VariantInfo &getTarget(mlir::Operation *op);

/// Returns the bytes of memory that a core has for its stack.
uint64_t getLargestStack(const desc::VariantInfo &variant);

/// Returns whether a DMA transfer can write to the scratchpads of any cores and
/// post a semaphore there.
bool hasMulticast(const desc::VariantInfo &variant);

/// Returns the memory space that tile loads and stores access.
SpaceAttr getScratchpadSpace(mlir::MLIRContext *context);
bool inScratchpad(mlir::Type memref);
/// Returns whether the memref is in DRAM, that is, has no memory space.
bool inDram(mlir::Type memref);

/// Returns the vector type of a whole tile register: R rows of RB*8/bits
/// columns. Null if the variant has no tile registers or if the element width
/// does not divide a row.
mlir::VectorType getTileType(mlir::Type element,
                             const desc::VariantInfo &variant);
/// Returns whether `type` equals getTileType of its element type.
bool isTileType(mlir::Type type, const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_IR_TARGET_H
