//===- LoopOrder.cpp - order of loops over blocks -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Orders the dimensions by the variant's division of work.
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
