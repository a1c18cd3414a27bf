//===- PlanGroupChains.h - plans of chains of groups ------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The planner of chains of fusion groups, the first step of
// matrix-plan-fusion-groups. Groups that are in no chain are planned one by one
// afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PLANGROUPCHAINS_H
#define MATRIX_FRONTEND_LIB_PLANGROUPCHAINS_H

#include "Plan/Chains/GroupChain.h"
#include "Plan/PlanFile.h"
#include "matrix/Description/Variants.h"
#include <map>

namespace matrix {

/// Forms chains of the fusion groups of a module and sets their plans.
class ChainPlanner {
public:
  /// `file` may prescribe chains, and plans of groups that are then in no
  /// chain; it may be null.
  ChainPlanner(const desc::VariantInfo &variant, int64_t cores, PlanFile *file)
      : variant(variant), cores(cores), file(file) {}

  /// An error in the file is printed at its place.
  llvm::LogicalResult plan(llvm::ArrayRef<NamedGroup> groups);

  bool contains(const NamedGroup &group) const {
    return chained.contains(group.root);
  }

private:
  llvm::LogicalResult prescribe(llvm::ArrayRef<NamedGroup> groups);
  llvm::LogicalResult prescribe(int64_t number,
                                llvm::ArrayRef<const NamedGroup *> named);
  void search(llvm::ArrayRef<NamedGroup> groups);
  void setPlans(const GroupChain &chain, int64_t number);

  const desc::VariantInfo &variant;
  int64_t cores;
  PlanFile *file;
  llvm::SmallPtrSet<mlir::Operation *, 16> chained; // roots
  int64_t numChains = 0;                            // the last number
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PLANGROUPCHAINS_H
