//===- ChainBlocks.cpp - blocks of chains ---------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the rows of a block. Without contractions, blocks grow tile by tile
// until a transfer takes a multiple of the latency of DRAM, while each core has
// two of them. If the chain has contractions, cores form a grid and share what
// they multiply rows with; rows and grid minimize the cost function by
// exhaustive search over a few tiles of rows and all grids.
//
//===----------------------------------------------------------------------===//

#include "ChainBlocks.h"
#include "ChainCost.h"
#include "ChainParts.h"
#include "Plan/Blocks/BlockSizes.h"
#include "Plan/Blocks/DimensionRoles.h"
#include "Plan/Groups/Blocking.h"
#include "Plan/Residents/ResidentBlock.h"
#include <cmath>

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
    if (operand.dependsOn(plan.rows) && !operand.resident)
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

  void setBlocks(int64_t rows) {
    BlockPlan &plan = chain.plan;
    const SmallVector<LoopDim> &dims = chain.boundary.dims;
    plan.block.assign(dims.size(), 1);
    plan.block[plan.rows] = rows;
    plan.block[plan.cols] = llvm::alignTo(
        dims[plan.cols].extent, variant.tileColumns(32) * plan.columnBlocks);
    plan.count.assign(dims.size(), 1);
    for (ChainStage &stage : chain.stages)
      if (stage.isContraction())
        setRegisterBlock(stage, rows / variant.tileRows);
    for (auto [dim, block, count] :
         llvm::zip_equal(dims, plan.block, plan.count))
      count = llvm::divideCeil(dim.extent, block);
    plan.grid.clear();
    chooseBuffers();
  }

  /// Chooses accumulators of which whole register blocks fill the rows, or the
  /// smallest part of a chain that interleaves, and aligns the blocks of the
  /// other dimensions.
  void setRegisterBlock(ChainStage &stage, int64_t rowTiles) {
    int64_t rows = rowTiles * variant.tileRows;
    int64_t maximumRows =
        interleaves(chain, rows, variant) ? 1 : rowTiles & -rowTiles;
    stage.plan.sequentialDims = chain.plan.sequentialDims;
    stage.plan.count = chain.plan.count;
    chooseAccumulators(stage.group, variant, stage.plan, maximumRows,
                       /*fillsColumns=*/true);
    BlockSizes sizes(stage.group, stage.plan, variant);
    for (int dim : {stage.plan.cols, stage.plan.depth}) {
      int64_t &block = chain.plan.block[dim];
      block =
          std::max(block, int64_t(llvm::alignTo(chain.boundary.dims[dim].extent,
                                                sizes.minimumExtent(dim))));
    }
  }

  void chooseBuffers() {
    chain.plan.chooseBuffers(chain.boundary, cores);
    chain.plan.chooseMulticasts(chain.boundary, variant);
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
    if (chain.boundary.dims[chain.plan.cols].extent <
        variant.tileColumns(32) * chain.plan.columnBlocks)
      return failures.notifyMatchFailure(chain.boundary.root)
             << "columns do not fill a tile";
    if (llvm::any_of(chain.stages, [](const ChainStage &stage) {
          return stage.isContraction();
        }))
      return minimizeCost(rowBlock);
    int64_t tile = variant.tileRows;
    int64_t extent = chain.boundary.dims[chain.plan.rows].extent;
    int64_t capacity = getCapacity(chain.boundary, variant);
    setBlocks(rowBlock ? rowBlock : tile);
    if (footprint() > capacity)
      return failTooLarge();
    if (!fitsResidents(chain.boundary, chain.plan, variant, cores))
      return failResidents();
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

  LogicalResult failTooLarge() {
    return failures.notifyMatchFailure(chain.boundary.root)
           << "a block of rows needs " << footprint()
           << " bytes of scratchpad, of "
           << getCapacity(chain.boundary, variant);
  }

  LogicalResult failResidents() {
    return failures.notifyMatchFailure(chain.boundary.root)
           << "a resident value has other rows than the chain";
  }

  /// Chooses the rows and the grid with the fewest predicted cycles.
  LogicalResult minimizeCost(int64_t rowBlock) {
    constexpr int64_t kMaxTiles = 8;
    int64_t extent = chain.boundary.dims[chain.plan.rows].extent;
    int64_t rowTiles = llvm::divideCeil(extent, variant.tileRows);
    BlockPlan best;
    double minimum = HUGE_VAL;
    auto compare = [&] {
      chooseBuffers();
      if (footprint() > getCapacity(chain.boundary, variant) ||
          !fitsResidents(chain.boundary, chain.plan, variant, cores))
        return;
      double cycles = estimateChainCycles(chain, variant, cores);
      if (cycles >= minimum)
        return;
      minimum = cycles;
      best = chain.plan;
    };
    for (int64_t tiles = 1; tiles <= std::min(rowTiles, kMaxTiles); ++tiles) {
      setBlocks(rowBlock ? rowBlock : tiles * variant.tileRows);
      compare();
      if (cores > 1)
        forEachGrid(chain.plan, cores, compare);
      if (rowBlock)
        break;
    }
    if (std::isinf(minimum))
      return failTooLarge();
    setBlocks(best.block[best.rows]);
    chain.plan = best;
    setStagePlans();
    return success();
  }

  /// Gives the groups the blocks of the chain.
  void setStagePlans() {
    for (ChainStage &stage : chain.stages) {
      BlockPlan own = chain.plan;
      own.isStage = true;
      own.cols = stage.plan.cols;
      own.depth = stage.plan.depth;
      own.columnBlocks = stage.plan.columnBlocks;
      own.accumulatorRows = stage.plan.accumulatorRows;
      own.accumulatorCols = stage.plan.accumulatorCols;
      stage.plan = std::move(own);
    }
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// Returns whether tiles can have the dimension as rows.
static bool canBeRows(const ChainStage &stage, int dim) {
  const FusionGroup &group = stage.group;
  return !stage.isContraction() || (group.inputs[group.lhs].dependsOn(dim) &&
                                    !group.inputs[group.rhs].dependsOn(dim));
}

static void assignStageRoles(ChainStage &stage, int rows) {
  const FusionGroup &group = stage.group;
  BlockPlan &plan = stage.plan;
  plan.isStage = true;
  plan.rows = rows;
  plan.columnBlocks = countColumnBlocks(group);
  if (stage.isContraction()) {
    plan.cols = group.n;
    plan.depth = group.k;
    return;
  }
  bool hasColumns = group.kind == FusionGroupKind::Reduction ||
                    llvm::any_of(group.outputs, [&](const StridedOperand &out) {
                      return out.dependsOn(stage.columns);
                    });
  plan.cols = hasColumns ? stage.columns : -1;
}

LogicalResult matrix::assignChainRoles(GroupChain &chain,
                                       MatchFailureRecorder &failures) {
  BlockPlan &plan = chain.plan;
  const SmallVector<LoopDim> &dims = chain.boundary.dims;
  plan.cols = chain.stages.front().columns;
  for (int dim = 0, e = dims.size(); dim < e; ++dim) {
    (dim < plan.cols ? plan.distributedDims : plan.sequentialDims)
        .push_back(dim);
    bool isCandidate = dim < plan.cols && llvm::all_of(
                                              chain.stages,
                                              [&](ChainStage &stage) {
                                                return canBeRows(stage, dim);
                                              });
    if (isCandidate &&
        (plan.rows < 0 || dims[dim].extent >= dims[plan.rows].extent))
      plan.rows = dim;
  }
  if (plan.rows < 0)
    return failures.notifyMatchFailure(chain.boundary.root)
           << "the rows of the products are not those of the chain";
  for (ChainStage &stage : chain.stages) {
    assignStageRoles(stage, plan.rows);
    plan.columnBlocks = std::max(plan.columnBlocks, stage.plan.columnBlocks);
  }
  return success();
}

LogicalResult matrix::planChainBlocks(GroupChain &chain,
                                      const desc::VariantInfo &variant,
                                      int64_t cores, int64_t rowBlock,
                                      MatchFailureRecorder &failures) {
  if (!rowBlock && hasResidents(chain.boundary))
    rowBlock = getResidentRows(chain.boundary, chain.plan, variant, cores);
  return ChainBlockPlanner{chain, variant, cores, failures}.chooseBlocks(
      rowBlock);
}

bool matrix::startsInTurn(const GroupChain &chain,
                          const desc::VariantInfo &variant, int64_t cores) {
  constexpr int64_t kHandovers = 2;
  int64_t handover = variant.parameters.dramLatency.value_or(0) +
                     variant.parameters.postLatency.value_or(0) +
                     variant.parameters.ringHop.value_or(0);
  return cores > 1 && chain.plan.grid.empty() &&
         variant.parameters.semaphores.value_or(0) > 0 &&
         chain.plan.numRounds(cores) * chain.plan.numSteps() == 1 &&
         countTransferCycles(chain, chain.boundary.inputs, variant) >=
             kHandovers * handover;
}
