//===- RoundingSplit.cpp - splitting of operations at roundings -----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Splits elementwise operations on contraction results at truncations to narrow
// floats. The rounded value becomes the result of a first operation, which has
// the part of the body that it depends on; the second operation has the rest
// and reads it. Operations both parts need are duplicated. The second part may
// be split again.
//
//===----------------------------------------------------------------------===//

#include "RoundingSplit.h"
#include "Access/BodyMatchers.h"
#include "Access/FusionGroup.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"

using namespace mlir;
using namespace matrix;

static bool isElementwise(linalg::GenericOp op) {
  return op && op->getNumResults() == 1 && !op.getNumReductionLoops() &&
         op.hasPureTensorSemantics() && !hasEffects(op) &&
         op.getBody()->getArguments().back().use_empty() &&
         op.getIndexingMapsArray().back().isIdentity();
}

/// Returns the first rounding that is not the last operation of the body.
static Operation *findRounding(linalg::GenericOp op) {
  Block &body = *op.getBody();
  for (Operation &inner : body.without_terminator()) {
    if (inner.getNumResults() != 1 || inner.hasTrait<OpTrait::ConstantLike>() ||
        inner.getResult(0) == body.getTerminator()->getOperand(0))
      continue;
    auto type = dyn_cast<FloatType>(inner.getResult(0).getType());
    if (type && type.getWidth() < 32)
      return &inner;
  }
  return nullptr;
}

namespace {

/// A value of the body that becomes the result of a separate operation.
struct SplitOperation {
  linalg::GenericOp original;
  Value rounded;     // value of the body ..
  Value tensor = {}; // .. and the tensor of its elements
  SmallVector<Operation *> ops = {};
  SmallVector<BlockArgument> arguments = {};
  bool usesRounded = false;

  void collect(Value value) {
    Operation *op = value.getDefiningOp();
    if (tensor && value == rounded) {
      usesRounded = true;
    } else if (auto argument = dyn_cast<BlockArgument>(value)) {
      if (argument.getOwner() == original.getBody() &&
          !llvm::is_contained(arguments, argument))
        arguments.push_back(argument);
    } else if (op->getBlock() == original.getBody() &&
               !llvm::is_contained(ops, op)) {
      llvm::SetVector<Value> used(op->operand_begin(), op->operand_end());
      getUsedValuesDefinedAbove(op->getRegions(), used);
      for (Value operand : used)
        collect(operand);
      ops.push_back(op);
    }
  }

  linalg::GenericOp make(OpBuilder &builder, Value result) {
    collect(result);
    SmallVector<AffineMap> maps;
    SmallVector<Value> inputs;
    for (BlockArgument argument : arguments) {
      OpOperand &use = original->getOpOperand(argument.getArgNumber());
      maps.push_back(original.getMatchingIndexingMap(&use));
      inputs.push_back(use.get());
    }
    maps.append(usesRounded ? 2 : 1, original.getIndexingMapsArray().back());
    if (usesRounded)
      inputs.push_back(tensor);
    Value empty = tensor::EmptyOp::create(
        builder, original.getLoc(),
        cast<RankedTensorType>(original->getResult(0).getType()).getShape(),
        result.getType());
    return linalg::GenericOp::create(
        builder, original.getLoc(), empty.getType(), inputs, empty, maps,
        original.getIteratorTypesArray(),
        [&](OpBuilder &b, Location loc, ValueRange args) {
          IRMapping mapping;
          for (auto [from, to] : llvm::zip(arguments, args))
            mapping.map(from, to);
          if (usesRounded)
            mapping.map(rounded, args[arguments.size()]);
          for (Operation *op : ops)
            b.clone(*op, mapping);
          linalg::YieldOp::create(b, loc, mapping.lookupOrDefault(result));
        });
  }
};

struct RoundingSplit {
  void splitAll(ArrayRef<linalg::GenericOp> ops) {
    for (linalg::GenericOp op : ops) {
      if (!isElementwise(op) || !readsContraction(op))
        continue;
      while (Operation *rounding = findRounding(op))
        op = split(op, rounding);
      readers.insert(op);
    }
  }

private:
  /// The contraction may be read directly or through other elementwise
  /// operations.
  bool readsContraction(linalg::GenericOp op) const {
    return llvm::any_of(op.getDpsInputs(), [&](Value tensor) {
      auto producer = tensor.getDefiningOp<linalg::GenericOp>();
      return producer &&
             (isContraction(producer) || readers.contains(producer));
    });
  }

  /// Returns the operation after the rounding, which may be split again.
  linalg::GenericOp split(linalg::GenericOp op, Operation *rounding) {
    OpBuilder builder(op);
    Value value = rounding->getResult(0);
    linalg::GenericOp first = SplitOperation{op, value}.make(builder, value);
    linalg::GenericOp second =
        SplitOperation{op, value, first->getResult(0)}.make(
            builder, op.getBody()->getTerminator()->getOperand(0));
    op.replaceAllUsesWith(second->getResults());
    op.erase();
    return second;
  }

  /// Elementwise operations before the present one that read a contraction.
  llvm::SmallPtrSet<Operation *, 16> readers;
};

} // namespace

void matrix::splitAtRoundings(ModuleOp module) {
  SmallVector<linalg::GenericOp> ops;
  module.walk([&](linalg::GenericOp op) { ops.push_back(op); });
  RoundingSplit().splitAll(ops);
}
