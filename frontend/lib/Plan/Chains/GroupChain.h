//===- GroupChain.h - chains of fusion groups -------------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A chain is a sequence of groups, at least one of them a reduction, that one
// loop computes: each step loads a block of rows, executes all groups on it and
// stores the results. Values between the groups stay in the scratchpad.
//
// All groups have the same loop dimensions: parallel ones, of which one is the
// rows of tiles, and the columns, which the reductions reduce. A block has all
// columns. A contraction has rows of the chain, and computes its columns or
// multiplies them; its third dimension, of which a block has all elements as
// well, is its own.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_GROUPCHAIN_H
#define MATRIX_FRONTEND_LIB_GROUPCHAIN_H

#include "Plan/Blocks/BlockPlan.h"

namespace matrix {

/// The operations of a fusion group.
struct ChainMember {
  mlir::linalg::GenericOp root, epilogue;

  mlir::linalg::GenericOp last() const { return epilogue ? epilogue : root; }
};

/// Where a group of a chain reads or writes a value.
struct ChainValue {
  enum Kind { Input, Output, Kept } kind;
  unsigned index;
};

/// A group of a chain. `loads` and `results` are parallel to those of
/// FusionGroupContext.
struct ChainStage {
  FusionGroup group;
  BlockPlan plan;
  llvm::SmallVector<ChainValue> loads, results;
  int columns = -1; ///< of the chain
  /// Contractions: the dimension that no other group has, and whether the
  /// depth is the columns of the chain.
  int ownDim = -1;
  bool contractsColumns = false;

  bool isContraction() const {
    return group.kind == FusionGroupKind::Contraction;
  }
};

/// All stages have the dimensions of `boundary`, and the blocks of `plan`.
struct GroupChain {
  /// The tensors that the chain loads and stores, as an elementwise group.
  FusionGroup boundary;
  BlockPlan plan;
  std::vector<ChainStage> stages; // in the order of execution
  unsigned numKept = 0;
  /// The operation before whose successor the results are defined.
  mlir::Operation *position = nullptr;
  /// Reshapes between the groups.
  llvm::SmallVector<mlir::Operation *> reshapes;
};

/// Returns the chain of these groups. `rowBlock`: the rows of a block; 0:
/// chosen. On failure, `failures` receives the reason.
mlir::FailureOr<GroupChain> formGroupChain(llvm::ArrayRef<ChainMember> members,
                                           const desc::VariantInfo &variant,
                                           int64_t cores, int64_t rowBlock,
                                           MatchFailureRecorder &failures);

/// Attribute of roots and of plans in files: the number of the chain.
inline constexpr llvm::StringLiteral kChainAttrName = "matrix.chain";
/// Returns the number of the chain of a root or plan; 0: none.
int64_t getChainNumber(mlir::Operation *op);

/// Returns the plan of group `index` of the chain.
PlanAttr getChainPlanAttr(const GroupChain &chain, unsigned index,
                          int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_GROUPCHAIN_H
