//===- PlannedLaunch.h - launches and their plans ---------------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups and chains as the launches of a block of operations, for decisions
// that concern several launches. LaunchPlanner reads the marks of resident
// values from attributes of the roots and writes new plans to them; a caller
// that rejects a plan restores the attributes. Cycles are those of the cost
// functions of groups and chains.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_PLANNEDLAUNCH_H
#define MATRIX_FRONTEND_LIB_PLANNEDLAUNCH_H

#include "Feasibility/TileTrialSelection.h"
#include "Plan/Chains/GroupChain.h"
#include "Plan/PlanFile.h"
#include "Plan/Residents/ResidentBlock.h"
#include <vector>

namespace matrix {

/// A group or a chain.
struct PlannedLaunch {
  llvm::SmallVector<ChainMember> members;
  std::vector<FusionGroup> groups;     ///< of the members
  int64_t chain = 0;                   ///< its number; 0: a group
  mlir::Operation *position = nullptr; ///< the last operation
  double cycles = 0;                   ///< predicted; 0: unknown
};

/// Returns the launches of each block in the order of execution.
std::vector<std::vector<PlannedLaunch>>
getLaunches(llvm::ArrayRef<NamedGroup> groups);

/// Plans launches by the attributes of their resident values.
class LaunchPlanner {
public:
  LaunchPlanner(const desc::VariantInfo &variant, int64_t cores)
      : variant(variant), cores(cores) {}

  /// Sets the predicted cycles of the present plans.
  void estimate(PlannedLaunch &launch);
  /// Plans a launch again and sets the plans of its groups. Returns whether
  /// that is possible.
  bool replan(PlannedLaunch &launch);
  /// Returns the buffer of a resident value that the launch accesses; none if
  /// it cannot be planned.
  std::optional<ResidentLayout> getResidentLayout(PlannedLaunch &launch,
                                                  int64_t number);

private:
  bool replanChain(PlannedLaunch &launch);
  bool replanGroup(PlannedLaunch &launch);

  const desc::VariantInfo &variant;
  int64_t cores;
  /// The values in the last launch that was planned.
  llvm::SmallVector<std::pair<int64_t, ResidentLayout>> residentLayouts;
};

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_PLANNEDLAUNCH_H
