//===- StepBlocks.cpp - blocks of the steps of a loop ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Delinearizes the index of a step. The index divided by the steps of a piece
// of work is the round of the core, and the remainder the step in it; both are
// mixed-radix numbers of block indices. Without a grid, round r of core c of n
// is piece c + r * n. With one, round r in a dimension is block p + r * n for a
// core at position p of the n cores along it; all cores take the same number of
// steps, of which the last may be empty.
//
//===----------------------------------------------------------------------===//

#include "StepBlocks.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"

using namespace mlir;
using namespace matrix;

StepBlocks::StepBlocks(ImplicitLocOpBuilder &builder,
                       const FusionGroupContext &context, int64_t cores,
                       int64_t firstSemaphore)
    : context(context), cores(cores) {
  IndexMath math(builder);
  core = cores > 1 ? CoreIdOp::create(builder).getResult() : math.constant(0);
  total = countSteps(math);
  if (!plan().grid.empty())
    grid.emplace(math, plan(), core, firstSemaphore);
}

/// Returns the steps of this core, those of ceil((work - core) / cores)
/// pieces. With a grid, all cores take the same steps.
Value StepBlocks::countSteps(IndexMath &math) const {
  if (!plan().grid.empty())
    return math.constant(plan().numRounds(cores) * plan().numSteps());
  int64_t work = plan().numWorkItems(), steps = plan().numSteps();
  if (work % cores == 0)
    return math.constant(work / cores * steps);
  Value rest = math.sub(math.constant(work + cores - 1), core);
  return math.mul(math.div(rest, cores), steps);
}

/// Delinearizes a linear block index into indices of `dims`, innermost last,
/// each below its `counts`.
static void delinearize(IndexMath &math, Value number, ArrayRef<int> dims,
                        ArrayRef<int64_t> counts,
                        SmallVectorImpl<Value> &blocks) {
  for (int dim : llvm::reverse(dims)) {
    int64_t count = counts[dim];
    if (count == 1)
      continue;
    bool isOutermost =
        llvm::all_of(dims.take_until([&](int d) { return d == dim; }),
                     [&](int d) { return counts[d] == 1; });
    blocks[dim] = isOutermost ? number : math.rem(number, count);
    number = math.div(number, count);
  }
}

BlockStep StepBlocks::get(ImplicitLocOpBuilder &builder, Value index) const {
  IndexMath math(builder);
  SmallVector<Value> blocks(plan().count.size());
  int64_t steps = plan().numSteps();
  Value round = math.div(index, steps);
  Value inner = math.rem(index, steps);
  if (grid)
    locateInGrid(math, round, blocks);
  else
    delinearize(math, math.add(core, math.mul(round, cores)),
                plan().distributedDims, plan().count, blocks);
  delinearize(math, inner, plan().sequentialDims, plan().count, blocks);
  BlockStep step;
  for (auto [dim, block] : llvm::enumerate(blocks))
    addDim(math, dim, block, step);
  if (int64_t count = reductionSteps(); count > 1) {
    Value reductionStep = math.rem(inner, count);
    step.first = math.equal(reductionStep, 0);
    step.last = math.equal(reductionStep, count - 1);
  }
  return step;
}

void StepBlocks::locateInGrid(IndexMath &math, Value round,
                              SmallVectorImpl<Value> &blocks) const {
  SmallVector<int64_t> counts(plan().count);
  for (int dim : plan().distributedDims)
    counts[dim] = plan().ownBlocks(dim);
  delinearize(math, round, plan().distributedDims, counts, blocks);
  for (int dim : plan().distributedDims) {
    Value position = grid->getPosition(dim);
    if (blocks[dim] && position)
      blocks[dim] = math.add(math.mul(blocks[dim], plan().grid[dim]), position);
    else if (position)
      blocks[dim] = position;
  }
}

/// Returns whether some core has a block beyond the end of the dimension.
bool StepBlocks::exceeds(unsigned dim) const {
  return grid && plan().count[dim] % plan().grid[dim] != 0;
}

void StepBlocks::addDim(IndexMath &math, unsigned dim, Value block,
                        BlockStep &step) const {
  int64_t size = plan().block[dim];
  int64_t extent = context.group.dims[dim].extent;
  step.start.push_back(block ? math.mul(block, size) : math.constant(0));
  if (extent % size == 0 && !exceeds(dim))
    step.valid.push_back({});
  else if (!block)
    step.valid.push_back(math.constant(extent));
  else if (exceeds(dim))
    step.valid.push_back(math.min(
        math.sub(math.constant(extent), math.min(step.start.back(), extent)),
        size));
  else
    step.valid.push_back(
        math.min(math.sub(math.constant(extent), step.start.back()), size));
}
