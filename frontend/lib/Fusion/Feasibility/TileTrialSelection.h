//===- TileTrialSelection.h - trial selection of tile code ------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Before a group is marked for tiles, its loop is emitted into a scratch
// module, simplified and selected. The group is marked only if all of
// its operations become instructions. The description thus determines which
// operations run on tiles, but never whether a program compiles.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_TILETRIALSELECTION_H
#define MATRIX_FRONTEND_LIB_TILETRIALSELECTION_H

#include "Plan/Chains/GroupChain.h"
#include "mlir/Rewrite/FrozenRewritePatternSet.h"
#include "llvm/ADT/StringMap.h"

namespace matrix {

struct FusionGroupContext;

class TileTrialSelection {
public:
  /// `cores`: the cores over which the loop is distributed.
  TileTrialSelection(mlir::MLIRContext *context,
                     const desc::VariantInfo &variant, int64_t cores);

  /// Selects the group's tile code. On failure, `failures` receives the first
  /// operation that has no instruction.
  mlir::LogicalResult select(const FusionGroup &group, const BlockPlan &plan,
                             MatchFailureRecorder &failures);

  /// As above, for the code of a chain.
  mlir::LogicalResult select(const GroupChain &chain,
                             MatchFailureRecorder &failures);

  /// Returns the result of `check`, which records its failure in `failures`.
  /// Equal groups are checked once.
  mlir::LogicalResult run(const FusionGroup &group,
                          MatchFailureRecorder &failures,
                          llvm::function_ref<mlir::LogicalResult()> check);

private:
  mlir::LogicalResult
  select(const FusionGroup &group, FusionGroupContext &context,
         MatchFailureRecorder &failures,
         llvm::function_ref<void(mlir::ImplicitLocOpBuilder &)> emitLoop);
  void simplify(mlir::Operation *function);

  mlir::MLIRContext *context;
  const desc::VariantInfo &variant;
  int64_t cores;
  mlir::FrozenRewritePatternSet canonicalization;
  /// Reasons of failure by key of the group; no value for success.
  llvm::StringMap<std::optional<std::string>> known;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_TILETRIALSELECTION_H
