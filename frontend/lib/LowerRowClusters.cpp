//===- LowerRowClusters.cpp - Linalg to code for row memories ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DramBuffers.h"
#include "Group.h"
#include "RowEmitter.h"
#include "RowPacking.h"
#include "RowScaling.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Bufferization/IR/Bufferization.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXLOWERROWCLUSTERSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// With whatever was there for it alone; `erased` gets them all.
static void eraseUnused(Operation *op,
                        llvm::SmallPtrSetImpl<Operation *> &erased) {
  if (!isa_and_nonnull<linalg::GenericOp>(op) || !op->use_empty())
    return;
  SmallVector<Operation *> producers;
  for (Value operand : op->getOperands())
    producers.push_back(operand.getDefiningOp());
  erased.insert(op);
  op->erase();
  for (Operation *producer : producers)
    if (!erased.contains(producer))
      eraseUnused(producer, erased);
}

namespace {

struct LowerRowClusters
    : matrix::impl::MatrixLowerRowClustersPassBase<LowerRowClusters> {
  using MatrixLowerRowClustersPassBase::MatrixLowerRowClustersPassBase;

  void runOnOperation() override {
    if (!hasRowInstructions(getTarget(getOperation())))
      return;
    SmallVector<linalg::GenericOp> roots;
    getOperation().walk([&](linalg::GenericOp op) { roots.push_back(op); });
    llvm::SmallPtrSet<Operation *, 16> done;
    for (linalg::GenericOp root : llvm::reverse(roots))
      if (!done.contains(root))
        form(root, done);
  }

private:
  /// Users first, so that trees are as large as they can be.
  void form(linalg::GenericOp root, llvm::SmallPtrSetImpl<Operation *> &done) {
    std::string why = "it multiplies no matrices";
    FailureOr<RowCluster> cluster = find(root, why);
    if (failed(cluster)) {
      root->setAttr(kScalarAttrName, StringAttr::get(&getContext(), why));
      return;
    }
    llvm::SmallPtrSet<Operation *, 16> erased;
    if (linalg::GenericOp copy = cluster->root(); copy != root) {
      root->getResult(0).replaceAllUsesWith(copy->getResult(0));
      eraseUnused(root, erased);
    }
    replace(*cluster, erased);
    done.insert(erased.begin(), erased.end());
  }

  FailureOr<RowCluster> find(linalg::GenericOp root, std::string &why) {
    std::optional<double> factor;
    for (ArrayRef<linalg::GenericOp> ops : findClusters(root)) {
      FailureOr<RowCluster> cluster = fit(ops, why);
      if (failed(cluster))
        cluster = fitScaled(ops);
      if (succeeded(cluster))
        return cluster;
      factor = factor ? factor : findOddFactor(ops);
    }
    if (factor)
      why += "; the factor " + std::to_string(*factor) +
             " of its products can't go to an operand, as it is no power of "
             "two up to 1";
    return failure();
  }

  FailureOr<RowCluster> fit(ArrayRef<linalg::GenericOp> ops, std::string &why) {
    const desc::VariantInfo &variant = getTarget(ops.front());
    for (unsigned choice = 0, count = countChoices(ops, variant);
         choice < count; ++choice) {
      FailureOr<RowCluster> cluster = makeCluster(ops, choice, variant, why);
      if (succeeded(cluster) && succeeded(fit(*cluster, why)))
        return cluster;
    }
    return failure();
  }

  /// A copy, with a factor of products on an operand.
  FailureOr<RowCluster> fitScaled(ArrayRef<linalg::GenericOp> ops) {
    SmallVector<linalg::GenericOp> scaled = scaleOperand(ops);
    if (scaled.empty())
      return failure();
    std::string why;
    FailureOr<RowCluster> cluster = fit(scaled, why);
    if (failed(cluster))
      cluster = fitScaled(scaled);
    bool isKept =
        succeeded(cluster) && llvm::is_contained(cluster->ops, scaled.back());
    llvm::SmallPtrSet<Operation *, 8> erased;
    if (!isKept)
      eraseUnused(scaled.back(), erased);
    return cluster;
  }

  /// Tries with more and more packed copies.
  LogicalResult fit(RowCluster &cluster, std::string &why) {
    if (failed(checkPadding(cluster, why)))
      return failure();
    std::optional<unsigned> before;
    for (Packing packing :
         {Packing::Padded, Packing::Dense, Packing::Ordered}) {
      choosePacking(cluster, packing);
      if (before == cluster.packed.size() && packing != Packing::Ordered)
        continue;
      before = cluster.packed.size();
      if (failed(checkCosts(cluster, why)))
        return failure();
      if (!attempt || succeeded(tryOut(cluster, why)))
        return success();
    }
    return failure();
  }

  //===--------------------------------------------------------------------===//
  // Trying
  //===--------------------------------------------------------------------===//

  /// Makes a function of the cluster and looks for instructions for all of it.
  LogicalResult tryOut(const RowCluster &cluster, std::string &why) {
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        why = diagnostic.str();
      return success();
    });
    func::FuncOp trial = makeTrial(cluster);
    OpPassManager passes(func::FuncOp::getOperationName());
    passes.addPass(createCanonicalizerPass());
    passes.addPass(createCSEPass());
    passes.addPass(createLoopInvariantCodeMotionPass());
    LogicalResult result = failure(failed(runPipeline(passes, trial)) ||
                                   failed(selectRows(trial)));
    trial.erase();
    return result;
  }

  func::FuncOp makeTrial(const RowCluster &cluster) {
    SetVector<Value> values;
    for (OpOperand *leaf : cluster.leaves())
      values.insert(leaf->get());
    for (Value value : getCaptures(cluster))
      values.insert(value);
    SmallVector<Type> types;
    for (Value value : values)
      types.push_back(isa<RankedTensorType>(value.getType())
                          ? getDramType(value)
                          : value.getType());
    types.push_back(getDramType(cluster.output().get()));
    OpBuilder builder = OpBuilder::atBlockEnd(getOperation().getBody());
    Location loc = linalg::GenericOp(cluster.root()).getLoc();
    auto trial = func::FuncOp::create(builder, loc, "matrix_trial",
                                      builder.getFunctionType(types, {}));
    Block *body = trial.addEntryBlock();
    builder.setInsertionPointToStart(body);
    IRMapping outside;
    for (auto [value, argument] : llvm::zip(values, body->getArguments()))
      outside.map(value, argument);
    emitCluster(builder, loc, cluster, outside, body->getArguments().back(),
                /*onlyBlocks=*/true);
    func::ReturnOp::create(builder, loc);
    return trial;
  }

  //===--------------------------------------------------------------------===//
  // Replacing
  //===--------------------------------------------------------------------===//

  void replace(const RowCluster &cluster,
               llvm::SmallPtrSetImpl<Operation *> &erased) {
    linalg::GenericOp root = cluster.root();
    OpBuilder builder(root);
    Location loc = root.getLoc();
    IRMapping outside;
    for (OpOperand *leaf : cluster.leaves())
      if (!outside.contains(leaf->get()))
        outside.map(leaf->get(), getDramBuffer(builder, loc, leaf->get()));
    for (Value value : getCaptures(cluster))
      outside.map(value, value);
    Value output = allocateDram(builder, loc, cluster.output().get());
    emitCluster(builder, loc, cluster, outside, output, /*onlyBlocks=*/false);
    replaceByDram(builder, loc, root->getResult(0), output);
    eraseUnused(root, erased);
  }
};

} // namespace
