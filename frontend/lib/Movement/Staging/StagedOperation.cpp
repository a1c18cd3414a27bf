//===- StagedOperation.cpp - division of staged operations ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each parallel loop is tried with a number of block sizes. In DRAM, an element
// takes its share of the latency, which interleaved iterations wait for
// together. In the scratchpad, transfers of blocks overlap the computation, and
// the cores share DRAM.
//
//===----------------------------------------------------------------------===//

#include "StagedOperation.h"
#include "Access/IndependentIterations.h"
#include "Plan/Blocks/BlockPlan.h"
#include "StagedAccesses.h"
#include "matrix/Dialect/Matrix/IR/Target.h"

using namespace mlir;
using namespace matrix;

/// An estimate of the instructions that start and await a transfer.
static constexpr double kTransferInstructions = 40;

int64_t StagedOperation::extent() const {
  linalg::GenericOp generic = op;
  return generic.getStaticLoopRanges()[loop];
}

namespace {

class StagingPlanner {
public:
  StagingPlanner(linalg::GenericOp op, const desc::VariantInfo &variant,
                 int64_t cores)
      : op(op), variant(variant), cores(cores),
        extents(op.getStaticLoopRanges()),
        latency(double(variant.parameters.dramLatency.value_or(0))),
        rate(double(variant.parameters.dramBytes.value_or(1))),
        line(*variant.parameters.lineBytes) {
    op.getParallelDims(parallel);
    instructions = countInstructions();
  }

  std::optional<StagedOperation> run() const {
    std::optional<StagedOperation> best;
    for (unsigned loop : parallel) {
      auto accesses = findAccesses(op, loop);
      if (!accesses)
        continue;
      for (int64_t block : getBlocks(loop)) {
        StagedOperation plan{op, int64_t(loop), block, *accesses};
        if (stageAccesses(plan) && (!best || plan.cycles < best->cycles))
          best = std::move(plan);
      }
    }
    return best && best->cycles < inDram() ? best : std::nullopt;
  }

private:
  /// Returns sizes with which each core has the same number of blocks, also
  /// those that fill lines with elements of 32 bits.
  SmallVector<int64_t> getBlocks(unsigned loop) const {
    SmallVector<int64_t> blocks;
    int64_t extent = extents[loop], lineElements = line / 4;
    for (int64_t number = 1; number <= extent; number *= 2) {
      int64_t block = llvm::divideCeil(extent, number * cores);
      for (int64_t multiple : {int64_t(1), lineElements})
        blocks.push_back(
            std::min<int64_t>(llvm::alignTo(block, multiple), extent));
    }
    llvm::sort(blocks);
    blocks.erase(llvm::unique(blocks), blocks.end());
    return blocks;
  }

  static int64_t elementBytes(const StagedAccess &access) {
    return llvm::divideCeil(access.getType().getElementTypeBitWidth(), 8);
  }

  /// Returns the bytes in the scratchpad, with all buffers.
  int64_t bytesOf(const StagedAccess &access,
                  const StagedOperation &plan) const {
    int64_t bytes =
        llvm::product_of(access.getShape(plan.block)) * elementBytes(access);
    bool isTwice = access.isSlice() && plan.hasTwoBuffers(cores);
    return int64_t(llvm::alignTo(bytes, line)) * (isTwice ? 2 : 1);
  }

  /// Returns the cycles in which DRAM transfers the access for all cores. Rows
  /// start within lines.
  double dramCycles(const StagedAccess &access,
                    const StagedOperation &plan) const {
    int64_t blocks = llvm::divideCeil(plan.extent(), plan.block);
    SmallVector<int64_t> shape = access.getShape(plan.block);
    int64_t outer =
        access.isSlice()
            ? llvm::product_of(ArrayRef(shape).take_front(access.dim))
            : 1;
    int64_t row = llvm::product_of(shape) / outer * elementBytes(access);
    bool isAligned = row % line == 0 || outer == 1;
    int64_t bytes =
        outer * int64_t(llvm::alignTo(row, line) + (isAligned ? 0 : line));
    int64_t times = (access.isLoaded ? 1 : 0) + (access.isStored ? 1 : 0);
    return double(bytes * times *
                  (access.isSlice() ? blocks : std::min(blocks, cores))) /
           rate;
  }

  int64_t iterations() const { return llvm::product_of(extents); }

  /// Operations that do not depend on the last parallel loop precede it.
  double countInstructions() {
    unsigned inner = parallel.back();
    double varying = 2, invariant = 0;
    llvm::SmallDenseSet<Value> values;
    for (OpOperand &operand : op->getOpOperands()) {
      bool varies = op.getMatchingIndexingMap(&operand).isFunctionOfDim(inner);
      if (varies)
        values.insert(op.getMatchingBlockArgument(&operand));
      (varies ? varying : invariant) += 1;
    }
    for (Operation &inside : *op.getBody()) {
      auto index = dyn_cast<linalg::IndexOp>(inside);
      bool varies = (index && index.getDim() == inner) ||
                    llvm::any_of(inside.getOperands(), [&](Value value) {
                      return values.contains(value);
                    });
      if (varies)
        values.insert_range(inside.getResults());
      (varies ? varying : invariant) += 1;
    }
    return varying + invariant / double(extents[inner]);
  }

  /// Returns how often an iteration accesses the memref.
  static double accessesPerIteration(const StagedAccess &access) {
    if (access.operand < 0)
      return double(access.loads.size());
    return (access.isLoaded ? 1 : 0) + (access.isStored ? 1 : 0);
  }

  /// Returns the cycles of a core that accesses in DRAM take.
  double waitingCycles(const StagedAccess &access) const {
    return accessesPerIteration(access) * latency / kInterleaved *
           double(iterations()) / double(cores);
  }

  /// Stages what fits half of the scratchpad, and of tables those whose
  /// elements are worth it.
  bool stageAccesses(StagedOperation &plan) const {
    int64_t room = getScratchpadCapacity(variant) / 2;
    double transfers = 0, waiting = 0, number = 0;
    for (StagedAccess &access : plan.accesses) {
      double wait = waitingCycles(access);
      if (!mayStage(op, access) || wait == 0) {
        waiting += wait;
        continue;
      }
      double transfer = dramCycles(access, plan);
      int64_t bytes = bytesOf(access, plan);
      access.isStaged = bytes <= room && (access.isSlice() || transfer < wait);
      if (access.isStaged) {
        room -= bytes;
        transfers += transfer;
        ++number;
      } else {
        waiting += wait;
      }
    }
    if (number == 0)
      return false;
    int64_t own =
        llvm::divideCeil(llvm::divideCeil(plan.extent(), plan.block), cores);
    double compute = double(own * plan.block) * double(iterations()) /
                         double(plan.extent()) * instructions +
                     waiting;
    // The first loads and the last stores do not overlap the computation.
    double exposed = transfers / double(own);
    plan.cycles = std::max(compute, transfers - exposed) + exposed +
                  3 * latency + double(own) * number * kTransferInstructions;
    return true;
  }

  double inDram() const {
    double waiting = 0;
    if (auto accesses = findAccesses(op, parallel.front()))
      for (const StagedAccess &access : *accesses)
        waiting += waitingCycles(access);
    return double(iterations()) / double(cores) * instructions + waiting;
  }

  linalg::GenericOp op;
  const desc::VariantInfo &variant;
  int64_t cores;
  SmallVector<int64_t> extents;
  SmallVector<unsigned> parallel;
  double instructions; ///< of an iteration
  double latency, rate;
  int64_t line;
};

} // namespace

std::optional<StagedOperation>
matrix::planStagedOperation(linalg::GenericOp op,
                            const desc::VariantInfo &variant, int64_t cores) {
  return StagingPlanner(op, variant, cores).run();
}
