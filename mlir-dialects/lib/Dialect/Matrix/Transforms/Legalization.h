//===- Legalization.h - steps of selection, as functions --------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Operation.h"

namespace mlir {
class RewritePatternSet;
} // namespace mlir

namespace matrix {

mlir::LogicalResult legalizeVectors(mlir::Operation *scope,
                                    const desc::VariantInfo &variant);
/// `explain`: remarks say which records were considered, and what for.
void selectInstructions(mlir::Operation *scope,
                        const desc::VariantInfo &variant, bool explain = false);

/// Null if the operation may stay, else the tile-shaped vector that no
/// instruction accounts for.
mlir::Type findUnselected(mlir::Operation *op,
                          const desc::VariantInfo &variant);

/// What instructions do one at a time: what is none of them needs rewriting.
class InstructionSet {
public:
  explicit InstructionSet(const desc::VariantInfo &variant)
      : variant(variant) {}
  const desc::VariantInfo &getVariant() const { return variant; }
  /// `spelled`: "math.exp", "arith.cmpf olt"; `element`: of its operands.
  bool has(llvm::StringRef spelled, mlir::Type element) const;
  bool hasReduction(mlir::vector::MultiDimReductionOp op) const;
  bool isTile(mlir::Type type) const;
  /// Shaped as a tile of 32-bit elements, whatever the elements are.
  bool isMask(mlir::Type type) const;

private:
  const desc::VariantInfo &variant;
};

void populateArithmeticLegalization(mlir::RewritePatternSet &patterns,
                                    const InstructionSet &set);
void populateMaskLegalization(mlir::RewritePatternSet &patterns,
                              const InstructionSet &set);
void populateBlockLegalization(mlir::RewritePatternSet &patterns,
                               const InstructionSet &set);
/// Arithmetic on blocks of narrow elements, in 32-bit elements.
void populateBlockArithmetic(mlir::RewritePatternSet &patterns,
                             const InstructionSet &set);
void populateReductionLegalization(mlir::RewritePatternSet &patterns,
                                   const InstructionSet &set);

/// Maxima and minima of narrow numbers need no wider ones.
void chooseWholeTiles(mlir::Operation *scope, const InstructionSet &set);

/// Blocks that replace all of a tile go into one that they are made of.
void reuseOverwrittenTiles(mlir::Operation *scope,
                           const desc::VariantInfo &variant);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_H
