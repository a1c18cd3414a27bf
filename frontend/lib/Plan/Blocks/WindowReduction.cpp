//===- WindowReduction.cpp - reductions over windows of an image ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An image is the only input of which a loop of the result and a reduced loop
// index the same dimension. Columns are the loop over its contiguous dimension,
// rows the one that fills tiles best, if possible without a window; all reduced
// loops are taps. The roles are accepted if layouts, instructions and buffers
// exist for the smallest blocks; planning then starts from a possible plan.
//
//===----------------------------------------------------------------------===//

#include "WindowReduction.h"
#include "Access/BodyMatchers.h"
#include "Access/Padding/Padding.h"
#include "Plan/Blocks/BlockSizes.h"
#include "Plan/Blocks/DimensionRoles.h"
#include "Plan/Blocks/WindowLayout.h"
#include "Tiles/TileArithmetic.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Taps
//===----------------------------------------------------------------------===//

int64_t matrix::countTaps(const BlockPlan &plan) {
  int64_t taps = 1;
  for (int dim : plan.innerDepth)
    taps *= plan.block[dim];
  return taps;
}

SmallVector<int64_t> matrix::getTap(const BlockPlan &plan, int64_t number) {
  SmallVector<int64_t> tap;
  for (int dim : llvm::reverse(plan.innerDepth)) {
    tap.insert(tap.begin(), number % plan.block[dim]);
    number /= plan.block[dim];
  }
  return tap;
}

TapVectorShape::TapVectorShape(const BlockPlan &plan,
                               const desc::VariantInfo &variant, unsigned bits)
    : taps(llvm::alignTo(countTaps(plan), variant.tileRows)),
      rows(llvm::alignTo(plan.spanOf(plan.rows), variant.tileColumns(bits))) {}

bool matrix::fusesProducts(const FusionGroup &group) {
  return group.combiner == vector::CombiningKind::ADD &&
         isa<FloatType>(group.accumulator) && isContraction(group.root);
}

Value matrix::combineTap(ImplicitLocOpBuilder &builder,
                         const FusionGroup &group, TileArithmetic &arithmetic,
                         Value accumulator) {
  if (accumulator && fusesProducts(group)) {
    Operation *product = group.reduced.getDefiningOp();
    return math::FmaOp::create(builder, arithmetic.get(product->getOperand(0)),
                               arithmetic.get(product->getOperand(1)),
                               accumulator);
  }
  Value value = arithmetic.get(group.reduced);
  return accumulator
             ? vector::makeArithReduction(builder, builder.getLoc(),
                                          group.combiner, value, accumulator)
             : value;
}

//===----------------------------------------------------------------------===//
// Roles
//===----------------------------------------------------------------------===//

/// Returns whether a window moves over a dimension of the tensor.
static bool hasWindow(const FusionGroup &group, const TensorDim &dim) {
  bool ofResult = false, ofWindow = false;
  for (auto [factor, loop] : llvm::zip_equal(dim.factors, group.dims))
    if (factor != 0 && loop.extent > 1)
      (loop.reduction ? ofWindow : ofResult) = true;
  return ofResult && ofWindow;
}

static const StridedInput *findImage(const FusionGroup &group) {
  const StridedInput *image = nullptr;
  for (const StridedInput &input : group.inputs)
    if (llvm::any_of(input.tensorDims, [&](const TensorDim &dim) {
          return hasWindow(group, dim);
        }))
      image = image ? nullptr : &input;
  return image;
}

/// Returns whether the loop moves a window.
static bool movesWindow(const FusionGroup &group, const StridedOperand &image,
                        int loop) {
  return llvm::any_of(image.tensorDims, [&](const TensorDim &dim) {
    return dim.factors[loop] && hasWindow(group, dim);
  });
}

/// Returns the loop over the contiguous dimension of the image, or -1.
static int findColumns(const FusionGroup &group, const StridedOperand &image) {
  int columns = -1;
  for (int d = 0, e = group.dims.size(); d < e; ++d)
    if (!group.dims[d].reduction && group.dims[d].extent > 1 &&
        image.tensorDims.back().factors[d])
      columns = d;
  return columns;
}

/// Returns the dimensions that can be rows of tiles, the best first.
static SmallVector<int> orderRowDims(const FusionGroup &group,
                                     const StridedOperand &image, int columns,
                                     const desc::VariantInfo &variant) {
  SmallVector<int> rows;
  for (int d = 0, e = group.dims.size(); d < e; ++d)
    if (!group.dims[d].reduction && group.dims[d].extent > 1 && d != columns &&
        image.dependsOn(d))
      rows.push_back(d);
  auto score = [&](int d) {
    return std::make_tuple(std::min(group.dims[d].extent, variant.tileRows),
                           !movesWindow(group, image, d), d);
  };
  llvm::sort(rows, [&](int a, int b) { return score(a) > score(b); });
  return rows;
}

static void setTileDims(const FusionGroup &group, const StridedOperand &image,
                        int rows, int columns, BlockPlan &plan) {
  plan.rows = rows;
  plan.cols = columns;
  auto &inner =
      movesWindow(group, image, columns) ? plan.innerCols : plan.innerRows;
  for (int d = 0, e = group.dims.size(); d < e; ++d) {
    if (d == rows || d == columns || group.dims[d].extent == 1)
      continue;
    if (group.dims[d].reduction)
      plan.innerDepth.push_back(d);
    else if (movesWindow(group, image, d))
      inner.push_back(d);
  }
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Vectors whose elements are not contiguous are transposed with their taps,
/// images that windows move over in steps by themselves.
static bool hasTransposingLoad(const WindowLayout &layout, Type element,
                               const desc::VariantInfo &variant) {
  return !(layout.hasTapRows() || layout.staged) ||
         hasLoad(LoadKind::Transposed, element, variant);
}

/// If an image is transposed, other inputs are vectors that are as well.
static bool areTransposed(const FusionGroup &group,
                          const desc::VariantInfo &variant,
                          const BlockPlan &plan) {
  int64_t images = 0, vectors = 0;
  for (const StridedInput &input : group.inputs) {
    std::optional<WindowLayout> layout =
        getWindowLayout(group, plan, variant, input, plan.rows, plan.cols,
                        /*isOutput=*/false);
    images += layout && layout->staged;
    vectors += layout && layout->hasTapRows();
  }
  return images == 0 ||
         (images == 1 && images + vectors == int64_t(group.inputs.size()));
}

static bool hasLayouts(const FusionGroup &group,
                       const desc::VariantInfo &variant,
                       const BlockPlan &plan) {
  auto hasVector = [&](const StridedOperand &operand) {
    return !(operand.dependsOn(plan.rows) && !plan.innerRows.empty()) &&
           !(operand.dependsOn(plan.cols) && !plan.innerCols.empty());
  };
  auto isReadable = [&](const LoadedOperand &load) {
    if (!hasBox(*load.operand, plan, load.colDim, /*isOutput=*/false))
      return hasVector(*load.operand);
    std::optional<WindowLayout> layout =
        getWindowLayout(group, plan, variant, *load.operand, load.rowDim,
                        load.colDim, /*isOutput=*/false);
    return layout &&
           hasTransposingLoad(*layout, load.operand->getElementType(), variant);
  };
  auto isWritable = [&](const StridedOperand &output) {
    return getWindowLayout(group, plan, variant, output, plan.rows, plan.cols,
                           /*isOutput=*/true)
        .has_value();
  };
  return llvm::all_of(getLoadedOperands(group, plan), isReadable) &&
         llvm::all_of(group.outputs, isWritable) &&
         areTransposed(group, variant, plan);
}

/// Returns whether the smallest blocks fit the scratchpad.
static bool fits(const FusionGroup &group, const desc::VariantInfo &variant,
                 BlockPlan plan) {
  plan.loadBuffers.assign(getLoadedOperands(group, plan).size(), 2);
  plan.storeBuffers = 2;
  return BlockSizes(group, plan, variant).footprint() <=
         getScratchpadCapacity(variant);
}

static bool isReduction(FusionGroup &group) {
  if (group.kind == FusionGroupKind::Contraction)
    return (group.m < 0 || group.n < 0) && matchReduction(group);
  return group.kind == FusionGroupKind::Reduction;
}

static bool isEmittable(FusionGroup &group, const desc::VariantInfo &variant,
                        const BlockPlan &plan) {
  constexpr int64_t kMaxTaps = 64;
  return countTaps(plan) <= kMaxTaps && hasLayouts(group, variant, plan) &&
         fits(group, variant, plan) && selectTap(group, variant).isComplete;
}

bool matrix::assignReductionWindowRoles(FusionGroup &group,
                                        const desc::VariantInfo &variant,
                                        BlockPlan &plan) {
  FusionGroup moved = group;
  if (!isReduction(moved))
    return false;
  for (StridedInput &input : moved.inputs)
    removePadding(input);
  const StridedInput *image = findImage(moved);
  int columns = image ? findColumns(moved, *image) : -1;
  if (columns < 0)
    return false;
  for (int rows : orderRowDims(moved, *image, columns, variant)) {
    BlockPlan roles;
    setTileDims(moved, *image, rows, columns, roles);
    roles.hasWindows = true;
    roles.columnBlocks = countColumnBlocks(moved);
    setSmallestBlocks(moved, variant, roles);
    if (!isEmittable(moved, variant, roles))
      continue;
    group = std::move(moved);
    plan = std::move(roles);
    return true;
  }
  return false;
}
