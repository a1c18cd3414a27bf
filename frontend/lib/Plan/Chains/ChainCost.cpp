//===- ChainCost.cpp - cycles of chains -----------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step takes as long as its groups one after the other, beside the transfers
// of the steps before and after it. The first loads and the last stores overlap
// with nothing.
//
//===----------------------------------------------------------------------===//

#include "ChainCost.h"
#include "Access/OperationRates.h"
#include "Plan/Blocks/BlockCost.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

namespace {

struct ChainCost {
  const GroupChain &chain;
  const desc::VariantInfo &variant;
  int64_t cores;
  const BlockPlan &plan = chain.plan;

  double total() const {
    double first = 0, loads = 0, stores = 0;
    auto rounds = double(plan.numRounds(cores) * plan.numSteps());
    for (const StridedInput &input : chain.boundary.inputs) {
      double cycles = transferCycles(input);
      first += cycles;
      loads += cycles * rounds / double(plan.stepsPerBlock(input, cores));
    }
    for (const StridedOperand &output : chain.boundary.outputs)
      stores += transferCycles(output);
    double compute = rounds * computeCycles();
    double overlapped = loads - first + stores * (rounds - 1);
    return 2 * double(variant.parameters.dramLatency.value_or(0)) + first +
           std::max(compute, overlapped) + stores +
           double(variant.parameters.barrierLatency.value_or(0));
  }

private:
  int64_t extent(const StridedOperand &operand, int dim) const {
    return operand.dependsOn(dim)
               ? std::min(plan.block[dim], chain.boundary.dims[dim].extent)
               : 1;
  }

  /// Returns the cycles in which DRAM transfers a block of all cores.
  double transferCycles(const StridedOperand &operand) const {
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

  double bodyCycles(mlir::Block &body) const {
    double tile = double(variant.tileBytes()), cycles = 0;
    double simple = tile / double(variant.parameters.ewBytes.value_or(1));
    double slow = tile / double(variant.parameters.sfuBytes.value_or(1));
    for (Operation &op : body)
      if (!hasNoCost(op))
        cycles += hasTranscendentalRate(op) ? slow : simple;
    return cycles;
  }

  double stageCycles(const ChainStage &stage) const {
    linalg::GenericOp root = stage.group.root, epilogue = stage.group.epilogue;
    double tiles = countTiles(stage.plan.cols);
    double cycles = epilogue ? tiles * bodyCycles(*epilogue.getBody()) : 0;
    if (!stage.isContraction())
      return cycles + tiles * bodyCycles(*root.getBody());
    int64_t depth = stage.group.dims[stage.plan.depth].extent;
    return cycles + tiles * getProductCycles(stage.group, variant) *
                        double(countDepthTiles(stage.group, depth, variant));
  }

  /// Between groups, results of the first have to be complete.
  double computeCycles() const {
    const auto &parameters = variant.parameters;
    double latency = 0;
    for (const auto &pipe :
         {parameters.ewExtraLatency, parameters.sfuExtraLatency,
          parameters.reduceLatency, parameters.mmaExtraLatency})
      latency += double(pipe.value_or(0));
    double cycles = 0;
    for (const ChainStage &stage : chain.stages)
      cycles += stageCycles(stage) + latency;
    return cycles;
  }
};

} // namespace

double matrix::estimateChainCycles(const GroupChain &chain,
                                   const desc::VariantInfo &variant,
                                   int64_t cores) {
  return ChainCost{chain, variant, cores}.total();
}
