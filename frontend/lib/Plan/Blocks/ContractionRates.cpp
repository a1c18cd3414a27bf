//===- ContractionRates.cpp - how fast instructions multiply --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Takes rates from the description: products from the table of contractions
// that is generated for the simulator's bounds, in which the fastest
// instruction for the element type counts; tile loads from the instructions
// that are selected for them; stores and accumulators from lines and the widths
// of the pipes. The epilogue is selected by itself (RegisterBlocks.h).
//
//===----------------------------------------------------------------------===//

#include "ContractionRates.h"
#include "BlockCost.h"
#include "WindowLayout.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace mlir;
using namespace matrix;

namespace {
struct ContractionInfo {
  std::string_view cpu, element;
  int64_t macs, cycles;
};
} // namespace

static constexpr ContractionInfo contractions[] = {
#define CONTRACTION(cpu, name, element, sum, rows, columns, depth, cycles,     \
                    pipe)                                                      \
  {cpu, element, int64_t(rows) * (columns) * (depth), cycles},
#include "MatrixWork.inc"
};

std::optional<double>
matrix::getContractionRate(const desc::VariantInfo &variant,
                           mlir::Type element) {
  std::optional<double> best;
  for (const ContractionInfo &p : contractions)
    if (p.cpu == variant.cpu && isElementType(element, p.element))
      best = std::max(best.value_or(0), double(p.macs) / double(p.cycles));
  return best;
}

double matrix::countTileLines(const desc::VariantInfo &variant) {
  return double(
      llvm::divideCeil(variant.tileBytes(), *variant.parameters.lineBytes));
}

static bool isContiguous(const StridedOperand &operand, int dim) {
  return dim < 0 || operand.strides[dim] <= 1;
}

/// Returns the lines of a row of a tile, in lines of an aligned row: windows
/// move over the contiguous dimension to any position.
static double countLinesOfRow(const StridedOperand &operand, bool isTransposed,
                              const desc::VariantInfo &variant) {
  if (operand.tensorDims.empty())
    return 1;
  const TensorDim &last = operand.tensorDims.back();
  int64_t loops =
      int64_t(last.factors.size()) - llvm::count(last.factors, int64_t(0));
  if (loops <= 1)
    return 1;
  double bytes = operand.getElementType().getIntOrFloatBitWidth() / 8.0;
  double row = isTransposed ? double(variant.tileRows) * bytes
                            : double(variant.tileRowBytes);
  return 1 + (row - bytes) / double(*variant.parameters.lineBytes);
}

static double getLoad(const FusionGroup &group, const BlockPlan &plan,
                      const StridedOperand &operand, int rowDim, int depthDim,
                      const desc::VariantInfo &variant) {
  std::optional<StagedOperand> staged =
      getTransposition(group, plan, variant, operand, rowDim, depthDim);
  bool isTransposed = staged ? !staged->hasDepth && !staged->packing
                             : !isContiguous(operand, depthDim) &&
                                   isContiguous(operand, rowDim);
  auto kind = isTransposed ? LoadKind::Transposed : LoadKind::Rows;
  auto cycles = double(getLoadCycles(kind, operand.getElementType(), variant)
                           .value_or(int64_t(countTileLines(variant))));
  bool isAligned = staged || !plan.hasWindows;
  return isAligned ? cycles
                   : cycles * countLinesOfRow(operand, isTransposed, variant);
}

double matrix::getProductCycles(const FusionGroup &group,
                                const desc::VariantInfo &variant) {
  Type element = group.inputs[group.lhs].getElementType();
  int64_t depth = variant.tileColumns(element.getIntOrFloatBitWidth());
  return double(variant.tileRows * variant.tileColumns(32) * depth) /
         getContractionRate(variant, element).value_or(1);
}

ContractionRates::ContractionRates(const FusionGroup &group,
                                   const BlockPlan &plan,
                                   const desc::VariantInfo &variant)
    : product(getProductCycles(group, variant)),
      latency(double(variant.parameters.mmaExtraLatency.value_or(0))),
      lhsLoad(getLoad(group, plan, group.inputs[group.lhs], plan.rows,
                      plan.depth, variant)),
      rhsLoad(getLoad(group, plan, group.inputs[group.rhs], plan.cols,
                      plan.depth, variant)),
      load(countTileLines(variant) /
           double(variant.parameters.ldLines.value_or(1))),
      store(countTileLines(variant) /
            double(variant.parameters.stLines.value_or(1))),
      epilogue(selectEpilogue(group, plan, variant)),
      loadLatency(double(variant.parameters.ldExtraLatency.value_or(0))) {
  blockOverhead = group.epilogue ? getDrain() : 0;
}

bool matrix::loadsLastColumnLate(const FusionGroup &group,
                                 const BlockPlan &plan,
                                 const desc::VariantInfo &variant) {
  if (plan.accumulatorCols == 1)
    return false;
  double product = getProductCycles(group, variant);
  double lhs = getLoad(group, plan, group.inputs[group.lhs], plan.rows,
                       plan.depth, variant),
         rhs = getLoad(group, plan, group.inputs[group.rhs], plan.cols,
                       plan.depth, variant);
  auto before = double(plan.accumulatorRows * (plan.accumulatorCols - 1));
  auto latency = double(variant.parameters.ldExtraLatency.value_or(0));
  return lhs >= product && before * product > rhs + latency;
}

bool matrix::loadsFirstRowLater(const FusionGroup &group, const BlockPlan &plan,
                                const desc::VariantInfo &variant) {
  return plan.accumulatorRows > 1 && plan.accumulatorCols > 1 &&
         getLoad(group, plan, group.inputs[group.rhs], plan.cols, plan.depth,
                 variant) >= 2 * getProductCycles(group, variant);
}

double ContractionRates::exposedLoad(int64_t rows, int64_t cols) const {
  if (rows > 1 && cols > 1)
    return 0;
  double shared = rows == 1 ? lhsLoad : rhsLoad;
  return std::max(shared + loadLatency - product, 0.0);
}

/// Returns the cycles from the last product of a register block to the end of
/// the store of its result.
double ContractionRates::getDrain() const {
  return product + latency + load + loadLatency + epilogue.latency + store;
}

double matrix::getTranspositionCycles(const FusionGroup &group,
                                      const BlockPlan &plan,
                                      const desc::VariantInfo &variant,
                                      const StridedOperand &operand,
                                      int rowDim) {
  std::optional<StagedOperand> staged =
      getTransposition(group, plan, variant, operand, rowDim, plan.depth);
  if (!staged)
    return 0;
  Type element = operand.getElementType();
  int64_t width = variant.tileColumns(element.getIntOrFloatBitWidth());
  auto lines = double(llvm::divideCeil(staged->rows, width) * staged->groups);
  double tiles = lines * double(llvm::divideCeil(staged->positions,
                                                 int64_t(variant.tileRows)));
  double store =
      countTileLines(variant) / double(variant.parameters.stLines.value_or(1));
  auto load = double(getLoadCycles(LoadKind::Transposed, element, variant)
                         .value_or(int64_t(countTileLines(variant))));
  double packed = staged->packing ? tiles * (load + store) : 0;
  // The last stores of a line of tiles, and the first load of the next one.
  double ends = lines * (kTilesAhead * store + load +
                         double(variant.parameters.ldExtraLatency.value_or(0)));
  return tiles * std::max(load, store) + ends + packed;
}
