//===- TileFeasibility.cpp - feasibility of fusion groups -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Checks formats, loads, contraction, reduction and each operation of the
// bodies against the target's instructions, and formats the reason of a
// failure. The order is by cost: queries of tables first, then the translation
// of bodies in a scratch block, then selection of the whole loop. Only if that
// fails, the operations of the bodies are selected one by one, to name the
// cause.
//
//===----------------------------------------------------------------------===//

#include "TileFeasibility.h"
#include "Emit/BlockEmitter.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "llvm/Support/raw_ostream.h"

using namespace mlir;
using namespace matrix;

static std::string str(Type type) {
  std::string text;
  llvm::raw_string_ostream(text) << type;
  return text;
}

/// Returns the type that determines the instruction; for selections, that of
/// the selected values and not of the condition.
static Type getElement(Operation *op) {
  return getElementTypeOrSelf(
      op->getOperand(op->getNumOperands() - 1).getType());
}

/// Queries the scalar operation that corresponds to the vector operation.
/// Constants are preserved, since some instructions require them.
static bool isSelected(Operation *op, const desc::VariantInfo &variant) {
  mlir::Block scratch;
  OpBuilder builder(op->getContext());
  builder.setInsertionPointToStart(&scratch);
  IRMapping scalars;
  for (Value operand : op->getOperands()) {
    Type element = getElementTypeOrSelf(operand);
    DenseElementsAttr constant;
    if (matchPattern(operand, m_Constant(&constant)) && constant.isSplat())
      scalars.map(operand, arith::ConstantOp::create(
                               builder, op->getLoc(),
                               constant.getSplatValue<TypedAttr>()));
    else
      scalars.map(operand, scratch.addArgument(element, op->getLoc()));
  }
  OperationState state(op->getLoc(), op->getName());
  for (Value operand : op->getOperands())
    state.addOperands(scalars.lookup(operand));
  state.addAttributes(op->getAttrDictionary().getValue());
  state.addTypes(getElementTypeOrSelf(op->getResult(0)));
  return isSelectable(builder.create(state), variant);
}

namespace {

struct FeasibilityChecker {
  const FusionGroup &group;
  const BlockPlan &plan;
  const desc::VariantInfo &variant;
  MatchFailureRecorder &failures;
  /// Selects each operation of a body separately, which is slow and ignores
  /// fusion. Used only to name the operation that causes a failure.
  bool selectsIndividually = false;

  Diagnostic &fail() { return failures.notifyMatchFailure(group.root); }

  LogicalResult check() {
    if (failed(checkFormats()) || failed(checkLoads()))
      return failure();
    if (group.kind == FusionGroupKind::Contraction &&
        failed(checkContraction()))
      return failure();
    if (group.kind == FusionGroupKind::Reduction && failed(checkReduction()))
      return failure();
    if (group.kind == FusionGroupKind::Elementwise || group.epilogue)
      return checkBody(group.lastBody(),
                       group.lastBody().getTerminator()->getOperands());
    return success();
  }

private:
  LogicalResult checkFormat(const StridedOperand &operand) {
    Type type = operand.getElementType();
    if (hasFormat(type, variant))
      return success();
    return fail() << "no tile format has elements of type " << str(type);
  }

  LogicalResult checkFormats() {
    for (const StridedInput &input : group.inputs)
      if (failed(checkFormat(input)))
        return failure();
    for (const StridedInput &input : group.epilogueInputs)
      if (failed(checkFormat(input)))
        return failure();
    for (const StridedOperand &output : group.outputs)
      if (failed(checkFormat(output)))
        return failure();
    return group.init ? checkFormat(*group.init) : success();
  }

  static LoadKind getLoadKind(OperandBlock::Layout layout) {
    switch (layout) {
    case OperandBlock::Layout::Plain:
    case OperandBlock::Layout::Replicated:
      return LoadKind::Rows;
    case OperandBlock::Layout::Transposed:
      return LoadKind::Transposed;
    case OperandBlock::Layout::ColumnVector:
      return LoadKind::ColumnBroadcast;
    case OperandBlock::Layout::RowVector:
    case OperandBlock::Layout::Scalar:
      return LoadKind::RowBroadcast;
    }
    llvm_unreachable("form of a block");
  }

  LogicalResult checkLoads() {
    FusionGroupContext context(group, plan, variant);
    for (const OperandBlock &block : context.loads)
      if (!hasLoad(block.isTransposedInRegister()
                       ? LoadKind::Rows
                       : getLoadKind(block.getLayout()),
                   block.getElementType(), variant))
        return fail() << "no instruction loads tiles of "
                      << str(block.getElementType())
                      << " in the memory order of the tensor";
    return success();
  }

  LogicalResult checkContraction() {
    Type lhs = group.inputs[group.lhs].argument.getType();
    Type rhs = group.inputs[group.rhs].argument.getType();
    if (hasContraction(lhs, rhs, group.accumulator, group.unsignedLhs,
                       group.unsignedRhs, variant))
      return success();
    return fail() << "no instruction multiplies tiles of " << str(lhs)
                  << " and " << str(rhs) << " into " << str(group.accumulator);
  }

  LogicalResult checkReduction() {
    if (failed(
            checkBody(*linalg::GenericOp(group.root).getBody(), group.reduced)))
      return failure();
    auto isReduced = [&](int dim) {
      return dim >= 0 && group.dims[dim].reduction;
    };
    for (int dim : {plan.rows, plan.cols})
      if (isReduced(dim) &&
          !hasReduction(group.combiner, group.accumulator, variant,
                        /*alongRows=*/dim == plan.cols))
        return fail() << "no instruction reduces a tile by '"
                      << stringifyCombiningKind() << "'";
    return success();
  }

  std::string stringifyCombiningKind() {
    return vector::stringifyCombiningKind(group.combiner).str();
  }

  /// Translates the body into a scratch block and checks each operation.
  LogicalResult checkBody(mlir::Block &body, ValueRange needed) {
    mlir::Block scratch;
    Location loc = body.getParentOp()->getLoc();
    ImplicitLocOpBuilder builder(loc, loc.getContext());
    builder.setInsertionPointToStart(&scratch);
    TileArithmetic arithmetic(builder, variant);
    for (BlockArgument argument : body.getArguments())
      if (VectorType type = arithmetic.getColumnBlockType(argument.getType()))
        arithmetic.set(argument, scratch.addArgument(type, loc));
    for (Value value : needed)
      if (!arithmetic.get(value))
        return fail() << describe(arithmetic.getUnsupported());
    if (group.kind == FusionGroupKind::Reduction)
      addCombination(builder, scratch);
    return checkOperations(scratch);
  }

  void addCombination(ImplicitLocOpBuilder &builder, mlir::Block &scratch) {
    Location loc = builder.getLoc();
    VectorType type = matrix::getTileType(group.accumulator, variant);
    Value a = scratch.addArgument(type, loc),
          b = scratch.addArgument(type, loc);
    vector::makeArithReduction(builder, loc, group.combiner, a, b);
  }

  LogicalResult checkOperations(mlir::Block &block) {
    for (Operation &op : block)
      if (selectsIndividually && !isa<arith::ConstantOp>(op) &&
          !isSelected(&op, variant))
        return fail() << "no instruction computes '" << spell(&op)
                      << "' on tiles of " << str(getElement(&op));
    return success();
  }

  static std::string describe(Value value) {
    if (Operation *op = value.getDefiningOp())
      return ("'" + op->getName().getStringRef() + "' has no tile equivalent")
          .str();
    return "a body uses a value of type " + str(value.getType());
  }
};

} // namespace

/// Tests emission, then selection of the whole loop. If that fails, the reason
/// is the operation that has no instruction by itself, if there is one.
static LogicalResult testFeasibility(const FusionGroup &group,
                                     const BlockPlan &plan,
                                     const desc::VariantInfo &variant,
                                     TileTrialSelection &trial,
                                     MatchFailureRecorder &failures) {
  if (failed(checkEmittable(group, plan, variant, failures)))
    return failure();
  if (succeeded(trial.select(group, plan, failures)))
    return success();
  MatchFailureRecorder single;
  if (failed(FeasibilityChecker{group, plan, variant, single, true}.check()))
    failures = std::move(single);
  return failure();
}

LogicalResult matrix::checkFeasibility(const FusionGroup &group,
                                       const BlockPlan &plan,
                                       const desc::VariantInfo &variant,
                                       TileTrialSelection &trial,
                                       MatchFailureRecorder &failures) {
  return trial.run(group, failures, [&] {
    return testFeasibility(group, plan, variant, trial, failures);
  });
}

LogicalResult matrix::checkEmittable(const FusionGroup &group,
                                     const BlockPlan &plan,
                                     const desc::VariantInfo &variant,
                                     MatchFailureRecorder &failures) {
  return FeasibilityChecker{group, plan, variant, failures}.check();
}

bool matrix::computesOnTiles(Operation *op, const desc::VariantInfo &variant) {
  mlir::Block scratch;
  ImplicitLocOpBuilder builder(op->getLoc(), op->getContext());
  builder.setInsertionPointToStart(&scratch);
  TileArithmetic arithmetic(builder, variant);
  for (Value operand : op->getOperands())
    if (Operation *from = operand.getDefiningOp();
        !from || !from->hasTrait<OpTrait::ConstantLike>()) {
      VectorType type = arithmetic.getColumnBlockType(operand.getType());
      if (!type)
        return false;
      arithmetic.set(operand, scratch.addArgument(type, op->getLoc()));
    }
  return arithmetic.get(op->getResult(0)) &&
         llvm::all_of(scratch, [&](Operation &each) {
           return isa<arith::ConstantOp>(each) || isSelected(&each, variant);
         });
}
