//===- PrepareTensors.cpp - preparation for bufferization -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-prepare-tensors, before one-shot bufferization. Loops yield
// tensors in the buffers of their arguments (CarriedTensors.h), arguments are
// read-only, and each operation has a destination of its own. Readers of one
// tensor become independent of each other, since the analysis is quadratic in
// the uses of a tensor.
//
//===----------------------------------------------------------------------===//

#include "Access/BodyMatchers.h"
#include "CarriedTensors.h"
#include "matrix/Dialect/Matrix/IR/MatrixLaunchOp.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/BufferizableOpInterface.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Bufferization/Transforms/Transforms.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Interfaces/DestinationStyleOpInterface.h"
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

/// Returns whether a function creates tensors of dynamic shapes. They have no
/// static buffers, and are computed in parts of other tensors.
static bool createsDynamicTensors(func::FuncOp function) {
  return function
      .walk([](tensor::EmptyOp op) {
        return op.getType().hasStaticShape() ? WalkResult::advance()
                                             : WalkResult::interrupt();
      })
      .wasInterrupted();
}

static void shareDestinations(func::FuncOp function) {
  IRRewriter rewriter(function.getContext());
  (void)bufferization::eliminateEmptyTensors(rewriter, function);
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
    numLoops += yieldTensorsInPlace(function, share);
    separateFills(function);
    separateDestinations(function);
    if (share)
      return;
    if (createsDynamicTensors(function))
      shareDestinations(function);
    else
      numCopies += copyDestinations(function);
  }
};

} // namespace
