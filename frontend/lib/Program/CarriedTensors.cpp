//===- CarriedTensors.cpp - tensors carried by loops ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The yield is a parallel assignment, so a tensor that may alias another
// iteration argument is copied first. The regions of `scf.while` may pass on
// different tensors; such loops are first rewritten to a common signature of
// both regions.
//
//===----------------------------------------------------------------------===//

#include "CarriedTensors.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"

using namespace mlir;
using namespace matrix;

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

bool matrix::isBoundToDestination(Operation *op) {
  return isa<bufferization::MaterializeInDestinationOp,
             tensor::ParallelInsertSliceOp>(op);
}

static Value copyTensor(ImplicitLocOpBuilder &builder, Value tensor) {
  return bufferization::AllocTensorOp::create(
      builder, cast<RankedTensorType>(tensor.getType()), ValueRange(), tensor);
}

/// Returns whether bufferization can allocate a buffer for the tensor.
static bool isComputed(Value tensor) {
  return isa_and_nonnull<DestinationStyleOpInterface>(tensor.getDefiningOp()) &&
         !isBoundToDestination(tensor.getDefiningOp());
}

/// Returns the tensor that the operation updates; null if there is none.
static Value getDestination(Value tensor) {
  auto op = tensor.getDefiningOp<DestinationStyleOpInterface>();
  return op ? op.getTiedOpOperand(cast<OpResult>(tensor))->get() : Value();
}

/// Returns the tensor in whose buffer operations compute this one.
static Value getUpdated(Value tensor) {
  while (Value destination = getDestination(tensor))
    tensor = destination;
  return tensor;
}

/// Returns whether the tensor is `other`, or is computed in its buffer.
static bool isUpdateOf(Value tensor, Value other) {
  while (tensor && tensor != other)
    tensor = getDestination(tensor);
  return tensor != nullptr;
}

static bool isLoopResult(Value tensor) {
  return isa_and_nonnull<scf::ForOp, scf::WhileOp>(tensor.getDefiningOp());
}

/// Returns whether the tensor is the argument after an inner loop, which yields
/// it in place. As the only use of the argument, the loop needs no copy.
static bool isCarriedByLoop(Value tensor, Value argument) {
  if (!isLoopResult(tensor) || !tensor.hasOneUse() || !argument.hasOneUse())
    return false;
  auto loop = cast<LoopLikeOpInterface>(tensor.getDefiningOp());
  unsigned number = cast<OpResult>(tensor).getResultNumber();
  return loop.getInits().size() == loop->getNumResults() &&
         loop.getInits()[number] == argument;
}

/// Makes a terminator yield tensors in the buffers of the arguments. The
/// analysis decides from the last operation to the first: the result of an
/// inner loop may still be in the buffer of the argument. With `share`, it is
/// if the inner loop carries the argument. Of several yielded tensors that are
/// computed in one buffer, all but the first are copied.
static void yieldInPlace(Operation *terminator, MutableOperandRange values,
                         ValueRange arguments, bool share) {
  ImplicitLocOpBuilder builder(terminator->getLoc(), terminator);
  unsigned tensors = llvm::count_if(arguments, isTensor);
  SmallVector<std::pair<OpOperand *, Value>> yieldedUses;
  SmallVector<Value> yielded;
  for (auto [use, argument] : llvm::zip_equal(values, arguments)) {
    if (!isTensor(argument) || use.get() == argument ||
        (share && isCarriedByLoop(use.get(), argument)))
      continue;
    Value tensor = use.get();
    bool isFirst = llvm::none_of(yielded, [&](Value other) {
      return isUpdateOf(other, tensor) || isUpdateOf(tensor, other);
    });
    yielded.push_back(tensor);
    Value updated = getUpdated(tensor);
    bool isOther =
        updated != argument && llvm::is_contained(arguments, updated);
    if (isLoopResult(tensor) || !isFirst || isOther ||
        (tensors > 1 && !isComputed(tensor)))
      use.set(copyTensor(builder, tensor));
    yieldedUses.push_back({&use, argument});
  }
  for (auto [use, argument] : yieldedUses)
    use->set(bufferization::MaterializeInDestinationOp::create(
                 builder, use->get(), argument)
                 ->getResult(0));
}

static bool hasUnifiedSignature(scf::WhileOp loop) {
  return llvm::equal(loop.getInits().getTypes(), loop.getResultTypes());
}

static Value makeUndefined(ImplicitLocOpBuilder &builder, Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor::EmptyOp::create(builder, tensor.getShape(),
                                   tensor.getElementType());
  return arith::ConstantOp::create(builder, builder.getZeroAttr(type));
}

/// Gives both regions the arguments of the first region followed by those of
/// the second.
static scf::WhileOp unifySignature(scf::WhileOp loop) {
  Location loc = loop.getLoc();
  ImplicitLocOpBuilder builder(loc, loop);
  SmallVector<Value> inits(loop.getInits());
  unsigned before = inits.size();
  for (Type type : loop.getResultTypes())
    inits.push_back(makeUndefined(builder, type));
  SmallVector<Type> types(ValueRange(inits).getTypes());
  auto wide = scf::WhileOp::create(builder, loc, types, inits);
  wide.getBefore().takeBody(loop.getBefore());
  wide.getAfter().takeBody(loop.getAfter());
  Block &first = wide.getBefore().front(), &second = wide.getAfter().front();
  SmallVector<Location> locations(types.size(), loc);
  first.addArguments(ArrayRef(types).drop_front(before),
                     ArrayRef(locations).drop_front(before));
  for (unsigned i = 0; i < before; ++i)
    second.insertArgument(i, types[i], loc);
  auto passes = MutableOperandRange(wide.getConditionOp().getArgsMutable());
  SmallVector<Value> passed(first.getArguments().take_front(before));
  llvm::append_range(passed, wide.getConditionOp().getArgs());
  passes.assign(passed);
  auto yield = wide.getYieldOp();
  SmallVector<Value> yielded(yield.getOperands());
  llvm::append_range(yielded, second.getArguments().drop_front(before));
  yield->setOperands(yielded);
  loop->replaceAllUsesWith(wide.getResults().drop_front(before));
  loop.erase();
  return wide;
}

static void yieldInLoop(scf::WhileOp loop, bool share) {
  if (llvm::none_of(loop.getOperands(), isTensor) &&
      llvm::none_of(loop.getResults(), isTensor))
    return;
  if (!hasUnifiedSignature(loop))
    loop = unifySignature(loop);
  auto condition = loop.getConditionOp();
  yieldInPlace(condition, condition.getArgsMutable(), loop.getBeforeArguments(),
               share);
  auto yield = loop.getYieldOp();
  yieldInPlace(yield, yield.getResultsMutable(), loop.getAfterArguments(),
               share);
}

static void yieldInLoop(scf::ForOp loop, bool share) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  yieldInPlace(yield, yield.getResultsMutable(), loop.getRegionIterArgs(),
               share);
}

/// Copies the tensor that is selected. Both operands of a selection are in the
/// buffer of its result, and a loop may overwrite one that it reads again.
static void copySelected(arith::SelectOp select) {
  ImplicitLocOpBuilder builder(select.getLoc(), select);
  auto copy = [](Value tensor) {
    return [tensor](OpBuilder &region, Location loc) {
      ImplicitLocOpBuilder inside(loc, region);
      scf::YieldOp::create(inside, copyTensor(inside, tensor));
    };
  };
  auto branch = scf::IfOp::create(builder, select.getCondition(),
                                  copy(select.getTrueValue()),
                                  copy(select.getFalseValue()));
  select.replaceAllUsesWith(branch.getResult(0));
  select.erase();
}

/// Copies the tensors of a branch that are in buffers of its surroundings, if
/// the two sides use different ones: the buffer of the result is either.
static void copyYielded(scf::IfOp branch) {
  if (branch.getElseRegion().empty())
    return;
  scf::YieldOp sides[] = {branch.thenYield(), branch.elseYield()};
  for (unsigned i = 0; i < branch.getNumResults(); ++i) {
    auto isOutside = [&](Value tensor) {
      return !branch->isAncestor(tensor.getParentBlock()->getParentOp());
    };
    if (!isTensor(branch.getResult(i)))
      continue;
    Value updated[] = {getUpdated(sides[0].getOperand(i)),
                       getUpdated(sides[1].getOperand(i))};
    if (updated[0] == updated[1] || !llvm::all_of(updated, isOutside))
      continue;
    for (scf::YieldOp side : sides) {
      ImplicitLocOpBuilder builder(side.getLoc(), side);
      side.setOperand(i, copyTensor(builder, side.getOperand(i)));
    }
  }
}

unsigned matrix::yieldTensorsInPlace(func::FuncOp function, bool share) {
  function.walk([](scf::IfOp branch) {
    if (branch->getParentOfType<LoopLikeOpInterface>())
      copyYielded(branch);
  });
  function.walk([&](arith::SelectOp select) {
    if (isTensor(select.getResult()) &&
        select->getParentOfType<LoopLikeOpInterface>())
      copySelected(select);
  });
  SmallVector<Operation *> loops;
  function.walk([&](Operation *op) {
    if (isa<scf::ForOp, scf::WhileOp>(op))
      loops.push_back(op);
  });
  for (Operation *op : loops) {
    if (auto loop = dyn_cast<scf::ForOp>(op))
      yieldInLoop(loop, share);
    else
      yieldInLoop(cast<scf::WhileOp>(op), share);
  }
  return loops.size();
}
