//===- StepCost.cpp - cycles of register blocks ---------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each block of accumulators begins with loads that the contractions wait for,
// and ends with their latency and stores; spilled accumulators are loaded and
// stored in each step. If register blocks overlap, only the first one waits,
// and the epilogue and stores of one and the loads of the next pass beside its
// first products, except for the latency of a load. In sequences that are
// ordered, products and epilogues share the registers: with p and e cycles of
// them, a step takes sqrt(p^2 + e^2), and each sequence begins and ends once.
//
//===----------------------------------------------------------------------===//

#include "StepCost.h"

using namespace mlir;
using namespace matrix;

StepCost::StepCost(const FusionGroup &group, const BlockPlan &plan,
                   const ContractionRates &rates,
                   const desc::VariantInfo &variant,
                   const RegisterBlockExtents &extents)
    : group(group), plan(plan), rates(rates), variant(variant),
      steps(double(plan.reductionSteps(group))),
      ordered(steps > 1 ? 1
                        : double(chooseOrdered(group, plan, rates.epilogue,
                                               rates.product, extents,
                                               /*partRows=*/0, variant)
                                     .count())),
      overlap(ordered > 1
                  ? 0
                  : double(countOverlap(group, plan, rates.epilogue,
                                        rates.product, extents, variant))),
      extents(extents) {}

StepCost::StepCost(const FusionGroup &group, const BlockPlan &plan,
                   const ContractionRates &rates,
                   const desc::VariantInfo &variant)
    : StepCost(group, plan, rates, variant, getBlockExtents(plan)) {
  if (overlap > 0 && steps == 1 && hasConstantExtent(group, plan, plan.cols))
    chooseNarrow();
}

/// Each row of register blocks then starts twice.
void StepCost::chooseNarrow() {
  int64_t width = variant.tileColumns(32);
  int64_t tiles = llvm::divideCeil(extents.cols, width);
  int64_t columns =
      llvm::alignTo(tiles % plan.accumulatorCols, plan.columnBlocks);
  if (columns == 0 || columns >= plan.accumulatorCols ||
      tiles < plan.accumulatorCols)
    return;
  double whole = stepCycles() + resultCycles();
  int64_t cols = extents.cols;
  extents.cols = llvm::alignDown(tiles, plan.accumulatorCols) * width;
  RegisterBlockExtents others = extents;
  others.cols = cols - extents.cols;
  narrow = std::make_shared<Narrow>(*this, columns, others);
  if (whole <= stepCycles() + resultCycles())
    ignoreNarrow();
}

void StepCost::ignoreNarrow() {
  narrow.reset();
  extents = getBlockExtents(plan);
}

int64_t StepCost::getNarrowColumns() const {
  return narrow ? narrow->plan.accumulatorCols : 0;
}

double StepCost::products() const {
  return registerBlocks() * depthTiles() * accumulators() * rates.product +
         (narrow ? narrow->cost.products() : 0);
}

double StepCost::loads() const {
  return registerBlocks() * (depthTiles() * operandLoads() + reloads()) +
         (narrow ? narrow->cost.loads() : 0);
}

double StepCost::stepCycles() const {
  return ownStepCycles() + (narrow ? narrow->cost.stepCycles() : 0);
}

double StepCost::resultCycles() const {
  return ownResultCycles() + (narrow ? narrow->cost.resultCycles() : 0);
}

double StepCost::depthTiles() const {
  return double(countDepthTiles(group, plan.spanOf(plan.depth), variant));
}

double StepCost::registerBlocks() const {
  return double(countRegisterBlocks(plan, extents, variant));
}

/// The next product of an accumulator waits for the one before.
double StepCost::productCycles() const {
  double products =
      accumulators() * rates.product +
      rates.exposedLoad(plan.accumulatorRows, plan.accumulatorCols);
  return std::max(products, rates.product + rates.latency);
}

double StepCost::iterationCycles() const {
  return std::max(productCycles(), operandLoads());
}

double StepCost::ownStepCycles() const {
  double products = productCycles();
  double stores = accumulators() * rates.store;
  double iteration = iterationCycles();
  double start = operandLoads() + rates.latency;
  if (overlap > 0) {
    // Stores and reloads pass beside the last products of a register block
    // and the first ones of the next, if they are of different tiles.
    bool isPeeled =
        depthTiles() > overlap && haveEqualDepth(group, plan, variant);
    double tiles = isPeeled ? 2 : 1;
    double handover =
        join(tiles * products, tiles * operandLoads() + reloads());
    return start +
           registerBlocks() * (std::max(handover, stores) +
                               (isPeeled && !plan.hasWindows ? 0 : restart()) +
                               (depthTiles() - tiles) * iteration) +
           rates.blockOverhead;
  }
  if (ordered > 1)
    return orderedProducts() +
           registerBlocks() / ordered * (start + rates.blockOverhead);
  return registerBlocks() * (start + reloads() + (steps > 1 ? stores : 0) +
                             depthTiles() * iteration + rates.blockOverhead);
}

double StepCost::orderedProducts() const {
  return registerBlocks() * depthTiles() * iterationCycles();
}

/// Returns the cycles that overlapping register blocks lose: with windows,
/// tiles at the ends of the depth have no constant distance.
double StepCost::restart() const {
  double latency = double(variant.parameters.ldExtraLatency.value_or(0));
  return plan.hasWindows ? latency + rates.product : latency;
}

double StepCost::ownResultCycles() const {
  double epilogue = accumulators() * rates.epilogue.cycles;
  if (overlap > 0) {
    double beside = overlap * accumulators() * rates.product;
    return epilogue + (registerBlocks() - 1) * std::max(0.0, epilogue - beside);
  }
  if (ordered > 1) {
    double products = orderedProducts();
    return std::hypot(products, registerBlocks() * epilogue) - products;
  }
  double copy =
      steps > 1 && !accumulatesInResult(group) ? rates.load + rates.store : 0;
  return registerBlocks() * (epilogue + accumulators() * (rates.store + copy));
}

/// Returns the tiles of depth of a result.
static double countDepth(const FusionGroup &group,
                         const desc::VariantInfo &variant) {
  auto tiles =
      double(countDepthTiles(group, group.dims[group.k].extent, variant));
  for (auto [d, dim] : llvm::enumerate(group.dims))
    if (dim.reduction && int(d) != group.k)
      tiles *= double(dim.extent);
  return tiles;
}

double matrix::countAccumulatorCycles(const FusionGroup &group,
                                      const BlockPlan &plan,
                                      const ContractionRates &rates,
                                      double iteration,
                                      const desc::VariantInfo &variant) {
  RegisterBlockExtents extents = {
      plan.wholeSpan(group, plan.rows, variant.tileRows),
      plan.wholeSpan(group, plan.cols, variant.tileColumns(32)) / 2,
      group.dims[group.k].extent};
  double depth = countDepth(group, variant);
  double accumulators = double(plan.accumulatorRows * plan.accumulatorCols);
  bool isWhole =
      depth == double(countDepthTiles(group, extents.depth, variant));
  int64_t ordered =
      isWhole ? chooseOrdered(group, plan, rates.epilogue, rates.product,
                              extents, /*partRows=*/0, variant)
                    .count()
              : 1;
  auto overlap =
      double(ordered > 1 ? 0
                         : countOverlap(group, plan, rates.epilogue,
                                        rates.product, extents, variant));
  double cycles = (depth - overlap) * iteration +
                  std::max(overlap * iteration, rates.epilogue.cycles);
  if (overlap > 0)
    return cycles;
  if (ordered > 1)
    cycles = std::hypot(depth * iteration, rates.epilogue.cycles);
  double start = double(plan.accumulatorRows) * rates.lhsLoad +
                 double(plan.accumulatorCols) * rates.rhsLoad + rates.latency;
  return cycles +
         (start + rates.blockOverhead) / (accumulators * double(ordered));
}
