//===- InstructionFusion.cpp - instructions that fuse operations ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the alternatives of a group in a scratch function, selects
// instructions for them, and compares their cycles. Reduction of each tile
// costs n * e cycles for n tiles; combination first, n * c, plus one reduction
// of the remaining tile. Selection decides whether an instruction fuses
// operations, so that no patterns are listed here.
//
//===----------------------------------------------------------------------===//

#include "InstructionFusion.h"
#include "Plan/Blocks/RegisterBlocks.h"
#include "Tiles/TileReduction.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"

using namespace mlir;
using namespace matrix;

using Argument = function_ref<Value(Type)>;

//===----------------------------------------------------------------------===//
// Contractions
//===----------------------------------------------------------------------===//

Value matrix::extendForContraction(ImplicitLocOpBuilder &builder,
                                   const FusionGroup &group, bool isUnsigned,
                                   Value tile) {
  if (!group.unsignedLhs && !group.unsignedRhs)
    return tile;
  auto type = cast<VectorType>(tile.getType()).clone(builder.getI32Type());
  if (isUnsigned)
    return arith::ExtUIOp::create(builder, type, tile);
  return arith::ExtSIOp::create(builder, type, tile);
}

Value matrix::contractTiles(ImplicitLocOpBuilder &builder, Value a, Value b,
                            Value acc) {
  AffineExpr i, j, k;
  bindDims(builder.getContext(), i, j, k);
  using Kind = vector::IteratorType;
  return vector::ContractionOp::create(
      builder, a, b, acc,
      ArrayRef<ArrayRef<AffineExpr>>{{i, k}, {j, k}, {i, j}},
      ArrayRef<Kind>{Kind::parallel, Kind::parallel, Kind::reduction});
}

Value matrix::contractTrialArguments(ImplicitLocOpBuilder &builder,
                                     const FusionGroupContext &context,
                                     Argument argument, Value acc) {
  const FusionGroup &group = context.group;
  Value lhs = argument(context.input(group.lhs).getTileType());
  Value rhs = argument(context.input(group.rhs).getTileType());
  rhs = createLeadingRows(builder, rhs, context.variant);
  lhs = extendForContraction(builder, group, group.unsignedLhs, lhs);
  rhs = extendForContraction(builder, group, group.unsignedRhs, rhs);
  return contractTiles(builder, lhs, rhs, acc);
}

/// Evaluates the group's last body on a column block of the root's result and
/// prepares it for the store.
static SmallVector<Value> buildLastBody(ImplicitLocOpBuilder &builder,
                                        const FusionGroupContext &context,
                                        Value result, Argument argument) {
  const FusionGroup &group = context.group;
  TileArithmetic arithmetic(builder, context.variant);
  auto stored = [&](Value columnBlock, const OperandBlock &block) {
    return arithmetic.narrowInto(argument(block.getTileType()), columnBlock, 0);
  };
  if (!group.epilogue)
    return {stored(result, context.stores.front())};
  for (const StridedInput &input : group.epilogueInputs)
    arithmetic.set(input.argument, argument(arithmetic.getColumnBlockType(
                                       input.getElementType())));
  for (BlockArgument root : group.results)
    arithmetic.setUnrounded(root, result);
  SmallVector<Value> values;
  auto yielded = group.lastBody().getTerminator()->getOperands();
  for (auto [value, block] : llvm::zip_equal(yielded, context.stores))
    if (!isa<BlockArgument>(value) || llvm::is_contained(group.results, value))
      values.push_back(stored(arithmetic.getResult(value), block));
  return values;
}

/// Whether each sum has products of one tile of depth only.
static bool hasOneDepthTile(const FusionGroupContext &context) {
  const BlockPlan &plan = context.plan;
  return plan.innerDepth.empty() &&
         countDepthTiles(context.group, context.group.dims[plan.depth].extent,
                         context.variant) == 1;
}

bool matrix::fusesLastContraction(const FusionGroupContext &context) {
  const FusionGroup &group = context.group;
  if (!hasFusion(Fusion::AfterContraction, context.variant))
    return false;
  auto build = [&](ImplicitLocOpBuilder &b, Argument argument) {
    Value acc =
        group.init || !hasOneDepthTile(context)
            ? argument(matrix::getTileType(group.accumulator, context.variant))
            : TileArithmetic(b, context.variant).splat(group.initConstant);
    Value result = contractTrialArguments(b, context, argument, acc);
    return buildLastBody(b, context, result, argument);
  };
  return !runTrialSelection(group.accumulator.getContext(), context.variant,
                            Fusion::AfterContraction, build)
              .fused.empty();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

namespace {

/// Builds the combination of one more tile with the result in both ways.
struct ReductionAlternatives {
  const FusionGroupContext &context;
  const FusionGroup &group = context.group;
  const BlockPlan &plan = context.plan;

  bool reducesCols() const {
    return plan.cols >= 0 && group.dims[plan.cols].reduction;
  }
  VectorType tileType() const {
    return matrix::getTileType(group.accumulator, context.variant);
  }
  Value reduce(ImplicitLocOpBuilder &b, Value tile) const {
    return reduceAlong(b, group.combiner, tile, reducesCols() ? 1 : 0);
  }

  SelectedCode combine(bool reducesEach) const {
    return run([&](ImplicitLocOpBuilder &b, Argument argument) {
      TileArithmetic arithmetic(b, context.variant);
      for (const StridedInput &input : group.inputs)
        arithmetic.set(input.argument, argument(arithmetic.getColumnBlockType(
                                           input.getElementType())));
      Value value = arithmetic.get(group.reduced);
      if (reducesEach)
        value = reduce(b, value);
      return SmallVector<Value>{vector::makeArithReduction(
          b, b.getLoc(), group.combiner, value, argument(tileType()))};
    });
  }

  SelectedCode reduceOnce() const {
    return run([&](ImplicitLocOpBuilder &b, Argument argument) {
      return SmallVector<Value>{reduce(b, argument(tileType()))};
    });
  }

  SelectedCode run(CodeBuilder build) const {
    return runTrialSelection(group.accumulator.getContext(), context.variant,
                             Fusion::AroundReduction, build);
  }

  /// Returns the number of tiles that are combined into one tile of the result.
  int64_t tiles() const {
    int64_t count = 1;
    for (auto [d, dim] : llvm::enumerate(group.dims)) {
      int64_t size = int(d) == plan.rows   ? context.variant.tileRows
                     : int(d) == plan.cols ? context.variant.tileColumns(32)
                                           : 1;
      count *= dim.reduction ? llvm::divideCeil(dim.extent, size) : 1;
    }
    return count;
  }
};

} // namespace

bool matrix::reducesTilesIndividually(const FusionGroupContext &context) {
  const BlockPlan &plan = context.plan;
  auto isReduced = [&](int dim) {
    return dim >= 0 && context.group.dims[dim].reduction;
  };
  if (!hasFusion(Fusion::AroundReduction, context.variant) ||
      !(isReduced(plan.rows) || isReduced(plan.cols)))
    return false;
  ReductionAlternatives alternatives{context};
  SelectedCode each = alternatives.combine(/*reducesEach=*/true);
  if (each.fused.empty() || !each.isComplete)
    return false;
  SelectedCode afterwards = alternatives.combine(/*reducesEach=*/false);
  int64_t tiles = alternatives.tiles();
  return each.cycles * tiles <=
         afterwards.cycles * tiles + alternatives.reduceOnce().cycles;
}
