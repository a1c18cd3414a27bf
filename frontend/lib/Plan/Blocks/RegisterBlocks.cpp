//===- RegisterBlocks.cpp - tile registers of contractions ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registers and cycles of an epilogue are those of its instructions,
// selected in a scratch function for the column blocks of one tile of the
// result. Overlap divides an epilogue over as many tiles of depth as its cycles
// need, up to a bound on the length of code. With accumulators a and t tiles, a
// - a / t accumulators of the register block before are still live beside the a
// of the present one.
//
//===----------------------------------------------------------------------===//

#include "RegisterBlocks.h"
#include "Plan/Cost/BodyCost.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Techniques.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <numeric>

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Epilogues
//===----------------------------------------------------------------------===//

EpilogueCost matrix::selectEpilogue(const FusionGroup &group,
                                    const BlockPlan &plan,
                                    const desc::VariantInfo &variant) {
  if (!group.epilogue)
    return {};
  BodyCost body = selectLastBody(group, plan.cols, plan.columnBlocks, variant);
  if (!body.isComplete)
    return {0, variant.tileRegisters, 0};
  // The accumulators are there already.
  return {body.cycles, body.registers - 1, body.latency};
}

//===----------------------------------------------------------------------===//
// Registers
//===----------------------------------------------------------------------===//

bool matrix::haveRegisters(const BlockPlan &plan,
                           const desc::VariantInfo &variant) {
  return countRegisters(plan.accumulatorRows, plan.accumulatorCols) <=
         variant.tileRegisters;
}

RegisterBlockExtents matrix::getBlockExtents(const BlockPlan &plan) {
  return {plan.spanOf(plan.rows), plan.spanOf(plan.cols),
          plan.spanOf(plan.depth)};
}

bool matrix::hasConstantExtent(const FusionGroup &group, const BlockPlan &plan,
                               int dim) {
  if (llvm::ArrayRef<int> inner = plan.innerOf(dim); !inner.empty()) {
    const int *outermost =
        llvm::find_if(inner, [&](int d) { return plan.block[d] > 1; });
    if (outermost == inner.end())
      return true;
    dim = *outermost;
  }
  if (dim < 0)
    return false;
  int64_t extent = group.dims[dim].extent, block = plan.block[dim];
  return (extent % block == 0 || plan.count[dim] == 1) &&
         (plan.grid.empty() || plan.count[dim] % plan.grid[dim] == 0);
}

int64_t matrix::countDepthTiles(const FusionGroup &group, int64_t extent,
                                const desc::VariantInfo &variant) {
  Type element = group.inputs[group.lhs].getElementType();
  return llvm::divideCeil(extent,
                          variant.tileColumns(element.getIntOrFloatBitWidth()));
}

bool matrix::haveEqualDepth(const FusionGroup &group, const BlockPlan &plan,
                            const desc::VariantInfo &variant) {
  int64_t block = plan.blockOf(plan.depth);
  int64_t rest = plan.extentOf(group, plan.depth) % block;
  return !rest || countDepthTiles(group, rest, variant) ==
                      countDepthTiles(group, block, variant);
}

int64_t matrix::countRegisterBlocks(const BlockPlan &plan,
                                    const RegisterBlockExtents &extents,
                                    const desc::VariantInfo &variant) {
  return llvm::divideCeil(extents.rows,
                          variant.tileRows * plan.accumulatorRows) *
         llvm::divideCeil(extents.cols,
                          variant.tileColumns(32) * plan.accumulatorCols);
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Returns whether an epilogue takes much of the time of the products, of which
/// there are few, and registers suffice. The register block before has
/// accumulators as well, and each of them in turn an epilogue.
static bool gainsByOrder(const FusionGroup &group, const BlockPlan &plan,
                         const EpilogueCost &epilogue, double product,
                         int64_t depthTiles, const desc::VariantInfo &variant) {
  constexpr int64_t kMaxDepth = 4;
  constexpr double kMinEpilogue = 0.3; // of the products of an accumulator
  int64_t rows = plan.accumulatorRows, cols = plan.accumulatorCols;
  return group.epilogue && !group.init && !plan.isStage &&
         depthTiles <= kMaxDepth &&
         epilogue.cycles >= kMinEpilogue * double(depthTiles) * product &&
         countRegisters(rows, cols) + rows * cols + epilogue.registers <=
             variant.tileRegisters &&
         !isDisabled(group.root, Technique::Pipelining);
}

/// Returns the instructions of a register block: loads of operands, products,
/// epilogues and stores.
static int64_t countInstructions(const FusionGroup &group,
                                 const BlockPlan &plan, int64_t depthTiles) {
  int64_t rows = plan.accumulatorRows, cols = plan.accumulatorCols;
  linalg::GenericOp body = group.epilogue;
  auto operations = int64_t(body.getBody()->getOperations().size());
  return depthTiles * countRegisters(rows, cols) +
         rows * cols * (operations + 1);
}

static int64_t getLargestDivisor(int64_t number, int64_t maximum) {
  int64_t divisor = std::min(number, maximum);
  while (number % divisor)
    --divisor;
  return divisor;
}

OrderedBlocks
matrix::chooseOrdered(const FusionGroup &group, const BlockPlan &plan,
                      const EpilogueCost &epilogue, double product,
                      const RegisterBlockExtents &extents, int64_t partRows,
                      const desc::VariantInfo &variant) {
  constexpr int64_t kMinBlocks = 3, kMaxInstructions = 512;
  int64_t depthTiles = countDepthTiles(group, extents.depth, variant);
  if (!gainsByOrder(group, plan, epilogue, product, depthTiles, variant))
    return {};
  int64_t maximum =
      kMaxInstructions / countInstructions(group, plan, depthTiles);
  int64_t rowsOfBlock = variant.tileRows * plan.accumulatorRows;
  int64_t rows = llvm::divideCeil(extents.rows, rowsOfBlock);
  if (partRows)
    rows = std::gcd(rows, std::max<int64_t>(partRows / rowsOfBlock, 1));
  int64_t cols = llvm::divideCeil(extents.cols, variant.tileColumns(32) *
                                                    plan.accumulatorCols);
  OrderedBlocks best;
  for (int64_t r = std::min(rows, maximum); r > 0; --r) {
    if (rows % r || r * std::min(cols, maximum / r) <= best.count())
      continue;
    OrderedBlocks own = {r, getLargestDivisor(cols, maximum / r)};
    if (own.count() > best.count())
      best = own;
  }
  return best.count() < kMinBlocks ? OrderedBlocks() : best;
}

//===----------------------------------------------------------------------===//
// Overlap
//===----------------------------------------------------------------------===//

/// Returns the registers that remain beside the operands, the accumulators and
/// an epilogue. The scheduler needs some to interleave epilogues.
static int64_t countFree(const FusionGroup &group, const BlockPlan &plan,
                         const EpilogueCost &epilogue,
                         const desc::VariantInfo &variant) {
  constexpr int64_t kInterleaving = 2;
  int64_t needed = group.epilogue ? epilogue.registers + kInterleaving : 0;
  return variant.tileRegisters -
         countRegisters(plan.accumulatorRows, plan.accumulatorCols) - needed;
}

/// Returns the tiles of depth that the epilogue takes, up to `depthTiles`.
static int64_t countEpilogueTiles(const BlockPlan &plan,
                                  const EpilogueCost &epilogue, double product,
                                  int64_t depthTiles, int64_t available) {
  constexpr int64_t kMax = 4; // which limits the length of the code
  int64_t accumulators = plan.accumulatorRows * plan.accumulatorCols;
  int64_t tiles = std::min(
      {int64_t(std::ceil(epilogue.cycles / product)), depthTiles, kMax});
  // After the first tile of depth, all accumulators of this register block and
  // those of the one before whose epilogue follows are live.
  while (tiles > 1 && accumulators - accumulators / tiles > available)
    --tiles;
  return std::max<int64_t>(tiles, 1);
}

/// Returns whether epilogues that are divided over those tiles of depth expose
/// more latency than those that follow the products and interleave. Each
/// exposes its latency beyond the products beside it. If more tiles of depth
/// follow, the loads of their operands wait for it as well. Long epilogues gain
/// nevertheless.
static bool isExposed(const EpilogueCost &epilogue, double product,
                      int64_t tiles, int64_t depthTiles) {
  constexpr double kMaxExposed = 1.5, kMaxBeforeLoads = 1, kLong = 2;
  if (epilogue.latency > (double(depthTiles) + kMaxExposed) * product)
    return true;
  double beside = double(tiles) * product;
  return tiles > 1 && tiles < depthTiles && epilogue.cycles <= kLong * beside &&
         epilogue.latency >= beside + kMaxBeforeLoads * product;
}

int64_t matrix::countOverlap(const FusionGroup &group, const BlockPlan &plan,
                             const EpilogueCost &epilogue, double product,
                             const RegisterBlockExtents &extents,
                             const desc::VariantInfo &variant) {
  constexpr int64_t kMinBlocks = 3;
  constexpr double kMinHidden = 0.4;
  int64_t available = countFree(group, plan, epilogue, variant);
  if (available < 0 || group.init ||
      isDisabled(group.root, Technique::Pipelining))
    return 0;
  if (!group.epilogue)
    return 1;
  int64_t depthTiles = countDepthTiles(group, extents.depth, variant);
  int64_t tiles =
      countEpilogueTiles(plan, epilogue, product, depthTiles, available);
  if (isExposed(epilogue, product, tiles, depthTiles))
    return 0;
  bool isHidden = double(tiles) * product >= kMinHidden * epilogue.cycles;
  bool isLong = countRegisterBlocks(plan, extents, variant) >= kMinBlocks;
  return isHidden && isLong ? tiles : 0;
}
