//===- CoreGrid.cpp - cores as a grid over the blocks ---------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers the cores of a grid, the last distributed dimension fastest
// (mixed-radix digits of the core's number), and emits multicast loads.
// Receivers are a mask of one bit for each core: the constant mask of the
// shared dimensions, shifted by the number of the first core of the group.
// Senders rotate over the cores that share a block, so that the loads of
// different operands are divided among the DMA engines. Without a grid, cores
// may take turns.
//
//===----------------------------------------------------------------------===//

#include "CoreGrid.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Multicast
//===----------------------------------------------------------------------===//

/// Returns the semaphore of the sender; the receivers' one precedes it.
Value Multicast::getReleased(IndexMath &math, Value index) const {
  return math.add(math.rem(index, numBuffers), firstSemaphore + 1);
}

void Multicast::load(ImplicitLocOpBuilder &builder, const OperandBlock &block,
                     const BlockStep &step, Value index,
                     const BlockPiece &piece) const {
  scf::IfOp::create(builder, isSender, [&](OpBuilder &region, Location l) {
    ImplicitLocOpBuilder b(l, region);
    IndexMath math(b);
    // At first, the buffers are free.
    Value isFree = math.less(index, math.constant(numBuffers));
    Value users = math.select(isFree, math.constant(0), math.constant(count));
    if (piece.count > 1)
      users = math.select(math.equal(piece.index, 0), users, math.constant(0));
    SemaphoreWaitOp::create(b, getReleased(math, index), users);
    block.load(b, step, math.rem(index, numBuffers), piece, receivers,
               math.constant(firstSemaphore));
    scf::YieldOp::create(b);
  });
}

void Multicast::wait(ImplicitLocOpBuilder &builder, Value transfers) const {
  SemaphoreWaitOp::create(builder, IndexMath(builder).constant(firstSemaphore),
                          transfers);
}

void Multicast::release(ImplicitLocOpBuilder &builder, Value index) const {
  IndexMath math(builder);
  SemaphorePostOp::create(builder, getReleased(math, index), sender);
}

//===----------------------------------------------------------------------===//
// Turns
//===----------------------------------------------------------------------===//

void matrix::awaitTurn(ImplicitLocOpBuilder &builder, int64_t semaphore,
                       Value core) {
  IndexMath math(builder);
  SemaphoreWaitOp::create(builder, math.constant(semaphore), math.min(core, 1));
}

void matrix::passTurn(ImplicitLocOpBuilder &builder, int64_t semaphore,
                      Value core, int64_t cores) {
  IndexMath math(builder);
  Value next = math.add(core, 1);
  scf::IfOp::create(builder, math.less(next, math.constant(cores)),
                    [&](OpBuilder &region, Location l) {
                      ImplicitLocOpBuilder b(l, region);
                      SemaphorePostOp::create(
                          b, IndexMath(b).constant(semaphore), next);
                      scf::YieldOp::create(b);
                    });
}

//===----------------------------------------------------------------------===//
// Grid
//===----------------------------------------------------------------------===//

CoreGrid::CoreGrid(IndexMath &math, const BlockPlan &plan, Value core,
                   int64_t firstSemaphore)
    : plan(plan), core(core), positions(plan.grid.size()),
      strides(plan.grid.size()), nextSemaphore(firstSemaphore) {
  int64_t stride = 1;
  for (int dim : llvm::reverse(plan.distributedDims)) {
    strides[dim] = stride;
    if (plan.grid[dim] > 1)
      positions[dim] = math.rem(math.div(core, stride), plan.grid[dim]);
    stride *= plan.grid[dim];
  }
}

Value CoreGrid::getOffset(IndexMath &math, Value linear,
                          ArrayRef<int> dims) const {
  Value result = math.constant(0);
  for (int dim : llvm::reverse(dims)) {
    Value position = math.rem(linear, plan.grid[dim]);
    result = math.add(result, math.mul(position, strides[dim]));
    linear = math.div(linear, plan.grid[dim]);
  }
  return result;
}

int64_t CoreGrid::getMask(ArrayRef<int> dims) const {
  if (dims.empty())
    return 1;
  int64_t rest = getMask(dims.drop_back()), mask = 0;
  for (int64_t i = 0; i < plan.grid[dims.back()]; ++i)
    mask |= rest << i * strides[dims.back()];
  return mask;
}

/// `first` is the lowest number of a core that shares the blocks of this core:
/// position 0 in the dimensions on which the operand does not depend. `turn`
/// counts operands and groups of such cores; modulo the size of a group it
/// selects the sender.
Multicast CoreGrid::share(IndexMath &math, const OperandBlock &block,
                          int64_t numBuffers) {
  SmallVector<int> shared;
  Value first = math.constant(0), turn = math.constant(numShared);
  Multicast result;
  result.count = 1;
  for (int dim : plan.distributedDims) {
    if (plan.grid[dim] == 1)
      continue;
    if (!block.getOperand().dependsOn(dim)) {
      shared.push_back(dim);
      result.count *= plan.grid[dim];
      continue;
    }
    first = math.add(first, math.mul(positions[dim], strides[dim]));
    turn = math.add(math.mul(turn, plan.grid[dim]), positions[dim]);
  }
  result.numBuffers = numBuffers;
  result.firstSemaphore = nextSemaphore;
  result.receivers = math.shl(math.constant(getMask(shared)), first);
  result.sender =
      math.add(first, getOffset(math, math.rem(turn, result.count), shared));
  result.isSender = math.equal(core, result.sender);
  nextSemaphore += countSemaphores(numBuffers);
  ++numShared;
  return result;
}
