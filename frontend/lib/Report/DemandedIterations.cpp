//===- DemandedIterations.cpp - elements that loops need ----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a loop occurs in two indices of an operand, only the index with the most
// values counts, with one value of the others.
//
//===----------------------------------------------------------------------===//

#include "DemandedOperands.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace mlir;
using namespace matrix;
using llvm::BitVector;

ElementSets matrix::demandedIterations(linalg::LinalgOp op, OpResult result,
                                       const ElementSets &elements) {
  ElementSets loops;
  for (int64_t extent : op.getStaticLoopRanges())
    loops.emplace_back(extent, true);
  AffineMap map = op.getIndexingMapMatchingResult(result);
  for (auto [e, set] : llvm::zip(map.getResults(), elements))
    if (auto dim = dyn_cast<AffineDimExpr>(e))
      loops[dim.getPosition()] &= set;
    else if (!set.all())
      loops.assign(loops.size(), BitVector());
  return loops;
}

/// Upper bound of the iterations enumerated to find the values of an index.
static constexpr int64_t kMaxEnumerated = 1 << 16;

static bool isLinear(AffineExpr e) {
  bool linear = e.isPureAffine();
  e.walk([&](AffineExpr part) {
    linear &= part.getKind() == AffineExprKind::Add ||
              part.getKind() == AffineExprKind::Mul ||
              isa<AffineDimExpr, AffineConstantExpr>(part);
  });
  return linear;
}

static int64_t evaluate(AffineExpr e, ArrayRef<int64_t> indices) {
  if (auto d = dyn_cast<AffineDimExpr>(e))
    return indices[d.getPosition()];
  if (auto c = dyn_cast<AffineConstantExpr>(e))
    return c.getValue();
  auto binary = cast<AffineBinaryOpExpr>(e);
  int64_t a = evaluate(binary.getLHS(), indices),
          b = evaluate(binary.getRHS(), indices);
  return e.getKind() == AffineExprKind::Add ? a + b : a * b;
}

/// Calls `use` with the indices of all iterations of the loops in `dims`.
static void forEachIteration(ArrayRef<unsigned> dims, const ElementSets &loops,
                             MutableArrayRef<int64_t> indices,
                             llvm::function_ref<void()> use) {
  if (dims.empty())
    return use();
  for (unsigned i : loops[dims.front()].set_bits()) {
    indices[dims.front()] = i;
    forEachIteration(dims.drop_front(), loops, indices, use);
  }
}

/// The loops that are enumerated: all of them, or only the longest.
static SmallVector<unsigned> enumerated(AffineExpr e,
                                        const ElementSets &loops) {
  SmallVector<unsigned> dims;
  int64_t iterations = 1;
  unsigned longest = 0;
  for (unsigned d = 0; d < loops.size(); ++d)
    if (e.isFunctionOfDim(d)) {
      dims.push_back(d);
      if (iterations <= kMaxEnumerated)
        iterations *= loops[d].count();
      if (loops[d].count() > loops[longest].count() ||
          !e.isFunctionOfDim(longest))
        longest = d;
    }
  if (iterations > kMaxEnumerated)
    return {longest};
  return dims;
}

/// A lower bound of the values of an index. Quotients and remainders have one
/// value at least.
static BitVector valuesOf(AffineExpr e, const ElementSets &loops,
                          int64_t extent) {
  BitVector values(extent);
  if (!isLinear(e)) {
    values.set(0);
    return values;
  }
  SmallVector<int64_t> indices;
  for (const BitVector &loop : loops)
    indices.push_back(std::max(0, loop.find_first()));
  forEachIteration(enumerated(e, loops), loops, indices, [&] {
    if (int64_t at = evaluate(e, indices); at >= 0 && at < extent)
      values.set(at);
  });
  return values;
}

/// Returns whether no loop occurs in two indices.
static bool isSeparable(AffineMap map) {
  for (unsigned d = 0; d < map.getNumDims(); ++d)
    if (llvm::count_if(map.getResults(),
                       [&](AffineExpr e) { return e.isFunctionOfDim(d); }) > 1)
      return false;
  return true;
}

static void keepLargest(ElementSets &sets) {
  auto *largest =
      std::max_element(sets.begin(), sets.end(),
                       [](auto &a, auto &b) { return a.count() < b.count(); });
  for (BitVector &set : sets)
    if (&set != largest && set.any()) {
      unsigned first = set.find_first();
      set.reset();
      set.set(first);
    }
}

ElementSets matrix::accessedElements(AffineMap map, const ElementSets &loops,
                                     ElementSets all) {
  if (llvm::any_of(loops, [](const BitVector &loop) { return loop.none(); }) ||
      all.size() != map.getNumResults())
    return {};
  for (auto [e, set] : llvm::zip(map.getResults(), all))
    set = valuesOf(e, loops, set.size());
  if (!isSeparable(map))
    keepLargest(all);
  return all;
}
