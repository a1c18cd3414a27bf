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
//                      load blocks of their own
//
// Each block of accumulators begins with loads that the contractions wait for,
// and ends with their latency and stores; spilled accumulators are loaded and
// stored in each step. If register blocks overlap, only the first one waits,
// and the epilogue and stores of one and the loads of the next pass beside its
// first products, except for the latency of a load. The core with the most
// blocks determines the time. The first loads and the last stores overlap with
// nothing.
//
//===----------------------------------------------------------------------===//

#include "BlockCost.h"
#include "BlockTransfers.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Returns the cycles of two activities that overlap: the longer one, and more
/// if both take about as long, because neither is regular.
static double join(double a, double b) {
  return std::sqrt(std::sqrt(std::pow(a, 4) + std::pow(b, 4)));
}

namespace {
struct ContractionCost {
  ContractionCost(const FusionGroup &group, const BlockPlan &plan,
                  const ContractionRates &rates,
                  const desc::VariantInfo &variant, int64_t cores)
      : group(group), plan(plan), rates(rates), variant(variant), cores(cores),
        transfers(group, plan, variant, cores) {
    steps = double(plan.reductionSteps(group));
    overlap = double(countOverlap(group, plan, rates.epilogue, rates.product,
                                  getBlockExtents(plan), variant));
    rounds = double(plan.numRounds(cores) * plan.numSteps()) / steps;
    if (!plan.grid.empty())
      exchange = 2 * double(variant.parameters.postLatency.value_or(0) +
                            variant.parameters.ringHop.value_or(0) * cores / 2);
  }

  PlanCost get() const {
    PlanCost cost;
    cost.products = rounds * steps * registerBlocks() * depthTiles() *
                    accumulators() * rates.product;
    cost.loads = rounds * steps * registerBlocks() *
                 (depthTiles() * operandLoads() + reloads());
    Transfers lhs = getTransfers(group.inputs[group.lhs], plan.rows);
    Transfers rhs = getTransfers(group.inputs[group.rhs], plan.cols);
    cost.dram = lhs.number * lhs.cycles + rhs.number * rhs.cycles +
                rounds * transfers.getResultCycles();
    cost.predicted = total(lhs, rhs);
    return cost;
  }

  /// Returns the parts that save the most cycles.
  StepParts chooseParts() const {
    int64_t blocks = plan.innerRows.empty()
                         ? plan.blockOf(plan.rows) /
                               (variant.tileRows * plan.accumulatorRows)
                         : 1;
    constexpr int64_t kMostParts = 8;
    StepParts best;
    for (int64_t parts = 2; parts <= std::min(blocks, kMostParts); ++parts) {
      StepParts own = {dividesFirst() && savedFirst(parts) > 0 ? parts : 1,
                       dividesLast() && savedLast(parts) > 0 ? parts : 1};
      // In one step, stores of parts would delay the loads of others.
      if (rounds * steps == 1 && own.first > 1)
        own.last = 1;
      if (blocks % parts == 0 && saved(own) > saved(best))
        best = own;
    }
    return best;
  }

  StepParts chooseAll() const {
    StepParts best = chooseParts();
    best.awaitsFirst =
        best.first == 1 && transfers.awaitsFirst(cores, stepCycles());
    return best;
  }

private:
  /// The number of blocks of an operand that a core loads, the cycles of each,
  /// and the steps during which one is loaded.
  struct Transfers {
    double number, cycles, pieces;
  };

  const StridedOperand &lhs() const { return group.inputs[group.lhs]; }

  bool dividesFirst() const {
    return !plan.hasWindows && steps == 1 &&
           !transfers.isTransposed(lhs(), plan.rows);
  }
  /// The last step multiplies all tiles of depth in front of the stores.
  bool dividesLast() const {
    return (steps == 1 || (overlap > 0 && !accumulatesInResult(group))) &&
           llvm::all_of(group.outputs, [&](const StridedOperand &output) {
             return !output.resident && !output.tileDims &&
                    output.dependsOn(plan.rows);
           });
  }

  double saved(StepParts parts) const {
    return savedFirst(parts.first) + savedLast(parts.last);
  }

  /// Returns the cycles that the first step saves if its parts wait for their
  /// rows of the left operand only. A core that also sends blocks of the right
  /// operand to others has its own rows last, beside those of no other core.
  double savedFirst(int64_t parts) const {
    bool isShared = plan.numSharers(group.inputs[group.rhs]) > 1;
    double senders = isShared ? double(plan.numUsedCores(cores)) /
                                    double(plan.numSharers(lhs()))
                              : 1;
    double others = (1 + senders) / 2;
    double own = transfers.getCycles(lhs(), plan.rows, plan.depth);
    return saved(parts, own / others, /*busy=*/0);
  }
  /// Returns the cycles that the last step saves if its parts are stored.
  double savedLast(int64_t parts) const {
    // Code that starts transfers is not beside other instructions.
    constexpr double kStart = 64;
    double before = rounds > 1 ? transfers.getResultCycles() : 0;
    return saved(parts, transfers.getResultCycles(), before) -
           kStart * double(parts - 1);
  }
  /// Each part waits for its first operands, and for its last stores. DRAM has
  /// other transfers in `busy` cycles of the step.
  double saved(int64_t parts, double transfer, double busy) const {
    double beside =
        std::min(transfer, stepCycles() + resultCycles() / steps - busy);
    double part = operandLoads() + rates.latency +
                  accumulators() * rates.store + rates.blockOverhead;
    return (beside / double(parts) - part) * double(parts - 1);
  }

  /// Returns the cycles of the loop: the sum over its steps, by what is loaded
  /// during each of them, and what overlaps with nothing.
  ///
  ///   (rare.number - 1) * rare.pieces   a block, and a piece of a rare one
  ///   often.number - 1 - the former     a block of the operand with more
  ///   all - often.number                nothing: both blocks stay
  ///   1                                 nothing: the last step
  double total(Transfers lhs, Transfers rhs) const {
    double stores = transfers.getResultCycles();
    // The loads of a step start when the step before does.
    double latency = double(*variant.parameters.dramLatency);
    double compute = stepCycles() + exchange + resultCycles() / steps +
                     (transposition(lhs, group.inputs[group.lhs], plan.rows) +
                      transposition(rhs, group.inputs[group.rhs], plan.cols)) /
                         (rounds * steps);
    auto overlap = [&](double loads) {
      return join(compute, loads + latency + stores / steps);
    };
    // Blocks of one operand change more often than those of the other one.
    bool changesLhs = lhs.number > rhs.number;
    Transfers often = changesLhs ? lhs : rhs, rare = changesLhs ? rhs : lhs;
    double all = rounds * steps, both = (rare.number - 1) * rare.pieces;
    // If transfers limit the loop, it has to wait for these loads later.
    double limited = all > 1 ? std::min(1.0, often.cycles / compute) : 0;
    StepParts parts = chooseParts();
    double early = (1 - limited) * savedFirst(parts.first),
           late = (1 - limited) * savedLast(parts.last);
    return lhs.cycles + rhs.cycles + latency - early - late +
           both * overlap(often.cycles + rare.cycles / rare.pieces) +
           (often.number - 1 - both) * overlap(often.cycles) +
           (all - often.number) * overlap(-latency) + compute + stores +
           latency + double(variant.parameters.barrierLatency.value_or(0));
  }

  /// Returns the cycles in which all blocks of an operand are transposed.
  double transposition(Transfers transfers, const StridedOperand &operand,
                       int rowDim) const {
    return transfers.number *
           getTranspositionCycles(group, plan, variant, operand, rowDim);
  }

  Transfers getTransfers(const StridedOperand &operand, int rowDim) const {
    int64_t period = plan.stepsPerBlock(operand, cores);
    int64_t pieces = countPieces(transfers.getDivisibleRows(operand, rowDim),
                                 period, plan.numSharers(operand) > 1);
    return {rounds * steps / double(period),
            transfers.getCycles(operand, rowDim, plan.depth), double(pieces)};
  }

  double accumulators() const {
    return double(plan.accumulatorRows * plan.accumulatorCols);
  }
  double depthTiles() const {
    return double(countDepthTiles(group, plan.spanOf(plan.depth), variant));
  }
  /// Returns the cycles of loads of the operands of a register block.
  double operandLoads() const {
    return double(plan.accumulatorRows) * rates.lhsLoad +
           double(plan.accumulatorCols) * rates.rhsLoad;
  }
  /// Returns the cycles of loads of spilled accumulators.
  double reloads() const { return steps > 1 ? accumulators() * rates.load : 0; }

  double stepCycles() const {
    double products =
        accumulators() * rates.product +
        rates.exposedLoad(plan.accumulatorRows, plan.accumulatorCols);
    double stores = accumulators() * rates.store;
    double iteration = std::max(products, operandLoads());
    double start = operandLoads() + rates.latency;
    if (overlap > 0) {
      // Stores and reloads pass beside the last products of a register block
      // and the first ones of the next, if they are of different tiles.
      bool isPeeled = depthTiles() > overlap;
      double tiles = isPeeled ? 2 : 1;
      double handover =
          join(tiles * products, tiles * operandLoads() + reloads());
      return start +
             registerBlocks() *
                 (std::max(handover, stores) +
                  (isPeeled && !plan.hasWindows ? 0 : restart()) +
                  (depthTiles() - tiles) * iteration) +
             rates.blockOverhead;
    }
    return registerBlocks() * (start + reloads() + (steps > 1 ? stores : 0) +
                               depthTiles() * iteration + rates.blockOverhead);
  }

  /// Returns the cycles that overlapping register blocks lose: with windows,
  /// tiles at the ends of the depth have no constant distance.
  double restart() const {
    double latency = double(variant.parameters.ldExtraLatency.value_or(0));
    return plan.hasWindows ? latency + rates.product : latency;
  }

  double registerBlocks() const {
    return double(countRegisterBlocks(plan, getBlockExtents(plan), variant));
  }

  /// Returns the cycles of a result block beside its steps. If register blocks
  /// overlap, only the epilogue of the last one, and what exceeds the products
  /// beside the others. Otherwise, all tiles pass through the epilogue, and are
  /// stored once, or initialized; spilled ones are copied unless they are in
  /// the block of the result.
  double resultCycles() const {
    double epilogue = accumulators() * rates.epilogue.cycles;
    if (overlap > 0) {
      double beside = overlap * accumulators() * rates.product;
      return epilogue +
             (registerBlocks() - 1) * std::max(0.0, epilogue - beside);
    }
    double copy =
        steps > 1 && !accumulatesInResult(group) ? rates.load + rates.store : 0;
    return registerBlocks() *
           (epilogue + accumulators() * (rates.store + copy));
  }

  const FusionGroup &group;
  const BlockPlan &plan;
  const ContractionRates &rates;
  const desc::VariantInfo &variant;
  int64_t cores;
  BlockTransfers transfers;
  double steps, rounds; ///< of a result, and results of a core
  double exchange = 0;  ///< cycles in which semaphores reach a core and return
  double overlap;       ///< countOverlap()
};
} // namespace

PlanCost matrix::estimateCycles(const FusionGroup &group, const BlockPlan &plan,
                                const ContractionRates &rates,
                                const desc::VariantInfo &variant,
                                int64_t cores) {
  return ContractionCost(group, plan, rates, variant, cores).get();
}

StepParts matrix::chooseStepParts(const FusionGroup &group,
                                  const BlockPlan &plan,
                                  const ContractionRates &rates,
                                  const desc::VariantInfo &variant,
                                  int64_t cores) {
  return ContractionCost(group, plan, rates, variant, cores).chooseAll();
}
