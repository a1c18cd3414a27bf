//===- BlockPlan.cpp - what follows from the blocks of a group ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Steps, pieces of work and buffers that follow from the blocks and the grid of
// a plan, and the sizes of the scratchpad. An operand keeps its block for as
// many steps as the innermost loops on which it does not depend have
// iterations; this period determines the number of its buffers and the pieces
// of its loads. Without a grid, a core receives every n-th piece of work, whose
// neighbors may differ in any distributed dimension.
//
//===----------------------------------------------------------------------===//

#include "BlockPlan.h"
#include "matrix/Conversion/MatrixToLLVM/MatrixToLLVM.h"
#include "matrix/Description/Target.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Techniques.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

ArrayRef<int> BlockPlan::innerOf(int dim) const {
  if (dim < 0)
    return {};
  if (dim == rows)
    return innerRows;
  if (dim == cols)
    return innerCols;
  return dim == depth ? ArrayRef<int>(innerDepth) : ArrayRef<int>();
}

bool BlockPlan::isInner(int dim) const {
  return llvm::is_contained(innerRows, dim) ||
         llvm::is_contained(innerCols, dim) ||
         llvm::is_contained(innerDepth, dim);
}

int BlockPlan::continuesAlong(int dim, const desc::VariantInfo &variant) const {
  ArrayRef<int> inner = innerOf(dim);
  if (dim < 0 || dim == depth || depth < 0 || inner.empty())
    return -1;
  int64_t tile =
      dim == rows ? int64_t(variant.tileRows) : variant.tileColumns(32);
  return block[dim] % tile ? inner.back() : -1;
}

int64_t BlockPlan::spanOf(int dim) const {
  int64_t result = blockOf(dim);
  for (int inner : innerOf(dim))
    result *= block[inner];
  return result;
}

int64_t BlockPlan::wholeSpan(const FusionGroup &group, int dim,
                             int64_t tile) const {
  ArrayRef<int> inner = innerOf(dim);
  int64_t result = extentOf(group, dim);
  if (!inner.empty())
    result = llvm::alignTo(result, tile);
  for (int d : inner)
    result *= group.dims[d].extent;
  return result;
}

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

int64_t BlockPlan::numLoadBuffers(const StridedOperand &operand,
                                  int64_t cores) const {
  int64_t steps = numRounds(cores) * numSteps();
  return steps > stepsPerBlock(operand, cores) ? 2 : 1;
}

void BlockPlan::chooseBuffers(const FusionGroup &group, int64_t cores) {
  loadBuffers.clear();
  for (const LoadedOperand &load : getLoadedOperands(group, *this))
    loadBuffers.push_back(numLoadBuffers(*load.operand, cores));
  int64_t results = numRounds(cores) * numSteps() / reductionSteps(group);
  storeBuffers = results > 1 ? 2 : 1;
}

void BlockPlan::chooseMulticasts(const FusionGroup &group,
                                 const desc::VariantInfo &variant) {
  multicasts.clear();
  int64_t available = isDisabled(group.root, Technique::Multicast)
                          ? 0
                          : variant.parameters.semaphores.value_or(0);
  for (auto [load, buffers] :
       llvm::zip_equal(getLoadedOperands(group, *this), loadBuffers)) {
    int64_t semaphores = countSemaphores(buffers);
    bool isShared = numSharers(*load.operand) > 1 && semaphores <= available;
    multicasts.push_back(isShared);
    available -= isShared ? semaphores : 0;
  }
}

int64_t matrix::countPieces(int64_t rows, int64_t period, bool isShared) {
  int64_t pieces = std::min(rows, isShared && period > 2 ? period - 1 : period);
  while (rows % pieces != 0)
    --pieces;
  return pieces;
}

SmallVector<LoadedOperand> matrix::getLoadedOperands(const FusionGroup &group,
                                                     const BlockPlan &plan) {
  SmallVector<LoadedOperand> loads;
  bool contracts = group.kind == FusionGroupKind::Contraction;
  auto addInput = [&](const StridedInput &input) {
    TileDims dims = getTileDims(input, plan);
    loads.push_back({&input, ValueRole::Input, dims.rows, dims.cols});
  };
  for (auto [i, input] : llvm::enumerate(group.inputs)) {
    if (contracts && i == group.rhs)
      loads.push_back({&input, ValueRole::Rhs, plan.cols, plan.depth});
    else if (contracts)
      loads.push_back({&input, ValueRole::Lhs, plan.rows, plan.depth});
    else
      addInput(input);
  }
  for (const StridedInput &input : group.epilogueInputs)
    loads.push_back({&input, ValueRole::Input, plan.rows, plan.cols});
  if (group.init)
    loads.push_back({&*group.init, ValueRole::Init, plan.rows, plan.cols});
  return loads;
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

/// Returns the bytes of the DMA descriptors (TransferToLLVM.cpp), the only
/// other global in the scratchpad, and of the padding that aligns them and the
/// buffers.
static int64_t getDescriptorBytes(const desc::VariantInfo &variant) {
  if (!variant.dma)
    return 0;
  int64_t size = variant.dma->descriptorSize,
          alignment = getScratchpad(variant).alignment;
  return llvm::alignTo(size * kDmaDescriptors, alignment) +
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
  if (memory.banks > 1 && bytes > line && bytes % (line * memory.banks) == 0)
    bytes += line;
  return bytes * 8 / elementBits;
}
