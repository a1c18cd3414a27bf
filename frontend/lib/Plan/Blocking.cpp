//===- Blocking.cpp - block sizes of fusion groups ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses block extents greedily: starts from the whole extents, limits them to
// an upper bound, halves the longer side until two buffers of each block fit
// the scratchpad and every core has work, and orders the loops over blocks.
// Extents of contractions, and the grid of cores, then minimize the cost
// function (BlockCost.h) over all that fit.
//
//===----------------------------------------------------------------------===//

#include "Blocking.h"
#include "BlockCost.h"
#include "DimensionRoles.h"
#include "matrix/Description/Target.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

int64_t BlockPlan::reductionSteps(const FusionGroup &group) const {
  int64_t result = 1;
  for (int dim : sequentialDims)
    if (group.dims[dim].reduction)
      result *= count[dim];
  return result;
}

int64_t BlockPlan::numRounds(int64_t cores) const {
  if (grid.empty())
    return llvm::divideCeil(numWorkItems(), cores);
  int64_t result = 1;
  for (int dim : distributedDims)
    result *= ownBlocks(dim);
  return result;
}

/// Multiplies `steps` by the numbers of blocks of the inner loops that the
/// operand does not depend on. Returns whether that includes all loops.
static bool addRepeatedSteps(int64_t &steps, const StridedOperand &operand,
                             ArrayRef<int> dims,
                             function_ref<int64_t(int)> numBlocks) {
  for (int dim : llvm::reverse(dims)) {
    int64_t count = numBlocks(dim);
    if (count > 1 && operand.dependsOn(dim))
      return false;
    steps *= count;
  }
  return true;
}

int64_t BlockPlan::stepsPerBlock(const StridedOperand &operand,
                                 int64_t cores) const {
  int64_t steps = 1;
  if (!addRepeatedSteps(steps, operand, sequentialDims,
                        [&](int dim) { return count[dim]; }))
    return steps;
  bool isLinear = grid.empty() && cores > 1;
  int64_t round = 1;
  bool isSame = addRepeatedSteps(round, operand, distributedDims, [&](int dim) {
    return grid.empty() ? count[dim] : ownBlocks(dim);
  });
  // Neighbors in a linear order may differ in any dimension.
  if (isLinear)
    round = isSame || numRounds(cores) == 1 ? numRounds(cores) : 1;
  return steps * round;
}

int64_t BlockPlan::numUsedCores(int64_t cores) const {
  return grid.empty() ? std::min(numWorkItems(), cores)
                      : llvm::product_of(grid);
}

int64_t BlockPlan::numSharers(const StridedOperand &operand) const {
  int64_t result = 1;
  for (auto [dim, number] : llvm::enumerate(grid))
    if (!operand.dependsOn(dim))
      result *= number;
  return result;
}

static const desc::MemoryInfo &getScratchpad(const desc::VariantInfo &variant) {
  auto *scratchpad = variant.memoryIn(desc::address_space::scratchpad);
  assert(scratchpad && "target without scratchpad");
  return *scratchpad;
}

bool matrix::accumulatesInResult(const FusionGroup &group) {
  return group.kind == FusionGroupKind::Contraction && !group.epilogue &&
         group.outputs.front().getElementType() == group.accumulator;
}

bool matrix::haveRegisters(const FusionGroup &group, const BlockPlan &plan,
                           const desc::VariantInfo &variant) {
  // The scheduler hoists the load of a spilled accumulator above the products
  // before it.
  int64_t loaded = plan.reductionSteps(group) > 1 ? 1 : 0;
  return countRegisters(plan.accumulatorRows, plan.accumulatorCols) + loaded <=
         variant.tileRegisters;
}

bool matrix::overlapsRegisterBlocks(const FusionGroup &group,
                                    const BlockPlan &plan,
                                    const desc::VariantInfo &variant) {
  return haveRegisters(group, plan, variant) && !group.epilogue && !group.init;
}

/// Returns the bytes of the DMA descriptor (TransferToLLVM.cpp), the only other
/// global in the scratchpad, and of the padding that aligns it and the buffers.
static int64_t getDescriptorBytes(const desc::VariantInfo &variant) {
  if (!variant.dma)
    return 0;
  int64_t size = variant.dma->descriptorSize,
          alignment = getScratchpad(variant).alignment;
  return llvm::alignTo(size, alignment) +
         std::max(size - alignment, int64_t(0));
}

int64_t matrix::getScratchpadCapacity(const desc::VariantInfo &variant) {
  int64_t size = getScratchpad(variant).size - getDescriptorBytes(variant);
  bool hasStack = variant.stack->number == desc::address_space::scratchpad;
  return size - (hasStack ? int64_t(variant.stackSize) : 0);
}

int64_t matrix::getPitch(int64_t columns, unsigned elementBits,
                         const desc::VariantInfo &variant) {
  const desc::MemoryInfo &memory = getScratchpad(variant);
  int64_t line = memory.alignment;
  int64_t bytes = columns * elementBits / 8;
  if (bytes > line && bytes % (line * memory.banks) == 0)
    bytes += line;
  return bytes * 8 / elementBits;
}

//===----------------------------------------------------------------------===//
// Sizes
//===----------------------------------------------------------------------===//

namespace {

/// Chooses the block extents of one fusion group. The dimensions' roles are
/// known.
struct BlockPlanner {
  FusionGroup &group;
  const desc::VariantInfo &variant;
  int64_t cores;
  BlockPlan &plan;

  int64_t tileRows() const { return variant.tileRows; }
  int64_t columnBlockWidth() const { return variant.tileColumns(32); }

  /// Returns the minimum extent of a block: one tile, or one set of
  /// accumulators.
  int64_t minimumExtent(int dim) const {
    if (dim == plan.depth)
      return variant.tileColumns(depthElementBits());
    if (dim == plan.rows)
      return tileRows() * plan.accumulatorRows;
    int64_t width = group.kind == FusionGroupKind::Contraction
                        ? plan.accumulatorCols
                        : plan.columnBlocks;
    return columnBlockWidth() * width;
  }

  unsigned depthElementBits() const {
    return group.inputs[group.lhs].getElementType().getIntOrFloatBitWidth();
  }

  void initialize() {
    plan.block.assign(group.dims.size(), 1);
    for (int dim : {plan.rows, plan.cols, plan.depth})
      if (dim >= 0)
        plan.block[dim] =
            llvm::alignTo(group.dims[dim].extent, minimumExtent(dim));
    updateCounts();
  }

  void updateCounts() {
    plan.count.clear();
    for (auto [dim, block] : llvm::zip_equal(group.dims, plan.block))
      plan.count.push_back(llvm::divideCeil(dim.extent, block));
  }

  bool canHalve(int dim) const {
    return dim >= 0 && plan.block[dim] > minimumExtent(dim);
  }
  void halve(int dim) {
    plan.block[dim] = llvm::alignTo(plan.block[dim] / 2, minimumExtent(dim));
    updateCounts();
  }

  /// Returns rows or columns, whichever has more tiles.
  int largerSide(bool parallelOnly) const {
    int best = -1;
    for (int dim : {plan.rows, plan.cols})
      if (canHalve(dim) && !(parallelOnly && group.dims[dim].reduction) &&
          (best < 0 || plan.block[dim] / minimumExtent(dim) >
                           plan.block[best] / minimumExtent(best)))
        best = dim;
    return best;
  }

  int64_t bufferBytes(const StridedOperand &operand, int rowDim,
                      int colDim) const {
    int64_t bits = operand.getElementType().getIntOrFloatBitWidth();
    int64_t tileCols = variant.tileColumns(bits);
    int64_t rows = operand.dependsOn(rowDim) ? plan.blockOf(rowDim) : 1;
    int64_t cols = operand.dependsOn(colDim) ? plan.blockOf(colDim) : 1;
    rows = std::max(rows, tileRows());
    if (rowDim == plan.cols && tileRows() > columnBlockWidth())
      rows += tileRows() - columnBlockWidth();
    return rows * getPitch(llvm::alignTo(cols, tileCols), bits, variant) *
           bits / 8;
  }

  /// Returns the bytes of all buffers of a core.
  int64_t footprint() const {
    int64_t bytes = spillBytes();
    auto addLoad = [&](const StridedOperand &operand, int rowDim, int colDim) {
      bytes += bufferBytes(operand, rowDim, colDim) *
               plan.numLoadBuffers(operand, cores);
    };
    for (auto [i, input] : llvm::enumerate(group.inputs)) {
      bool contracts = group.kind == FusionGroupKind::Contraction;
      int rowDim = contracts && i == group.rhs ? plan.cols : plan.rows;
      addLoad(input, rowDim, contracts ? plan.depth : plan.cols);
    }
    for (const StridedInput &input : group.epilogueInputs)
      addLoad(input, plan.rows, plan.cols);
    if (group.init)
      addLoad(*group.init, plan.rows, plan.cols);
    for (const StridedOperand &output : group.outputs)
      bytes += bufferBytes(output, plan.rows, plan.cols) *
               plan.numStoreBuffers(group, cores);
    return bytes;
  }

  int64_t spillBytes() const {
    if (group.kind == FusionGroupKind::Elementwise)
      return 0;
    if (group.kind == FusionGroupKind::Contraction &&
        (plan.reductionSteps(group) == 1 || accumulatesInResult(group)))
      return 0;
    return llvm::alignTo(plan.blockOf(plan.rows), tileRows()) *
           getPitch(llvm::alignTo(plan.blockOf(plan.cols),
                                  columnBlockWidth() * plan.columnBlocks),
                    32, variant) *
           4;
  }

  int64_t parallelBlocks() const {
    int64_t result = 1;
    for (auto [dim, count] : llvm::zip_equal(group.dims, plan.count))
      result *= dim.reduction ? 1 : count;
    return result;
  }

  /// Upper bound on block extents; longer DMA rows do not increase bandwidth.
  int64_t maximumExtent(int dim) const {
    return dim == plan.depth ? 1024 : 128;
  }

  void limitExtents() {
    for (int dim : {plan.rows, plan.cols, plan.depth})
      while (canHalve(dim) && plan.block[dim] > maximumExtent(dim))
        halve(dim);
  }

  bool shrinkToFit(int64_t budget) {
    while (footprint() > budget) {
      int side = largerSide(/*parallelOnly=*/false);
      bool depthFirst =
          canHalve(plan.depth) &&
          (side < 0 || plan.block[plan.depth] / minimumExtent(plan.depth) >
                           plan.block[side] / minimumExtent(side));
      int dim = depthFirst ? plan.depth : side;
      if (dim < 0)
        return false;
      halve(dim);
    }
    return true;
  }

  /// Returns block extents of a dimension: the smallest ones for 1, 2, 3, 4,
  /// 6, 8, 12, .. blocks.
  SmallVector<int64_t> candidates(int dim) const {
    if (dim < 0)
      return {1};
    int64_t extent = group.dims[dim].extent;
    SmallVector<int64_t> result;
    auto add = [&](int64_t count) {
      int64_t block =
          llvm::alignTo(llvm::divideCeil(extent, count), minimumExtent(dim));
      if (result.empty() || block < result.back())
        result.push_back(block);
    };
    for (int64_t count = 1;
         result.empty() || result.back() > minimumExtent(dim); count *= 2) {
      add(count);
      if (count > 1)
        add(count / 2 * 3);
    }
    return result;
  }

  /// Chooses the blocks of a contraction that fit and take the fewest cycles by
  /// the cost function, if they are better than the present ones.
  void minimizeCost(int64_t budget) {
    ContractionRates rates(group, plan, variant);
    BlockPlan best = plan;
    double least = std::numeric_limits<double>::infinity();
    auto compare = [&] {
      if (footprint() > budget)
        return;
      double cycles = estimateCycles(group, plan, rates, variant, cores);
      if (cycles < least) {
        least = cycles;
        best = plan;
      }
    };
    compare();
    auto consider = [&](ArrayRef<std::pair<int, int64_t>> blocks) {
      for (auto [dim, block] : blocks)
        if (dim >= 0)
          plan.block[dim] = block;
      updateCounts();
      plan.grid.clear();
      compare();
      if (cores > 1 && hasMulticast(variant))
        forEachGrid(compare);
    };
    for (int64_t rows : candidates(plan.rows))
      for (int64_t cols : candidates(plan.cols))
        for (int64_t depth : candidates(plan.depth))
          consider({{plan.rows, rows}, {plan.cols, cols}, {plan.depth, depth}});
    plan = best;
  }

  /// Calls `body` with each grid of all cores over the distributed dimensions.
  /// Only blocks of tile dimensions may be empty.
  void forEachGrid(function_ref<void()> body) {
    plan.grid.assign(group.dims.size(), 1);
    divideCores(plan.distributedDims, cores, body);
  }
  void divideCores(ArrayRef<int> dims, int64_t rest,
                   function_ref<void()> body) {
    if (dims.empty()) {
      if (rest == 1)
        body();
      return;
    }
    int dim = dims.front();
    int64_t count = plan.count[dim], &number = plan.grid[dim];
    bool isTileDim = dim == plan.rows || dim == plan.cols;
    for (number = 1; number <= std::min(rest, count); ++number)
      if (rest % number == 0 && (isTileDim || count % number == 0))
        divideCores(dims.drop_front(), rest / number, body);
    number = 1;
  }

  /// Halves blocks until there is one for each core.
  void shrinkForCores() {
    while (parallelBlocks() < cores) {
      int dim = largerSide(/*parallelOnly=*/true);
      if (dim < 0)
        return;
      halve(dim);
    }
  }
};

} // namespace

//===----------------------------------------------------------------------===//
// Loop order
//===----------------------------------------------------------------------===//

/// Returns the name of the dimension in the variant's work divisions.
static StringRef workDivisionName(const FusionGroup &group,
                                  const BlockPlan &plan, int dim) {
  if (group.kind == FusionGroupKind::Contraction)
    return dim == group.m ? "m" : dim == group.n ? "n" : "batch";
  return dim == plan.rows ? "rows" : dim == plan.cols ? "columns" : "outer";
}

static void orderDims(const FusionGroup &group,
                      const desc::VariantInfo &variant, BlockPlan &plan) {
  const desc::WorkDivisionInfo *division =
      variant.workDivision(std::string_view(stringify(group.kind)));
  SmallVector<int> parallel, rest;
  for (int dim = 0, e = group.dims.size(); dim < e; ++dim)
    (group.dims[dim].reduction ? rest : parallel).push_back(dim);
  if (division)
    for (std::string_view name : division->dims)
      for (int dim : parallel)
        if (workDivisionName(group, plan, dim) == StringRef(name))
          plan.distributedDims.push_back(dim);
  for (int dim : parallel)
    if (!llvm::is_contained(plan.distributedDims, dim))
      plan.sequentialDims.push_back(dim);
  plan.sequentialDims.append(rest);
}

FailureOr<BlockPlan> matrix::planBlocks(FusionGroup &group,
                                        const desc::VariantInfo &variant,
                                        int64_t cores,
                                        MatchFailureRecorder &failures) {
  BlockPlan plan;
  assignDimensionRoles(group, variant, plan);
  BlockPlanner planner{group, variant, cores, plan};
  planner.initialize();
  orderDims(group, variant, plan);
  planner.limitExtents();
  int64_t capacity = getScratchpadCapacity(variant);
  if (!planner.shrinkToFit(capacity))
    return failures.notifyMatchFailure(group.root)
           << "the smallest blocks need " << planner.footprint()
           << " bytes of scratchpad, of " << capacity;
  planner.shrinkForCores();
  if (group.kind == FusionGroupKind::Contraction)
    planner.minimizeCost(capacity);
  return plan;
}
