//===- PredictProgram.cpp - predicted cycles of a program -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches and movements of tensors follow each other, except that
//
//  * the first loads of what the launch before does not write begin in its last
//    step (PrefetchBlocks.h),
//  * tensors between launches are in scratchpads, if they fit (KeptTensors.h),
//  * cores compute launches of one core side by side (HorizontalPlans.h).
//
// The prediction is the sum of the cycles of launches and movements, less what
// the first two of these save. A movement takes the cycles of its staged copy,
// or those in which DRAM reads and writes its bytes. A program with loops or
// scalar code has no prediction.
//
//===----------------------------------------------------------------------===//

#include "Access/DramTensor.h"
#include "Fusion/Horizontal/HorizontalPlans.h"
#include "LaunchCost.h"
#include "Movement/Copies/StagedCopy.h"
#include "Plan/Residents/ResidentBlock.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace matrix;

namespace {

class ProgramCost {
public:
  ProgramCost(Block &block, std::vector<PlannedLaunch> launches,
              const desc::VariantInfo &variant, int64_t cores)
      : block(block), launches(std::move(launches)), variant(variant),
        cores(cores),
        latency(double(variant.parameters.dramLatency.value_or(0))),
        barrier(double(variant.parameters.barrierLatency.value_or(0))) {}

  /// Returns the cycles; none if operations have no cost.
  std::optional<double> get() {
    std::optional<double> cycles = addLaunches(), moved;
    if (!cycles)
      return std::nullopt;
    for (int64_t i = 0, e = costs.size(); i < e; ++i)
      *cycles += costs[i].predicted - savedByKeeping(costs[i]) -
                 (i > 0 ? savedByPrefetch(i) : 0);
    moved = movementCycles();
    return moved ? std::optional(*cycles + *moved) : std::nullopt;
  }

private:
  /// Adds the costs of launches of all cores, and returns the cycles of those
  /// of one core, which are side by side; none if a launch has no cost.
  std::optional<double> addLaunches() {
    double all = 0, longest = 0;
    for (const PlannedLaunch &launch : launches) {
      for (ChainMember member : launch.members)
        inLaunch.insert_range(
            ArrayRef<Operation *>{member.root, member.last()});
      bool isForOne = isForOneCore(launch.members.front().root, cores);
      std::optional<LaunchCost> cost =
          getLaunchCost(launch, variant, isForOne ? 1 : cores);
      if (!cost)
        return std::nullopt;
      if (isForOne) {
        all += cost->predicted;
        longest = std::max(longest, cost->predicted);
      } else {
        costs.push_back(std::move(*cost));
      }
    }
    return std::max(longest, all / double(cores));
  }

  /// Returns the bytes of a tensor, 0 if unknown.
  static double bytesOf(Value tensor) {
    auto type = dyn_cast<RankedTensorType>(tensor.getType());
    return type && type.hasStaticShape() && type.getElementType().isIntOrFloat()
               ? double(type.getNumElements()) *
                     std::max(8U, type.getElementTypeBitWidth()) / 8
               : 0;
  }

  /// Returns the bytes of scratchpad for tensors that stay there: at least
  /// half, and more if the plan of the launch leaves it free.
  double roomBeside(Operation *producer) const {
    double half = double(getScratchpadCapacity(variant)) / 2;
    auto bytes = producer->getAttrOfType<IntegerAttr>(kKeptBytesAttrName);
    return bytes ? std::max(half, double(bytes.getInt())) : half;
  }

  /// Returns whether the program returns a tensor, or a reshape of it.
  static bool isReturned(Value tensor) {
    return llvm::any_of(tensor.getUsers(), [](Operation *user) {
      return user->hasTrait<OpTrait::IsTerminator>() ||
             (isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(user) &&
              isReturned(user->getResult(0)));
    });
  }

  /// Returns whether a launch writes a tensor that only others read.
  bool isKept(Value tensor) {
    Operation *producer = tensor.getDefiningOp();
    return producer && inLaunch.contains(producer) &&
           bytesOf(tensor) / double(getOwners()) <= roomBeside(producer) &&
           !isReturned(tensor);
  }

  /// Returns the scratchpads that a kept tensor is divided over.
  int64_t getOwners() const { return std::min(cores, kMaxOwners); }

  /// Returns the part of a transfer's cycles that the interconnect saves. Of
  /// the ports through which cores receive lines, two are busy at a time: a
  /// transfer fills the parts of a tensor one after the other.
  double keptPart() const {
    constexpr int64_t kPorts = 2;
    double rate = double(*variant.parameters.lineBytes *
                         variant.parameters.ringLines.value_or(1) *
                         std::min(cores, kPorts));
    return 1 - std::min(1.0, double(*variant.parameters.dramBytes) / rate);
  }

  double savedByKeeping(const LaunchCost &launch) {
    double ends = 0, all = launch.firstLoads() + launch.lastStores();
    auto add = [&](ArrayRef<BlockCycles> blocks) {
      bool isAll = !blocks.empty();
      for (const BlockCycles &each : blocks) {
        bool kept = isKept(each.tensor);
        ends += kept ? each.cycles * keptPart() : 0;
        isAll &= kept || each.cycles == 0;
      }
      return isAll ? latency * keptPart() : 0;
    };
    double latencies = add(launch.loads) + add(launch.stores);
    // Between them the computation remains.
    double between = launch.predicted - all - 2 * latency - barrier,
           part = all > 0 ? ends / all : 0;
    return ends + latencies + part * std::max(0.0, between - launch.compute);
  }

  /// Returns the cycles of the first loads that begin in the launch before.
  double savedByPrefetch(int64_t i) {
    const LaunchCost &before = costs[i - 1];
    double early = 0;
    bool isAll = true;
    for (const BlockCycles &load : costs[i].loads) {
      bool isWritten = llvm::any_of(before.stores, [&](const BlockCycles &s) {
        return s.tensor == load.tensor;
      });
      early += isWritten ? 0 : load.cycles;
      isAll &= !isWritten;
    }
    double fixed = 2 * latency + barrier;
    double rest = std::max(0.0, before.predicted - before.firstLoads() -
                                    before.lastStores() - fixed);
    double last = rest / before.steps + before.lastStores() + latency + barrier;
    return std::min(early + (isAll ? latency : 0), last);
  }

  //===--------------------------------------------------------------------===//
  // Movements
  //===--------------------------------------------------------------------===//

  /// Returns the cycles of operations outside of launches whose results are
  /// read; none if one of them computes.
  std::optional<double> movementCycles() {
    llvm::SetVector<Operation *> moved;
    auto read = [&](Value tensor) {
      Operation *op = skipReshapes(tensor).getDefiningOp();
      if (op && op->getBlock() == &block && !inLaunch.contains(op))
        moved.insert(op);
    };
    for (const LaunchCost &cost : costs)
      for (const BlockCycles &load : cost.loads)
        read(load.tensor);
    for (Value result : block.getTerminator()->getOperands())
      read(result);
    double cycles = 0;
    for (unsigned i = 0; i < moved.size(); ++i) {
      std::optional<double> own = movementCycles(moved[i]);
      if (!own)
        return std::nullopt;
      cycles += *own;
      for (Value operand : moved[i]->getOperands())
        if (isa<RankedTensorType>(operand.getType()))
          read(operand);
    }
    return cycles;
  }

  std::optional<double> movementCycles(Operation *op) const {
    if (isa<tensor::ExtractSliceOp, tensor::EmptyOp, linalg::FillOp>(op) ||
        op->hasTrait<OpTrait::ConstantLike>())
      return 0;
    if (auto generic = dyn_cast<linalg::GenericOp>(op))
      if (auto staged = predictStagedMove(generic, variant, cores))
        return staged;
    double bytes = 0;
    if (auto insertion = dyn_cast<tensor::InsertSliceOp>(op))
      bytes = bytesOf(insertion.getSource());
    else if (isa<tensor::ConcatOp, tensor::PadOp>(op) || isGather(op))
      bytes = bytesOf(op->getResult(0));
    else
      return std::nullopt;
    return 2 * bytes / double(*variant.parameters.dramBytes) + 2 * latency +
           barrier;
  }

  /// Returns whether an operation only reads elements at computed positions.
  static bool isGather(Operation *op) {
    auto generic = dyn_cast<linalg::GenericOp>(op);
    return generic && generic->getNumResults() == 1 &&
           isa_and_nonnull<tensor::ExtractOp>(generic.getBody()
                                                  ->getTerminator()
                                                  ->getOperand(0)
                                                  .getDefiningOp());
  }

  Block &block;
  std::vector<PlannedLaunch> launches;
  const desc::VariantInfo &variant;
  int64_t cores;
  double latency, barrier;
  std::vector<LaunchCost> costs;
  llvm::SmallPtrSet<Operation *, 16> inLaunch;
};

} // namespace

/// Returns the block of a program that only moves elements, at least some of
/// them as staged copies; null if there is none.
static Block *findMoves(ModuleOp module, const desc::VariantInfo &variant,
                        int64_t cores) {
  auto functions = module.getOps<func::FuncOp>();
  if (!llvm::hasSingleElement(functions) ||
      !llvm::hasSingleElement((*functions.begin()).getBody()))
    return nullptr;
  Block &block = (*functions.begin()).getBody().front();
  bool isStaged = llvm::any_of(block.getOps<linalg::GenericOp>(), [&](auto op) {
    return predictStagedMove(op, variant, cores).has_value();
  });
  return isStaged ? &block : nullptr;
}

std::optional<double> matrix::predictProgram(ModuleOp module, int64_t cores) {
  const desc::VariantInfo &variant = getTarget(module);
  cores = cores > 0 ? cores : int64_t(variant.cores);
  std::vector<std::vector<PlannedLaunch>> blocks =
      getLaunches(getFusionGroups(module));
  if (blocks.size() > 1 || !variant.parameters.dramBytes)
    return std::nullopt;
  Block *block = blocks.empty() ? findMoves(module, variant, cores)
                                : blocks[0].front().position->getBlock();
  if (!block || !isa<func::FuncOp>(block->getParentOp()))
    return std::nullopt;
  return ProgramCost(*block,
                     blocks.empty() ? std::vector<PlannedLaunch>()
                                    : std::move(blocks.front()),
                     variant, cores)
      .get();
}
