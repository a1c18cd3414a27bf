//===- Legalization.h - steps of selection ----------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of matrix-select as functions: legalization patterns, selection,
// and the queries that decide whether an operation is legal. legalizeVectors
// reports an error if the patterns do not converge; an operation without a
// pattern remains and is reported by matrix-verify-selection.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_LEGALIZATION_H
#define MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_LEGALIZATION_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/PatternMatch.h"

namespace matrix {

mlir::LogicalResult
legalizeVectors(mlir::Operation *scope, const desc::VariantInfo &variant,
                mlir::RewriterBase::Listener *listener = nullptr);

/// The operations that single instructions perform. Operations outside of the
/// set are illegal and rewritten.
class InstructionSet {
public:
  explicit InstructionSet(const desc::VariantInfo &variant)
      : variant(variant) {}
  const desc::VariantInfo &getVariant() const { return variant; }
  /// `spelled`: "math.exp", "arith.cmpf olt"; `element`: operand element type.
  bool has(llvm::StringRef spelled, mlir::Type element) const;
  bool hasReduction(mlir::vector::MultiDimReductionOp op) const;
  bool isTile(mlir::Type type) const;
  /// Returns whether the type has the shape of a tile of 32-bit elements.
  bool isMask(mlir::Type type) const;

private:
  const desc::VariantInfo &variant;
};

void populateArithmeticLegalization(mlir::RewritePatternSet &patterns,
                                    const InstructionSet &set);
/// These are included in populateArithmeticLegalization().
void populatePowerLegalization(mlir::RewritePatternSet &patterns,
                               const InstructionSet &set);
/// Returns x^y for a tile of f32, by logarithm and exponential. Null if y is so
/// large that the error exceeds that of other functions. Not for integers y:
/// the power of a negative number is NaN.
mlir::Value expandFractionalPower(mlir::ImplicitLocOpBuilder &b,
                                  mlir::VectorType type, mlir::Value x,
                                  double y);
/// Returns x^y for tiles of f32 and every y but a constant NaN, in more steps.
/// Null for other formats.
mlir::Value expandPowerFunction(mlir::ImplicitLocOpBuilder &b,
                                mlir::VectorType type, mlir::Value x,
                                mlir::Value y);
void populateFunctionLegalization(mlir::RewritePatternSet &patterns,
                                  const InstructionSet &set);
void populateComplementaryError(mlir::RewritePatternSet &patterns,
                                const InstructionSet &set);
void populateInverseTrigonometry(mlir::RewritePatternSet &patterns,
                                 const InstructionSet &set);
void populateRemainderLegalization(mlir::RewritePatternSet &patterns,
                                   const InstructionSet &set);
void populateMaskLegalization(mlir::RewritePatternSet &patterns,
                              const InstructionSet &set);
void populateBlockLegalization(mlir::RewritePatternSet &patterns,
                               const InstructionSet &set);
/// Rewrites arithmetic on column blocks to 32-bit elements.
void populateBlockArithmetic(mlir::RewritePatternSet &patterns,
                             const InstructionSet &set);
void populateReductionLegalization(mlir::RewritePatternSet &patterns,
                                   const InstructionSet &set);

/// Computes minima and maxima of narrow elements on whole tiles.
void chooseWholeTiles(mlir::Operation *scope, const InstructionSet &set);

/// Inserts blocks that overwrite a whole tile into a tile they are computed
/// from.
void reuseOverwrittenTiles(mlir::Operation *scope,
                           const desc::VariantInfo &variant);
/// Makes constant tiles undefined of which only blocks are read that are
/// inserted: no instruction then creates them.
void dropOverwrittenConstants(mlir::Operation *scope);

} // namespace matrix

#endif // MATRIX_LIB_DIALECT_MATRIX_TRANSFORMS_LEGALIZATION_LEGALIZATION_H
