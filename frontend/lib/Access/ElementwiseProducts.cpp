//===- ElementwiseProducts.cpp - contractions as reductions ---------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A contraction without rows or columns has one batch dimension or several. If
// both operands are contiguous along one of them, a reduction of elementwise
// products reads whole lines. Some variants do not multiply tiles of integers:
// the selector is asked for such a product.
//
//===----------------------------------------------------------------------===//

#include "ElementwiseProducts.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace matrix;

/// Returns whether an instruction multiplies the elements of tiles.
static bool multipliesElements(Type element, const desc::VariantInfo &variant) {
  Type tile = getTileType(element, variant);
  return isa<FloatType>(element) ||
         runTrialSelection(
             element.getContext(), variant, Fusion::AroundReduction,
             [&](ImplicitLocOpBuilder &b, function_ref<Value(Type)> argument) {
               Value lhs = argument(tile), rhs = argument(tile);
               return SmallVector<Value>{arith::MulIOp::create(b, lhs, rhs)};
             })
             .isComplete;
}

bool matrix::isElementwiseProduct(const FusionGroup &group) {
  const desc::VariantInfo &variant = getTarget(group.root);
  if (!computesFusionGroups(variant) || (group.m >= 0 && group.n >= 0))
    return false;
  const StridedInput &lhs = group.inputs[group.lhs],
                     &rhs = group.inputs[group.rhs];
  bool isContiguous = llvm::any_of(llvm::enumerate(group.dims), [&](auto dim) {
    auto [d, loop] = dim;
    return !loop.reduction && loop.extent > 1 && lhs.strides[d] == 1 &&
           rhs.strides[d] == 1;
  });
  return isContiguous && multipliesElements(group.accumulator, variant);
}
