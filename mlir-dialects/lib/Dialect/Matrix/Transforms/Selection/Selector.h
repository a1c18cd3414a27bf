//===- Selector.h - selection of tile instructions --------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Replacement of vector operations by tile instructions, and the query for
// operations that remain. Selection reports no error: an operation without an
// instruction is left unchanged.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_SELECTOR_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_SELECTOR_H

#include "Selection/Candidates.h"

namespace matrix {

/// `explain` emits remarks on the candidates of each operation.
void selectInstructions(mlir::Operation *scope,
                        const desc::VariantInfo &variant, bool explain = false);
/// As above, restricted to the given candidates.
void selectInstructions(mlir::Operation *scope,
                        const desc::VariantInfo &variant,
                        llvm::ArrayRef<Candidate> candidates);

/// Returns null if the operation is legal after selection, otherwise the
/// tile-shaped vector type that requires an instruction.
mlir::Type findUnselected(mlir::Operation *op,
                          const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_SELECTION_SELECTOR_H
