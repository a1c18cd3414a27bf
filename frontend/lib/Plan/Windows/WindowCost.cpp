//===- WindowCost.cpp - cycles of a reduction over windows ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A roofline model of the loop of FusionGroupLoops.h around the tile code of
// WindowReductionEmitter.cpp. An iteration takes as long as its slowest pipe;
// each line of tiles begins with loads of what its tiles share and of the first
// taps, and ends with the last stores. Transfers overlap with the steps before
// and after.
//
//===----------------------------------------------------------------------===//

#include "WindowCost.h"
#include "Plan/Blocks/ContractionRates.h"
#include "Plan/Blocks/WindowLayout.h"
#include "Plan/Blocks/WindowReduction.h"
#include "Tiles/TileArithmetic.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace matrix;

namespace {

class WindowCost {
public:
  WindowCost(const FusionGroup &group, const BlockPlan &plan,
             const TapRates &rates, const desc::VariantInfo &variant,
             int64_t cores)
      : group(group), plan(plan), rates(rates), variant(variant), cores(cores),
        schedule(getTapSchedule(group, plan, variant)),
        taps(double(countTaps(plan))),
        steps(double(plan.numRounds(cores) * plan.numSteps())) {}

  PlanCost get() const {
    PlanCost cost;
    double iterations = steps * lines() * iterationsOfLine();
    cost.products = iterations * combinations();
    cost.loads = iterations * loads() + steps * lines() * sharedLoads();
    double read = 0, written = 0;
    for (const LoadedOperand &load : getLoadedOperands(group, plan))
      read += getTransfer(*load.operand, load.rowDim, load.colDim, false) /
              double(plan.stepsPerBlock(*load.operand, cores));
    for (const StridedOperand &output : group.outputs)
      written += getTransfer(output, plan.rows, plan.cols, true);
    cost.dram = steps * (read + written);
    double latency = double(*variant.parameters.dramLatency);
    cost.predicted = read + latency +
                     (steps - 1) * std::max(stepCycles(), read + written) +
                     std::max(stepCycles(), read) + written + latency +
                     double(variant.parameters.barrierLatency.value_or(0));
    return cost;
  }

private:
  double columnBlocks() const { return double(plan.columnBlocks); }
  double side() const { return double(schedule.sideBySide); }
  double countTiles(int dim) const {
    int64_t width = dim == plan.rows
                        ? int64_t(variant.tileRows)
                        : variant.tileColumns(32) * plan.columnBlocks;
    return double(llvm::divideCeil(plan.spanOf(dim), width));
  }
  double lines() const {
    return countTiles(schedule.alongRows ? plan.cols : plan.rows);
  }
  double iterationsOfLine() const {
    return std::ceil(countTiles(schedule.alongRows ? plan.rows : plan.cols) /
                     side());
  }

  double combinations() const {
    return side() * columnBlocks() *
           (taps * rates.combination + rates.epilogue.cycles);
  }

  /// Returns the lines of a tile load, twice those of a tile if its rows are
  /// not aligned, divided by their rate.
  double loadCycles(const StridedInput &input, int64_t tap) const {
    double lines = countTileLines(variant);
    int64_t bits = input.getElementType().getIntOrFloatBitWidth();
    int64_t width = variant.tileColumns(bits);
    if (hasBox(input, plan, plan.cols, /*isOutput=*/false))
      if (std::optional<WindowLayout> layout =
              getWindowLayout(group, plan, variant, input, plan.rows, plan.cols,
                              /*isOutput=*/false);
          layout && !layout->isTransposed() && !layout->staged) {
        int64_t offset = 0;
        for (auto [index, stride] :
             llvm::zip_equal(getTap(plan, tap), layout->taps))
          offset += index * stride;
        bool isAligned = offset % width == 0;
        for (const IndexDigit &digit : layout->rows)
          isAligned &= digit.stride % width == 0;
        lines *= isAligned || !layout->dependsOnRows() ? 1 : 2;
      }
    return lines / double(variant.parameters.ldLines.value_or(1));
  }

  double loads() const {
    double cycles = 0;
    if (schedule.isStacked)
      return stackedLoads();
    for (const StridedInput &input : group.inputs) {
      bool shared = isShared(input, plan, schedule.alongRows);
      if (shared && schedule.keepsShared)
        continue;
      for (int64_t tap = 0; tap < int64_t(taps); ++tap)
        cycles +=
            (shared ? 1 : side()) * tilesOf(input) * loadCycles(input, tap);
    }
    return cycles;
  }
  /// Returns the cycles of loads that tiles below each other share.
  double stackedLoads() const {
    double cycles = 0;
    for (const StridedInput &input : group.inputs)
      if (!isShared(input, plan, schedule.alongRows))
        for (const TapLoad &load : schedule.loads)
          cycles += tilesOf(input) * loadCycles(input, load.uses.front().tap);
    return cycles;
  }
  double sharedLoads() const {
    double cycles = 0;
    for (const StridedInput &input : group.inputs)
      if (schedule.keepsShared && isShared(input, plan, schedule.alongRows))
        cycles += taps * tilesOf(input) * loadTile();
    return cycles;
  }
  double tilesOf(const StridedOperand &operand) const {
    double parts = 32.0 / operand.getElementType().getIntOrFloatBitWidth();
    return std::ceil(columnBlocks() / parts);
  }

  double stepCycles() const {
    if (!schedule.order.empty())
      return orderedCycles();
    double stores = 0;
    for (const StridedOperand &output : group.outputs)
      stores += side() * tilesOf(output) * rates.store;
    if (countParts() > 0)
      stores += side() * columnBlocks() * rates.store;
    double iteration =
        schedule.isStacked
            ? stackedCycles(stores)
            : std::max({combinations(), loads(), stores, loadLatencies()});
    double start = loadLatency() + countTileLines(variant) + rates.latency +
                   rates.epilogue.latency + side() * rates.store;
    return countTiles(plan.rows) * countParts() * rates.store +
           lines() * (sharedLoads() + start + iterationsOfLine() * iteration);
  }

  double loadTile() const {
    return countTileLines(variant) /
           double(variant.parameters.ldLines.value_or(1));
  }

  /// Returns the cycles of a step whose image is transposed row by row. The
  /// pipes overlap during combinations, except in the first rows of a stack.
  /// Epilogues follow.
  double orderedCycles() const {
    double tiles = countTiles(plan.cols);
    double epilogue =
        std::max({rates.epilogue.cycles, rates.store, loadTile()});
    double start = loadLatency() + taps * loadTile() + rates.epilogue.latency;
    return lines() * (start +
                      tiles * taps / double(schedule.order.size()) *
                          orderedStackCycles() +
                      tiles * epilogue);
  }

  double orderedStackCycles() const {
    double tiles = double(schedule.order.size()) / taps;
    double parts = countParts(), streamed = taps - double(schedule.keptTaps);
    double read =
        tiles / side() * loads() + (parts + tiles * streamed) * loadTile();
    return parts / tiles * rates.store + loadLatency() + rates.latency +
           std::max({tiles * taps * rates.combination, read,
                     (parts + tiles) * rates.store});
  }

  double loadLatency() const {
    return double(variant.parameters.ldExtraLatency.value_or(0));
  }

  /// Returns the tiles of an image that are transposed for a stack, or for a
  /// line of tiles.
  double countParts() const {
    double parts = 0;
    for (const StridedInput &input : group.inputs)
      if (std::optional<StagedImage> image = getStaged(input)) {
        parts = std::ceil(double(image->columns) / double(variant.tileRows));
        if (!schedule.order.empty())
          parts *= double(schedule.loads.back().offset / image->columns + 1);
        else
          for (const BoxDim &dim : image->outer)
            parts *= double(dim.span);
      }
    return parts;
  }

  /// Returns the cycles of combinations that wait for loads, which precede them
  /// by a number of combinations.
  double loadLatencies() const {
    return schedule.ahead == 0 ? 0
                               : (loads() + side() * taps * loadLatency()) /
                                     double(schedule.ahead);
  }

  /// Returns the cycles of an iteration, and of the epilogue of its tiles. The
  /// first and the last tile of the image are part of one window each.
  double stackedCycles(double stores) const {
    double taps =
        combinations() - side() * columnBlocks() * rates.epilogue.cycles;
    double unused = 2 * double(plan.block[plan.innerDepth.back()]) *
                    std::max(rates.latency - rates.combination, 0.0);
    double epilogue = side() * columnBlocks() * rates.epilogue.cycles;
    double cycles = std::max({taps, loads(), stores}) + unused;
    return group.epilogue ? cycles + std::max(epilogue, stores) : cycles;
  }

  std::optional<StagedImage> getStaged(const StridedInput &input) const {
    if (!hasBox(input, plan, plan.cols, /*isOutput=*/false))
      return std::nullopt;
    std::optional<WindowLayout> layout =
        getWindowLayout(group, plan, variant, input, plan.rows, plan.cols,
                        /*isOutput=*/false);
    return layout ? layout->staged : std::nullopt;
  }

  /// Returns the lines of a box; rows that are parts of aligned ones may be
  /// aligned as well.
  static double countLines(const WindowLayout &layout, int64_t bytes,
                           int64_t line) {
    const BoxDim &last = layout.box.back();
    auto isWhole = [&](int64_t elements) {
      return elements * bytes % line == 0;
    };
    bool isAligned = isWhole(last.span) && isWhole(last.offset);
    int64_t rows = 1;
    for (const BoxDim &dim : ArrayRef(layout.box).drop_back()) {
      isAligned &= isWhole(dim.stride);
      rows *= std::min(dim.span, dim.size);
    }
    return isAligned ? double(rows * last.span * bytes / line)
                     : layout.countLines(bytes, line);
  }

  /// Returns the cycles in which DRAM transfers a block, beside the other
  /// cores.
  double getTransfer(const StridedOperand &operand, int rowDim, int colDim,
                     bool isOutput) const {
    int64_t bytes = operand.getElementType().getIntOrFloatBitWidth() / 8;
    int64_t line = *variant.parameters.lineBytes;
    double number = 1;
    if (hasBox(operand, plan, colDim, isOutput)) {
      if (std::optional<WindowLayout> layout = getWindowLayout(
              group, plan, variant, operand, rowDim, colDim, isOutput))
        number = countLines(*layout, bytes, line);
    } else if (operand.dependsOn(rowDim) || operand.dependsOn(colDim)) {
      int dim = operand.dependsOn(colDim) ? colDim : rowDim;
      number = double(llvm::divideCeil(plan.block[dim] * bytes, line));
    }
    double rate = std::min(double(*variant.parameters.dramBytes) /
                               double(plan.numUsedCores(cores)),
                           double(*variant.parameters.dmaLines) * double(line));
    return number * double(line) / rate;
  }

  const FusionGroup &group;
  const BlockPlan &plan;
  const TapRates &rates;
  const desc::VariantInfo &variant;
  int64_t cores;
  TapSchedule schedule;
  double taps, steps;
};

} // namespace

PlanCost matrix::estimateWindowCycles(const FusionGroup &group,
                                      const BlockPlan &plan,
                                      const TapRates &rates,
                                      const desc::VariantInfo &variant,
                                      int64_t cores) {
  return WindowCost(group, plan, rates, variant, cores).get();
}
