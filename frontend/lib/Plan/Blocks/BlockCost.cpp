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
// The core with the most blocks determines the time. The first loads and the
// last stores overlap with nothing.
//
//===----------------------------------------------------------------------===//

#include "BlockCost.h"
#include "BlockTransfers.h"
#include "StepCost.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Steps
//===----------------------------------------------------------------------===//

/// Fitted to simulated cycles (docs/rationale/planning.md).
static constexpr int kStepNorm = 5;

/// Transfers of a step whose cycles exceed its computation divided by this may
/// limit it.
static constexpr double kTransfersBeside = 1.25;

namespace {
struct ContractionCost : StepCost {
  ContractionCost(const FusionGroup &group, const BlockPlan &plan,
                  const ContractionRates &rates,
                  const desc::VariantInfo &variant, int64_t cores)
      : StepCost(group, plan, rates, variant), cores(cores),
        transfers(group, plan, variant, cores),
        lhsCycles(transfers.getCycles(lhs(), plan.rows, plan.depth)),
        rhsCycles(transfers.getCycles(rhs(), plan.cols, plan.depth)),
        storeCycles(transfers.getResultCycles()) {
    rounds = double(plan.numRounds(cores) * plan.numSteps()) / steps;
    if (!plan.grid.empty())
      exchange = 2 * double(variant.parameters.postLatency.value_or(0) +
                            variant.parameters.ringHop.value_or(0) * cores / 2);
    if (isContinuous())
      ignoreNarrow();
  }

  PlanCost get() const {
    PlanCost cost;
    cost.products = rounds * steps * products();
    cost.loads = rounds * steps * loads();
    Transfers left = getLhsTransfers(), right = getRhsTransfers();
    cost.dram = left.number * left.cycles + right.number * right.cycles +
                rounds * storeCycles;
    cost.predicted = total(left, right);
    cost.isOrdered = ordered > 1;
    cost.compute = rounds * (steps * stepCycles() + resultCycles());
    return cost;
  }

  /// Returns the parts that save the most cycles.
  StepParts chooseParts() const {
    int64_t blocks = plan.innerRows.empty()
                         ? plan.blockOf(plan.rows) /
                               (variant.tileRows * plan.accumulatorRows)
                         : 1;
    constexpr int64_t kMaxParts = 8;
    StepParts best;
    best.isContinuous = isContinuous();
    for (int64_t parts = 2; parts <= std::min(blocks, kMaxParts); ++parts) {
      int64_t first = dividesFirst() && savedFirst(parts) > 0 ? parts : 1;
      int64_t last = dividesLast() && savedLast(parts) > 0 ? parts : 1;
      // In one step, stores of parts would delay the loads of others.
      if (rounds * steps == 1 && first > 1)
        last = 1;
      if (blocks % parts == 0)
        improve(best, first, last);
    }
    return best;
  }

  StepParts chooseAll() const {
    StepParts best = chooseParts();
    best.awaitsFirst =
        best.first == 1 && transfers.awaitsFirst(cores, stepCycles());
    best.prefetchesLate = prefetchesLate();
    return best;
  }

  /// Whether the emitter overlaps register blocks, which fused instructions
  /// prevent.
  bool overlapsBlocks = true;

private:
  /// The number of blocks of an operand that a core loads, the cycles of each,
  /// and the steps during which one is loaded.
  struct Transfers {
    double number, cycles, pieces;
  };

  const StridedOperand &lhs() const { return group.inputs[group.lhs]; }
  const StridedOperand &rhs() const { return group.inputs[group.rhs]; }

  bool dividesFirst() const {
    return !plan.hasWindows && steps == 1 &&
           !transfers.isTransposed(lhs(), plan.rows);
  }
  /// The last step multiplies all tiles of depth before the stores. LLVM moves
  /// the products of straight-line code behind the condition of a store, where
  /// all accumulators and operands need registers: the register blocks have to
  /// be a loop.
  bool dividesLast() const {
    constexpr double kMinLoop = 3; // register blocks; the first one is peeled
    if (isContinuous() && registerBlocks() < kMinLoop)
      return false;
    return (steps == 1 || (overlap > 0 && !accumulatesInResult(group))) &&
           llvm::all_of(group.outputs, [&](const StridedOperand &output) {
             return !output.resident && !output.tileDims &&
                    output.dependsOn(plan.rows);
           });
  }

  /// Parts that are not continuous have the same number in both steps.
  void improve(StepParts &best, int64_t first, int64_t last) const {
    double more = savedFirst(first) - savedFirst(best.first),
           later = savedLast(last) - savedLast(best.last);
    if (best.isContinuous ? more > 0 : more + later > 0)
      best.first = first;
    if (best.isContinuous ? later > 0 : more + later > 0)
      best.last = last;
  }

  /// The code needs a constant number of register blocks. Transfers that limit
  /// the loop have to follow each other without a gap.
  bool prefetchesLate() const {
    Transfers left = getLhsTransfers(), right = getRhsTransfers();
    double loads = (left.number > 1 ? left.cycles : 0) +
                   (right.number > 1 ? right.cycles : 0);
    return isContinuous() && steps == 1 &&
           hasConstantExtent(group, plan, plan.rows) &&
           hasConstantExtent(group, plan, plan.cols) &&
           kTransfersBeside * (loads + storeCycles) +
                   double(*variant.parameters.dramLatency) <
               stepCycles();
  }

  /// Several cores share DRAM, which then limits the first and the last step
  /// more than the restart of register blocks between parts does.
  bool isContinuous() const {
    return overlapsBlocks && plan.numUsedCores(cores) == 1 && overlap > 0 &&
           depthTiles() > overlap && plan.innerDepth.empty() &&
           haveEqualDepth(group, plan, variant);
  }

  /// Returns the cycles that the first step saves if its parts wait for their
  /// rows of the left operand only. A core that also sends blocks of the right
  /// operand to others has its own rows last, beside those of no other core.
  double savedFirst(int64_t parts) const {
    bool isShared = plan.numSharers(rhs()) > 1;
    double senders = isShared ? double(plan.numUsedCores(cores)) /
                                    double(plan.numSharers(lhs()))
                              : 1;
    double others = (1 + senders) / 2;
    return saved(parts, lhsCycles / others, /*busy=*/0);
  }
  /// Returns the cycles that the last step saves if its parts are stored.
  double savedLast(int64_t parts) const {
    // Code that starts the load and the store of a part is not beside other
    // instructions.
    constexpr double kStart = 2 * kTransferStart;
    double before = rounds > 1 ? storeCycles : 0;
    return saved(parts, storeCycles, before) - kStart * double(parts - 1);
  }
  /// Each part waits for its first operands, and for its last stores. DRAM has
  /// other transfers in `busy` cycles of the step.
  double saved(int64_t parts, double transfer, double busy) const {
    double beside =
        std::min(transfer, stepCycles() + resultCycles() / steps - busy);
    double part = isContinuous()
                      ? kTransferStart
                      : operandLoads() + rates.latency +
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
    double stores = storeCycles;
    // The loads of a step start when the step before does.
    double latency = double(*variant.parameters.dramLatency);
    double compute = stepCycles() + exchange + resultCycles() / steps +
                     (transposition(lhs, group.inputs[group.lhs], plan.rows) +
                      transposition(rhs, group.inputs[group.rhs], plan.cols)) /
                         (rounds * steps);
    auto beside = [&](double transfers) {
      return join<kStepNorm>(compute, std::max(0.0, transfers));
    };
    // A result is stored in the first step of the next one, which may be the
    // last of all.
    double all = rounds * steps;
    bool storesLast = steps == 1 && rounds > 1;
    double storing = all > 1 ? (rounds - 1 - storesLast) / (all - 1) : 0;
    auto overlap = [&](double loads) {
      return (1 - storing) * beside(loads + latency) +
             storing * beside(loads + latency + stores);
    };
    // Blocks of one operand change more often than those of the other one.
    bool changesLhs = lhs.number > rhs.number;
    Transfers often = changesLhs ? lhs : rhs, rare = changesLhs ? rhs : lhs;
    double both = (rare.number - 1) * rare.pieces;
    // If transfers limit the loop, it has to wait for these loads later.
    double limited = all > 1 ? std::min(1.0, often.cycles / compute) : 0;
    StepParts parts = chooseParts();
    double early = (1 - limited) * savedFirst(parts.first),
           late = (1 - limited) * savedLast(parts.last);
    return lhs.cycles + rhs.cycles + latency - early - late +
           both * overlap(often.cycles + rare.cycles / rare.pieces) +
           (often.number - 1 - both) * overlap(often.cycles) +
           (all - often.number) * overlap(-latency) +
           (storesLast ? beside(stores) : compute) + stores + latency +
           double(variant.parameters.barrierLatency.value_or(0));
  }

  /// Returns the cycles in which all blocks of an operand are transposed.
  double transposition(Transfers transfers, const StridedOperand &operand,
                       int rowDim) const {
    return transfers.number *
           getTranspositionCycles(group, plan, variant, operand, rowDim);
  }

  Transfers getLhsTransfers() const {
    return getTransfers(lhs(), plan.rows, lhsCycles);
  }
  Transfers getRhsTransfers() const {
    return getTransfers(rhs(), plan.cols, rhsCycles);
  }
  Transfers getTransfers(const StridedOperand &operand, int rowDim,
                         double cycles) const {
    int64_t period = plan.stepsPerBlock(operand, cores);
    int64_t pieces = countPieces(transfers.getDivisibleRows(operand, rowDim),
                                 period, plan.numSharers(operand) > 1);
    return {rounds * steps / double(period), cycles, double(pieces)};
  }

  int64_t cores;
  BlockTransfers transfers;
  double lhsCycles, rhsCycles; ///< of a block
  double storeCycles;          ///< of a block of results
  double rounds;               ///< results of a core
  double exchange = 0; ///< cycles in which semaphores reach a core and return
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
                                  int64_t cores, bool overlapsBlocks) {
  ContractionCost cost(group, plan, rates, variant, cores);
  cost.overlapsBlocks = overlapsBlocks;
  return cost.chooseAll();
}
