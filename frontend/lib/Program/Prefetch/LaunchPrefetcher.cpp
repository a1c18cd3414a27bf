//===- LaunchPrefetcher.cpp - loads that start launches earlier -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a load needs, operations without memory effects and the buffer, is found
// from its operands. Copies start the load in a last step; elsewhere they move.
//
//===----------------------------------------------------------------------===//

#include "LaunchPrefetcher.h"
#include "Access/ExecutionKinds.h"
#include "Plan/Blocks/BlockPlan.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-expand-launches"

using namespace mlir;
using namespace matrix;

static llvm::iterator_range<Block::iterator>
getOperations(const ExpandedLaunch &launch) {
  return {Block::iterator(launch.first),
          std::next(Block::iterator(launch.last))};
}

static int64_t getBytes(Operation &op, int64_t alignment) {
  return getBufferSize(cast<memref::AllocOp>(op).getType(), alignment);
}

/// Counts the bytes of the buffers among the operations of a launch. Cores
/// whose code is conditional use one scratchpad each.
static int64_t countBufferBytes(const ExpandedLaunch &launch,
                                int64_t alignment) {
  int64_t bytes = 0, conditional = 0;
  for (Operation &op : getOperations(launch)) {
    int64_t nested = 0;
    op.walk([&](memref::AllocOp alloc) {
      if (isOwnBuffer(*alloc))
        (alloc == &op ? bytes : nested) += getBytes(*alloc, alignment);
    });
    conditional = std::max(conditional, nested);
  }
  return bytes + conditional;
}

LaunchPrefetcher::LaunchPrefetcher(const ExpandedLaunch &before,
                                   ExpandedLaunch &launch,
                                   const desc::VariantInfo &variant)
    : before(before), launch(launch),
      alignment(variant.memoryIn(desc::address_space::scratchpad)->alignment),
      capacity(getScratchpadCapacity(variant) - before.prefetchedBytes -
               std::max(before.residentBytes, launch.residentBytes)) {
  position = findPosition();
}

unsigned LaunchPrefetcher::prefetchFirst() {
  if (!position || !isAdjacent())
    return 0;
  capacity -= countBufferBytes(before, alignment);
  for (Operation *load : findLoads())
    if (isIndependent(load))
      prefetch(load);
  removeFirstWaits();
  launch.isAtTop = count && !before.isAtTop;
  if (launch.isAtTop)
    for (Operation *buffer : getBuffers())
      buffer->setAttr(kAtTopAttrName, UnitAttr::get(buffer->getContext()));
  return count;
}

//===----------------------------------------------------------------------===//
// Positions
//===----------------------------------------------------------------------===//

static bool isLoop(Operation &op) {
  return isa<scf::ForOp>(op) ||
         (isa<scf::IfOp>(op) && op.walk([](scf::ForOp) {
                                    return WalkResult::interrupt();
                                  }).wasInterrupted());
}

/// Returns where a launch of one step, which has no loop, waits for its loads.
static Operation *findWait(const ExpandedLaunch &launch) {
  for (Operation &op : getOperations(launch))
    if (isa<DmaWaitOp>(op))
      return &op;
  return nullptr;
}

/// Returns whether an operation waits for loads of its own.
static bool waits(Operation &op) {
  return op.walk([](DmaWaitOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

static bool startsLoads(Region &region) {
  return region.walk([](DmaLoadOp) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// Returns the operation before which the loads start, or the loop in whose
/// last step they do.
Operation *LaunchPrefetcher::findPosition() {
  Operation *end = nullptr; // of what some cores execute
  for (Operation &op : getOperations(before)) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (loop && !end) {
      for (auto next : loop.getBody()->getOps<scf::IfOp>())
        if (startsLoads(next.getThenRegion())) {
          lastStep.emplace(loop, next);
          break;
        }
      return loop;
    }
    if (isa<scf::IfOp>(op) && (isLoop(op) || waits(op)))
      end = op.getNextNode();
  }
  return end ? end : findWait(before);
}

//===----------------------------------------------------------------------===//
// Conditions
//===----------------------------------------------------------------------===//

/// Returns whether nothing between the launches accesses memory.
bool LaunchPrefetcher::isAdjacent() const {
  if (before.last->getBlock() != launch.first->getBlock())
    return false;
  for (Operation *op = before.last->getNextNode(); op != launch.first;
       op = op->getNextNode())
    if (!op || !(isMemoryEffectFree(op) || isa<memref::AllocOp>(op)))
      return false;
  return true;
}

/// Returns the loads before the loop, and conditional ones of which all cores
/// of a grid receive the blocks.
SmallVector<Operation *> LaunchPrefetcher::findLoads() const {
  SmallVector<Operation *> loads;
  bool hasLoop = llvm::any_of(getOperations(launch), isLoop);
  for (Operation &op : getOperations(launch)) {
    if (hasLoop ? isLoop(op) : isa<DmaWaitOp>(op))
      return loads;
    if (op.walk([](DmaLoadOp) {
            return WalkResult::interrupt();
          }).wasInterrupted())
      loads.push_back(&op);
  }
  return {};
}

/// Returns whether the launch before writes nothing that a load reads, and has
/// other semaphores.
bool LaunchPrefetcher::isIndependent(Operation *load) const {
  bool sharesSemaphores = launch.semaphores.overlaps(before.semaphores);
  WalkResult result = load->walk([&](DmaLoadOp start) {
    const void *source = getUnderlyingBuffer(start.getSource());
    bool isUnwritten =
        source && llvm::all_of(before.outputs, [&](Value output) {
          const void *written = getUnderlyingBuffer(output);
          return written && written != source;
        });
    bool isPossible =
        isUnwritten && !(start.getSemaphore() && sharesSemaphores);
    return isPossible ? WalkResult::advance() : WalkResult::interrupt();
  });
  return !result.wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Moves
//===----------------------------------------------------------------------===//

static bool startsMulticast(Operation &op) {
  return op
      .walk([](DmaLoadOp load) {
        return load.getSemaphore() ? WalkResult::interrupt()
                                   : WalkResult::advance();
      })
      .wasInterrupted();
}

/// Moves a load if all that it needs can be moved, and its buffer fits.
void LaunchPrefetcher::prefetch(Operation *load) {
  llvm::SetVector<Operation *> needed;
  if (!collect(load, needed))
    return;
  int64_t bytes = 0;
  for (Operation *op : needed)
    bytes += isOwnBuffer(*op) ? getBytes(*op, alignment) : 0;
  if (bytes > capacity)
    return;
  capacity -= bytes;
  launch.prefetchedBytes += bytes;
  movesMulticast |= startsMulticast(*load);
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

void LaunchPrefetcher::move(Operation *op) {
  if (op == launch.first)
    launch.first = op->getNextNode();
  op->moveBefore(position);
}

/// Replaces a load by one in the loop.
void LaunchPrefetcher::startInLastStep(Operation *load,
                                       ArrayRef<Operation *> needed) {
  SmallVector<Operation *> copied;
  llvm::copy_if(needed, std::back_inserter(copied),
                [&](Operation *op) { return !isOwnBuffer(*op); });
  lastStep->start(load, copied);
  position = lastStep->getLoop();
  remove(load);
}

/// Adds the operations after the position that `op` needs, in order. Returns
/// whether they can be moved.
bool LaunchPrefetcher::collect(Operation *op,
                               llvm::SetVector<Operation *> &needed) const {
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

void LaunchPrefetcher::remove(Operation *op) {
  if (op == launch.first)
    launch.first = op->getNextNode();
  op->erase();
}

/// Returns the buffers of the launch, including the moved ones.
SmallVector<Operation *> LaunchPrefetcher::getBuffers() const {
  SmallVector<Operation *> buffers(moved);
  for (Operation &op : getOperations(launch))
    if (isOwnBuffer(op))
      buffers.push_back(&op);
  return buffers;
}

//===----------------------------------------------------------------------===//
// Waits for first blocks
//===----------------------------------------------------------------------===//

/// Returns whether the first step waits for a token that precedes the loop.
static bool isAwaited(scf::ForOp loop, Value token) {
  return llvm::any_of(loop.getInitArgsMutable(), [&](OpOperand &init) {
    return init.get() == token &&
           llvm::any_of(loop.getTiedLoopRegionIterArg(&init).getUsers(),
                        [&](Operation *user) {
                          return isa<DmaWaitOp>(user) &&
                                 user->getBlock() == loop.getBody();
                        });
  });
}

/// Removes the waits for first blocks before the loop, which waits for them as
/// well: the multicast loads to which they leave DRAM start earlier.
void LaunchPrefetcher::removeFirstWaits() {
  SmallVector<DmaWaitOp> waits;
  for (Operation &op : getOperations(launch)) {
    auto loop = dyn_cast<scf::ForOp>(op);
    if (!movesMulticast || (!loop && startsMulticast(op)))
      return;
    if (auto wait = dyn_cast<DmaWaitOp>(op))
      waits.push_back(wait);
    if (!loop)
      continue;
    for (DmaWaitOp wait : waits)
      if (isAwaited(loop, wait.getToken()))
        remove(wait);
    return;
  }
}
