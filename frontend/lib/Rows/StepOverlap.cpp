//===- StepOverlap.cpp - steps that overlap -------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Software pipelining of the innermost loop around a loop over depth:
//
//   before                            after
//
//                                     a, b = loads(first)
//   for i:                            for i, carrying a, b:
//     a, b = loads(i)
//     for depth: products, loads        for depth: products, loads
//                                       a, b = loads(min(i + step, last))
//     last products                     last products, stores(i)
//     stores(i)                         stores(i) of the last products
//
// Instructions start in order and their queues are short. Without this, the
// products of a step start after all stores of the step before, and wait for
// the latency of their first loads. The last iteration loads its own operands
// again: without them it would be separate code.
//
//===----------------------------------------------------------------------===//

#include "StepOverlap.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Utils/StaticValueUtils.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/PatternMatch.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace matrix;

namespace {

class StepOverlap {
public:
  StepOverlap(scf::ForOp depthLoop, scf::ForOp steps, const RowRates &rates)
      : depthLoop(depthLoop), steps(steps), rates(rates) {}

  /// Returns whether loads may precede the stores of the step before.
  bool isLegal();
  void carryLoads();
  void interleaveStores();

private:
  bool addLoad(Operation *op);
  bool isStored(vector::TransferReadOp read);
  bool hasIndependentStores();
  SmallVector<Value> cloneLoads(OpBuilder &builder, Value iteration);
  Value getNext(OpBuilder &builder, Location loc);
  Operation *getLastProduct();
  void collectSource(Operation *op, Operation *after,
                     llvm::SetVector<Operation *> &source);
  void storeAfter(Operation *product, vector::TransferWriteOp store);

  scf::ForOp depthLoop, steps;
  const RowRates &rates;
  SmallVector<vector::TransferReadOp> loads;
  llvm::SetVector<Operation *> loadOps; ///< with their addresses, in order
  SmallVector<vector::TransferWriteOp> stores;
};

} // namespace

//===----------------------------------------------------------------------===//
// Loads
//===----------------------------------------------------------------------===//

/// Adds an operation of the step that a load depends on.
bool StepOverlap::addLoad(Operation *op) {
  if (!op || op->getBlock() != steps.getBody() || loadOps.contains(op))
    return true;
  if (!isa<vector::TransferReadOp>(op) && !isPure(op))
    return false;
  for (Value operand : op->getOperands())
    if (!addLoad(operand.getDefiningOp()))
      return false;
  loadOps.insert(op);
  return true;
}

/// Returns whether a store writes the buffer of a read.
bool StepOverlap::isStored(vector::TransferReadOp read) {
  return llvm::any_of(stores, [&](vector::TransferWriteOp store) {
    return store.getBase() == read.getBase();
  });
}

/// Returns whether the other operations of a step are pure, and no load reads
/// what a store writes.
bool StepOverlap::hasIndependentStores() {
  auto isAllowed = [&](Operation *op) {
    if (auto store = dyn_cast<vector::TransferWriteOp>(op))
      return store->getBlock() == steps.getBody();
    return isa<vector::TransferReadOp, scf::ForOp, scf::YieldOp>(op) ||
           isPure(op);
  };
  bool areAllowed = !steps.getBody()
                         ->walk([&](Operation *op) {
                           return isAllowed(op) ? WalkResult::advance()
                                                : WalkResult::interrupt();
                         })
                         .wasInterrupted();
  stores = llvm::to_vector(steps.getBody()->getOps<vector::TransferWriteOp>());
  return areAllowed && !stores.empty() &&
         llvm::none_of(loads, [&](auto load) { return isStored(load); });
}

bool StepOverlap::isLegal() {
  for (Value init : depthLoop.getInits()) {
    auto load = init.getDefiningOp<vector::TransferReadOp>();
    if (!load || load->getBlock() != steps.getBody() ||
        !load->hasAttr(kLoadAheadAttrName))
      continue;
    loads.push_back(load);
    if (!addLoad(load))
      return false;
  }
  return !loads.empty() && hasIndependentStores();
}

SmallVector<Value> StepOverlap::cloneLoads(OpBuilder &builder,
                                           Value iteration) {
  IRMapping mapping;
  mapping.map(steps.getInductionVar(), iteration);
  for (Operation *op : loadOps)
    builder.clone(*op, mapping);
  return llvm::map_to_vector(loads, [&](vector::TransferReadOp load) {
    return mapping.lookup(load.getResult());
  });
}

/// Returns the next iteration, or the last one.
Value StepOverlap::getNext(OpBuilder &builder, Location loc) {
  int64_t first = *getConstantIntValue(steps.getLowerBound());
  int64_t step = *getConstantIntValue(steps.getStep());
  int64_t end = *getConstantIntValue(steps.getUpperBound());
  int64_t last = first + llvm::alignDown(end - first - 1, step);
  Value next =
      arith::AddIOp::create(builder, loc, steps.getInductionVar(),
                            arith::ConstantIndexOp::create(builder, loc, step));
  return arith::MinSIOp::create(
      builder, loc, next, arith::ConstantIndexOp::create(builder, loc, last));
}

/// Returns the last product that reads blocks which the loop over depth
/// carries: those of the next step take their rows.
Operation *StepOverlap::getLastProduct() {
  Operation *last = depthLoop;
  for (auto product : steps.getBody()->getOps<vector::ContractionOp>())
    if (llvm::is_contained({product.getLhs().getDefiningOp(),
                            product.getRhs().getDefiningOp()},
                           depthLoop) &&
        last->isBeforeInBlock(product))
      last = product;
  return last;
}

void StepOverlap::carryLoads() {
  IRRewriter rewriter(steps);
  SmallVector<Value> first = cloneLoads(rewriter, steps.getLowerBound());
  NewYieldValuesFn makeNext = [&](OpBuilder &builder, Location loc,
                                  ArrayRef<BlockArgument>) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointAfter(getLastProduct());
    return cloneLoads(builder, getNext(builder, loc));
  };
  FailureOr<LoopLikeOpInterface> carrying = steps.replaceWithAdditionalYields(
      rewriter, first, /*replaceInitOperandUsesInLoop=*/false, makeNext);
  steps = cast<scf::ForOp>(*carrying);
  for (auto [load, carried] : llvm::zip_equal(loads, steps.getRegionIterArgs()))
    rewriter.replaceAllUsesWith(load.getResult(), carried);
  for (Operation *op : llvm::reverse(loadOps))
    if (isOpTriviallyDead(op))
      rewriter.eraseOp(op);
}

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

/// Adds the operation, and those after `after` that it depends on, in order.
void StepOverlap::collectSource(Operation *op, Operation *after,
                                llvm::SetVector<Operation *> &source) {
  if (!op || op->getBlock() != steps.getBody() || source.contains(op) ||
      !after->isBeforeInBlock(op))
    return;
  for (Value operand : op->getOperands())
    collectSource(operand.getDefiningOp(), after, source);
  source.insert(op);
}

/// Moves a store, and what it depends on, after a product.
void StepOverlap::storeAfter(Operation *product,
                             vector::TransferWriteOp store) {
  llvm::SetVector<Operation *> source;
  collectSource(store, product, source);
  Operation *last = product;
  for (Operation *op : source) {
    op->moveAfter(last);
    last = op;
  }
}

/// A store is after the product during which its result becomes available:
/// earlier, it would fill the queue.
void StepOverlap::interleaveStores() {
  SmallVector<Operation *> products;
  llvm::SmallDenseMap<Operation *, size_t> numbers;
  for (Operation &op : llvm::make_range(std::next(depthLoop->getIterator()),
                                        steps.getBody()->end())) {
    if (auto read = dyn_cast<vector::TransferReadOp>(op);
        read && isStored(read))
      return;
    if (isa<vector::ContractionOp>(op)) {
      numbers[&op] = products.size();
      products.push_back(&op);
    }
  }
  size_t delay = llvm::divideCeil(rates.latency, rates.product);
  for (vector::TransferWriteOp store : stores) {
    llvm::SetVector<Operation *> source;
    collectSource(store, depthLoop, source);
    std::optional<size_t> number;
    for (Operation *op : source)
      if (auto found = numbers.find(op); found != numbers.end())
        number = std::max(number.value_or(0), found->second);
    // The results of another loop over depth are those of other steps.
    bool isOther = llvm::any_of(
        source, [](Operation *op) { return op->getNumRegions() != 0; });
    if (number && !isOther && *number + delay < products.size())
      storeAfter(products[*number + delay], store);
  }
}

void matrix::overlapSteps(scf::ForOp depthLoop, const RowRates &rates) {
  auto steps = dyn_cast<scf::ForOp>(depthLoop->getParentOp());
  if (!steps || steps.getNumResults())
    return;
  if (!getConstantIntValue(steps.getLowerBound()) ||
      !getConstantIntValue(steps.getUpperBound()) ||
      !getConstantIntValue(steps.getStep()))
    return;
  if (std::optional<llvm::APInt> count = steps.getStaticTripCount();
      !count || count->ule(1))
    return;
  StepOverlap overlap(depthLoop, steps, rates);
  if (!overlap.isLegal())
    return;
  overlap.interleaveStores();
  overlap.carryLoads();
}
