//===- DimensionRoles.cpp - tile dimensions of fusion groups --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Selects which loop dimensions become rows, columns and depth of tiles.
// Columns of elementwise groups and reductions are the dimension in which the
// most elements are contiguous, rows one that fills tiles; a single dimension
// is split at the divisor with the fewest tiles. Results of elementwise groups
// are stored along their columns, because only loads have transposed tiles.
// Contractions have the roles m, n and k, exchanged if the result is contiguous
// along m.
//
//===----------------------------------------------------------------------===//

#include "DimensionRoles.h"
#include "Plan/Blocks/StepCost.h"
#include "Plan/Blocks/WindowReduction.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "matrix/Frontend/Techniques.h"
#include "llvm/Support/MathExtras.h"
#include <cmath>
#include <tuple>

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Rows and columns
//===----------------------------------------------------------------------===//

static int64_t countElements(const FusionGroup &group,
                             const StridedOperand &operand) {
  int64_t number = 1;
  for (auto [stride, loop] : llvm::zip(operand.strides, group.dims))
    number *= stride == 0 ? 1 : loop.extent;
  return number;
}

/// Returns the elements of the tensors in which the dimension is contiguous.
/// The larger side has weight two: inputs of a reduction, outputs of other
/// groups.
static int64_t contiguity(const FusionGroup &group, int dim) {
  auto elements = [&](const StridedOperand &operand) {
    return operand.strides[dim] == 1 ? countElements(group, operand) : 0;
  };
  bool reduces = group.kind == FusionGroupKind::Reduction;
  int64_t result = 0;
  for (const StridedInput &input : group.inputs)
    result += elements(input) * (reduces ? 2 : 1);
  for (const StridedOperand &output : group.outputs)
    result += elements(output) * (reduces ? 1 : 2);
  return result;
}

/// Returns the elements that lines transfer if the dimension is that of the
/// columns: outputs that are contiguous in it, and inputs that are contiguous
/// in it or in the dimension of the rows, which are read in transposed tiles.
static int64_t countTransferredByLines(const FusionGroup &group, int cols) {
  if (group.kind != FusionGroupKind::Elementwise)
    return 0;
  int64_t outputs = 0, inputs = 0;
  for (const StridedOperand &output : group.outputs)
    outputs += output.strides[cols] == 1 ? countElements(group, output) : 0;
  for (int rows = 0, e = group.dims.size(); rows < e; ++rows) {
    int64_t covered = 0;
    for (const StridedInput &input : group.inputs)
      if (input.strides[cols] == 1 || input.strides[rows] == 1)
        covered += countElements(group, input);
    inputs = std::max(inputs, covered);
  }
  return outputs + inputs;
}

/// Returns the dimension admitted by `allowed` in which the most elements are
/// contiguous, and the widest of these.
template <typename Predicate>
static int mostContiguous(const FusionGroup &group, Predicate allowed) {
  int best = -1;
  auto score = [&](int dim) {
    return std::make_tuple(countTransferredByLines(group, dim),
                           contiguity(group, dim), group.dims[dim].extent);
  };
  for (int dim = 0, e = group.dims.size(); dim < e; ++dim)
    if (allowed(dim) && (best < 0 || score(dim) > score(best)))
      best = dim;
  return best;
}

/// Returns the widest dimension other than `cols`. A dimension in which a
/// tensor is contiguous is preferred if it is wide enough, so that this tensor
/// is read in tiles.
static int chooseRows(const FusionGroup &group,
                      const desc::VariantInfo &variant, int cols,
                      bool reduction) {
  int best = -1;
  auto score = [&](int dim) {
    int64_t filled = std::min(group.dims[dim].extent, variant.tileRows);
    return std::make_tuple(filled, contiguity(group, dim),
                           group.dims[dim].extent);
  };
  for (int dim = 0, e = group.dims.size(); dim < e; ++dim)
    if (dim != cols && group.dims[dim].reduction == reduction &&
        !isReversed(group, dim) && (best < 0 || score(dim) > score(best)))
      best = dim;
  return best;
}

static void splitColumns(FusionGroup &group, const desc::VariantInfo &variant,
                         BlockPlan &plan) {
  int64_t extent = group.dims[plan.cols].extent;
  int64_t inner = chooseInnerExtent(
      extent, variant.tileRows, variant.tileColumns(32) * plan.columnBlocks);
  if (inner == extent)
    return;
  splitDim(group, plan.cols, inner);
  plan.rows = plan.cols;
  plan.cols = group.dims.size() - 1;
}

/// Returns a reduced dimension as the rows of tiles if a core then has fewer
/// steps than with `rows` (-1: none), where each index of the reduced dimension
/// is a step: each row of a tile has a partial result, and these are combined
/// in the end; so is one in which an input for all columns is contiguous, whose
/// steps would load single elements. Otherwise returns -1, also if no input
/// depends on `rows`: a step then loads elements for many results.
static int chooseReducedRows(const FusionGroup &group,
                             const desc::VariantInfo &variant, int cols,
                             int rows) {
  if (group.kind != FusionGroupKind::Reduction ||
      (group.dims[cols].reduction && rows >= 0) ||
      isDisabled(group.root, Technique::Reassociation))
    return -1;
  int reduced = chooseRows(group, variant, cols, /*reduction=*/true);
  bool isRead = rows < 0 || llvm::any_of(
                                group.inputs,
                                [&](const auto &input) {
                                  return input.strides[rows] != 0;
                                });
  if (reduced < 0 || !isRead ||
      2 * group.dims[reduced].extent < variant.tileRows ||
      !hasReduction(group.combiner, group.accumulator, variant,
                    /*alongRows=*/false))
    return -1;
  if (rows >= 0 && llvm::any_of(group.inputs, [&](const StridedInput &input) {
        return input.strides[reduced] == 1 && input.strides[rows] > 1 &&
               input.strides[cols] == 0;
      }))
    return reduced;
  int64_t parallel = rows < 0 ? 1 : group.dims[rows].extent;
  int64_t sums = group.dims[reduced].extent;
  int64_t cores = variant.cores,
          block = variant.parameters.blockExtent.value_or(variant.tileRows);
  int64_t stepsOfReduced =
      llvm::divideCeil(parallel, cores) * llvm::divideCeil(sums, block);
  int64_t stepsOfParallel =
      sums * llvm::divideCeil(llvm::divideCeil(parallel, block), cores);
  return stepsOfReduced < stepsOfParallel ? reduced : -1;
}

/// Returns `cols`, or instead of the width of a window, which is narrower than
/// a tile, the widest dimension in which the image is contiguous as well.
static int widenColumns(const FusionGroup &group,
                        const desc::VariantInfo &variant, int cols) {
  if (group.kind != FusionGroupKind::Reduction || cols < 0 ||
      group.dims[cols].extent >= variant.tileColumns(32))
    return cols;
  int best = cols;
  for (int dim = 0, e = group.dims.size(); dim < e; ++dim)
    if (group.dims[dim].extent > group.dims[best].extent &&
        !isReversed(group, dim) &&
        llvm::any_of(group.inputs, [&](const StridedInput &input) {
          return input.strides[dim] == 1 && input.strides[cols] == 1;
        }))
      best = dim;
  return best;
}

static void assignElementwiseRoles(FusionGroup &group,
                                   const desc::VariantInfo &variant,
                                   BlockPlan &plan) {
  plan.cols = widenColumns(group, variant, mostContiguous(group, [&](int dim) {
                             return !isReversed(group, dim);
                           }));
  if (plan.cols < 0)
    return;
  bool reduces = group.dims[plan.cols].reduction;
  plan.rows = chooseRows(group, variant, plan.cols, /*reduction=*/false);
  if (int rows = chooseReducedRows(group, variant, plan.cols, plan.rows);
      rows >= 0) {
    plan.rows = rows;
    return;
  }
  bool onlyColumns =
      plan.rows < 0 || (!reduces && group.dims[plan.rows].extent == 1);
  if (onlyColumns && group.dims[plan.cols].extent > 1)
    splitColumns(group, variant, plan);
}

/// Returns a dimension like `dim`, of one operand of a contraction only, in
/// which this operand is contiguous and fills half of a tile; `dim` if there is
/// none: transfers move rows instead of elements. Dimensions that an epilogue
/// keeps apart are such.
static int chooseContiguous(const FusionGroup &group,
                            const desc::VariantInfo &variant,
                            const StridedOperand &own,
                            const StridedOperand &other, int dim) {
  if (dim < 0 || own.strides[dim] == 1)
    return dim;
  for (int d = 0, e = group.dims.size(); d < e; ++d)
    if (!group.dims[d].reduction && own.strides[d] == 1 &&
        !other.dependsOn(d) && 2 * group.dims[d].extent >= variant.tileRows &&
        !isReversed(group, d))
      return d;
  return dim;
}

static void chooseContiguousDims(FusionGroup &group,
                                 const desc::VariantInfo &variant) {
  const StridedOperand &lhs = group.inputs[group.lhs],
                       &rhs = group.inputs[group.rhs];
  if (lhs.strides[group.k] != 1)
    group.m = chooseContiguous(group, variant, lhs, rhs, group.m);
  if (rhs.strides[group.k] != 1)
    group.n = chooseContiguous(group, variant, rhs, lhs, group.n);
}

/// The rows are the dimension in which the output is not contiguous. If this is
/// n, the operands are exchanged: B'A' is the transpose of AB.
void matrix::assignContractionRoles(FusionGroup &group, BlockPlan &plan) {
  const StridedOperand &out = group.outputs.front();
  bool transposed = group.m >= 0 && out.strides[group.m] == 1 &&
                    group.dims[group.m].extent > 1 &&
                    !(group.n >= 0 && out.strides[group.n] == 1 &&
                      group.dims[group.n].extent > 1);
  if (transposed) {
    std::swap(group.lhs, group.rhs);
    std::swap(group.unsignedLhs, group.unsignedRhs);
  }
  plan.rows = transposed ? group.n : group.m;
  plan.cols = transposed ? group.m : group.n;
  plan.depth = group.k;
}

void matrix::assignDimensionRoles(FusionGroup &group,
                                  const desc::VariantInfo &variant,
                                  BlockPlan &plan) {
  if (assignWindowRoles(group, variant, plan))
    return chooseAccumulators(group, variant, plan);
  if (assignReductionWindowRoles(group, variant, plan))
    return;
  mergeDims(group);
  if (assignTransposeRoles(group, variant, plan))
    return;
  plan.columnBlocks = countColumnBlocks(group);
  if (group.kind != FusionGroupKind::Contraction)
    return assignElementwiseRoles(group, variant, plan);
  chooseContiguousDims(group, variant);
  assignContractionRoles(group, plan);
  if (plan.cols < 0) // tiles have one column
    plan.columnBlocks = 1;
  chooseAccumulators(group, variant, plan);
}
