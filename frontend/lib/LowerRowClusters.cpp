//===- LowerRowClusters.cpp - lowering of fusion trees --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-lower-row-clusters. For each root, in reverse program order,
// it enumerates fusion trees by decreasing size and alternatives of blocking,
// packing and constants. The first for which trial selection finds row
// instructions is emitted as a `matrix.launch`.
//
//===----------------------------------------------------------------------===//

#include "Group.h"
#include "GroupBody.h"
#include "GroupFunction.h"
#include "RowPacking.h"
#include "RowRouting.h"
#include "RowScaling.h"
#include "RowSplitting.h"
#include "RowUnits.h"
#include "RowEmitter.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"

namespace matrix {
#define GEN_PASS_DEF_MATRIXLOWERROWCLUSTERSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

/// Erases `op` and its producers that become unused; `erased` receives them.
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
    SymbolTable table(getOperation());
    symbols = &table;
    splitAtRoundings(getOperation());
    SmallVector<linalg::GenericOp> roots;
    getOperation().walk([&](linalg::GenericOp op) { roots.push_back(op); });
    llvm::SmallPtrSet<Operation *, 16> done;
    for (linalg::GenericOp root : llvm::reverse(roots))
      if (!done.contains(root))
        form(root, done);
  }

private:
  /// In reverse program order, so that trees are as large as possible.
  void form(linalg::GenericOp root, llvm::SmallPtrSetImpl<Operation *> &done) {
    std::string why = "it multiplies no matrices";
    FailureOr<RowCluster> cluster = find(root, why);
    if (failed(cluster)) {
      root->setAttr(kScalarAttrName, StringAttr::get(&getContext(), why));
      return;
    }
    llvm::SmallPtrSet<Operation *, 16> erased;
    if (linalg::GenericOp copy = cluster->root(); copy != root) {
      OpBuilder builder(root);
      root->getResult(0).replaceAllUsesWith(
          reshapeUnits(builder, root.getLoc(), copy->getResult(0),
                       cast<RankedTensorType>(root->getResult(0).getType())));
      eraseUnused(root, erased);
    }
    replace(*cluster, erased);
    done.insert(erased.begin(), erased.end());
  }

  FailureOr<RowCluster> find(linalg::GenericOp root, std::string &why) {
    std::optional<double> factor;
    auto clusters = findClusters(root);
    if (clusters.empty())
      return fitCopy(routeThroughContraction(findTree(root)), why);
    for (ArrayRef<linalg::GenericOp> ops : clusters) {
      std::string unused;
      FailureOr<RowCluster> cluster = fit(ops, why);
      if (failed(cluster))
        cluster = fitCopy(scaleOperand(ops), unused);
      if (failed(cluster))
        cluster = fitCopy(routeThroughContraction(ops), unused);
      if (failed(cluster))
        cluster = fitCopy(addUnitDim(ops), unused);
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

  /// Tries an equivalent copy of the operations, possibly with a scaled
  /// operand.
  FailureOr<RowCluster> fitCopy(ArrayRef<linalg::GenericOp> copy,
                                std::string &why) {
    if (copy.empty())
      return failure();
    FailureOr<RowCluster> cluster = fit(copy, why);
    if (failed(cluster))
      cluster = fitCopy(scaleOperand(copy), why);
    if (failed(cluster))
      cluster = fitCopy(addUnitDim(copy), why);
    bool isKept =
        succeeded(cluster) && llvm::is_contained(cluster->ops, copy.back());
    llvm::SmallPtrSet<Operation *, 8> erased;
    if (!isKept)
      eraseUnused(copy.back(), erased);
    return cluster;
  }

  /// Tries with constants as splats, then with constants in memory.
  LogicalResult fit(RowCluster &cluster, std::string &why) {
    if (failed(checkPadding(cluster, why)))
      return failure();
    if (succeeded(fitPacked(cluster, why)))
      return success();
    std::string unused;
    cluster.storesConstants = true;
    return failure(!startsFromConstant(cluster) ||
                   failed(fitPacked(cluster, unused)));
  }

  static bool startsFromConstant(const RowCluster &cluster) {
    return llvm::any_of(cluster.contractions, [](const auto &entry) {
      TypedAttr constant;
      auto op = cast<linalg::GenericOp>(entry.first);
      return matchFill(op.getDpsInitOperand(0)->get(), constant) &&
             !matchPattern(constant, m_Zero()) &&
             !matchPattern(constant, m_AnyZeroFloat());
    });
  }

  /// Tries with an increasing number of packed copies.
  LogicalResult fitPacked(RowCluster &cluster, std::string &why) {
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
  // Trial selection
  //===--------------------------------------------------------------------===//

  /// Emits a function of the tree and selects row instructions for all of it.
  LogicalResult tryOut(const RowCluster &cluster, std::string &why) {
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        why = diagnostic.str();
      return success();
    });
    func::FuncOp trial =
        makeFunction(cluster, getInputs(cluster), /*onlyBlocks=*/true);
    OpPassManager passes(func::FuncOp::getOperationName());
    passes.addPass(createCanonicalizerPass());
    passes.addPass(createCSEPass());
    passes.addPass(createLoopInvariantCodeMotionPass());
    LogicalResult result = failure(failed(runPipeline(passes, trial)) ||
                                   failed(selectRows(trial)));
    symbols->erase(trial);
    return result;
  }

  /// Returns the tensors and scalars that a function of the tree takes.
  static SmallVector<Value> getInputs(const RowCluster &cluster) {
    SetVector<Value> values;
    for (OpOperand *leaf : cluster.leaves())
      values.insert(leaf->get());
    for (Value value : getCaptures(cluster))
      values.insert(value);
    return values.takeVector();
  }

  func::FuncOp makeFunction(const RowCluster &cluster, ValueRange inputs,
                            bool onlyBlocks) {
    Location loc = linalg::GenericOp(cluster.root()).getLoc();
    func::FuncOp function = makeGroupFunction(*symbols, cluster.root(), inputs,
                                              cluster.output().get());
    IRMapping outside;
    outside.map(inputs, function.getArguments().drop_back());
    OpBuilder builder(function.front().getTerminator());
    emitCluster(builder, loc, cluster, outside, function.getArguments().back(),
                onlyBlocks);
    return function;
  }

  //===--------------------------------------------------------------------===//
  // Replacement
  //===--------------------------------------------------------------------===//

  void replace(const RowCluster &cluster,
               llvm::SmallPtrSetImpl<Operation *> &erased) {
    linalg::GenericOp root = cluster.root();
    OpBuilder builder(root);
    Location loc = root.getLoc();
    SmallVector<Value> inputs = getInputs(cluster);
    Value output = getDestination(builder, loc, cluster.output().get());
    func::FuncOp function = makeFunction(cluster, inputs, /*onlyBlocks=*/false);
    auto launch =
        LaunchOp::create(builder, loc, output.getType(), function.getSymName(),
                         inputs, output, ArrayRef<int64_t>(),
                         /*allCores=*/false);
    root->replaceAllUsesWith(launch.getResults());
    eraseUnused(root, erased);
  }

  SymbolTable *symbols = nullptr;
};

} // namespace
