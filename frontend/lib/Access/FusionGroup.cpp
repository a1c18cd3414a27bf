//===- FusionGroup.cpp - fusion groups ------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Builds the strided view of a group. Index t of a tensor is c_t + sum_d f_td *
// i_d (the flattened map), so that with row-major strides s_t the element is
//
//   sum_t s_t * c_t + sum_d (sum_t s_t * f_td) * i_d
//   = offset + sum_d strides_d * i_d
//
// The builder records the reason of the first failure.
//
//===----------------------------------------------------------------------===//

#include "FusionGroup.h"
#include "BodyMatchers.h"
#include "ElementwiseProducts.h"
#include "TensorView.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Analysis/FlatLinearValueConstraints.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include <climits>

using namespace mlir;
using namespace matrix;

StringRef matrix::stringify(FusionGroupKind kind) {
  switch (kind) {
  case FusionGroupKind::Contraction:
    return "contraction";
  case FusionGroupKind::Reduction:
    return "reduction";
  case FusionGroupKind::Elementwise:
    return "elementwise";
  }
  llvm_unreachable("kind of group");
}

Type StridedOperand::getElementType() const {
  Type type = cast<RankedTensorType>(tensor.getType()).getElementType();
  return type.isInteger(1) ? IntegerType::get(type.getContext(), CHAR_BIT)
                           : type;
}

//===----------------------------------------------------------------------===//
// Strides
//===----------------------------------------------------------------------===//

static bool hasElements(RankedTensorType type) {
  return type && type.hasStaticShape() && type.getNumElements() > 0;
}

/// Computes the strides of a dense tensor in the dimensions of `map`. Fails if
/// the map is not linear.
static LogicalResult addStrides(RankedTensorType type, AffineMap map,
                                ArrayRef<unsigned> dimOf,
                                StridedOperand &operand) {
  int64_t stride = 1;
  for (int i = type.getRank() - 1; i >= 0; --i) {
    SmallVector<int64_t> flat; // coefficients of the dimensions, constant last
    if (failed(getFlattenedAffineExpr(map.getResult(i), map.getNumDims(), 0,
                                      &flat)) ||
        flat.size() != map.getNumDims() + 1)
      return failure();
    TensorDim dim{type.getDimSize(i), stride, flat.back(), {}};
    dim.factors.assign(operand.strides.size(), 0);
    for (unsigned d = 0; d < map.getNumDims(); ++d) {
      dim.factors[dimOf[d]] += flat[d];
      operand.strides[dimOf[d]] += flat[d] * stride;
    }
    operand.offset += flat.back() * stride;
    stride *= type.getDimSize(i);
    operand.tensorDims.insert(operand.tensorDims.begin(), dim);
  }
  return success();
}

Value matrix::skipReshapes(Value tensor) {
  while (Operation *op = tensor.getDefiningOp()) {
    if (!isa<tensor::ExpandShapeOp, tensor::CollapseShapeOp>(op))
      break;
    tensor = op->getOperand(0);
  }
  return tensor;
}

bool matrix::isReversed(const FusionGroup &group, int dim) {
  auto isNegative = [&](const StridedOperand &operand) {
    return operand.strides[dim] < 0;
  };
  return llvm::any_of(group.inputs, isNegative) ||
         llvm::any_of(group.epilogueInputs, isNegative) ||
         (group.init && isNegative(*group.init));
}

namespace {

/// Builds a group from its operations. Each step records the reason of its
/// failure.
struct FusionGroupBuilder {
  FusionGroup group;
  MatchFailureRecorder &failures;

  Diagnostic &fail() { return failures.notifyMatchFailure(group.root); }

  LogicalResult build(linalg::GenericOp root, linalg::GenericOp epilogue) {
    group.root = root;
    group.epilogue = epilogue;
    if (hasEffects(root) || (epilogue && hasEffects(epilogue)))
      return fail() << "a body has effects, as assertions have";
    if (failed(addDims()) || failed(checkOutputs(root)) ||
        failed(addInputs(root, rootDims(), group.inputs)))
      return failure();
    if (failed(root.getNumReductionLoops() ? addAccumulation()
                                           : addElementwise()))
      return failure();
    if (failed(epilogue ? addEpilogue() : addOutputs(root, rootDims())))
      return failure();
    readResidents(group);
    return checkOrder();
  }

private:
  /// Tiles are not read backwards.
  LogicalResult checkOrder() {
    bool hasReversed = false, hasColumns = false;
    for (auto [d, dim] : llvm::enumerate(group.dims)) {
      bool reversed = isReversed(group, d);
      hasReversed |= reversed;
      // A group whose results are unused has no outputs.
      hasColumns |= !reversed && dim.extent > 1 && !group.outputs.empty() &&
                    group.outputs.front().strides[d] == 1;
    }
    if (hasReversed &&
        (!hasColumns || group.kind != FusionGroupKind::Elementwise))
      return fail() << "an operand is read backwards";
    return success();
  }

  SmallVector<unsigned> rootDims() {
    return llvm::to_vector(llvm::seq<unsigned>(0, group.root.getNumLoops()));
  }

  LogicalResult addDims() {
    linalg::GenericOp root = group.root;
    for (OpOperand &operand : root->getOpOperands())
      if (auto type = dyn_cast<RankedTensorType>(operand.get().getType()))
        if (!hasElements(type))
          return fail() << (type.hasStaticShape() ? "a tensor has no elements"
                                                  : "shapes are not static");
    SmallVector<int64_t> extents = root.getStaticLoopRanges();
    auto kinds = root.getIteratorTypesArray();
    for (auto [extent, kind] : llvm::zip_equal(extents, kinds)) {
      if (ShapedType::isDynamic(extent))
        return fail() << "shapes are not static";
      group.dims.push_back({extent, kind == utils::IteratorType::reduction});
    }
    return success();
  }

  /// Also of a root with an epilogue, whose dimensions are those of the root's
  /// result.
  LogicalResult checkOutputs(linalg::GenericOp op) {
    for (OpOperand &init : op.getDpsInitsMutable())
      if (!op.getMatchingIndexingMap(&init).isProjectedPermutation())
        return fail() << "an output is not indexed by a permutation";
    return success();
  }

  FailureOr<StridedOperand> getOperand(OpOperand &use, AffineMap map,
                                       ArrayRef<unsigned> dimOf) {
    StridedOperand operand;
    operand.tensor = use.get();
    operand.strides.assign(group.dims.size(), 0);
    auto type = dyn_cast<RankedTensorType>(use.get().getType());
    if (!type)
      return fail() << "an operand is not a ranked tensor";
    if (!hasElements(type))
      return fail() << "a tensor has no elements or no static shape";
    if (Type element = type.getElementType(); !element.isIntOrFloat())
      return fail() << "no tile holds elements of type " << element;
    if (failed(addStrides(type, map, dimOf, operand)))
      return fail() << "an indexing map is not linear";
    return operand;
  }

  LogicalResult addInputs(linalg::GenericOp op, ArrayRef<unsigned> dimOf,
                          SmallVectorImpl<StridedInput> &inputs) {
    for (OpOperand &use : op->getOpOperands()) {
      BlockArgument argument = op.getMatchingBlockArgument(&use);
      bool accumulates = op.isDpsInit(&use) && op.getNumReductionLoops();
      if (argument.use_empty() || accumulates ||
          use.get() == group.root->getResult(0))
        continue;
      FailureOr<StridedOperand> operand =
          getOperand(use, op.getMatchingIndexingMap(&use), dimOf);
      if (failed(operand))
        return failure();
      readSource(*operand, op.getMatchingIndexingMap(&use), dimOf);
      inputs.push_back({*operand, argument});
    }
    return success();
  }

  LogicalResult addOutputs(linalg::GenericOp op, ArrayRef<unsigned> dimOf) {
    for (auto [i, result] : llvm::enumerate(op->getResults())) {
      OpOperand *init = op.getDpsInitOperand(i);
      AffineMap map = op.getMatchingIndexingMap(init);
      FailureOr<StridedOperand> operand = getOperand(*init, map, dimOf);
      if (failed(operand))
        return failure();
      operand->tensor = result;
      group.outputs.push_back(*operand);
    }
    return success();
  }

  LogicalResult addElementwise() {
    group.kind = FusionGroupKind::Elementwise;
    for (AffineMap map : group.root.getIndexingMapsArray())
      if (map.getNumSymbols())
        return fail() << "an indexing map has symbols";
    return success();
  }

  LogicalResult addAccumulation() {
    if (group.root->getNumResults() != 1)
      return fail() << "a reduction has several results";
    OpOperand &init = *group.root.getDpsInitOperand(0);
    if (!matchFill(init.get(), group.initConstant)) {
      FailureOr<StridedOperand> operand = getOperand(
          init, group.root.getMatchingIndexingMap(&init), rootDims());
      if (failed(operand))
        return failure();
      group.init = *operand;
    }
    if (succeeded(matchContraction(group)) && hasInstruction() &&
        !isElementwiseProduct(group))
      return success();
    if (matchReduction(group))
      return success();
    return fail() << "the body is neither a contraction nor a reduction with a "
                     "known combiner";
  }

  /// Returns whether an instruction multiplies the tiles of a contraction.
  /// Others are reductions of elementwise products.
  bool hasInstruction() const {
    auto getType = [&](int input) {
      return group.inputs[input].argument.getType();
    };
    const desc::VariantInfo &variant = getTarget(group.root);
    return !computesFusionGroups(variant) ||
           hasContraction(getType(group.lhs), getType(group.rhs),
                          group.accumulator, group.unsignedLhs,
                          group.unsignedRhs, variant);
  }

  /// The dimensions of the epilogue are those of the root's result.
  LogicalResult addEpilogue() {
    linalg::GenericOp root = group.root, epilogue = group.epilogue;
    AffineMap out = root.getMatchingIndexingMap(root.getDpsInitOperand(0));
    SmallVector<unsigned> dimOf(epilogue.getNumLoops());
    for (OpOperand &use : epilogue->getOpOperands()) {
      if (use.get() != root->getResult(0))
        continue;
      AffineMap map = epilogue.getMatchingIndexingMap(&use);
      if (!map.isProjectedPermutation())
        return fail() << "an epilogue does not read its root by a permutation";
      for (unsigned i = 0; i < map.getNumResults(); ++i)
        dimOf[map.getDimPosition(i)] = out.getDimPosition(i);
      group.results.push_back(epilogue.getMatchingBlockArgument(&use));
    }
    if (failed(checkOutputs(epilogue)) ||
        failed(addInputs(epilogue, dimOf, group.epilogueInputs)))
      return failure();
    return addOutputs(epilogue, dimOf);
  }
};

} // namespace

FailureOr<FusionGroup> matrix::getFusionGroup(linalg::GenericOp root,
                                              linalg::GenericOp epilogue,
                                              MatchFailureRecorder &failures) {
  FusionGroupBuilder builder{{}, failures};
  if (failed(builder.build(root, epilogue)))
    return failure();
  return std::move(builder.group);
}
