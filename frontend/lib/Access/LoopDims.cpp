//===- LoopDims.cpp - loop dimensions of fusion groups --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collapsing and strip mining of the iteration space of a fusion group. Two
// dimensions are merged if in every operand the stride of the outer one is the
// stride of the inner one times its extent; merging repeats until no such pair
// is left. Strides change with the dimensions, tensors do not.
//
//===----------------------------------------------------------------------===//

#include "FusionGroup.h"

using namespace mlir;
using namespace matrix;

template <typename Fn> static void forEachOperand(FusionGroup &group, Fn fn) {
  for (StridedInput &input : group.inputs)
    fn(static_cast<StridedOperand &>(input));
  for (StridedInput &input : group.epilogueInputs)
    fn(static_cast<StridedOperand &>(input));
  for (StridedOperand &output : group.outputs)
    fn(output);
  if (group.init)
    fn(*group.init);
}

static bool canMerge(FusionGroup &group, unsigned outer, unsigned inner) {
  if (group.dims[outer].reduction != group.dims[inner].reduction)
    return false;
  bool can = true;
  forEachOperand(group, [&](StridedOperand &operand) {
    can &= operand.strides[outer] ==
           operand.strides[inner] * group.dims[inner].extent;
  });
  return can;
}

static void removeDim(FusionGroup &group, unsigned dim) {
  group.dims.erase(group.dims.begin() + dim);
  forEachOperand(group, [&](StridedOperand &operand) {
    operand.strides.erase(operand.strides.begin() + dim);
    operand.tensorDims.clear();
  });
  for (int *role : {&group.m, &group.n, &group.k})
    if (*role > static_cast<int>(dim))
      --*role;
}

/// canMerge excludes merges of m, n and k with each other or with other
/// dimensions unless all operands have compatible strides; the merged dimension
/// keeps the role.
static void merge(FusionGroup &group, unsigned outer, unsigned inner) {
  group.dims[inner].extent *= group.dims[outer].extent;
  for (int *role : {&group.m, &group.n, &group.k})
    if (*role == static_cast<int>(outer))
      *role = inner;
  removeDim(group, outer);
}

void matrix::mergeDims(FusionGroup &group) {
  for (unsigned outer = 0; outer < group.dims.size(); ++outer)
    for (unsigned inner = 0; inner < group.dims.size(); ++inner)
      if (outer != inner && group.dims.size() > 1 &&
          canMerge(group, outer, inner)) {
        merge(group, outer, inner);
        return mergeDims(group);
      }
}

void matrix::splitDim(FusionGroup &group, unsigned dim, int64_t inner) {
  assert(group.dims[dim].extent % inner == 0 && "does not divide");
  group.dims.push_back({inner, group.dims[dim].reduction});
  group.dims[dim].extent /= inner;
  forEachOperand(group, [&](StridedOperand &operand) {
    operand.strides.push_back(operand.strides[dim]);
    operand.strides[dim] *= inner;
    operand.tensorDims.clear();
  });
}

void matrix::replaceDims(FusionGroup &group, ArrayRef<PartialDim> parts) {
  group.m = group.n = group.k = -1;
  group.dims.clear();
  for (const PartialDim &part : parts)
    group.dims.push_back(part.dim);
  forEachOperand(group, [&](StridedOperand &operand) {
    SmallVector<int64_t> strides;
    for (const PartialDim &part : parts)
      strides.push_back(part.source < 0 || part.dim.extent == 1
                            ? 0
                            : operand.strides[part.source] * part.multiplier);
    operand.strides = std::move(strides);
    operand.tensorDims.clear();
  });
}

int64_t matrix::chooseInnerExtent(int64_t extent, int64_t tileRows,
                                  int64_t columns) {
  std::pair<int64_t, int64_t> best = {INT64_MAX, 0};
  auto consider = [&](int64_t inner) {
    int64_t tiles = llvm::divideCeil(extent / inner, tileRows) *
                    llvm::divideCeil(inner, columns);
    if (inner >= columns || inner == extent)
      best = std::min(best, {tiles, -inner});
  };
  for (int64_t factor = 1; factor * factor <= extent; ++factor)
    if (extent % factor == 0) {
      consider(factor);
      consider(extent / factor);
    }
  return -best.second;
}
