//===- CopyCost.cpp - cycles of copies in DRAM ----------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Rows begin at multiples of the greatest common divisor of all strides, each
// offset in a line being equally frequent. A row of b bytes, rounded up to a
// multiple of that divisor d, then takes (b + line - d) / line lines on
// average. The rate of a core is the smaller of its share of the DRAM bandwidth
// and the rate of its DMA engine.
//
//===----------------------------------------------------------------------===//

#include "CopyCost.h"
#include "Plan/Blocks/BlockTransfers.h"
#include <numeric>

using namespace mlir;
using namespace matrix;

double CopyCost::countLines(const StagedCopy &plan,
                            const StagedCopy::Side &side,
                            int64_t CopyDim::*stride) const {
  int64_t step = lineBytes(), rows = 1;
  for (const CopyDim &dim : plan.dims)
    if (dim.count() > 1)
      step = std::gcd(step, dim.*stride * dim.block * elementBytes);
  for (const StagedCopy::Level &level : side.rows) {
    rows *= level.count;
    step = std::gcd(step, level.from * elementBytes);
  }
  auto bytes = double(llvm::alignTo(side.row * elementBytes, step));
  return double(rows) * (bytes + double(lineBytes() - step)) /
         double(lineBytes());
}

double CopyCost::dramCycles(double lines, int64_t used) const {
  auto line = double(lineBytes());
  double rate = double(*variant.parameters.dramBytes) / double(used);
  double maximum = double(variant.parameters.dmaLines.value_or(1)) * line;
  return lines * line / std::min(rate, maximum);
}

double CopyCost::fixedCycles() const {
  return 2 * double(variant.parameters.dramLatency.value_or(0)) +
         double(variant.parameters.barrierLatency.value_or(0));
}

/// An engine moves lines of the scratchpad before lines of DRAM, and the cores
/// share DRAM. They do not start at once: while one of them rearranges its
/// block, others load and store. A step waits for the store of the step before.
double CopyCost::getStaged(const StagedCopy &plan) const {
  int64_t used = std::min(cores, plan.pieces());
  double load = countLines(plan, plan.source, &CopyDim::source),
         store = countLines(plan, plan.target, &CopyDim::target);
  auto lines = double(plan.runs() *
                      llvm::divideCeil(plan.run * elementBytes, lineBytes()));
  double inside = lines / double(variant.parameters.dmaLines.value_or(1));
  auto latency = double(variant.parameters.dramLatency.value_or(0));
  double own = dramCycles(load + store, 1) + std::max(inside, latency) +
               double(plan.transfers() + 2) * kTransferStart;
  double step = std::max(own, dramCycles(load + store, used));
  auto steps = double(llvm::divideCeil(plan.pieces(), cores));
  double delay = steps > 1 ? double(plan.delay(cores) * (used - 1)) : 0;
  return dramCycles(load, used) + delay + steps * step + fixedCycles();
}

/// The load of a block is in flight during the step before.
double CopyCost::blockCycles(ArrayRef<CopyDim> dims) const {
  CopyPlan plan(SmallVector<CopyDim>(dims), elementBytes, variant, cores);
  return double(llvm::divideCeil(plan.pieces(), cores)) *
         (double(variant.parameters.dramLatency.value_or(0)) +
          2 * kTransferStart);
}

double CopyCost::getDirect(ArrayRef<CopyDim> dims) const {
  double lines = 0;
  for (int64_t CopyDim::*stride : {&CopyDim::source, &CopyDim::target}) {
    int64_t step = lineBytes(), rows = 1;
    for (const CopyDim &dim : dims.drop_back()) {
      rows *= dim.extent;
      step = std::gcd(step, dim.*stride * elementBytes);
    }
    auto bytes = double(llvm::alignTo(dims.back().extent * elementBytes, step));
    bool isDense = stride == &CopyDim::target && dims.size() > 1 &&
                   dims[dims.size() - 2].target == dims.back().extent;
    lines += double(rows) *
             (bytes + (isDense ? 0 : double(lineBytes() - step))) /
             double(lineBytes());
  }
  return std::max(dramCycles(lines, /*used=*/1), blockCycles(dims)) +
         fixedCycles();
}
