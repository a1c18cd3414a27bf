//===- RowStep.cpp - steps of contractions on rows ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The steps of a loop start at intervals of the largest of three bounds, as in
// modulo scheduling:
//
//   contraction pipe   the products of a step
//   load pipe          the blocks of both operands
//   recurrence         a block is loaded again into the same rows: the load
//                      starts with the last product that reads them, and the
//                      first product that reads them waits for it
//
// The products of a step are ordered by column of the result: one block of the
// second operand is read by successive products, one of the first in each
// column.
//
//===----------------------------------------------------------------------===//

#include "RowStep.h"
#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

using namespace matrix;

/// Bounds the size of the code.
static constexpr int64_t maxProductsPerStep = 32;
/// Steps whose cycles differ by less are equal: the estimate is no better.
static constexpr double tolerance = 1.02;

/// Returns the cycles of activities that overlap: the longest, and more if
/// others take about as long.
static double join(double a, double b, double c) {
  return std::pow(std::pow(a, 4) + std::pow(b, 4) + std::pow(c, 4), 0.25);
}

/// Returns the cycles of `count` successive steps. If they overlap
/// (StepOverlap.h), the loads of the first one and the stores of the last one
/// overlap with nothing, and the others wait for their loads only if the last
/// iteration over the depth reads the rows that they take.
static double estimateSteps(int64_t count, const RowStep &step, int64_t depth,
                            const RowRates &rates) {
  double product = double(rates.product), load = double(rates.load);
  double latency = double(rates.loadLatency);
  double distance = double(std::max(step.m - 1, (step.n - 1) * step.m));
  bool hasLoop = depth > step.k;
  double interval = join(double(step.numProducts()) * product,
                         double((step.m + step.n) * step.k) * load,
                         hasLoop ? latency + distance * product : 0);
  double cycles = std::ceil(double(depth) / double(step.k)) * interval;
  double stores = double(step.m * step.n) * load;
  if (!hasLoop || step.k == 1)
    return double(count) * (cycles + latency + stores);
  double wait = (depth - 1) % step.k ? 0 : latency;
  return double(count) * (cycles + wait) + latency - wait + stores;
}

/// Blocks that remain after whole steps form smaller ones.
double matrix::estimateCycles(const RowStep &step, const RowBlocks &blocks,
                              const RowRates &rates) {
  double cycles = 0;
  auto add = [&](int64_t outer, int64_t inner, int64_t m, int64_t n) {
    if (outer && inner && m && n)
      cycles +=
          double(outer) * estimateSteps(inner, {m, n, step.k}, blocks.k, rates);
  };
  int64_t m = blocks.m / step.m, n = blocks.n / step.n;
  int64_t moreM = blocks.m % step.m, moreN = blocks.n % step.n;
  int64_t outer = blocks.isInnerM ? n : m, inner = blocks.isInnerM ? m : n;
  add(outer, inner, step.m, step.n);
  if (blocks.isInnerM) {
    add(n, 1, moreM, step.n);
    add(1, m, step.m, moreN);
  } else {
    add(1, n, moreM, step.n);
    add(m, 1, step.m, moreN);
  }
  add(1, 1, moreM, moreN);
  return cycles;
}

/// Returns the products in the code of all loops.
static int64_t countProducts(const RowStep &step, const RowBlocks &blocks) {
  return (step.m + blocks.m % step.m) * (step.n + blocks.n % step.n) * step.k;
}

static bool fits(const RowStep &step, const RowBlocks &blocks,
                 const RowRates &rates) {
  int64_t results = step.m * step.n * blocks.blockM;
  int64_t operands = (step.m * blocks.blockM + step.n * blocks.blockK) * step.k;
  return step.numProducts() <= maxProductsPerStep &&
         results <= rates.resultRows && operands <= rates.operandRows;
}

namespace {

struct Candidate {
  RowStep step;
  double cycles;
};

} // namespace

RowStep matrix::chooseRowStep(const RowBlocks &blocks, const RowRates &rates) {
  std::vector<Candidate> candidates;
  auto add = [&](const RowStep &step) {
    candidates.push_back({step, estimateCycles(step, blocks, rates)});
  };
  add({});
  for (int64_t m = 1; m <= std::min(blocks.m, maxProductsPerStep); ++m)
    for (int64_t n = 1; n <= std::min(blocks.n, maxProductsPerStep); ++n)
      for (int64_t k = 1; k <= blocks.k; k *= 2)
        if (RowStep step{m, n, k}; fits(step, blocks, rates))
          add(step);
  auto compareCycles = [](const Candidate &a, const Candidate &b) {
    return a.cycles < b.cycles;
  };
  double minimum =
      std::min_element(candidates.begin(), candidates.end(), compareCycles)
          ->cycles;
  auto cost = [&](const Candidate &candidate) {
    return std::tuple(candidate.cycles > tolerance * minimum,
                      countProducts(candidate.step, blocks), candidate.cycles);
  };
  return std::min_element(candidates.begin(), candidates.end(),
                          [&](const Candidate &a, const Candidate &b) {
                            return cost(a) < cost(b);
                          })
      ->step;
}
