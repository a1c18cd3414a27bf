//===- PrepareTensors.cpp - preparation for bufferization -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Buffers in DRAM are static: an allocation in a loop denotes the same memory
// in each iteration. Loops therefore carry every tensor in one buffer and yield
// it in this buffer:
//
//   %u = bufferization.materialize_in_destination %t in %iteration_argument
//   scf.yield %u
//
// The yield is a parallel assignment, so a tensor that may alias another
// iteration argument is copied first. The regions of `scf.while` may pass on
// different tensors; such loops are first rewritten to a common signature of
// both regions.
//
//===----------------------------------------------------------------------===//

#include "Access/BodyMatchers.h"
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-prepare-tensors"

namespace matrix {
#define GEN_PASS_DEF_MATRIXPREPARETENSORSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static bool isTensor(Value value) {
  return isa<RankedTensorType>(value.getType());
}

//===----------------------------------------------------------------------===//
// Destinations
//===----------------------------------------------------------------------===//

/// Gives each operation whose destination is a fill a fill of its own: each
/// would copy a common one.
static void separateFills(func::FuncOp function) {
  SmallVector<linalg::LinalgOp> fills;
  TypedAttr constant;
  function.walk([&](linalg::LinalgOp op) {
    if (op->getNumResults() == 1 && matchFill(op->getResult(0), constant))
      fills.push_back(op);
  });
  for (linalg::LinalgOp fill : fills)
    for (OpOperand &use :
         llvm::make_early_inc_range(llvm::drop_begin(fill->getUses()))) {
      auto user = dyn_cast<DestinationStyleOpInterface>(use.getOwner());
      if (user && user.isDpsInit(&use))
        use.set(OpBuilder(user).clone(*fill)->getResult(0));
    }
}

/// Operations with a common destination would appear to write the same buffer.
static void separateDestinations(func::FuncOp function) {
  SmallVector<tensor::EmptyOp> empties;
  function.walk([&](tensor::EmptyOp op) { empties.push_back(op); });
  for (tensor::EmptyOp op : empties)
    for (OpOperand &use :
         llvm::make_early_inc_range(llvm::drop_begin(op->getUses()))) {
      OpBuilder builder(use.getOwner());
      use.set(builder.clone(*op)->getResult(0));
    }
}

/// Returns whether bufferization must update the destination in place, which
/// loops rely on.
static bool isBoundToDestination(Operation *op) {
  return isa<bufferization::MaterializeInDestinationOp,
             tensor::ParallelInsertSliceOp>(op);
}

/// Copies every tensor that is overwritten. Returns the number of copies.
static unsigned copyDestinations(func::FuncOp function) {
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  SmallVector<OpOperand *> written;
  function.walk([&](Operation *op) {
    if (isBoundToDestination(op) || op->hasTrait<OpTrait::IsTerminator>())
      return;
    for (OpOperand &use : op->getOpOperands())
      if (isTensor(use.get()) && state.bufferizesToMemoryWrite(use))
        written.push_back(&use);
  });
  for (OpOperand *use : written) {
    OpBuilder builder(use->getOwner());
    auto copy = bufferization::AllocTensorOp::create(
        builder, use->getOwner()->getLoc(),
        cast<RankedTensorType>(use->get().getType()), ValueRange());
    if (state.bufferizesToMemoryRead(*use))
      copy.getCopyMutable().assign(use->get());
    LDBG() << "copies a tensor for " << *use->getOwner();
    use->set(copy);
  }
  return written.size();
}

//===----------------------------------------------------------------------===//
// Arguments
//===----------------------------------------------------------------------===//

/// Inputs of a kernel are read-only.
static void protectArguments(func::FuncOp function) {
  Builder builder(function.getContext());
  SmallVector<DictionaryAttr> attributes;
  for (BlockArgument argument : function.getArguments()) {
    NamedAttrList list(function.getArgAttrDict(argument.getArgNumber()));
    if (isTensor(argument))
      list.set(bufferization::BufferizationDialect::kWritableAttrName,
               builder.getBoolAttr(false));
    attributes.push_back(list.getDictionary(function.getContext()));
  }
  function.setAllArgAttrs(attributes);
}

/// Whether an operation reads a tensor, and no result of it is a view.
static bool onlyReads(OpOperand &use,
                      const bufferization::AnalysisState &state) {
  return state.getOptions().dynCastBufferizableOp(use.getOwner()) &&
         !state.bufferizesToMemoryWrite(use) &&
         state.getAliasingValues(use).getNumAliases() == 0;
}

/// The analysis is quadratic in the uses of a tensor. Without writes there are
/// no conflicts: launches take the buffers of arguments directly, and each
/// other reader takes a tensor of its own in the same memory.
static void separateReads(BlockArgument argument,
                          const bufferization::AnalysisState &state) {
  SmallVector<OpOperand *> launched, read;
  for (OpOperand &use : argument.getUses()) {
    auto launch = dyn_cast<LaunchOp>(use.getOwner());
    if (launch && launch.isDpsInput(&use))
      launched.push_back(&use);
    else if (!launch && onlyReads(use, state))
      read.push_back(&use);
  }
  if (launched.empty() && read.empty())
    return;
  OpBuilder builder = OpBuilder::atBlockBegin(argument.getOwner());
  Value buffer = bufferization::ToBufferOp::create(
      builder, argument.getLoc(), LaunchOp::getBufferType(argument.getType()),
      argument, /*read_only=*/true);
  for (OpOperand *use : launched)
    use->set(buffer);
  for (OpOperand *use : read)
    use->set(bufferization::ToTensorOp::create(builder, argument.getLoc(),
                                               argument.getType(), buffer,
                                               /*restrict=*/true));
}

static void separateReads(func::FuncOp function) {
  bufferization::BufferizationOptions options;
  bufferization::AnalysisState state(options);
  for (BlockArgument argument : function.getArguments())
    if (isTensor(argument))
      separateReads(argument, state);
  SmallVector<arith::ConstantOp> constants;
  function.walk([&](arith::ConstantOp op) {
    if (isTensor(op))
      constants.push_back(op);
  });
  for (arith::ConstantOp op : constants)
    for (OpOperand &use :
         llvm::make_early_inc_range(llvm::drop_begin(op->getUses())))
      if (onlyReads(use, state))
        use.set(OpBuilder(op).clone(*op)->getResult(0));
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

static Value copyTensor(OpBuilder &builder, Location loc, Value tensor) {
  return bufferization::AllocTensorOp::create(
      builder, loc, cast<RankedTensorType>(tensor.getType()), ValueRange(),
      tensor);
}

/// Returns whether bufferization can allocate a buffer for the tensor.
static bool isComputed(Value tensor) {
  return isa_and_nonnull<DestinationStyleOpInterface>(tensor.getDefiningOp()) &&
         !isBoundToDestination(tensor.getDefiningOp());
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
/// if the inner loop carries the argument.
static void yieldInPlace(Operation *terminator, MutableOperandRange values,
                         ValueRange arguments, bool share) {
  OpBuilder builder(terminator);
  Location loc = terminator->getLoc();
  unsigned tensors = llvm::count_if(arguments, isTensor);
  SmallVector<std::pair<OpOperand *, Value>> yieldedUses;
  for (auto [use, argument] : llvm::zip_equal(values, arguments)) {
    if (!isTensor(argument) || use.get() == argument ||
        (share && isCarriedByLoop(use.get(), argument)))
      continue;
    if (isLoopResult(use.get()) || (tensors > 1 && !isComputed(use.get())))
      use.set(copyTensor(builder, loc, use.get()));
    yieldedUses.push_back({&use, argument});
  }
  for (auto [use, argument] : yieldedUses)
    use->set(bufferization::MaterializeInDestinationOp::create(
                 builder, loc, use->get(), argument)
                 ->getResult(0));
}

static bool hasUnifiedSignature(scf::WhileOp loop) {
  return llvm::equal(loop.getInits().getTypes(), loop.getResultTypes());
}

static Value makeUndefined(OpBuilder &builder, Location loc, Type type) {
  if (auto tensor = dyn_cast<RankedTensorType>(type))
    return tensor::EmptyOp::create(builder, loc, tensor.getShape(),
                                   tensor.getElementType());
  return arith::ConstantOp::create(builder, loc, builder.getZeroAttr(type));
}

/// Gives both regions the arguments of the first region followed by those of
/// the second.
static scf::WhileOp unifySignature(scf::WhileOp loop) {
  OpBuilder builder(loop);
  Location loc = loop.getLoc();
  SmallVector<Value> inits(loop.getInits());
  unsigned before = inits.size();
  for (Type type : loop.getResultTypes())
    inits.push_back(makeUndefined(builder, loc, type));
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

static void yieldTensorsInPlace(scf::WhileOp loop, bool share) {
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

static void yieldTensorsInPlace(scf::ForOp loop, bool share) {
  auto yield = cast<scf::YieldOp>(loop.getBody()->getTerminator());
  yieldInPlace(yield, yield.getResultsMutable(), loop.getRegionIterArgs(),
               share);
}

namespace {

struct PrepareTensors
    : matrix::impl::MatrixPrepareTensorsPassBase<PrepareTensors> {
  using MatrixPrepareTensorsPassBase::MatrixPrepareTensorsPassBase;

  void runOnOperation() override {
    func::FuncOp function = getOperation();
    if (function.isExternal())
      return;
    protectArguments(function);
    separateReads(function);
    SmallVector<Operation *> loops;
    function.walk([&](Operation *op) {
      if (isa<scf::ForOp, scf::WhileOp>(op))
        loops.push_back(op);
    });
    for (Operation *op : loops) {
      if (auto loop = dyn_cast<scf::ForOp>(op))
        yieldTensorsInPlace(loop, share);
      else
        yieldTensorsInPlace(cast<scf::WhileOp>(op), share);
    }
    separateFills(function);
    separateDestinations(function);
    numLoops += loops.size();
    if (!share)
      numCopies += copyDestinations(function);
  }
};

} // namespace
