//===- ScaledSum.cpp - epilogues that scale a sum -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Finds the scaled sum of an epilogue, and chooses it by trial selections: an
// instruction that fuses product, scaling and addition exists, and is not
// slower than the epilogue on the sum of all products.
//
//===----------------------------------------------------------------------===//

#include "ScaledSum.h"
#include "Emit/InstructionFusion.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace matrix;

using Argument = function_ref<Value(Type)>;

//===----------------------------------------------------------------------===//
// The form
//===----------------------------------------------------------------------===//

/// Returns the user of a value that has one use.
static Operation *getUser(Value value) {
  return value.hasOneUse() ? *value.user_begin() : nullptr;
}

static bool isScaling(Operation *op, Value value) {
  bool isLinear = isa<arith::MulIOp, arith::MulFOp>(op) ||
                  (isa<arith::ShLIOp>(op) && op->getOperand(0) == value);
  return isLinear && llvm::all_of(op->getOperands(), [&](Value operand) {
           return operand == value || matchPattern(operand, m_Constant());
         });
}

std::optional<ScaledSum> matrix::findScaledSum(const FusionGroup &group) {
  if (group.results.size() != 1 ||
      group.results.front().getType() != group.accumulator)
    return std::nullopt;
  Value value = group.results.front();
  Operation *user = getUser(value);
  for (; user && isScaling(user, value); user = getUser(value))
    value = user->getResult(0);
  if (isa_and_present<arith::AddIOp, arith::SubIOp, arith::AddFOp,
                      arith::SubFOp>(user))
    return ScaledSum{user, value};
  return std::nullopt;
}

/// In scaled - addend the product is added; the initial value has -addend.
Value ScaledSum::accumulate(ImplicitLocOpBuilder &builder, Value acc,
                            Value part) const {
  StringRef name = root->getName().getStringRef();
  if (root->getOperand(0) == scaled)
    name = isa<FloatType>(scaled.getType()) ? arith::AddFOp::getOperationName()
                                            : arith::AddIOp::getOperationName();
  OperationState state(builder.getLoc(), name);
  state.addOperands({acc, part});
  state.addTypes(acc.getType());
  return builder.create(state)->getResult(0);
}

//===----------------------------------------------------------------------===//
// The choice
//===----------------------------------------------------------------------===//

namespace {

/// Trial selections of one tile of depth and of the epilogue.
struct ScalingAlternatives {
  const FusionGroupContext &context;
  const ScaledSum &sum;
  const FusionGroup &group = context.group;

  SelectedCode scaleEach() const {
    return run([&](ImplicitLocOpBuilder &b, Argument argument) {
      Value acc = argument(tileType());
      TileArithmetic arithmetic(b, context.variant);
      Value zero = arithmetic.splat(b.getZeroAttr(group.accumulator));
      Value product = contractTrialArguments(b, context, argument, zero);
      arithmetic.set(group.results.front(), product);
      return sum.accumulate(b, acc, arithmetic.get(sum.scaled));
    });
  }

  SelectedCode scaleNone() const {
    return run([&](ImplicitLocOpBuilder &b, Argument argument) {
      return contractTrialArguments(b, context, argument, argument(tileType()));
    });
  }

  SelectedCode scaleOnce() const {
    return run([&](ImplicitLocOpBuilder &b, Argument argument) {
      TileArithmetic arithmetic(b, context.variant);
      arithmetic.set(group.results.front(), argument(tileType()));
      Value scaled = arithmetic.get(sum.scaled);
      return sum.accumulate(b, argument(tileType()), scaled);
    });
  }

  int64_t tiles() const {
    int64_t count = 1;
    for (auto [d, dim] : llvm::enumerate(group.dims)) {
      int64_t size = int(d) == context.plan.depth ? context.tileDepth() : 1;
      count *= dim.reduction ? llvm::divideCeil(dim.extent, size) : 1;
    }
    return count;
  }

private:
  VectorType tileType() const {
    return matrix::getTileType(group.accumulator, context.variant);
  }

  SelectedCode
  run(function_ref<Value(ImplicitLocOpBuilder &, Argument)> build) const {
    return runTrialSelection(group.accumulator.getContext(), context.variant,
                             Fusion::AfterContraction,
                             [&](ImplicitLocOpBuilder &b, Argument argument) {
                               return SmallVector<Value>{build(b, argument)};
                             });
  }
};

} // namespace

std::optional<ScaledSum>
matrix::chooseScaledSum(const FusionGroupContext &context) {
  std::optional<ScaledSum> sum = findScaledSum(context.group);
  if (!sum || isa<FloatType>(context.group.accumulator) ||
      !hasFusion(Fusion::AfterContraction, context.variant))
    return std::nullopt;
  ScalingAlternatives alternatives{context, *sum};
  SelectedCode each = alternatives.scaleEach();
  if (!each.isComplete || each.fused.empty())
    return std::nullopt;
  int64_t tiles = alternatives.tiles();
  bool isProfitable =
      each.cycles * tiles <=
      alternatives.scaleNone().cycles * tiles + alternatives.scaleOnce().cycles;
  return isProfitable ? sum : std::nullopt;
}

std::string matrix::findInexactScaling(const FusionGroupContext &context) {
  std::optional<ScaledSum> sum = findScaledSum(context.group);
  if (!sum || !isa<FloatType>(context.group.accumulator) ||
      !hasFusion(Fusion::AfterContraction, context.variant))
    return "";
  ScalingAlternatives alternatives{context, *sum};
  if (alternatives.tiles() == 1)
    return "";
  SelectedCode each = alternatives.scaleEach();
  return each.isComplete ? each.fused : "";
}
