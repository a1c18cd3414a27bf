//===- LowerFusionGroups.cpp - lowering of fusion groups ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-lower-fusion-groups. Each marked operation is replaced by a
// `matrix.launch` of a function on buffers into which the loop of the group is
// emitted.
//
//===----------------------------------------------------------------------===//

#include "Emit/Contraction/ScaledSum.h"
#include "Emit/Loop/FusionGroupLoops.h"
#include "Feasibility/TileFeasibility.h"
#include "FusionGroupFunction.h"
#include "FusionGroupKey.h"
#include "Horizontal/HorizontalPlans.h"
#include "LaunchGroupChain.h"
#include "Plan/Groups/PlanAttributes.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/Support/DebugLog.h"
#include <map>

#define DEBUG_TYPE "matrix-lower-fusion-groups"

namespace matrix {
#define GEN_PASS_DEF_MATRIXLOWERFUSIONGROUPSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

static StringRef getMark(Operation *op) {
  auto mark = op->getAttrOfType<StringAttr>(kFusionGroupAttrName);
  return mark ? mark.getValue() : StringRef();
}

namespace {

struct LowerFusionGroups
    : matrix::impl::MatrixLowerFusionGroupsPassBase<LowerFusionGroups> {
  using MatrixLowerFusionGroupsPassBase::MatrixLowerFusionGroupsPassBase;

  void runOnOperation() override {
    SymbolTable table(getOperation());
    symbols = &table;
    SmallVector<linalg::GenericOp> marked;
    getOperation().walk([&](linalg::GenericOp op) {
      if (!getMark(op).empty())
        marked.push_back(op);
    });
    sharesFunctions = llvm::count_if(marked, [](linalg::GenericOp op) {
                        StringRef mark = getMark(op);
                        return mark != kEpilogue && mark != kInit;
                      }) > kMaxInlined;
    // In reverse order, so that inits have no users left when they are visited.
    collectChains(marked);
    for (linalg::GenericOp op : llvm::reverse(marked)) {
      if (erased.contains(op))
        continue;
      StringRef mark = getMark(op);
      if (mark == kEpilogue)
        continue;
      if (op->use_empty()) {
        op.erase();
        continue;
      }
      if (mark == kInit) {
        op->removeAttr(kFusionGroupAttrName);
        continue;
      }
      int64_t chain = getChainNumber(op);
      if (failed(chain ? lowerChain(chains[chain]) : lower(op)))
        return signalPassFailure();
    }
  }

  /// A function and the operands of its launch.
  struct LoweredGroup {
    func::FuncOp function;
    SmallVector<LaunchInput> loads; ///< none for chains
    SmallVector<int64_t> elementwise;
  };

  void collectChains(ArrayRef<linalg::GenericOp> marked) {
    chains.clear();
    erased.clear();
    // The epilogue of two roots belongs to the later one.
    llvm::SmallPtrSet<Operation *, 8> assigned;
    for (linalg::GenericOp op : llvm::reverse(marked)) {
      linalg::GenericOp epilogue = findMarkedEpilogue(op);
      if (epilogue && !assigned.insert(epilogue).second)
        epilogue = {};
      if (int64_t number = getChainNumber(op))
        chains[number].insert(chains[number].begin(), {op, epilogue});
    }
  }

  //===--------------------------------------------------------------------===//
  // Chains
  //===--------------------------------------------------------------------===//

  LogicalResult lowerChain(ArrayRef<ChainMember> members) {
    linalg::GenericOp root = members.front().root;
    const desc::VariantInfo &variant = getTarget(root);
    auto attr = root->getAttrOfType<PlanAttr>(PlanAttr::kAttrName);
    int64_t rows = 0;
    for (LoopAttr loop : attr.getLoops())
      if (loop.getRole() == LoopRole::Rows)
        rows = loop.getBlock();
    MatchFailureRecorder failures;
    FailureOr<GroupChain> chain =
        formGroupChain(members, variant, attr.getCores(), rows, failures);
    if (failed(chain))
      return root.emitError("its plan has a chain, but ") << failures.message();
    std::optional<FusionGroupKey> key;
    if (sharesFunctions)
      key = getGroupChainKey(*chain);
    auto known = key ? loweredGroups.find(*key) : loweredGroups.end();
    LoweredGroup lowered = known != loweredGroups.end()
                               ? known->second
                               : emitChain(*chain, variant, attr.getCores());
    ++numLaunches;
    launchGroupChain(*chain, lowered.function, lowered.elementwise);
    for (Operation *op : getGroupChainOps(*chain)) {
      erased.insert(op);
      op->erase();
    }
    if (key && known == loweredGroups.end())
      loweredGroups.emplace(std::move(*key), std::move(lowered));
    return success();
  }

  LoweredGroup emitChain(const GroupChain &chain,
                         const desc::VariantInfo &variant, int64_t count) {
    ++numFunctions;
    FusionGroupContext boundary(chain.boundary, chain.plan, variant);
    auto tensorOf = [](const StridedOperand &op) { return op.tensor; };
    auto inputs = llvm::map_to_vector(chain.boundary.inputs, tensorOf);
    auto outputs = llvm::map_to_vector(chain.boundary.outputs, tensorOf);
    LoweredGroup lowered;
    lowered.function = createFusionGroupFunction(
        *symbols, linalg::GenericOp(chain.boundary.root), inputs, outputs);
    lowered.elementwise = findElementwise(boundary);
    setMemory(lowered.function, boundary);
    ImplicitLocOpBuilder body(lowered.function.getLoc(),
                              lowered.function.front().getTerminator());
    emitGroupChainLoop(body, boundary, chain, count);
    return lowered;
  }

  //===--------------------------------------------------------------------===//
  // Groups
  //===--------------------------------------------------------------------===//

  LogicalResult lower(linalg::GenericOp root) {
    const desc::VariantInfo &variant = getTarget(root);
    auto attr = root->getAttrOfType<PlanAttr>(PlanAttr::kAttrName);
    if (!attr)
      return root.emitError("marked as a fusion group, but has no plan; "
                            "matrix-plan-fusion-groups makes it");
    linalg::GenericOp epilogue = findMarkedEpilogue(root);
    std::optional<FusionGroupKey> key;
    if (sharesFunctions)
      key = getFusionGroupKey(root, epilogue);
    if (auto known = key ? loweredGroups.find(*key) : loweredGroups.end();
        known != loweredGroups.end()) {
      launch(root, epilogue, known->second);
      return success();
    }
    MatchFailureRecorder failures;
    FailureOr<FusionGroup> group = getFusionGroup(root, epilogue, failures);
    if (failed(group))
      return root.emitError("marked as a fusion group, but ")
             << failures.message();
    FailureOr<BlockPlan> plan = getBlockPlan(*group, attr, variant, failures);
    if (failed(plan) ||
        failed(checkEmittable(*group, *plan, variant, failures)))
      return root.emitError("marked as a fusion group, but ")
             << failures.message();
    ++numFunctions;
    LoweredGroup lowered = emit(*group, *plan, variant, attr.getCores());
    launch(root, epilogue, lowered);
    if (key)
      loweredGroups.emplace(std::move(*key), std::move(lowered));
    return success();
  }

  LoweredGroup emit(FusionGroup &group, const BlockPlan &plan,
                    const desc::VariantInfo &variant, int64_t count) {
    FusionGroupContext context(group, plan, variant);
    if (explain)
      explainScaling(context);
    LoweredGroup lowered;
    SmallVector<Value> inputs;
    for (const OperandBlock &block : context.loads)
      inputs.push_back(block.getTensor());
    lowered.loads = getLaunchInputs(group);
    lowered.function = createFusionGroupFunction(*symbols, group.root, inputs,
                                                 group.last()->getResults());
    lowered.elementwise = findElementwise(context);
    setMemory(lowered.function, context);
    ImplicitLocOpBuilder body(lowered.function.getLoc(),
                              lowered.function.front().getTerminator());
    emitFusionGroupLoop(body, context, count);
    return lowered;
  }

  static void explainScaling(const FusionGroupContext &context) {
    std::string inexact = findInexactScaling(context);
    if (inexact.empty())
      return;
    linalg::GenericOp last = context.group.last();
    last->emitRemark() << "'" << inexact
                       << "' scales the sum of each tile; over several tiles "
                          "of depth that rounds differently from scaling the "
                          "whole sum, so it is not selected";
  }

  void launch(linalg::GenericOp root, linalg::GenericOp epilogue,
              LoweredGroup &lowered) {
    linalg::GenericOp last = epilogue ? epilogue : root;
    ++numLaunches;
    LDBG() << "launch of @" << lowered.function.getSymName() << " for "
           << *last;
    ImplicitLocOpBuilder builder(root.getLoc(), last);
    SmallVector<Value> inputs, outputs;
    for (const LaunchInput &load : lowered.loads)
      inputs.push_back(getSource(load, root, epilogue));
    for (Value init : last.getDpsInits())
      outputs.push_back(getDestination(builder, init));
    auto launch = LaunchOp::create(
        builder, last->getResultTypes(), lowered.function.getSymName(), inputs,
        outputs, lowered.elementwise, !isForOneCore(root));
    last->replaceAllUsesWith(launch.getResults());
    last.erase();
    if (epilogue)
      root.erase();
  }

  bool isForOneCore(linalg::GenericOp root) const {
    return matrix::isForOneCore(root, cores > 0 ? int64_t(cores)
                                                : getTarget(root).cores);
  }

  void setMemory(func::FuncOp function, FusionGroupContext &context) {
    // Launches of one core precede the others.
    if (!isForOneCore(context.group.root))
      context.usesSecondHalf =
          std::exchange(usesSecondHalf, !sharesFunctions && !usesSecondHalf);
    unsigned next = 0;
    for (OperandBlock &block : context.loads)
      block.setMemory(function.getArgument(next++));
    for (OperandBlock &block : context.stores)
      block.setMemory(function.getArgument(next++));
  }

  /// Returns the inputs with the same access pattern as the outputs: their
  /// block is read only in the steps of the result block that overwrites it,
  /// and not after the write.
  static SmallVector<int64_t>
  findElementwise(const FusionGroupContext &context) {
    SmallVector<int64_t> found;
    for (unsigned i = 0; i < context.loads.size(); ++i)
      if (llvm::all_of(context.stores, [&](const OperandBlock &store) {
            return context.loads[i].hasSameAccessAs(store);
          }))
        found.push_back(i);
    return found;
  }

  SymbolTable *symbols = nullptr;
  bool sharesFunctions = false, usesSecondHalf = false;
  std::map<FusionGroupKey, LoweredGroup> loweredGroups;
  std::map<int64_t, SmallVector<ChainMember>> chains;
  llvm::SmallPtrSet<Operation *, 16> erased;
};

} // namespace
