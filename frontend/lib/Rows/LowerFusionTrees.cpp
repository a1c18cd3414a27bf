//===- LowerFusionTrees.cpp - lowering of fusion trees --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-lower-fusion-trees. For each root, in reverse program order,
// it enumerates fusion trees by decreasing size and alternatives of blocking,
// packing and constants. The first for which trial selection finds row
// instructions is emitted as a `matrix.launch`.
//
//===----------------------------------------------------------------------===//

#include "Access/BodyMatchers.h"
#include "Access/FusionGroup.h"
#include "Fusion/FusionGroupFunction.h"
#include "FusionTreeEmitter.h"
#include "OperandPacking.h"
#include "Rewrite/IdentityContraction.h"
#include "Rewrite/OperandScaling.h"
#include "Rewrite/RoundingSplit.h"
#include "Rewrite/VectorPromotion.h"
#include "StepUnrolling.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/Transforms/RowSelection.h"
#include "matrix/Frontend/Passes.h"
#include "matrix/Frontend/Techniques.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Pass/PassManager.h"
#include "mlir/Transforms/Passes.h"
#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "matrix-lower-fusion-trees"

namespace matrix {
#define GEN_PASS_DEF_MATRIXLOWERFUSIONTREESPASS
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

struct LowerFusionTrees
    : matrix::impl::MatrixLowerFusionTreesPassBase<LowerFusionTrees> {
  using MatrixLowerFusionTreesPassBase::MatrixLowerFusionTreesPassBase;

  void runOnOperation() override {
    if (!hasRowInstructions(getTarget(getOperation())) ||
        isDisabled(getOperation(), Technique::Tiles))
      return;
    SymbolTable table(getOperation());
    symbols = &table;
    splitAtRoundings(getOperation());
    SmallVector<linalg::GenericOp> roots;
    getOperation().walk([&](linalg::GenericOp op) { roots.push_back(op); });
    llvm::SmallPtrSet<Operation *, 16> done;
    for (linalg::GenericOp root : llvm::reverse(roots))
      if (!done.contains(root))
        lowerRoot(root, done);
  }

private:
  /// In reverse program order, so that trees are as large as possible.
  void lowerRoot(linalg::GenericOp root,
                 llvm::SmallPtrSetImpl<Operation *> &done) {
    MatchFailureRecorder failures;
    failures.notifyMatchFailure(root) << "it contains no matrix product";
    FailureOr<FusionTree> tree = findSelectableTree(root, failures);
    if (failed(tree)) {
      ++numScalar;
      LDBG() << "scalar code: " << *root << ": " << failures.message();
      root->setAttr(kScalarReasonAttrName,
                    StringAttr::get(&getContext(), failures.message()));
      return;
    }
    llvm::SmallPtrSet<Operation *, 16> erased;
    if (linalg::GenericOp copy = tree->root(); copy != root) {
      ImplicitLocOpBuilder builder(root.getLoc(), root);
      root->getResult(0).replaceAllUsesWith(reshapeUnitDims(
          builder, copy->getResult(0),
          cast<RankedTensorType>(root->getResult(0).getType())));
      eraseUnused(root, erased);
    }
    replaceByLaunch(*tree, erased);
    done.insert(erased.begin(), erased.end());
  }

  FailureOr<FusionTree> findSelectableTree(linalg::GenericOp root,
                                           MatchFailureRecorder &failures) {
    std::optional<double> factor;
    auto trees = findFusionTrees(root);
    if (trees.empty())
      return tryCopy(
          copyThroughIdentityContraction(findContractionFreeTree(root)),
          failures);
    for (ArrayRef<linalg::GenericOp> ops : trees) {
      MatchFailureRecorder unused;
      FailureOr<FusionTree> tree = tryBlockings(ops, failures);
      if (failed(tree))
        tree = tryCopy(scaleOperand(ops), unused);
      if (failed(tree))
        tree = tryCopy(copyThroughIdentityContraction(ops), unused);
      if (failed(tree))
        tree = tryCopy(promoteVectorProduct(ops), unused);
      if (succeeded(tree))
        return tree;
      factor = factor ? factor : findUnmovableFactor(ops);
    }
    if (factor)
      failures.amend()
          << "; the factor " << std::to_string(*factor)
          << " of its products cannot be moved to an operand, because it is "
             "not a power of two up to 1";
    return failure();
  }

  FailureOr<FusionTree> tryBlockings(ArrayRef<linalg::GenericOp> ops,
                                     MatchFailureRecorder &failures) {
    const desc::VariantInfo &variant = getTarget(ops.front());
    for (unsigned blocking = 0, count = countBlockings(ops, variant);
         blocking < count; ++blocking) {
      FailureOr<FusionTree> tree =
          buildFusionTree(ops, blocking, variant, failures);
      if (succeeded(tree) && succeeded(tryTree(*tree, failures)))
        return tree;
    }
    return failure();
  }

  /// Tries an equivalent copy of the operations, possibly with a scaled
  /// operand.
  FailureOr<FusionTree> tryCopy(ArrayRef<linalg::GenericOp> copy,
                                MatchFailureRecorder &failures) {
    if (copy.empty())
      return failure();
    FailureOr<FusionTree> tree = tryBlockings(copy, failures);
    if (failed(tree))
      tree = tryCopy(scaleOperand(copy), failures);
    if (failed(tree))
      tree = tryCopy(promoteVectorProduct(copy), failures);
    bool isKept = succeeded(tree) && llvm::is_contained(tree->ops, copy.back());
    llvm::SmallPtrSet<Operation *, 8> erased;
    if (!isKept)
      eraseUnused(copy.back(), erased);
    return tree;
  }

  /// Tries with constants as splats, then with constants in memory.
  LogicalResult tryTree(FusionTree &tree, MatchFailureRecorder &failures) {
    if (failed(checkPadding(tree, failures)))
      return failure();
    if (succeeded(tryPackings(tree, failures)))
      return success();
    MatchFailureRecorder unused;
    tree.readsConstantsFromMemory = true;
    return failure(!startsFromConstant(tree) ||
                   failed(tryPackings(tree, unused)));
  }

  static bool startsFromConstant(const FusionTree &tree) {
    return llvm::any_of(tree.contractions, [](const auto &entry) {
      TypedAttr constant;
      auto op = cast<linalg::GenericOp>(entry.first);
      return matchFill(op.getDpsInitOperand(0)->get(), constant) &&
             !matchPattern(constant, m_Zero()) &&
             !matchPattern(constant, m_AnyZeroFloat());
    });
  }

  /// Tries with an increasing number of packed copies.
  LogicalResult tryPackings(FusionTree &tree, MatchFailureRecorder &failures) {
    std::optional<unsigned> before;
    for (Packing packing :
         {Packing::Padded, Packing::Dense, Packing::Ordered}) {
      choosePacking(tree, packing);
      if (before == tree.packed.size() && packing != Packing::Ordered)
        continue;
      before = tree.packed.size();
      if (failed(checkPackingCost(tree, failures)))
        return failure();
      if (!requireSelection)
        return success();
      resetSteps(tree);
      if (failed(runTrialSelection(tree, failures)))
        continue;
      MatchFailureRecorder unused;
      if (chooseSteps(tree) && failed(runTrialSelection(tree, unused)))
        resetSteps(tree);
      return success();
    }
    return failure();
  }

  //===--------------------------------------------------------------------===//
  // Trial selection
  //===--------------------------------------------------------------------===//

  /// Emits a function of the tree and selects row instructions for all of it.
  LogicalResult runTrialSelection(const FusionTree &tree,
                                  MatchFailureRecorder &failures) {
    ++numTrials;
    ScopedDiagnosticHandler handler(&getContext(), [&](Diagnostic &diagnostic) {
      if (diagnostic.getSeverity() == DiagnosticSeverity::Error)
        failures.notifyMatchFailure(diagnostic.getLocation())
            << diagnostic.str();
      return success();
    });
    func::FuncOp trial =
        createFunction(tree, getInputs(tree), /*skipCopies=*/true);
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
  static SmallVector<Value> getInputs(const FusionTree &tree) {
    SetVector<Value> values;
    for (OpOperand *leaf : tree.leaves())
      values.insert(leaf->get());
    for (Value value : getCaptures(tree))
      values.insert(value);
    return values.takeVector();
  }

  func::FuncOp createFunction(const FusionTree &tree, ValueRange inputs,
                              bool skipCopies) {
    Location loc = linalg::GenericOp(tree.root()).getLoc();
    func::FuncOp function = createFusionGroupFunction(
        *symbols, tree.root(), inputs, tree.output().get());
    IRMapping outside;
    outside.map(inputs, function.getArguments().drop_back());
    ImplicitLocOpBuilder builder(loc, function.front().getTerminator());
    emitFusionTree(builder, tree, outside, function.getArguments().back(),
                   skipCopies);
    unrollSteps(function, tree);
    return function;
  }

  //===--------------------------------------------------------------------===//
  // Replacement
  //===--------------------------------------------------------------------===//

  void replaceByLaunch(const FusionTree &tree,
                       llvm::SmallPtrSetImpl<Operation *> &erased) {
    ++numTrees;
    LDBG() << "fusion tree of " << tree.ops.size() << " operations";
    linalg::GenericOp root = tree.root();
    ImplicitLocOpBuilder builder(root.getLoc(), root);
    SmallVector<Value> inputs = getInputs(tree);
    Value output = getDestination(builder, tree.output().get());
    func::FuncOp function = createFunction(tree, inputs, /*skipCopies=*/false);
    auto launch =
        LaunchOp::create(builder, output.getType(), function.getSymName(),
                         inputs, output, ArrayRef<int64_t>(),
                         /*allCores=*/false);
    root->replaceAllUsesWith(launch.getResults());
    eraseUnused(root, erased);
  }

  SymbolTable *symbols = nullptr;
};

} // namespace
