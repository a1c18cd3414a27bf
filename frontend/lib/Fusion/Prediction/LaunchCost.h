//===- LaunchCost.h - cycles of a launch, by operands -----------*- C++ -*-===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Declares the predicted cycles of a launch, and those of the transfers that
// may be shorter, or overlap with other launches, in a program. Each load and
// store has the cycles of one block: the first loads precede the computation,
// the last stores follow it, and all other transfers overlap with it.
//
//===----------------------------------------------------------------------===//

#ifndef MATRIX_FRONTEND_LIB_LAUNCHCOST_H
#define MATRIX_FRONTEND_LIB_LAUNCHCOST_H

#include "Fusion/PlannedLaunch.h"

namespace matrix {

/// A tensor, and the cycles in which DRAM transfers a block of it.
struct BlockCycles {
  mlir::Value tensor;
  double cycles;
};

struct LaunchCost {
  double predicted = 0;
  double compute = 0; ///< cycles of the busiest pipe
  double steps = 1;   ///< of the core with the most
  llvm::SmallVector<BlockCycles> loads, stores;

  double firstLoads() const { return total(loads); }
  double lastStores() const { return total(stores); }

private:
  static double total(llvm::ArrayRef<BlockCycles> blocks) {
    double cycles = 0;
    for (const BlockCycles &block : blocks)
      cycles += block.cycles;
    return cycles;
  }
};

/// Returns the cost of a launch whose groups have plans; none if it is unknown.
std::optional<LaunchCost> getLaunchCost(const PlannedLaunch &launch,
                                        const desc::VariantInfo &variant,
                                        int64_t cores);

} // namespace matrix

#endif // MATRIX_FRONTEND_LIB_LAUNCHCOST_H
