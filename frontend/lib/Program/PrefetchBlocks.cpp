//===- PrefetchBlocks.cpp - loads during the preceding launch -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// First loads move into the last step of the launch before, after its own
// loads: where the loop starts no loads of a next step. If it never does, they
// move before the loop, or of the wait of a single step; if only some
// cores execute it, after it.
//
// The buffers of consecutive launches are at opposite ends of the scratchpad:
// then they fit if the sum of their sizes does.
//
//===----------------------------------------------------------------------===//

#include "PrefetchBlocks.h"
#include "Access/ExecutionKinds.h"
#include "LastStep.h"
#include "Plan/Blocks/BlockPlan.h"
#include "matrix/Description/Target.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-expand-launches"

using namespace mlir;
using namespace matrix;

namespace {

using Operations = llvm::iterator_range<Block::iterator>;

class Prefetcher {
public:
  Prefetcher(const ExpandedLaunch &before, ExpandedLaunch &launch,
             const desc::VariantInfo &variant)
      : before(before), launch(launch),
        alignment(variant.memoryIn(desc::address_space::scratchpad)->alignment),
        capacity(getScratchpadCapacity(variant) - before.prefetchedBytes -
                 std::max(before.residentBytes, launch.residentBytes)) {}

  /// Returns the number of loads.
  unsigned run() {
    position = findPosition();
    if (!position || !isAdjacent())
      return 0;
    for (Operation &op : getOperations(before))
      if (isOwnBuffer(op))
        capacity -= getBytes(op);
    for (Operation *load : findLoads())
      prefetch(load);
    launch.isAtTop = count && !before.isAtTop;
    if (launch.isAtTop)
      for (Operation *buffer : getBuffers())
        buffer->setAttr(kAtTopAttrName, UnitAttr::get(buffer->getContext()));
    return count;
  }

private:
  int64_t getBytes(Operation &op) const {
    return getBufferSize(cast<memref::AllocOp>(op).getType(), alignment);
  }

  static Operations getOperations(const ExpandedLaunch &launch) {
    return {Block::iterator(launch.first),
            std::next(Block::iterator(launch.last))};
  }

  static bool isLoop(Operation &op) {
    return isa<scf::ForOp>(op) ||
           (isa<scf::IfOp>(op) && op.walk([](scf::ForOp) {
                                      return WalkResult::interrupt();
                                    }).wasInterrupted());
  }

  /// Returns the operation before which the loads start, or the loop in
  /// whose last step they do.
  Operation *findPosition() {
    for (Operation &op : getOperations(before)) {
      if (!isLoop(op))
        continue;
      auto loop = dyn_cast<scf::ForOp>(op);
      if (!loop)
        return op.getNextNode();
      for (auto next : loop.getBody()->getOps<scf::IfOp>())
        if (startsLoads(next.getThenRegion())) {
          lastStep.emplace(loop, next);
          break;
        }
      return loop;
    }
    return findWait(before);
  }

  /// Returns where a launch of one step, which has no loop, waits for its
  /// loads.
  static Operation *findWait(const ExpandedLaunch &launch) {
    for (Operation &op : getOperations(launch))
      if (isa<DmaWaitOp>(op))
        return &op;
    return nullptr;
  }

  static bool startsLoads(Region &region) {
    return region.walk([](DmaLoadOp) { return WalkResult::interrupt(); })
        .wasInterrupted();
  }

  /// Returns whether nothing between the launches accesses memory.
  bool isAdjacent() const {
    if (before.last->getBlock() != launch.first->getBlock())
      return false;
    for (Operation *op = before.last->getNextNode(); op != launch.first;
         op = op->getNextNode())
      if (!op || !(isMemoryEffectFree(op) || isa<memref::AllocOp>(op)))
        return false;
    return true;
  }

  /// Returns the loads before the loop, and conditional ones of which all
  /// cores of a grid receive the blocks.
  SmallVector<Operation *> findLoads() const {
    SmallVector<Operation *> loads;
    bool hasLoop = llvm::any_of(getOperations(launch), isLoop);
    for (Operation &op : getOperations(launch)) {
      if (hasLoop ? isLoop(op) : isa<DmaWaitOp>(op))
        return loads;
      SmallVector<DmaLoadOp> starts;
      op.walk([&](DmaLoadOp load) { starts.push_back(load); });
      if (!starts.empty() && llvm::all_of(starts, [&](DmaLoadOp load) {
            return isIndependent(load);
          }))
        loads.push_back(&op);
    }
    return {};
  }

  bool isIndependent(DmaLoadOp load) const {
    bool ownsSemaphores =
        !load.getSemaphore() || !launch.semaphores.overlaps(before.semaphores);
    const void *source = getUnderlyingBuffer(load.getSource());
    return ownsSemaphores && source &&
           llvm::all_of(before.outputs, [&](Value output) {
             const void *written = getUnderlyingBuffer(output);
             return written && written != source;
           });
  }

  /// Moves a load if all that it needs can be moved, and its buffer fits.
  void prefetch(Operation *load) {
    llvm::SetVector<Operation *> needed;
    if (!collect(load, needed))
      return;
    int64_t bytes = 0;
    for (Operation *op : needed)
      bytes += isOwnBuffer(*op) ? getBytes(*op) : 0;
    if (bytes > capacity)
      return;
    capacity -= bytes;
    launch.prefetchedBytes += bytes;
    LDBG() << "prefetches " << *load;
    for (Operation *op : needed)
      if (isOwnBuffer(*op)) {
        moved.push_back(op);
        move(op);
      }
    if (lastStep)
      startInLastStep(load, needed.getArrayRef());
    else
      llvm::for_each(needed, [&](Operation *op) { move(op); });
    ++count;
  }

  void move(Operation *op) {
    if (op == launch.first)
      launch.first = op->getNextNode();
    op->moveBefore(position);
  }

  /// Replaces a load by one in the loop.
  void startInLastStep(Operation *load, ArrayRef<Operation *> needed) {
    SmallVector<Operation *> copied;
    llvm::copy_if(needed, std::back_inserter(copied),
                  [&](Operation *op) { return !isOwnBuffer(*op); });
    lastStep->start(load, copied);
    position = lastStep->getLoop();
    if (load == launch.first)
      launch.first = load->getNextNode();
    load->erase();
  }

  /// Adds the operations after the position that `op` needs, in order. Returns
  /// whether they can be moved.
  bool collect(Operation *op, llvm::SetVector<Operation *> &needed) const {
    bool canMove = true;
    op->walk([&](Operation *inner) {
      for (Value operand : inner->getOperands()) {
        Operation *producer = operand.getDefiningOp();
        if (!canMove || !producer || op->isAncestor(producer) ||
            producer->getBlock() != position->getBlock() ||
            producer->isBeforeInBlock(position))
          continue;
        canMove = (isMemoryEffectFree(producer) || isOwnBuffer(*producer)) &&
                  collect(producer, needed);
      }
    });
    needed.insert(op);
    return canMove;
  }

  /// Returns the buffers of the launch, including the moved ones.
  SmallVector<Operation *> getBuffers() const {
    SmallVector<Operation *> buffers(moved);
    for (Operation &op : getOperations(launch))
      if (isOwnBuffer(op))
        buffers.push_back(&op);
    return buffers;
  }

  const ExpandedLaunch &before;
  ExpandedLaunch &launch;
  int64_t alignment; // of buffers
  int64_t capacity;  // bytes that are left during `before`
  Operation *position = nullptr;
  std::optional<LastStep> lastStep; // of the loop `position`, if it loads
  SmallVector<Operation *> moved;
  unsigned count = 0;
};

} // namespace

unsigned matrix::prefetchBlocks(MutableArrayRef<ExpandedLaunch> launches,
                                const desc::VariantInfo &variant) {
  if (!variant.memoryIn(desc::address_space::scratchpad))
    return 0;
  unsigned count = 0;
  for (size_t i = 1; i < launches.size(); ++i)
    count += Prefetcher(launches[i - 1], launches[i], variant).run();
  return count;
}
