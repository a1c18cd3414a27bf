//===- Bounds.cpp - lower bounds of cycles --------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes the cycles each resource needs for an operation, and combines them
// for programs. Operations of a program may overlap and be fused, so the cycles
// of one resource are added over the operations, the bound of the program is
// the maximum over the resources, and DRAM traffic is that of its arguments and
// results alone. The comments of the functions derive the formulas.
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

/// The transpose of a result is the same work, so that the cheaper orientation
/// is the bound.
static double tileCycles(const OperationWork &work, const Contraction &c) {
  auto tiles = [&](uint64_t m, uint64_t n) {
    return double(llvm::divideCeil(m, c.rows)) *
           double(llvm::divideCeil(n, c.columns));
  };
  return double(work.batch) *
         std::min(tiles(work.m, work.n), tiles(work.n, work.m)) *
         double(llvm::divideCeil(work.k, c.depth)) * double(c.cycles);
}

/// Whole tiles of the instruction with the least padding. Small products may
/// instead execute on the elementwise unit, at 4 bytes per multiply-add, or on
/// the scalar core. A part of the products can have less padding than all of
/// them.
static double shapeCycles(const OperationWork &work,
                          const desc::VariantInfo &variant) {
  double minimum = double(work.macs);
  if (auto rate = variant.parameters.ewBytes)
    minimum = std::min(minimum, 4 * double(work.macs) / double(*rate));
  for (const std::string &type : {work.types[0], work.types[1]})
    for (const Contraction &c : contractionsFor(variant, type))
      minimum = std::min(minimum, work.needed < 1 ? productCycles(work, c)
                                                  : tileCycles(work, c));
  return minimum;
}

/// Minimal number of tile loads with register blocks of a x b accumulators.
/// Registers must hold the a * b accumulators, min(a, b) operand tiles of one
/// side and one of the other. Each left tile is loaded once per block column,
/// ceil(n / b) times, each right tile once per block row, ceil(m / a) times.
/// Returns 0 if no block fits.
static double loadsOfBlocks(const OperationWork &work, const Contraction &c,
                            uint64_t registers) {
  uint64_t m = llvm::divideCeil(work.m, c.rows),
           n = llvm::divideCeil(work.n, c.columns),
           k = llvm::divideCeil(work.k, c.depth);
  double minimum = 0;
  for (uint64_t a = 1; a <= std::min(m, registers); ++a)
    for (uint64_t b = 1; b <= std::min(n, registers); ++b) {
      if (a * b + std::min(a, b) + 1 > registers)
        continue;
      double loads =
          double(work.batch * k) *
          double(m * llvm::divideCeil(n, b) + n * llvm::divideCeil(m, a));
      minimum = minimum ? std::min(minimum, loads) : loads;
    }
  return minimum;
}

static std::optional<double> over(double amount, std::optional<int64_t> rate) {
  if (!rate)
    return std::nullopt;
  return amount / double(*rate);
}

/// Widest access of the scalar core; one per cycle.
static constexpr double scalarBytes = 8;

DramRates sim::dramRates(const desc::VariantInfo &variant, unsigned cores) {
  double shared = double(variant.parameters.dramBytes.value_or(0));
  if (variant.dma)
    return {shared, shared};
  DramRates rates = dramRatesOfRows(variant);
  return {cores * (rates.read + scalarBytes),
          cores * (rates.written + scalarBytes)};
}

static uint64_t without(uint64_t bytes, uint64_t part) {
  return bytes - std::min(bytes, part);
}

/// DMA transfers share the DRAM bandwidth. Accesses of instructions use no DRAM
/// slots but time in their pipes; in variants without DMA they are the only
/// ones.
static std::optional<double> dramCycles(uint64_t read, uint64_t written,
                                        const desc::VariantInfo &variant,
                                        unsigned cores,
                                        const InstructionTraffic &traffic) {
  DramRates rates = dramRates(variant, cores);
  if (!rates.read || !rates.written)
    return std::nullopt;
  if (!variant.dma)
    return std::max(double(read) / rates.read, double(written) / rates.written);
  return double(without(read, traffic.read) +
                without(written, traffic.written)) /
         rates.read;
}

static std::optional<double> elementCycles(const OperationWork &work,
                                           const desc::VariantInfo &variant) {
  auto simple = over(double(work.ewBytes), variant.parameters.ewBytes);
  auto slow = over(double(work.sfuBytes), variant.parameters.sfuBytes);
  if (!simple || !slow)
    return std::nullopt;
  return *simple + *slow;
}

/// Contractions load tiles; other operations read their operands once.
static std::optional<double> loadCycles(const OperationWork &work,
                                        const Contraction *c,
                                        const desc::VariantInfo &variant) {
  auto lines = over(double(work.read), variant.parameters.lineBytes);
  if (!lines || !variant.hasTiles())
    return std::nullopt;
  if (c)
    lines = loadsOfBlocks(work, *c, uint64_t(variant.tileRegisters)) *
            double(variant.tileBytes()) / double(*variant.parameters.lineBytes);
  return over(*lines, variant.parameters.ldLines);
}

/// Latency of the first load or line, plus, unless instructions write the
/// results, latency of the last line of a second transfer. Row instructions
/// have latencies of their own.
static std::optional<double> latencyCycles(bool reads, bool writes,
                                           const desc::VariantInfo &variant,
                                           const InstructionTraffic &traffic) {
  auto latency = double(variant.parameters.dramLatency.value_or(0));
  auto line = over(double(variant.parameters.lineBytes.value_or(0)),
                   variant.parameters.dramBytes);
  if (!latency || !line || !variant.dma)
    return std::nullopt;
  bool isTransfer = writes && !traffic.written;
  return (reads ? latency + (traffic.read ? 0 : *line) : 0) +
         (isTransfer ? latency + *line : 0);
}

static void add(std::optional<double> &sum, double value) {
  sum = sum.value_or(0) + value;
}

double Bounds::largest(const std::optional<double> &products) const {
  return std::max(
      {products.value_or(0), dram.value_or(0), latency.value_or(0)});
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
    bounds.shape = shapeCycles(work, variant) / cores;
  }
  if (work.isFree())
    return bounds;
  bounds.dram = dramCycles(work.read, work.written, variant, cores, {});
  if (auto cycles = elementCycles(work, variant))
    bounds.ew = *cycles / cores;
  if (auto cycles = loadCycles(work, isDepthwise ? nullptr : c, variant))
    bounds.loads = *cycles / cores;
  return bounds;
}

/// `needed` reduces products to those that the results depend on.
Bounds sim::boundsOf(const ProgramWork &work, const desc::VariantInfo &variant,
                     unsigned cores, const InstructionTraffic &traffic) {
  Bounds all;
  for (const OperationWork &operation : work.operations) {
    Bounds one = boundsOf(operation, variant, cores);
    if (one.mma)
      add(all.mma, *one.mma * operation.needed);
    if (one.shape)
      add(all.shape, *one.shape * operation.needed);
    if (one.ew)
      add(all.ew, *one.ew);
    if (one.loads)
      add(all.loads, *one.loads);
  }
  if (!work.known)
    return all;
  all.dram =
      dramCycles(work.in + work.constants, work.out, variant, cores, traffic);
  all.latency = latencyCycles(work.in + work.constants != 0, work.out != 0,
                              variant, traffic);
  return all;
}

double sim::layerByLayer(const ProgramWork &work,
                         const desc::VariantInfo &variant, unsigned cores) {
  double sum = 0;
  for (const OperationWork &operation : work.operations)
    if (!operation.isFree()) {
      Bounds bounds = boundsOf(operation, variant, cores);
      sum += std::max(bounds.roof(), bounds.ew.value_or(0));
    }
  return sum;
}
