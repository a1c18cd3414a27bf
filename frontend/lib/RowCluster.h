//===- RowCluster.h - operations computed in row memories ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For targets whose instructions name rows of a memory. A cluster is a tree of
// linalg.generic operations of which only the last one's result, the root's, is
// needed elsewhere. Loop dimensions of different operations that run over the
// same elements are one axis: attention softmax(Q K') V has the axes query, key
// and one each for the columns of Q and of V. An axis is cut into blocks of as
// many elements as the contraction instructions take, or walked one by one.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_ROWCLUSTER_H
#define MATRIX_FRONTEND_LIB_ROWCLUSTER_H

#include "matrix/Description/Variants.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "llvm/ADT/MapVector.h"

namespace matrix {

using AxisList = llvm::SmallVector<unsigned, 4>;

struct Axis {
  int64_t extent;
  int64_t tile = 0;   // elements of a block; 0: not cut, one by one
  bool fixed = false; // blocks have exactly `tile` elements: the last is padded

  bool isTiled() const { return tile != 0; }
  bool isPadded() const { return fixed && extent % tile; }
  int64_t step() const { return tile ? tile : 1; }
  int64_t wholeBlocks() const {
    return fixed ? llvm::divideCeil(extent, tile) : extent / step();
  }
  /// Elements of a smaller last block; 0 without.
  int64_t rest() const { return fixed ? 0 : extent % step(); }
  int64_t blocks() const { return wholeBlocks() + (rest() ? 1 : 0); }
};

/// What a contraction multiplies, and which axes have which role.
struct ClusterContraction {
  mlir::OpOperand *lhs, *rhs;
  bool unsignedLhs, unsignedRhs;
  unsigned m, n, k;
};

/// Where results of one contraction beyond the end of an axis are made
/// -infinity: a spare element of its axis k that is 1 in `ones` and -infinity
/// in `limits`, where that is beyond the end of `axis`.
struct Exclusion {
  mlir::OpOperand *ones, *limits;
  unsigned k, axis;
};

struct RowCluster {
  llvm::SmallVector<mlir::linalg::GenericOp> ops; // producers first
  llvm::SmallVector<Axis> axes;
  llvm::DenseMap<mlir::Operation *, AxisList> loops; // axis of each loop
  llvm::MapVector<mlir::Operation *, ClusterContraction> contractions;
  llvm::SmallVector<Exclusion> exclusions;
  /// Operands that are copied to where their blocks lie densely.
  llvm::DenseSet<mlir::OpOperand *> packed;
  bool orderedPacking = false; // .. as m x k and k x n, whatever they were
  /// Constants that contractions begin with are read from memory.
  bool storesConstants = false;

  mlir::linalg::GenericOp root() const { return ops.back(); }
  bool contains(mlir::Operation *op) const { return loops.contains(op); }
  /// The operation of the cluster that makes the value; null for values from
  /// outside.
  mlir::linalg::GenericOp producer(mlir::Value value) const;

  /// Axis of each dimension of an operand; none where the index is constant. Of
  /// a sum, as in sliding windows, the one that is cut into blocks, if one is.
  llvm::SmallVector<std::optional<unsigned>> axesOf(mlir::OpOperand &use) const;
  /// All that its indices depend on, in their order.
  AxisList operandAxes(mlir::OpOperand &use) const;
  /// The tiled ones, in the order of the operand's dimensions.
  AxisList tiledAxesOf(mlir::OpOperand &use) const;
  AxisList resultAxes(mlir::linalg::GenericOp op) const;
  AxisList tiledResultAxes(mlir::linalg::GenericOp op) const;
  AxisList tiled(llvm::ArrayRef<unsigned> list) const;

  /// Operands that come from outside and are read; accumulations that start
  /// with a constant need none.
  llvm::SmallVector<mlir::OpOperand *> leaves() const;
  mlir::OpOperand &output() const {
    return *mlir::linalg::GenericOp(root()).getDpsInitOperand(0);
  }
  /// Axes of loops around everything, outermost first.
  AxisList outerAxes() const;
};

/// Whether indices of the operand are sums.
bool hasSums(mlir::OpOperand &use);

/// What the index grows by where that loop goes on by one.
int64_t coefficientOf(mlir::AffineExpr index, unsigned loop);

/// Whether the operand is read at all: its argument is used, or an
/// accumulation starts from it.
bool isRead(mlir::OpOperand &use);

/// The trees with root `root` that are worth trying, the largest first: each
/// goes back to one contraction less than the one before, and the last one to
/// nothing before its contraction.
llvm::SmallVector<llvm::SmallVector<mlir::linalg::GenericOp>>
findClusters(mlir::linalg::GenericOp root);

/// The tree with root `root` that has no contraction.
llvm::SmallVector<mlir::linalg::GenericOp>
findTree(mlir::linalg::GenericOp root);

/// How many ways there are to cut the axes, at least one.
unsigned countChoices(llvm::ArrayRef<mlir::linalg::GenericOp> ops,
                      const desc::VariantInfo &variant);

/// Finds axes and roles and cuts the axes as the target's contractions want
/// it; `choice` numbers the alternatives. Failure leaves the reason in `why`.
mlir::FailureOr<RowCluster>
makeCluster(llvm::ArrayRef<mlir::linalg::GenericOp> ops, unsigned choice,
            const desc::VariantInfo &variant, std::string &why);

/// Finds out what blocks hold beyond the ends of padded axes, and that no
/// result depends on it; adds exclusions where they help.
mlir::LogicalResult checkPadding(RowCluster &cluster, std::string &why);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_ROWCLUSTER_H
