//===- BlockCost.cpp - cycles of a blocked contraction --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A roofline model of the loop of FusionGroupLoops.h. A step takes as long as
// its slowest resource:
//
//   contraction pipe   multiply-adds of whole tiles / rate
//   load pipe          tiles of both operands for each block of accumulators
//   DRAM               lines of the operands' blocks, times the cores that
//                      share it
//
// Each block of accumulators begins with loads that the contractions wait for,
// and ends with their latency; spilled accumulators are loaded and stored.
// The core with the most blocks determines the time. The first loads and the
// last stores overlap with nothing.
//
//===----------------------------------------------------------------------===//

#include "BlockCost.h"
#include "ContractionRates.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

static double tileLines(const desc::VariantInfo &variant) {
  return double(
      llvm::divideCeil(variant.tileBytes(), *variant.parameters.lineBytes));
}

static bool isContiguous(const StridedOperand &operand, int dim) {
  return dim < 0 || operand.strides[dim] <= 1;
}

static double getLoad(const StridedOperand &operand, int rowDim, int depthDim,
                      const desc::VariantInfo &variant) {
  bool isTransposed =
      !isContiguous(operand, depthDim) && isContiguous(operand, rowDim);
  auto kind = isTransposed ? LoadKind::Transposed : LoadKind::Rows;
  return double(getLoadCycles(kind, operand.getElementType(), variant)
                    .value_or(int64_t(tileLines(variant))));
}

ContractionRates::ContractionRates(const FusionGroup &group,
                                   const BlockPlan &plan,
                                   const desc::VariantInfo &variant)
    : macs(getContractionRate(variant, group.inputs[group.lhs].getElementType())
               .value_or(1)),
      lhsLoad(getLoad(group.inputs[group.lhs], plan.rows, plan.depth, variant)),
      rhsLoad(getLoad(group.inputs[group.rhs], plan.cols, plan.depth, variant)),
      spill(
          tileLines(variant) / double(variant.parameters.ldLines.value_or(1)) +
          tileLines(variant) / double(variant.parameters.stLines.value_or(1))) {
}

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

namespace {

class ContractionCost {
public:
  ContractionCost(const FusionGroup &group, const BlockPlan &plan,
                  const ContractionRates &rates,
                  const desc::VariantInfo &variant, int64_t cores)
      : group(group), plan(plan), rates(rates), variant(variant) {
    for (auto [dim, count] : llvm::zip_equal(group.dims, plan.count))
      (dim.reduction ? steps : pieces) *= double(count);
    rounds = std::ceil(pieces / double(cores));
    sharing = std::min(pieces, double(cores));
  }

  double total() const {
    double loads = dram(group.inputs[group.lhs], plan.rows) +
                   dram(group.inputs[group.rhs], plan.cols);
    double stores = 0;
    for (const StridedOperand &output : group.outputs)
      stores += dram(output, plan.rows, plan.cols);
    for (const StridedOperand &input : group.epilogueInputs)
      stores += dram(input, plan.rows, plan.cols);
    // The loads of a step start when the step before does.
    double latency = double(*variant.parameters.dramLatency);
    double compute = stepCycles();
    double overlapped = std::max(compute, loads + latency + stores / steps);
    return loads + latency + (rounds * steps - 1) * overlapped + compute +
           stores + latency +
           double(variant.parameters.barrierLatency.value_or(0));
  }

private:
  double tilesOf(int dim, int64_t tile) const {
    return double(llvm::divideCeil(plan.blockOf(dim), tile));
  }

  double stepCycles() const {
    const StridedInput &lhs = group.inputs[group.lhs];
    int64_t depthTile =
        variant.tileColumns(lhs.getElementType().getIntOrFloatBitWidth());
    double rows = tilesOf(plan.rows, variant.tileRows);
    double cols = tilesOf(plan.cols, variant.tileColumns(32));
    double depth = tilesOf(plan.depth, depthTile);
    double macs = rows * double(variant.tileRows) * cols *
                  double(variant.tileColumns(32)) * depth * double(depthTile);
    double groups = std::ceil(rows / double(plan.accumulatorRows)) *
                    std::ceil(cols / double(plan.accumulatorCols));
    double operands = double(plan.accumulatorRows) * rates.lhsLoad +
                      double(plan.accumulatorCols) * rates.rhsLoad;
    double start =
        operands + double(variant.parameters.mmaExtraLatency.value_or(0));
    if (steps > 1)
      start +=
          double(plan.accumulatorRows * plan.accumulatorCols) * rates.spill;
    return std::max(macs / rates.macs, groups * depth * operands) +
           groups * start;
  }

  /// Returns the cycles in which DRAM transfers a block, beside the other
  /// cores. A row of the block along a dimension that is not contiguous
  /// transfers a line for each element.
  double dram(const StridedOperand &operand, int rowDim,
              int colDim = -2) const {
    if (colDim == -2)
      colDim = plan.depth;
    double bytes = operand.getElementType().getIntOrFloatBitWidth() / 8.0;
    double line = double(*variant.parameters.lineBytes);
    double rows = extent(operand, rowDim), cols = extent(operand, colDim);
    if (!isContiguous(operand, colDim) && isContiguous(operand, rowDim))
      std::swap(rows, cols);
    else if (!isContiguous(operand, colDim)) {
      rows *= cols;
      cols = 1;
    }
    double lines = rows * std::ceil(cols * bytes / line);
    double rate = std::min(double(*variant.parameters.dramBytes) / sharing,
                           double(*variant.parameters.dmaLines) * line);
    return lines * line / rate;
  }
  double extent(const StridedOperand &operand, int dim) const {
    return operand.dependsOn(dim)
               ? double(std::min(plan.blockOf(dim), group.dims[dim].extent))
               : 1;
  }
  const FusionGroup &group;
  const BlockPlan &plan;
  const ContractionRates &rates;
  const desc::VariantInfo &variant;
  double pieces = 1, steps = 1;
  double rounds, sharing;
};

} // namespace

double matrix::estimateCycles(const FusionGroup &group, const BlockPlan &plan,
                              const ContractionRates &rates,
                              const desc::VariantInfo &variant, int64_t cores) {
  return ContractionCost(group, plan, rates, variant, cores).total();
}
