//===- StageCost.cpp - cycles of a group of a chain -----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction computes its register blocks one after the other. Elementwise
// bodies and reductions take as long as the slowest pipe, and the latencies of
// the first tile: results of the group before have to be complete. Columns are
// computed by column blocks, also those beyond the last one.
//
//===----------------------------------------------------------------------===//

#include "StageCost.h"
#include "ChainParts.h"
#include "Plan/Blocks/ContractionRates.h"
#include "Plan/Blocks/StepCost.h"
#include "Plan/Blocks/WindowReduction.h"
#include "Plan/Cost/BodyCost.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

namespace {

struct StageCost {
  const ChainStage &stage;
  const BlockPlan &plan;
  const desc::VariantInfo &variant;

  double get() const {
    if (stage.isContraction())
      return contractionCycles({stage.group, plan, variant});
    bool isElementwise = stage.group.kind == FusionGroupKind::Elementwise;
    BodyCost body;
    if (isElementwise || stage.group.epilogue)
      body = selectLastBody(stage.group, plan.cols, plan.columnBlocks, variant);
    double load = countTileLines(variant) /
                  double(variant.parameters.ldLines.value_or(1)),
           latency = load + body.latency +
                     double(variant.parameters.ldExtraLatency.value_or(0));
    double rows = rowTiles(), tiles = rows * columnBlocks(plan.cols);
    double compute = tiles * body.cycles + rows * body.invariant;
    if (!isElementwise) {
      SelectedCode combination = selectTap(stage.group, variant);
      compute = tiles * double(combination.cycles) + rows * body.cycles;
      latency += double(combination.latency +
                        variant.parameters.ewExtraLatency.value_or(0) +
                        variant.parameters.reduceLatency.value_or(0));
    }
    return std::max({compute, loads(), stores()}) + latency;
  }

private:
  double contractionCycles(const ContractionRates &rates) const {
    StepCost step(stage.group, plan, rates, variant);
    if (step.overlap > 0)
      return step.stepCycles() + step.resultCycles();
    double number = step.accumulators(), loads = step.operandLoads();
    double start =
        loads + double(variant.parameters.ldExtraLatency.value_or(0));
    // The epilogue and the store of the first accumulator precede the last
    // products of the others.
    double tile = std::max(rates.epilogue.cycles, rates.store);
    double behind =
        std::max(number * tile - (number - 1) * rates.product, tile);
    double latency = rates.latency + rates.store +
                     std::max(rates.epilogue.latency - tile, 0.0);
    return step.registerBlocks() *
           (start + step.depthTiles() * step.iterationCycles() + behind +
            latency);
  }

  double rowTiles() const {
    return double(llvm::divideCeil(plan.block[plan.rows], variant.tileRows));
  }

  double columnBlocks(int cols) const {
    if (cols < 0)
      return 1;
    int64_t width = variant.tileColumns(32) * plan.columnBlocks;
    return double(llvm::divideCeil(stage.group.dims[cols].extent, width) *
                  plan.columnBlocks);
  }

  /// Returns the lines of the tiles of a block of an operand.
  double lines(const StridedOperand &operand) const {
    double bytes = operand.getElementType().getIntOrFloatBitWidth() / 8.0;
    return rowTiles() *
           columnBlocks(operand.dependsOn(plan.cols) ? plan.cols : -1) * bytes /
           4 * countTileLines(variant);
  }

  double loads() const {
    double cycles = 0;
    for (const LoadedOperand &load : getLoadedOperands(stage.group, plan))
      cycles += lines(*load.operand);
    return cycles / double(variant.parameters.ldLines.value_or(1));
  }

  double stores() const {
    double cycles = 0;
    for (const StridedOperand &output : stage.group.outputs)
      cycles += lines(output);
    return cycles / double(variant.parameters.stLines.value_or(1));
  }
};

} // namespace

double matrix::getStageCycles(const ChainStage &stage,
                              const desc::VariantInfo &variant) {
  return StageCost{stage, stage.plan, variant}.get();
}

double matrix::getChainStepCycles(const GroupChain &chain,
                                  const desc::VariantInfo &variant) {
  SmallVector<double> cycles;
  for (const ChainStage &stage : chain.stages)
    cycles.push_back(getStageCycles(stage, variant));
  return getStepCycles(chain, cycles, variant);
}
