//===- FusionTree.h - fusion trees for row memories -------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For targets with row instructions. A fusion tree is a tree of linalg.generic
// operations of which only the result of the last one, the root, is used
// outside. Loops of different operations over the same elements are one loop
// dimension: attention softmax(Q K') V has the dimensions query, key,
// and one each for the columns of Q and of V. A dimension is divided into
// blocks of the extent that contraction instructions take, or iterated element
// by element.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_FUSIONTREE_H
#define MATRIX_FRONTEND_LIB_FUSIONTREE_H

#include "Access/MatchFailureRecorder.h"
#include "matrix/Description/Variants.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"

namespace matrix {

using DimList = llvm::SmallVector<unsigned, 4>;

/// A loop dimension of a tree. Extents and sizes of blocks are in elements.
struct TreeDim {
  int64_t extent;
  int64_t blockSize = 0; // elements of a block; 0: iterated element by element
  bool hasFixedBlocks =
      false;        // all blocks have `blockSize` elements; the last is padded
  int64_t step = 1; // blocks in one iteration of its loop

  bool isBlocked() const { return blockSize != 0; }
  bool isPadded() const { return hasFixedBlocks && extent % blockSize; }
  int64_t blockExtent() const { return blockSize ? blockSize : 1; }
  int64_t numFullBlocks() const {
    return hasFixedBlocks ? llvm::divideCeil(extent, blockSize)
                          : extent / blockExtent();
  }
  /// Returns the elements of a partial last block; 0 if there is none.
  int64_t remainder() const {
    return hasFixedBlocks ? 0 : extent % blockExtent();
  }
  int64_t numBlocks() const { return numFullBlocks() + (remainder() ? 1 : 0); }
};

/// The operands of a contraction and the roles of the loop dimensions.
struct TreeContraction {
  mlir::OpOperand *lhs, *rhs;
  bool unsignedLhs, unsignedRhs;
  unsigned m, n, k;
};

/// Sets results of a contraction beyond the end of a dimension to -infinity: a
/// spare element of its dimension k is 1 in `ones`, and -infinity in `limits`
/// beyond the end of `dim`.
struct PaddingMask {
  mlir::OpOperand *ones, *limits;
  unsigned k, dim;
};

/// The operations of a tree and the decisions about it. It refers to operations
/// of the program, which it does not change.
struct FusionTree {
  llvm::SmallVector<mlir::linalg::GenericOp> ops; // producers first
  llvm::SmallVector<TreeDim> dims;
  llvm::DenseMap<mlir::Operation *, DimList> loops; // dimension of each loop
  llvm::MapVector<mlir::Operation *, TreeContraction> contractions;
  llvm::SmallVector<PaddingMask> paddingMasks;
  /// Operands that are copied so that their blocks are contiguous.
  llvm::DenseSet<mlir::OpOperand *> packed;
  bool orderedPacking = false; // copies are m x k and k x n
  /// The initial constants of contractions are read from memory.
  bool readsConstantsFromMemory = false;
  std::optional<RowRates> rates; // of the contraction, if there is one

  mlir::linalg::GenericOp root() const { return ops.back(); }
  bool contains(mlir::Operation *op) const { return loops.contains(op); }
  /// Returns the operation of the tree that defines the value; null for values
  /// from outside.
  mlir::linalg::GenericOp producer(mlir::Value value) const;

  /// Returns the loop dimension of each dimension of an operand; no value if
  /// the index is constant. For sums, as in sliding windows, the blocked one,
  /// if any.
  llvm::SmallVector<std::optional<unsigned>> dimsOf(mlir::OpOperand &use) const;
  /// Returns the loop dimensions that its indices depend on, in order.
  DimList operandDims(mlir::OpOperand &use) const;
  /// Returns the blocked ones in the order of the operand's dimensions.
  DimList blockedDimsOf(mlir::OpOperand &use) const;
  DimList resultDims(mlir::linalg::GenericOp op) const;
  DimList blockedResultDims(mlir::linalg::GenericOp op) const;
  DimList blocked(llvm::ArrayRef<unsigned> dimList) const;

  /// Returns the operands from outside that are read. Accumulations with a
  /// constant initial value have none.
  llvm::SmallVector<mlir::OpOperand *> leaves() const;
  mlir::OpOperand &output() const {
    return *mlir::linalg::GenericOp(root()).getDpsInitOperand(0);
  }
  /// Returns the dimensions of the loops around the tree, outermost first.
  DimList outerDims() const;
};

/// Returns whether indices of the operand are sums.
bool hasSums(mlir::OpOperand &use);

/// Returns the coefficient of the loop in a linear index.
int64_t coefficientOf(mlir::AffineExpr index, unsigned loop);

/// Returns whether the operand is read: its argument is used, or it is the
/// initial value of an accumulation.
bool isRead(mlir::OpOperand &use);

/// Returns the candidate trees with the given root, the largest first. Each
/// extends to one contraction less than the previous one; the last one starts
/// with its contraction.
llvm::SmallVector<llvm::SmallVector<mlir::linalg::GenericOp>>
findFusionTrees(mlir::linalg::GenericOp root);

/// Returns the tree with the given root that has no contraction.
llvm::SmallVector<mlir::linalg::GenericOp>
findContractionFreeTree(mlir::linalg::GenericOp root);

/// Returns the number of alternatives of blocking, at least one.
unsigned countBlockings(llvm::ArrayRef<mlir::linalg::GenericOp> ops,
                        const desc::VariantInfo &variant);

/// Determines loop dimensions and roles, and divides the dimensions as the
/// target's contractions require. `blocking` is the index of the alternative.
/// On failure, `failures` receives the reason.
mlir::FailureOr<FusionTree>
buildFusionTree(llvm::ArrayRef<mlir::linalg::GenericOp> ops, unsigned blocking,
                const desc::VariantInfo &variant,
                MatchFailureRecorder &failures);

/// Verifies that no result depends on padding, by the values of elements beyond
/// the ends of padded dimensions. Adds exclusions where they are required.
mlir::LogicalResult checkPadding(FusionTree &tree,
                                 MatchFailureRecorder &failures);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_FUSIONTREE_H
