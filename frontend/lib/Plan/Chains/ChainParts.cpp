//===- ChainParts.cpp - rows of a chain that interleave -------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The length of the code is estimated from products of tiles and operations of
// bodies. Loops over blocks that end early are not unrolled, so that all blocks
// have to be complete.
//
//===----------------------------------------------------------------------===//

#include "ChainParts.h"
#include "Plan/Blocks/BlockCost.h"
#include "matrix/Dialect/Matrix/Transforms/MatrixPasses.h"
#include "matrix/Frontend/Techniques.h"
#include <cmath>
#include <numeric>

using namespace mlir;
using namespace matrix;

/// Returns the tiles of 32 bits of a dimension.
static int64_t countTiles(const GroupChain &chain, int dim,
                          const desc::VariantInfo &variant) {
  return dim < 0 ? 1
                 : llvm::divideCeil(chain.boundary.dims[dim].extent,
                                    variant.tileColumns(32));
}

/// Returns the instructions of a group for the rows of a tile, without loads
/// and stores.
static int64_t countInstructions(const GroupChain &chain,
                                 const ChainStage &stage,
                                 const desc::VariantInfo &variant) {
  const FusionGroup &group = stage.group;
  linalg::GenericOp root = group.root, epilogue = group.epilogue;
  int64_t tiles = countTiles(chain, stage.plan.cols, variant);
  auto count = [](linalg::GenericOp op) {
    return op ? int64_t(op.getBody()->getOperations().size()) : 0;
  };
  if (!stage.isContraction())
    return tiles * (count(root) + count(epilogue));
  int64_t depth =
      countDepthTiles(group, group.dims[stage.plan.depth].extent, variant);
  return tiles * (depth + count(epilogue));
}

bool matrix::interleaves(const GroupChain &chain, int64_t rows,
                         const desc::VariantInfo &variant) {
  constexpr int64_t kMaxInstructions = 1536;
  const BlockPlan &plan = chain.plan;
  bool contracts = llvm::any_of(chain.stages, [](const ChainStage &stage) {
    return stage.isContraction();
  });
  bool isWhole = rows % variant.tileRows == 0 &&
                 chain.boundary.dims[plan.rows].extent % rows == 0;
  if (!contracts || !isWhole || rows <= variant.tileRows ||
      !plan.innerOf(plan.rows).empty() ||
      isDisabled(chain.stages.front().group.root, Technique::Pipelining))
    return false;
  int64_t instructions = 0;
  for (const ChainStage &stage : chain.stages)
    instructions += countInstructions(chain, stage, variant);
  instructions *= rows / variant.tileRows;
  return kMinOrderedTiles <= instructions && instructions <= kMaxInstructions;
}

int64_t matrix::getPartRows(const GroupChain &chain,
                            const desc::VariantInfo &variant) {
  int64_t rows = chain.plan.block[chain.plan.rows], tiles = 1;
  for (const ChainStage &stage : chain.stages)
    if (stage.isContraction())
      tiles = std::lcm(tiles, stage.plan.accumulatorRows);
  int64_t part = tiles * variant.tileRows;
  return part < rows && interleaves(chain, rows, variant) ? part : 0;
}

/// Products are beside the other groups, except those of the first and of the
/// last part. The norm is that of steps and transfers that overlap, with the
/// exponent that fits chains whose groups share the tile registers.
double matrix::getStepCycles(const GroupChain &chain, ArrayRef<double> cycles,
                             const desc::VariantInfo &variant) {
  double products = 0, others = 0;
  for (auto [stage, own] : llvm::zip_equal(chain.stages, cycles))
    (stage.isContraction() ? products : others) += own;
  int64_t part = getPartRows(chain, variant);
  if (!part)
    return products + others;
  double parts = double(chain.plan.block[chain.plan.rows]) / double(part);
  return std::hypot(products, others) + products / parts;
}
