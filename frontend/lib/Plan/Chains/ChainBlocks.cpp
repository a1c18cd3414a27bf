//===- ChainBlocks.cpp - blocks of chains ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the rows of a block.
//
//===----------------------------------------------------------------------===//

#include "ChainBlocks.h"
#include "Plan/Blocks/BlockSizes.h"
#include "Plan/Blocks/DimensionRoles.h"

using namespace mlir;
using namespace matrix;

/// Returns the cycles in which DRAM transfers the blocks of these tensors that
/// differ between rows.
template <typename Range>
static int64_t countTransferCycles(const GroupChain &chain,
                                   const Range &operands,
                                   const desc::VariantInfo &variant) {
  const BlockPlan &plan = chain.plan;
  int64_t bits = 0;
  for (const StridedOperand &operand : operands)
    if (operand.dependsOn(plan.rows))
      bits +=
          operand.getElementType().getIntOrFloatBitWidth() *
          (operand.dependsOn(plan.cols) ? chain.boundary.dims[plan.cols].extent
                                        : 1);
  return bits / 8 * plan.block[plan.rows] /
         std::max<int64_t>(1, variant.parameters.dramBytes.value_or(1));
}

namespace {

struct ChainBlockPlanner {
  GroupChain &chain;
  const desc::VariantInfo &variant;
  int64_t cores;
  MatchFailureRecorder &failures;

  void assignRoles() {
    BlockPlan &plan = chain.plan;
    plan.cols = chain.boundary.dims.size() - 1;
    for (int dim = 0; dim < plan.cols; ++dim) {
      plan.distributedDims.push_back(dim);
      if (plan.rows < 0 || chain.boundary.dims[dim].extent >=
                               chain.boundary.dims[plan.rows].extent)
        plan.rows = dim;
    }
    plan.sequentialDims = {plan.cols};
    for (const ChainStage &stage : chain.stages)
      plan.columnBlocks =
          std::max(plan.columnBlocks, countColumnBlocks(stage.group));
  }

  void setBlocks(int64_t rows) {
    BlockPlan &plan = chain.plan;
    const SmallVector<LoopDim> &dims = chain.boundary.dims;
    plan.block.assign(dims.size(), 1);
    plan.block[plan.rows] = rows;
    plan.block[plan.cols] = llvm::alignTo(
        dims[plan.cols].extent, variant.tileColumns(32) * plan.columnBlocks);
    plan.count.clear();
    for (auto [dim, block] : llvm::zip_equal(dims, plan.block))
      plan.count.push_back(llvm::divideCeil(dim.extent, block));
    plan.chooseBuffers(chain.boundary, cores);
    plan.chooseMulticasts(chain.boundary, variant);
  }

  int64_t footprint() const {
    BlockSizes sizes(chain.boundary, chain.plan, variant);
    int64_t bytes = sizes.footprint();
    for (const ChainStage &stage : chain.stages)
      for (auto [place, output] :
           llvm::zip_equal(stage.results, stage.group.outputs))
        if (place.kind == ChainValue::Kept)
          bytes += sizes.bufferBytes(output, chain.plan.rows, chain.plan.cols);
    return bytes;
  }

  /// Returns the cycles in which DRAM transfers a block.
  int64_t transferCycles() const {
    return countTransferCycles(chain, chain.boundary.inputs, variant) +
           countTransferCycles(chain, chain.boundary.outputs, variant);
  }

  /// Takes the smallest block that is transferred in a multiple of the latency
  /// of DRAM, if there is one for each core.
  LogicalResult chooseBlocks(int64_t rowBlock) {
    constexpr int64_t kLatencies = 4;
    assignRoles();
    int64_t tile = variant.tileRows;
    int64_t extent = chain.boundary.dims[chain.plan.rows].extent;
    if (chain.boundary.dims[chain.plan.cols].extent <
        variant.tileColumns(32) * chain.plan.columnBlocks)
      return failures.notifyMatchFailure(chain.boundary.root)
             << "columns do not fill a tile";
    int64_t capacity = getScratchpadCapacity(variant);
    setBlocks(rowBlock ? rowBlock : tile);
    if (footprint() > capacity)
      return failures.notifyMatchFailure(chain.boundary.root)
             << "a block of rows needs " << footprint()
             << " bytes of scratchpad, of " << capacity;
    int64_t latency = variant.parameters.dramLatency.value_or(0);
    while (!rowBlock && transferCycles() < kLatencies * latency) {
      int64_t next = chain.plan.block[chain.plan.rows] + tile;
      BlockPlan before = chain.plan;
      setBlocks(next);
      if (next < extent + tile && footprint() <= capacity &&
          chain.plan.numWorkItems() >= 2 * cores)
        continue;
      chain.plan = before;
      break;
    }
    setStagePlans();
    return success();
  }

  void setStagePlans() {
    for (ChainStage &stage : chain.stages) {
      stage.plan = chain.plan;
      stage.plan.columnBlocks = countColumnBlocks(stage.group);
      bool hasColumns = llvm::any_of(stage.group.outputs,
                                     [&](const StridedOperand &output) {
                                       return output.dependsOn(chain.plan.cols);
                                     }) ||
                        stage.group.kind == FusionGroupKind::Reduction;
      if (!hasColumns)
        stage.plan.cols = -1;
    }
  }
};

} // namespace

LogicalResult matrix::planChainBlocks(GroupChain &chain,
                                      const desc::VariantInfo &variant,
                                      int64_t cores, int64_t rowBlock,
                                      MatchFailureRecorder &failures) {
  return ChainBlockPlanner{chain, variant, cores, failures}.chooseBlocks(
      rowBlock);
}

bool matrix::startsInTurn(const GroupChain &chain,
                          const desc::VariantInfo &variant, int64_t cores) {
  constexpr int64_t kHandovers = 2;
  int64_t handover = variant.parameters.dramLatency.value_or(0) +
                     variant.parameters.postLatency.value_or(0) +
                     variant.parameters.ringHop.value_or(0);
  return cores > 1 && variant.parameters.semaphores.value_or(0) > 0 &&
         chain.plan.numRounds(cores) * chain.plan.numSteps() == 1 &&
         countTransferCycles(chain, chain.boundary.inputs, variant) >=
             kHandovers * handover;
}
