//===- ChainCost.cpp - cycles of chains -----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step takes as long as its groups one after the other, or interleaved
// (ChainParts.h), beside the transfers of the steps before and after it. The
// first loads and the last stores overlap with nothing.
//
// Blocks and members are compared by rates alone: bodies are counted by the
// operations that a pipe executes; an operation whose operands do not depend on
// the columns counts once for the rows of a tile. The prediction adds what the
// selected instructions of each group wait for (StageCost.h).
//
//===----------------------------------------------------------------------===//

#include "ChainCost.h"
#include "Access/OperationRates.h"
#include "ChainBlocks.h"
#include "ChainParts.h"
#include "Plan/Blocks/BlockCost.h"
#include "StageCost.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

namespace {

struct ChainCost {
  const GroupChain &chain;
  const desc::VariantInfo &variant;
  int64_t cores;
  const BlockPlan &plan = chain.plan;

  PlanCost get() const {
    PlanCost cost;
    auto rounds = double(plan.numRounds(cores) * plan.numSteps());
    for (const ChainStage &stage : chain.stages) {
      if (stage.isContraction())
        cost.products += rounds * productCycles(stage);
      cost.loads += rounds * loadCycles(stage);
    }
    for (const StridedInput &input : chain.boundary.inputs)
      cost.dram += transferCycles(input) * rounds /
                   double(plan.stepsPerBlock(input, cores));
    for (const StridedOperand &output : chain.boundary.outputs)
      cost.dram += transferCycles(output) * rounds;
    cost.predicted = total(getChainStepCycles(chain, variant));
    return cost;
  }

  /// Returns the cycles of the chain if the groups have these rates alone.
  double total() const { return total(computeCycles()); }

  /// Returns the cycles of the chain, of which a step computes in `step`.
  double total(double step) const {
    double first = 0, loads = 0, stores = 0;
    auto rounds = double(plan.numRounds(cores) * plan.numSteps());
    for (const StridedInput &input : chain.boundary.inputs) {
      double cycles = transferCycles(input);
      first += cycles;
      loads += cycles * rounds / double(plan.stepsPerBlock(input, cores));
    }
    for (const StridedOperand &output : chain.boundary.outputs)
      stores += transferCycles(output);
    double compute = rounds * step;
    double fixed = 2 * double(variant.parameters.dramLatency.value_or(0)) +
                   double(variant.parameters.barrierLatency.value_or(0));
    // Only the stores of the last core follow its computation.
    if (startsInTurn(chain, variant, cores))
      return fixed + first +
             std::max(stores,
                      compute + stores / double(plan.numUsedCores(cores)));
    double next = rounds > 1 ? (loads - first) / (rounds - 1) : 0;
    return fixed + first + stepCycles(rounds, step, next, stores) + stores;
  }

private:
  /// Returns the cycles of the steps, beside which blocks of the next step are
  /// loaded, and those of the step before stored.
  static double stepCycles(double number, double step, double next,
                           double stores) {
    if (number <= 1)
      return step;
    return std::max(step, next) + (number - 2) * std::max(step, next + stores) +
           std::max(step, stores);
  }

  int64_t extent(const StridedOperand &operand, int dim) const {
    return operand.dependsOn(dim)
               ? std::min(plan.block[dim], chain.boundary.dims[dim].extent)
               : 1;
  }

  /// Returns the cycles in which DRAM transfers a block of all cores.
  double transferCycles(const StridedOperand &operand) const {
    if (operand.resident && !operand.resident.isStored)
      return 0;
    TileDims dims = getTileDims(operand, plan);
    double bytes =
        double(extent(operand, dims.rows) * extent(operand, dims.cols)) *
        operand.getElementType().getIntOrFloatBitWidth() / 8;
    return bytes * double(plan.numUsedCores(cores)) /
           double(plan.numSharers(operand)) /
           double(variant.parameters.dramBytes.value_or(1));
  }

  /// Returns the number of 32-bit tiles of a block.
  double countTiles(int cols) const {
    return double(llvm::divideCeil(plan.block[plan.rows], variant.tileRows)) *
           (cols < 0 ? 1
                     : double(llvm::divideCeil(chain.boundary.dims[cols].extent,
                                               variant.tileColumns(32))));
  }

  /// Returns whether an input is the same in all columns.
  static bool isInvariant(const ChainStage &stage, Value argument) {
    auto isSame = [&](const StridedInput &input) {
      return input.argument == argument && !input.dependsOn(stage.plan.cols);
    };
    return llvm::any_of(stage.group.inputs, isSame) ||
           llvm::any_of(stage.group.epilogueInputs, isSame);
  }

  /// Returns the cycles of a body for tiles in columns `cols`. What is the same
  /// in all columns is computed once for the rows of a tile.
  double bodyCycles(const ChainStage &stage, mlir::Block &body,
                    int cols) const {
    double tiles = countTiles(cols), rows = countTiles(-1), cycles = 0;
    llvm::SmallPtrSet<Operation *, 8> invariant;
    for (Operation &op : body) {
      bool isInvariantOp = llvm::all_of(op.getOperands(), [&](Value operand) {
        Operation *producer = operand.getDefiningOp();
        if (!producer)
          return isInvariant(stage, operand);
        return producer->getBlock() != &body || invariant.contains(producer);
      });
      if (isInvariantOp)
        invariant.insert(&op);
      cycles += (isInvariantOp ? rows : tiles) * getTileCycles(op, variant);
    }
    return cycles;
  }

  double stageCycles(const ChainStage &stage) const {
    linalg::GenericOp root = stage.group.root, epilogue = stage.group.epilogue;
    // The result of a reduction has one column.
    int cols =
        stage.group.kind == FusionGroupKind::Reduction ? -1 : stage.plan.cols;
    double cycles = epilogue ? bodyCycles(stage, *epilogue.getBody(), cols) : 0;
    return cycles + (stage.isContraction()
                         ? productCycles(stage)
                         : bodyCycles(stage, *root.getBody(), stage.plan.cols));
  }

  double productCycles(const ChainStage &stage) const {
    int64_t depth = stage.group.dims[stage.plan.depth].extent;
    return countTiles(stage.plan.cols) *
           getProductCycles(stage.group, variant) *
           double(countDepthTiles(stage.group, depth, variant));
  }

  /// Returns the cycles of loads of the tiles of a block, each once.
  double loadCycles(const ChainStage &stage) const {
    double lines = double(
        llvm::divideCeil(variant.tileBytes(), *variant.parameters.lineBytes));
    double bytes = 0;
    for (const LoadedOperand &load : getLoadedOperands(stage.group, stage.plan))
      bytes += load.operand->getElementType().getIntOrFloatBitWidth() / 8.0;
    return countTiles(stage.plan.cols) * bytes / 4 * lines /
           double(variant.parameters.ldLines.value_or(1));
  }

  /// Between groups, results of the first have to be complete.
  double computeCycles() const {
    const auto &parameters = variant.parameters;
    double latency = 0;
    for (const auto &pipe :
         {parameters.ewExtraLatency, parameters.sfuExtraLatency,
          parameters.reduceLatency, parameters.mmaExtraLatency})
      latency += double(pipe.value_or(0));
    SmallVector<double> cycles;
    for (const ChainStage &stage : chain.stages)
      cycles.push_back(stageCycles(stage) + latency);
    return getStepCycles(chain, cycles, variant);
  }
};

} // namespace

double matrix::estimateChainCycles(const GroupChain &chain,
                                   const desc::VariantInfo &variant,
                                   int64_t cores) {
  return ChainCost{chain, variant, cores}.total();
}

PlanCost matrix::estimateChain(const GroupChain &chain,
                               const desc::VariantInfo &variant,
                               int64_t cores) {
  return ChainCost{chain, variant, cores}.get();
}
