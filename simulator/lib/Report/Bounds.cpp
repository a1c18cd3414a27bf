//===- Bounds.cpp - what no program can beat ------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Bounds.h"
#include "llvm/Support/MathExtras.h"
#include <algorithm>

using namespace matrix;
using namespace matrix::sim;

const Contraction *sim::contractionFor(const OperationWork &work,
                                       const desc::VariantInfo &variant) {
  if (!work.macs || work.types.size() < 2)
    return nullptr;
  const Contraction *a = fastestContraction(variant, work.types[0]);
  const Contraction *b = fastestContraction(variant, work.types[1]);
  if (!a || !b)
    return nullptr;
  return a->macs() * b->cycles < b->macs() * a->cycles ? a : b;
}

//===----------------------------------------------------------------------===//
// Resources
//===----------------------------------------------------------------------===//

static double productCycles(const OperationWork &work, const Contraction &c) {
  return double(work.macs) * double(c.cycles) / double(c.macs());
}

/// A result and its transpose cost the same work: the better one counts.
static double shapeCycles(const OperationWork &work, const Contraction &c) {
  auto tiles = [&](uint64_t m, uint64_t n) {
    return double(llvm::divideCeil(m, c.rows)) *
           double(llvm::divideCeil(n, c.columns));
  };
  return double(work.batch) *
         std::min(tiles(work.m, work.n), tiles(work.n, work.m)) *
         double(llvm::divideCeil(work.k, c.depth)) * double(c.cycles);
}

/// Tile loads if a x b accumulators stay in registers, beside which the
/// operands of one side and one of the other find room; 0: they don't.
static double loadsOfBlocks(const OperationWork &work, const Contraction &c,
                            uint64_t registers) {
  uint64_t m = llvm::divideCeil(work.m, c.rows),
           n = llvm::divideCeil(work.n, c.columns),
           k = llvm::divideCeil(work.k, c.depth);
  double least = 0;
  for (uint64_t a = 1; a <= std::min(m, registers); ++a)
    for (uint64_t b = 1; b <= std::min(n, registers); ++b) {
      if (a * b + std::min(a, b) + 1 > registers)
        continue;
      double loads =
          double(work.batch * k) *
          double(m * llvm::divideCeil(n, b) + n * llvm::divideCeil(m, a));
      least = least ? std::min(least, loads) : loads;
    }
  return least;
}

static std::optional<double> over(double amount, int64_t rate) {
  if (rate <= 0)
    return std::nullopt;
  return amount / double(rate);
}

static std::optional<double> dramCycles(uint64_t bytes,
                                        const desc::VariantInfo &variant) {
  return over(double(bytes), variant.figure("DramBytes"));
}

static std::optional<double> elementCycles(const OperationWork &work,
                                           const desc::VariantInfo &variant) {
  auto simple = over(double(work.ewBytes), variant.figure("EwBytes"));
  auto slow = over(double(work.sfuBytes), variant.figure("SfuBytes"));
  if (!simple || !slow)
    return std::nullopt;
  return *simple + *slow;
}

/// Products load tiles; all else reads its operands once.
static std::optional<double> loadCycles(const OperationWork &work,
                                        const Contraction *c,
                                        const desc::VariantInfo &variant) {
  auto lines = over(double(work.read), variant.figure("LineBytes"));
  if (!lines || !variant.hasTiles())
    return std::nullopt;
  if (c)
    lines = loadsOfBlocks(work, *c, uint64_t(variant.tileRegisters)) *
            double(variant.tileBytes()) / double(variant.figure("LineBytes"));
  return over(*lines, variant.figure("LdLines"));
}

static std::optional<double> latencyCycles(bool reads, bool writes,
                                           const desc::VariantInfo &variant) {
  int64_t latency = variant.figure("DramLatency");
  auto line =
      over(double(variant.figure("LineBytes")), variant.figure("DramBytes"));
  if (!latency || !line)
    return std::nullopt;
  return (reads + writes) * (double(latency) + *line);
}

static void add(std::optional<double> &sum, double value) {
  sum = sum.value_or(0) + value;
}

double Bounds::largest(const std::optional<double> &products) const {
  return std::max({products.value_or(0), dram.value_or(0), ew.value_or(0),
                   latency.value_or(0)});
}

//===----------------------------------------------------------------------===//
// Operations and programs
//===----------------------------------------------------------------------===//

Bounds sim::boundsOf(const OperationWork &work,
                     const desc::VariantInfo &variant, unsigned cores) {
  Bounds bounds;
  const Contraction *c = contractionFor(work, variant);
  bool isDepthwise = work.kind == "depthwise";
  if (c) {
    bounds.mma = productCycles(work, *c) / cores;
    bounds.shape = shapeCycles(work, *c) / cores;
  }
  if (work.isFree())
    return bounds;
  bounds.dram = dramCycles(work.read + work.written, variant);
  if (auto cycles = elementCycles(work, variant))
    bounds.ew = *cycles / cores;
  if (auto cycles = loadCycles(work, isDepthwise ? nullptr : c, variant))
    bounds.loads = *cycles / cores;
  // Whichever way is the shorter one.
  if (isDepthwise && bounds.shape && bounds.ew)
    bounds.shape = std::min(*bounds.shape, *bounds.ew);
  return bounds;
}

Bounds sim::boundsOf(const ProgramWork &work, const desc::VariantInfo &variant,
                     unsigned cores) {
  Bounds all;
  for (const OperationWork &operation : work.operations) {
    Bounds one = boundsOf(operation, variant, cores);
    if (one.mma)
      add(all.mma, *one.mma);
    if (one.shape)
      add(all.shape, *one.shape);
    if (one.ew)
      add(all.ew, *one.ew);
    if (one.loads)
      add(all.loads, *one.loads);
  }
  if (!work.known)
    return all;
  all.dram = dramCycles(work.in + work.constants + work.out, variant);
  all.latency =
      latencyCycles(work.in + work.constants != 0, work.out != 0, variant);
  return all;
}

double sim::layerByLayer(const ProgramWork &work,
                         const desc::VariantInfo &variant, unsigned cores) {
  double sum = 0;
  for (const OperationWork &operation : work.operations)
    if (!operation.isFree())
      sum += boundsOf(operation, variant, cores).roof();
  return sum;
}
