//===- Target.h - the accelerator that code is for --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_DIALECT_MATRIX_IR_TARGET_H
#define MATRIX_DIALECT_MATRIX_IR_TARGET_H

#include "matrix/Description/Variants.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "mlir/IR/BuiltinTypes.h"

namespace matrix {

/// The variant that the nearest enclosing module with `matrix.target` names;
/// the default variant where none does.
const desc::VariantInfo &getTarget(mlir::Operation *op);

/// The memory space that tile loads and stores reach.
SpaceAttr getScratchpadSpace(mlir::MLIRContext *context);
bool inScratchpad(mlir::Type memref);
/// DRAM is what a memref without memory space is in.
bool inDram(mlir::Type memref);

/// The vector type that fills a tile register of the variant with elements of
/// that type: R rows of RB*8/bits columns. None for variants without tile
/// registers and for widths that don't divide a row.
mlir::VectorType getTileType(mlir::Type element,
                             const desc::VariantInfo &variant);
/// Whether the type is what getTileType gives for its element type.
bool isTileType(mlir::Type type, const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_DIALECT_MATRIX_IR_TARGET_H
