//===- LoopOrder.cpp - order of loops over blocks -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Parallel dimensions that the variant's division of work names are distributed
// to the cores, in the order of the description; the others are loops of one
// core, reductions innermost. Grids are enumerated by recursion over the
// divisors of the number of cores, so that the product over the dimensions is
// the number of cores.
//
//===----------------------------------------------------------------------===//

#include "DimensionRoles.h"

using namespace mlir;
using namespace matrix;

/// Returns the name of the dimension in the variant's work divisions.
static StringRef workDivisionName(const FusionGroup &group,
                                  const BlockPlan &plan, int dim) {
  if (group.kind == FusionGroupKind::Contraction)
    return dim == group.m ? "m" : dim == group.n ? "n" : "batch";
  return dim == plan.rows ? "rows" : dim == plan.cols ? "columns" : "outer";
}

void matrix::orderDims(const FusionGroup &group,
                       const desc::VariantInfo &variant, BlockPlan &plan) {
  const desc::WorkDivisionInfo *division =
      variant.workDivision(std::string_view(stringify(group.kind)));
  SmallVector<int> parallel, rest;
  for (int dim = 0, e = group.dims.size(); dim < e; ++dim)
    (group.dims[dim].reduction ? rest : parallel).push_back(dim);
  if (division)
    for (std::string_view name : division->dims)
      for (int dim : parallel)
        if (workDivisionName(group, plan, dim) == StringRef(name))
          plan.distributedDims.push_back(dim);
  for (int dim : parallel)
    if (!llvm::is_contained(plan.distributedDims, dim))
      plan.sequentialDims.push_back(dim);
  plan.sequentialDims.append(rest);
}

//===----------------------------------------------------------------------===//
// Grids
//===----------------------------------------------------------------------===//

static void divideCores(BlockPlan &plan, ArrayRef<int> dims, int64_t rest,
                        function_ref<void()> body) {
  if (dims.empty()) {
    if (rest == 1)
      body();
    return;
  }
  int dim = dims.front();
  int64_t count = plan.count[dim], &number = plan.grid[dim];
  bool isTileDim = dim == plan.rows || dim == plan.cols || plan.isInner(dim);
  for (number = 1; number <= std::min(rest, count); ++number)
    if (rest % number == 0 && (isTileDim || count % number == 0))
      divideCores(plan, dims.drop_front(), rest / number, body);
  number = 1;
}

void matrix::forEachGrid(BlockPlan &plan, int64_t cores,
                         function_ref<void()> body) {
  plan.grid.assign(plan.count.size(), 1);
  divideCores(plan, plan.distributedDims, cores, body);
}
