//===- ChainDimensions.cpp - dimensions of chains -------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dimensions of a group, ordered by the strides of its result, are
// intervals of one linear index over rows. All groups are split where one of
// them has the end of an interval.
//
//===----------------------------------------------------------------------===//

#include "ChainDimensions.h"
#include <set>

using namespace mlir;
using namespace matrix;

namespace {

/// The parallel dimensions of one group, innermost first, and its columns.
struct GroupDimensions {
  SmallVector<PartialDim> parallel;
  PartialDim columns;
};

struct DimensionUnifier {
  std::vector<ChainStage> &stages;
  MatchFailureRecorder &failures;
  int64_t columns = 0, rows = 0;

  Diagnostic &fail(const FusionGroup &group) {
    return failures.notifyMatchFailure(group.root);
  }

  LogicalResult unify() {
    if (failed(measure()))
      return failure();
    SmallVector<GroupDimensions> dims;
    std::set<int64_t> ends;
    for (ChainStage &stage : stages) {
      FailureOr<GroupDimensions> own = getDimensions(stage.group);
      if (failed(own))
        return failure();
      int64_t end = 1;
      for (const PartialDim &part : own->parallel)
        ends.insert(end *= part.dim.extent);
      dims.push_back(std::move(*own));
    }
    int64_t previous = 1;
    for (int64_t end : ends) {
      if (end % previous)
        return fail(stages.front().group)
               << "dimensions of " << previous << " and " << end
               << " rows do not nest";
      previous = end;
    }
    for (auto [stage, own] : llvm::zip_equal(stages, dims))
      split(stage.group, own, ends);
    return success();
  }

private:
  /// Finds the extents of rows and columns by the reductions.
  LogicalResult measure() {
    for (ChainStage &stage : stages) {
      FusionGroup &group = stage.group;
      if (group.kind == FusionGroupKind::Contraction)
        return fail(group) << "a contraction is in no chain";
      mergeDims(group);
      if (group.kind != FusionGroupKind::Reduction)
        continue;
      int64_t reduced = 0, kept = 1;
      for (const LoopDim &dim : group.dims) {
        if (dim.reduction && reduced)
          return fail(group) << "several dimensions are reduced";
        (dim.reduction ? reduced : kept) =
            dim.reduction ? dim.extent : kept * dim.extent;
      }
      if (columns && (columns != reduced || rows != kept))
        return fail(group) << "reductions have different extents";
      columns = reduced;
      rows = kept;
    }
    if (columns > 1 && rows > 1)
      return success();
    return fail(stages.front().group)
           << "no reduction with several rows and columns";
  }

  FailureOr<GroupDimensions> getDimensions(const FusionGroup &group) {
    const StridedOperand &output = group.outputs.front();
    SmallVector<unsigned> order; // innermost first
    GroupDimensions result;
    result.columns = {
        {columns, group.kind == FusionGroupKind::Reduction}, -1, 1};
    int64_t total = 1;
    for (auto [i, dim] : llvm::enumerate(group.dims)) {
      if (dim.reduction) {
        result.columns.source = i;
        continue;
      }
      order.push_back(i);
      total *= dim.extent;
    }
    llvm::sort(order, [&](unsigned a, unsigned b) {
      return std::make_pair(output.strides[a], b) <
             std::make_pair(output.strides[b], a);
    });
    for (unsigned i : order)
      result.parallel.push_back({group.dims[i], int(i), 1});
    if (total == rows)
      return result;
    if (total != rows * columns || result.columns.source >= 0 ||
        !takeColumns(result))
      return fail(group) << "the extents of a group are not those of the chain";
    return result;
  }

  /// Takes the columns from the innermost dimension.
  bool takeColumns(GroupDimensions &dims) const {
    PartialDim &inner = dims.parallel.front();
    dims.columns.source = inner.source;
    if (inner.dim.extent % columns)
      return false;
    inner.dim.extent /= columns;
    inner.multiplier = columns;
    if (inner.dim.extent == 1)
      dims.parallel.erase(dims.parallel.begin());
    return true;
  }

  static void split(FusionGroup &group, const GroupDimensions &dims,
                    const std::set<int64_t> &ends) {
    SmallVector<PartialDim> parts = {dims.columns};
    int64_t begin = 1;
    for (const PartialDim &whole : dims.parallel) {
      int64_t end = begin * whole.dim.extent, start = begin;
      for (auto next = ends.upper_bound(start); start < end; ++next) {
        parts.push_back({{*next / start, false},
                         whole.source,
                         whole.multiplier * (start / begin)});
        start = *next;
      }
      begin = end;
    }
    std::reverse(parts.begin(), parts.end());
    replaceDims(group, parts);
  }
};

} // namespace

LogicalResult matrix::unifyDimensions(std::vector<ChainStage> &stages,
                                      MatchFailureRecorder &failures) {
  return DimensionUnifier{stages, failures}.unify();
}
