//===- DemandedIterations.cpp - elements that loops need ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// If a body does not use the previous value of the result, only the last
// iteration of loops that the result does not depend on counts. Loops that
// occur in two indices of an operand count with their first iteration.
//
//===----------------------------------------------------------------------===//

#include "DemandedOperands.h"
#include "mlir/IR/AffineMap.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

//===----------------------------------------------------------------------===//
// Index expressions
//===----------------------------------------------------------------------===//

/// Adds `factor` * e to a constant and factors of the loops, if e is linear.
static bool addLinear(AffineExpr e, int64_t factor,
                      SmallVectorImpl<int64_t> &factors, int64_t &constant) {
  if (std::abs(factor) > INT32_MAX)
    return false;
  if (auto dim = dyn_cast<AffineDimExpr>(e)) {
    factors[dim.getPosition()] += factor;
    return true;
  }
  if (auto c = dyn_cast<AffineConstantExpr>(e)) {
    int64_t product;
    return !llvm::MulOverflow(factor, c.getValue(), product) &&
           !llvm::AddOverflow(constant, product, constant);
  }
  auto binary = dyn_cast<AffineBinaryOpExpr>(e);
  if (binary && e.getKind() == AffineExprKind::Add)
    return addLinear(binary.getLHS(), factor, factors, constant) &&
           addLinear(binary.getRHS(), factor, factors, constant);
  auto scale = binary ? dyn_cast<AffineConstantExpr>(binary.getRHS())
                      : AffineConstantExpr();
  if (!scale || e.getKind() != AffineExprKind::Mul ||
      std::abs(scale.getValue()) > INT32_MAX)
    return false;
  return addLinear(binary.getLHS(), factor * scale.getValue(), factors,
                   constant);
}

/// Returns no value for quotients by other than positive constants.
static std::optional<int64_t> evaluate(AffineExpr e,
                                       ArrayRef<int64_t> indices) {
  if (auto dim = dyn_cast<AffineDimExpr>(e))
    return indices[dim.getPosition()];
  if (auto c = dyn_cast<AffineConstantExpr>(e))
    return c.getValue();
  auto binary = dyn_cast<AffineBinaryOpExpr>(e);
  auto a = binary ? evaluate(binary.getLHS(), indices) : std::nullopt,
       b = binary ? evaluate(binary.getRHS(), indices) : std::nullopt;
  if (!a || !b)
    return std::nullopt;
  int64_t value;
  if (e.getKind() == AffineExprKind::Add)
    return llvm::AddOverflow(*a, *b, value) ? std::nullopt
                                            : std::optional(value);
  if (e.getKind() == AffineExprKind::Mul)
    return llvm::MulOverflow(*a, *b, value) ? std::nullopt
                                            : std::optional(value);
  if (*b <= 0)
    return std::nullopt;
  if (e.getKind() == AffineExprKind::Mod)
    return llvm::mod(*a, *b);
  return e.getKind() == AffineExprKind::FloorDiv
             ? llvm::divideFloorSigned(*a, *b)
             : llvm::divideCeilSigned(*a, *b);
}

/// Evaluates an expression in all iterations, or, of too many, only in the
/// first one of some loops.
static IndexSet enumerate(AffineExpr e, const ElementBox &loops) {
  SmallVector<SmallVector<int64_t>> points = {{}};
  for (auto [d, loop] : llvm::enumerate(loops)) {
    auto size = llvm::SaturatingMultiply<uint64_t>(loop.count(), points.size());
    bool varies =
        e.isFunctionOfDim(d) && size <= uint64_t(IndexSet::kMaxListed);
    SmallVector<int64_t> indices =
        varies ? loop.elements() : SmallVector<int64_t>{loop.first()};
    SmallVector<SmallVector<int64_t>> outer = std::move(points);
    points.clear();
    for (const SmallVector<int64_t> &point : outer)
      for (int64_t i : indices) {
        points.push_back(point);
        points.back().push_back(i);
      }
  }
  SmallVector<int64_t> values;
  for (const SmallVector<int64_t> &point : points)
    if (auto value = evaluate(e, point))
      values.push_back(*value);
  return IndexSet::ofElements(values);
}

static IndexSet valuesOf(AffineExpr e, const ElementBox &loops) {
  SmallVector<int64_t> factors(loops.size(), 0);
  int64_t constant = 0;
  if (!addLinear(e, 1, factors, constant))
    return enumerate(e, loops);
  IndexSet values = IndexSet::all(1).scaled(1, constant);
  for (auto [factor, loop] : llvm::zip(factors, loops))
    if (factor)
      values = values.plus(loop.scaled(factor, 0));
  return values;
}

//===----------------------------------------------------------------------===//
// Iterations and accesses
//===----------------------------------------------------------------------===//

/// Keeps the iterations of which an index of the result has a value in the set.
/// Returns false if they are unknown.
static bool restrict(ElementBox &loops, AffineExpr e, const IndexSet &set,
                     int64_t extent, bool accumulates) {
  SmallVector<int64_t> factors(loops.size(), 0);
  int64_t constant = 0;
  bool isLinear = addLinear(e, 1, factors, constant);
  unsigned used = llvm::count_if(factors, [](int64_t f) { return f != 0; });
  if (!isLinear || used > 1)
    return accumulates && set.count() == extent;
  if (used == 0)
    return set.contains(constant);
  auto *factor = llvm::find_if(factors, [](int64_t f) { return f != 0; });
  IndexSet &loop = loops[factor - factors.begin()];
  if (loop.empty())
    return false;
  loop = loop.intersected(set.unscaled(*factor, constant, loop.last() + 1));
  return !loop.empty();
}

std::optional<ElementBox> matrix::demandedIterations(linalg::LinalgOp op,
                                                     OpResult result,
                                                     const ElementBox &elements,
                                                     bool accumulates) {
  ElementBox loops;
  for (int64_t extent : op.getStaticLoopRanges())
    loops.push_back(IndexSet::all(ShapedType::isDynamic(extent) ? 0 : extent));
  AffineMap map = op.getIndexingMapMatchingResult(result);
  auto shape = cast<ShapedType>(result.getType()).getShape();
  for (auto [e, set, extent] : llvm::zip(map.getResults(), elements, shape))
    if (!restrict(loops, e, set, extent, accumulates))
      return std::nullopt;
  for (auto [d, loop] : llvm::enumerate(loops)) {
    if (loop.empty())
      return std::nullopt;
    if (!accumulates && !map.isFunctionOfDim(d))
      loop = loop.clipped(loop.last(), loop.last() + 1);
  }
  return loops;
}

AccessedElements matrix::accessedElements(AffineMap map,
                                          const ElementBox &loops,
                                          ArrayRef<int64_t> shape) {
  AccessedElements accessed{{}, 0};
  ElementBox separate = loops;
  for (unsigned d = 0; d < separate.size(); ++d)
    if (llvm::count_if(map.getResults(),
                       [&](AffineExpr e) { return e.isFunctionOfDim(d); }) > 1)
      separate[d] = separate[d].clipped(loops[d].first(), loops[d].first() + 1);
  for (auto [e, extent] : llvm::zip(map.getResults(), shape)) {
    accessed.box.push_back(valuesOf(e, separate).clipped(0, extent));
    accessed.count =
        std::max(accessed.count, valuesOf(e, loops).clipped(0, extent).count());
  }
  return accessed;
}
