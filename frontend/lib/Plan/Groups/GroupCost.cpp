//===- GroupCost.cpp - cycles of groups without products ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step takes as long as the bodies of its tiles, or as the transfers of the
// steps before and after it. The first loads and the last stores overlap with
// nothing. Operands that stay are loaded once.
//
//===----------------------------------------------------------------------===//

#include "GroupCost.h"
#include "Access/OperationRates.h"
#include "Plan/Blocks/BlockTransfers.h"
#include "Plan/Blocks/WindowReduction.h"
#include "Plan/Cost/BodyCost.h"
#include "Plan/Windows/WindowCost.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

namespace {

class GroupCost {
public:
  GroupCost(const FusionGroup &group, const BlockPlan &plan,
            const desc::VariantInfo &variant, int64_t cores)
      : group(group), plan(plan), variant(variant), cores(cores),
        transfers(group, plan, variant, cores),
        steps(double(plan.numRounds(cores) * plan.numSteps())) {
    if (group.kind == FusionGroupKind::Elementwise)
      body = selectLastBody(group, plan.cols, plan.columnBlocks, variant);
  }

  PlanCost get() const {
    double first = 0, loads = 0, stores = 0, next = 0;
    for (const LoadedOperand &load : getLoadedOperands(group, plan)) {
      double cycles =
          transfers.getCycles(*load.operand, load.rowDim, load.colDim);
      first += cycles;
      int64_t period = plan.stepsPerBlock(*load.operand, cores);
      loads += cycles * steps / double(period);
      if (period == 1)
        next += cycles;
    }
    double results = steps / double(plan.reductionSteps(group));
    for (const StridedOperand &output : group.outputs)
      stores += transfers.getCycles(output, plan.rows, plan.cols,
                                    /*isOutput=*/true);
    PlanCost cost;
    cost.loads = steps * loadCycles();
    cost.dram = loads + stores * results;
    double between = loads - first + stores * (results - 1);
    cost.predicted = first + fixedCycles() + stores + stepCycles() +
                     std::max({(steps - 1) * stepCycles(), between,
                               (steps - 1) * roundTripCycles(next)});
    return cost;
  }

private:
  /// Returns the cycles from the start to the end of the loads of the next
  /// step, if the other cores use no bandwidth. They are in flight during one
  /// step, because there are two buffers.
  double roundTripCycles(double loads) const {
    if (loads == 0)
      return 0;
    return double(variant.parameters.dramLatency.value_or(0)) +
           loads / double(plan.numUsedCores(cores));
  }

  /// Returns the cycles between start and end that no resource is busy.
  double fixedCycles() const {
    return 2 * double(variant.parameters.dramLatency.value_or(0)) +
           double(variant.parameters.barrierLatency.value_or(0));
  }

  /// Returns the number of 32-bit tiles of a block, whole column blocks.
  double tiles() const {
    auto count = [&](int dim, int64_t minimum) {
      return dim < 0 ? 1
                     : llvm::divideCeil(
                           std::min(plan.block[dim], group.dims[dim].extent),
                           minimum);
    };
    int64_t columnBlocks = plan.cols < 0 ? 1 : plan.columnBlocks;
    int64_t result = count(plan.rows, variant.tileRows) *
                     count(plan.cols, variant.tileColumns(32) * columnBlocks) *
                     columnBlocks;
    for (const auto &inner : {plan.innerRows, plan.innerCols, plan.innerDepth})
      for (int dim : inner)
        result *= plan.block[dim];
    return double(result);
  }

  /// Returns the lines of the tiles of a block of an operand.
  double lines(const StridedOperand &operand) const {
    double bytes = operand.getElementType().getIntOrFloatBitWidth() / 8.0;
    return tiles() * bytes / 4 *
           double(llvm::divideCeil(variant.tileBytes(),
                                   *variant.parameters.lineBytes));
  }

  double loadCycles() const {
    double cycles = 0;
    for (const LoadedOperand &load : getLoadedOperands(group, plan))
      cycles += lines(*load.operand);
    return cycles / double(variant.parameters.ldLines.value_or(1));
  }

  double storeCycles() const {
    double cycles = 0;
    if (group.kind != FusionGroupKind::Reduction)
      for (const StridedOperand &output : group.outputs)
        cycles += lines(output);
    return cycles / double(variant.parameters.stLines.value_or(1));
  }

  /// Returns the cycles of the bodies of a tile: of the selected instructions,
  /// or of the operations of a reduction.
  double bodyCycles() const {
    if (body.isComplete)
      return body.cycles;
    linalg::GenericOp root = group.root, epilogue = group.epilogue;
    double cycles = getTileCycles(*root.getBody(), variant);
    return epilogue ? cycles + getTileCycles(*epilogue.getBody(), variant)
                    : cycles;
  }

  /// Returns the cycles of a step in which accumulators are loaded and combined
  /// one after the other, and no tile instruction is issued.
  double spillCycles() const {
    if (plan.reductionSteps(group) == 1)
      return 0;
    constexpr double kScalarInstructions = 50;
    double combination = double(variant.tileBytes()) /
                             double(variant.parameters.ewBytes.value_or(1)) +
                         double(variant.parameters.ewExtraLatency.value_or(0));
    return double(variant.parameters.ldExtraLatency.value_or(0)) +
           double(kMaxUnrolledTiles - 1) * combination + kScalarInstructions;
  }

  /// The pipes work beside each other; the first tile passes all of them.
  double stepCycles() const {
    double latency = double(variant.parameters.ldExtraLatency.value_or(0));
    latency += body.isComplete
                   ? body.latency
                   : double(variant.parameters.ewExtraLatency.value_or(0));
    if (group.kind == FusionGroupKind::Reduction)
      latency +=
          double(variant.parameters.reduceLatency.value_or(0)) + spillCycles();
    return std::max({tiles() * bodyCycles(), loadCycles(), storeCycles()}) +
           latency;
  }

  const FusionGroup &group;
  const BlockPlan &plan;
  const desc::VariantInfo &variant;
  int64_t cores;
  BlockTransfers transfers;
  double steps;
  BodyCost body; ///< of elementwise groups
};

} // namespace

PlanCost matrix::estimateGroup(const FusionGroup &group, const BlockPlan &plan,
                               const desc::VariantInfo &variant,
                               int64_t cores) {
  if (group.kind == FusionGroupKind::Contraction)
    return estimateCycles(group, plan, variant, cores);
  if (reducesWindows(group, plan))
    return estimateWindowCycles(group, plan, TapRates(group, plan, variant),
                                variant, cores);
  return GroupCost(group, plan, variant, cores).get();
}
