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
// The columns of the chain are the depth of a contraction that multiplies what
// the chain computes, otherwise the columns of its result. Its other dimension,
// columns or depth, is its own.
//
//===----------------------------------------------------------------------===//

#include "ChainDimensions.h"
#include <set>

using namespace mlir;
using namespace matrix;

namespace {

/// The parallel dimensions of one group, innermost first, its columns, and of a
/// contraction its own dimension.
struct GroupDimensions {
  SmallVector<PartialDim> parallel;
  PartialDim columns;
  std::optional<PartialDim> own;
};

struct DimensionUnifier {
  std::vector<ChainStage> &stages;
  MatchFailureRecorder &failures;
  int64_t columns = 0, rows = 0;
  /// The results of the groups before.
  llvm::SmallPtrSet<Value, 8> computed = {};

  Diagnostic &fail(const FusionGroup &group) {
    return failures.notifyMatchFailure(group.root);
  }

  LogicalResult unify() {
    if (failed(measure()))
      return failure();
    SmallVector<GroupDimensions> dims;
    std::set<int64_t> ends;
    for (ChainStage &stage : stages) {
      FailureOr<GroupDimensions> own =
          stage.group.kind == FusionGroupKind::Contraction
              ? getContractionDimensions(stage)
              : getDimensions(stage.group);
      if (failed(own))
        return failure();
      int64_t end = 1;
      for (const PartialDim &part : own->parallel)
        ends.insert(end *= part.dim.extent);
      dims.push_back(std::move(*own));
      for (Value result : stage.group.last()->getResults())
        computed.insert(result);
    }
    int64_t previous = 1;
    for (int64_t end : ends) {
      if (end % previous)
        return fail(stages.front().group)
               << "dimensions of " << previous << " and " << end
               << " rows do not nest";
      previous = end;
    }
    for (unsigned i = 0; i < stages.size(); ++i)
      replace(i, dims, ends);
    return success();
  }

private:
  /// Finds the extents of rows and columns by the reductions.
  LogicalResult measure() {
    for (ChainStage &stage : stages) {
      FusionGroup &group = stage.group;
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

  //===--------------------------------------------------------------------===//
  // Contractions
  //===--------------------------------------------------------------------===//

  FailureOr<GroupDimensions> getContractionDimensions(ChainStage &stage) {
    FusionGroup &group = stage.group;
    auto isComputed = [&](unsigned input) {
      return computed.contains(skipReshapes(group.inputs[input].tensor));
    };
    if (llvm::count_if(group.dims,
                       [](const LoopDim &dim) { return dim.reduction; }) != 1)
      return fail(group) << "several dimensions are reduced";
    if (isComputed(group.rhs))
      exchangeOperands(group);
    stage.contractsColumns = isComputed(group.lhs);
    if (isComputed(group.rhs))
      return fail(group) << "both operands of a contraction are in the chain";
    return stage.contractsColumns ? getConsumerDimensions(group)
                                  : getProducerDimensions(group);
  }

  static void exchangeOperands(FusionGroup &group) {
    std::swap(group.lhs, group.rhs);
    std::swap(group.unsignedLhs, group.unsignedRhs);
  }

  /// The columns are the dimension in which the result is contiguous.
  FailureOr<GroupDimensions> getProducerDimensions(FusionGroup &group) {
    const StridedOperand &output = group.outputs.front();
    int cols = -1;
    for (auto [i, dim] : llvm::enumerate(group.dims))
      if (output.strides[i] == 1 && dim.extent == columns)
        cols = i;
    if (cols >= 0 && group.inputs[group.lhs].dependsOn(cols))
      exchangeOperands(group);
    if (cols < 0 || group.inputs[group.lhs].dependsOn(cols))
      return fail(group) << "the extents of a group are not those of the chain";
    return getDimensions(group, output, cols, group.k);
  }

  /// The rows are those of the operand that the chain computes.
  FailureOr<GroupDimensions> getConsumerDimensions(FusionGroup &group) {
    const StridedOperand &lhs = group.inputs[group.lhs];
    int own = -1;
    for (int dim = 0, e = group.dims.size(); dim < e; ++dim) {
      if (lhs.dependsOn(dim) || group.dims[dim].extent == 1)
        continue;
      if (own >= 0)
        return fail(group) << "the columns of a product are several dimensions";
      own = dim;
    }
    if (own < 0 || lhs.strides[group.k] != 1 ||
        group.dims[group.k].extent != columns)
      return fail(group) << "the extents of a group are not those of the chain";
    return getDimensions(group, lhs, group.k, own);
  }

  /// `order`: the operand by whose strides the rows are ordered.
  FailureOr<GroupDimensions> getDimensions(const FusionGroup &group,
                                           const StridedOperand &order,
                                           int cols, int own) {
    SmallVector<int> parallel;
    for (int dim = 0, e = group.dims.size(); dim < e; ++dim)
      if (dim != cols && dim != own)
        parallel.push_back(dim);
    llvm::sort(parallel, [&](int a, int b) {
      return std::pair(order.strides[a], a) < std::pair(order.strides[b], b);
    });
    GroupDimensions result;
    int64_t total = 1;
    for (int dim : parallel) {
      result.parallel.push_back({group.dims[dim], dim, 1});
      total *= group.dims[dim].extent;
    }
    result.columns = {group.dims[cols], cols, 1};
    result.own = {group.dims[own], own, 1};
    if (total != rows)
      return fail(group) << "the extents of a group are not those of the chain";
    return result;
  }

  //===--------------------------------------------------------------------===//
  // Common dimensions
  //===--------------------------------------------------------------------===//

  /// Gives a group the parallel dimensions, the columns, and the own dimensions
  /// of all contractions.
  void replace(unsigned number, ArrayRef<GroupDimensions> dims,
               const std::set<int64_t> &ends) {
    ChainStage &stage = stages[number];
    SmallVector<PartialDim> parts = split(dims[number], ends);
    stage.columns = int(parts.size()) - 1;
    for (auto [i, group] : llvm::enumerate(dims)) {
      if (!group.own)
        continue;
      if (i == number)
        stage.ownDim = parts.size();
      parts.push_back(i == number
                          ? *group.own
                          : PartialDim{{group.own->dim.extent, false}, -1, 1});
    }
    replaceDims(stage.group, parts);
    if (stage.ownDim < 0)
      return;
    stage.group.n = stage.contractsColumns ? stage.ownDim : stage.columns;
    stage.group.k = stage.contractsColumns ? stage.columns : stage.ownDim;
  }

  /// Divides the dimensions at `ends`. A dimension over [begin, end) of the
  /// linear index becomes one part for each interval [start, next) in it, of
  /// next / start elements that are start / begin steps of the dimension apart.
  static SmallVector<PartialDim> split(const GroupDimensions &dims,
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
    return parts;
  }
};

} // namespace

LogicalResult matrix::unifyDimensions(std::vector<ChainStage> &stages,
                                      MatchFailureRecorder &failures) {
  return DimensionUnifier{stages, failures}.unify();
}
