//===- BlockTransfers.cpp - cycles of transfers of blocks -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Counts the lines of DRAM that blocks of a contraction have, and divides them
// by the bandwidth. The cores that load blocks of their own share the bandwidth
// of DRAM; the rate of one DMA engine is a second limit.
//
//===----------------------------------------------------------------------===//

#include "BlockTransfers.h"
#include "WindowLayout.h"
#include "llvm/Support/MathExtras.h"
#include <numeric>

using namespace mlir;
using namespace matrix;

static bool isContiguous(const StridedOperand &operand, int dim) {
  return dim < 0 || operand.strides[dim] <= 1;
}

/// Rows of the block along a dimension that is not contiguous transfer a line
/// for each element. Only loads have transposed tiles.
double BlockTransfers::getCycles(const StridedOperand &operand, int rowDim,
                                 int colDim, bool isOutput) const {
  if (operand.resident && !operand.resident.isStored)
    return 0;
  double bytes = operand.getElementType().getIntOrFloatBitWidth() / 8.0;
  double line = double(*variant.parameters.lineBytes);
  if (plan.hasWindows && hasBox(operand, plan, colDim, isOutput))
    if (std::optional<WindowLayout> layout = getWindowLayout(
            group, plan, variant, operand, rowDim, colDim, isOutput))
      return getTransferCycles(
          operand, double(layout->countLines(int64_t(bytes), int64_t(line))));
  double rows = extent(operand, rowDim), cols = extent(operand, colDim);
  double lines = rows * cols * countLines(operand, int64_t(bytes));
  if (isContiguous(operand, colDim))
    lines = rows * countRowLines(operand, colDim);
  else if (isContiguous(operand, rowDim) && !isOutput)
    lines = cols * countRowLines(operand, rowDim);
  return getTransferCycles(operand, lines);
}

double BlockTransfers::countRowLines(const StridedOperand &operand,
                                     int dim) const {
  int64_t bytes = operand.getElementType().getIntOrFloatBitWidth() / 8;
  if (!operand.dependsOn(dim))
    return countLines(operand, bytes);
  int64_t whole = group.dims[dim].extent,
          block = std::min(plan.blockOf(dim), whole), rest = whole % block;
  if (!isAverage(dim))
    return countLines(operand, block * bytes);
  double all = double(whole / block) * countLines(operand, block * bytes) +
               (rest ? countLines(operand, rest * bytes) : 0);
  return all / double(plan.ownBlocks(dim) * plan.grid[dim]);
}

/// Returns the lines of DRAM that a row of a block transfers. Rows begin at
/// multiples of `step` bytes, each offset in a line being equally frequent. A
/// row of n bytes, n a multiple of step, then has on average
///
///   n / line + (line - step) / line   lines:
///
/// one if it has step bytes, and 1 / line more for each further byte.
double BlockTransfers::countLines(const StridedOperand &operand,
                                  int64_t rowBytes) const {
  int64_t bytes = operand.getElementType().getIntOrFloatBitWidth() / 8;
  int64_t line = *variant.parameters.lineBytes, step = line;
  for (int dim = 0, e = group.dims.size(); dim < e; ++dim) {
    int64_t extent = group.dims[dim].extent;
    int64_t block = isContiguous(operand, dim) ? plan.blockOf(dim) : 1;
    if (block < extent)
      step = std::gcd(step, operand.strides[dim] * block * bytes);
  }
  return double(llvm::alignTo(rowBytes, step) + line - step) / double(line);
}

double BlockTransfers::getResultCycles() const {
  double cycles = 0;
  for (const StridedOperand &output : group.outputs)
    cycles += getCycles(output, plan.rows, plan.cols, /*isOutput=*/true);
  for (const StridedInput &input : group.epilogueInputs)
    cycles += getCycles(input, plan.rows, plan.cols);
  return cycles;
}

bool BlockTransfers::awaitsFirst(int64_t cores, double compute) const {
  const StridedOperand &lhs = group.inputs[group.lhs],
                       &rhs = group.inputs[group.rhs];
  // Cycles of loads that a step starts for the next one.
  auto getLoads = [&](const StridedOperand &operand, int rowDim) -> double {
    int64_t period = plan.stepsPerBlock(operand, cores);
    if (plan.numRounds(cores) * plan.numSteps() <= period)
      return 0;
    int64_t pieces = countPieces(getDivisibleRows(operand, rowDim), period,
                                 plan.numSharers(operand) > 1);
    return getCycles(operand, rowDim, plan.depth) / double(pieces);
  };
  bool sharesLhs = plan.numSharers(lhs) > 1;
  if (sharesLhs == (plan.numSharers(rhs) > 1))
    return false;
  double left = getLoads(lhs, plan.rows), right = getLoads(rhs, plan.cols);
  return left + right < compute &&
         (sharesLhs ? right : left) > double(*variant.parameters.dramLatency);
}

/// The cores that load blocks of their own share the bandwidth.
double BlockTransfers::getTransferCycles(const StridedOperand &operand,
                                         double lines) const {
  double line = double(*variant.parameters.lineBytes);
  double own = loaders / double(plan.numSharers(operand));
  double rate = std::min(double(*variant.parameters.dramBytes) / own,
                         double(*variant.parameters.dmaLines) * line);
  return lines * line / rate;
}

/// Blocks of a grid share the bandwidth, and the last ones may be smaller.
bool BlockTransfers::isAverage(int dim) const {
  return !plan.grid.empty() && !plan.hasWindows &&
         llvm::is_contained(plan.distributedDims, dim);
}

/// Returns the elements of a block along a dimension, or their average.
double BlockTransfers::extent(const StridedOperand &operand, int dim) const {
  if (!operand.dependsOn(dim))
    return 1;
  auto whole = double(group.dims[dim].extent);
  return isAverage(dim) ? whole / double(plan.ownBlocks(dim) * plan.grid[dim])
                        : std::min(double(plan.blockOf(dim)), whole);
}

/// Returns the rows of a block that transfers of pieces divide.
int64_t BlockTransfers::getDivisibleRows(const StridedOperand &operand,
                                         int rowDim) const {
  if (plan.hasWindows || !operand.dependsOn(rowDim) ||
      !operand.dependsOn(plan.depth))
    return 1;
  return plan.blockOf(isTransposed(operand, rowDim) ? plan.depth : rowDim);
}

bool BlockTransfers::isTransposed(const StridedOperand &operand,
                                  int rowDim) const {
  return !isContiguous(operand, plan.depth) && isContiguous(operand, rowDim);
}
