//===- UnrollLoops.cpp - loops over slices of varying extent --------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Iterations of `scf.forall` read the shared tensors as they are before the
// loop, and write disjoint slices: copies of the body read the initial tensors,
// and their slices are inserted one after the other. Inner loops are unrolled
// before outer ones. Larger numbers of operations would take long to compile.
//
//===----------------------------------------------------------------------===//

#include "UnrollLoops.h"
#include "mlir/Dialect/Linalg/IR/Linalg.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Utils/Utils.h"
#include "mlir/Dialect/Tensor/IR/Tensor.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace matrix;

static constexpr int64_t kMaxIterations = 64, kMaxOperations = 1024;

/// Returns whether the number of copies is small, and a Linalg operation of the
/// body has a dynamic shape.
static bool isWorthwhile(Region &body, std::optional<int64_t> iterations) {
  if (!iterations || *iterations < 1 || *iterations > kMaxIterations)
    return false;
  int64_t operations = 0;
  bool isDynamic = false;
  body.walk([&](Operation *op) {
    ++operations;
    auto linalgOp = dyn_cast<linalg::LinalgOp>(op);
    isDynamic |= linalgOp && linalgOp.hasDynamicShape();
  });
  return isDynamic && operations * *iterations <= kMaxOperations;
}

namespace {
/// The bounds of a loop of `scf.forall`.
struct LoopRange {
  int64_t lower, upper, step;

  int64_t count() const { return llvm::divideCeil(upper - lower, step); }
};
} // namespace

/// Returns the ranges of all loops; none if a bound is not constant.
static std::optional<SmallVector<LoopRange>> getRanges(scf::ForallOp loop) {
  SmallVector<LoopRange> ranges;
  for (auto [lower, upper, step] :
       llvm::zip_equal(loop.getMixedLowerBound(), loop.getMixedUpperBound(),
                       loop.getMixedStep())) {
    auto low = getConstantIntValue(lower), high = getConstantIntValue(upper),
         by = getConstantIntValue(step);
    if (!low || !high || !by || *by <= 0 || *high <= *low)
      return std::nullopt;
    ranges.push_back({*low, *high, *by});
  }
  return ranges;
}

/// Emits the iteration with this number, and updates the results.
static void emitIteration(OpBuilder &builder, scf::ForallOp loop,
                          ArrayRef<LoopRange> ranges, int64_t number,
                          SmallVectorImpl<Value> &results) {
  IRMapping mapping;
  for (size_t i = ranges.size(); i-- > 0;) {
    const LoopRange &range = ranges[i];
    int64_t value = range.lower + number % range.count() * range.step;
    number /= range.count();
    Value index = arith::ConstantIndexOp::create(builder, loop.getLoc(), value);
    mapping.map(loop.getInductionVar(i), index);
  }
  ValueRange initial = loop.getOutputs();
  mapping.map(loop.getRegionIterArgs(), initial);
  for (Operation &op : loop.getBody()->without_terminator())
    builder.clone(op, mapping);
  for (Operation &op : loop.getTerminator().getYieldingOps()) {
    auto insert = cast<tensor::ParallelInsertSliceOp>(op);
    unsigned place =
        cast<BlockArgument>(insert.getDest()).getArgNumber() - ranges.size();
    auto map = [&](ValueRange values) {
      return llvm::map_to_vector(
          values, [&](Value value) { return mapping.lookupOrDefault(value); });
    };
    results[place] = tensor::InsertSliceOp::create(
        builder, insert.getLoc(), results[place].getType(),
        mapping.lookupOrDefault(insert.getSource()), results[place],
        map(insert.getOffsets()), map(insert.getSizes()),
        map(insert.getStrides()), insert.getStaticOffsets(),
        insert.getStaticSizes(), insert.getStaticStrides());
  }
}

static bool unroll(scf::ForallOp loop) {
  std::optional<SmallVector<LoopRange>> ranges = getRanges(loop);
  if (!ranges)
    return false;
  int64_t iterations = 1;
  for (const LoopRange &range : *ranges)
    iterations *= std::min(range.count(), kMaxIterations + 1);
  bool insertsOnly =
      llvm::all_of(loop.getTerminator().getYieldingOps(), [](Operation &op) {
        return isa<tensor::ParallelInsertSliceOp>(op);
      });
  if (!insertsOnly || !isWorthwhile(loop.getRegion(), iterations))
    return false;
  OpBuilder builder(loop);
  SmallVector<Value> results(loop.getOutputs());
  for (int64_t number = 0; number < iterations; ++number)
    emitIteration(builder, loop, *ranges, number, results);
  loop.replaceAllUsesWith(results);
  loop.erase();
  return true;
}

static bool unroll(scf::ForOp loop) {
  std::optional<APInt> iterations = loop.getStaticTripCount();
  return iterations &&
         isWorthwhile(loop.getRegion(),
                      iterations->getLimitedValue(kMaxIterations + 1)) &&
         succeeded(loopUnrollFull(loop));
}

bool matrix::unrollDynamicLoops(ModuleOp module) {
  bool isChanged = false;
  module.walk([&](Operation *op) { // inner loops first
    if (auto loop = dyn_cast<scf::ForallOp>(op))
      isChanged |= unroll(loop);
    else if (auto loop = dyn_cast<scf::ForOp>(op))
      isChanged |= unroll(loop);
  });
  return isChanged;
}
