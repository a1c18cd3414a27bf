//===- PlanFusionGroups.cpp - plans of fusion groups ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-plan-fusion-groups. Each marked operation receives the plan
// that a file prescribes for it, otherwise the best that the search finds.
//
//===----------------------------------------------------------------------===//

#include "FindGroupChains.h"
#include "FusionGroupKey.h"
#include "Plan/PlanAttributes.h"
#include "Plan/PlanFile.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Dialect/Affine/IR/AffineOps.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/MemRef/IR/MemRef.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include <map>

namespace matrix {
#define GEN_PASS_DEF_MATRIXPLANFUSIONGROUPSPASS
#include "matrix/Frontend/Passes.h.inc"
} // namespace matrix

using namespace mlir;
using namespace matrix;

namespace {

struct PlanFusionGroups
    : matrix::impl::MatrixPlanFusionGroupsPassBase<PlanFusionGroups> {
  using MatrixPlanFusionGroupsPassBase::MatrixPlanFusionGroupsPassBase;

  void runOnOperation() override {
    known.clear();
    std::optional<PlanFile> file;
    if (!plans.empty()) {
      FailureOr<PlanFile> read = PlanFile::read(plans, getOperation());
      if (failed(read))
        return signalPassFailure();
      file = std::move(*read);
    }
    auto groups = getFusionGroups(getOperation());
    assignEpilogues(groups);
    chained.clear();
    numChains = 0;
    if (file && failed(prescribeChains(groups, *file)))
      return signalPassFailure();
    planChains(groups, file);
    for (NamedGroup &group : groups) {
      if (chained.contains(group.root))
        continue;
      PlanOp prescribed = file ? file->lookup(group.name) : PlanOp();
      FailureOr<PlanAttr> plan =
          prescribed ? verify(group, prescribed) : getPlan(group);
      if (failed(plan))
        return signalPassFailure();
      group.root->setAttr(PlanAttr::kAttrName, *plan);
    }
  }

private:
  /// Groups are lowered in reverse order: of two roots with one epilogue, the
  /// later one is fused with it.
  template <typename Groups> void assignEpilogues(const Groups &groups) {
    epilogues.clear();
    llvm::SmallPtrSet<Operation *, 8> assigned;
    for (const NamedGroup &group : llvm::reverse(groups))
      if (linalg::GenericOp epilogue = findMarkedEpilogue(group.root);
          epilogue && assigned.insert(epilogue).second)
        epilogues[group.root] = epilogue;
  }

  linalg::GenericOp getEpilogue(linalg::GenericOp root) const {
    return epilogues.lookup(root);
  }

  int64_t getCores(linalg::GenericOp root) const {
    return cores > 0 ? int64_t(cores) : int64_t(getTarget(root).cores);
  }

  ChainMember getMember(const NamedGroup &group) const {
    return {group.root, getEpilogue(group.root)};
  }

  void setPlans(const GroupChain &chain, int64_t number, int64_t count) {
    for (auto [i, stage] : llvm::enumerate(chain.stages)) {
      linalg::GenericOp root = stage.group.root;
      root->setAttr(PlanAttr::kAttrName, getChainPlanAttr(chain, i, count));
      root->setAttr(kChainAttrName,
                    Builder(&getContext()).getI64IntegerAttr(number));
      chained.insert(root);
    }
    numChains = std::max<int64_t>(numChains, number);
  }

  /// Forms the chains that the file prescribes. A plan of a chain has no
  /// freedom except the rows of its blocks.
  LogicalResult prescribeChains(ArrayRef<NamedGroup> groups, PlanFile &file) {
    std::map<int64_t, SmallVector<const NamedGroup *>> chains;
    for (const NamedGroup &group : groups)
      if (PlanOp plan = file.lookup(group.name))
        if (int64_t number = getChainNumber(plan))
          chains[number].push_back(&group);
    for (auto &[number, members] : chains)
      if (failed(prescribeChain(number, members, file)))
        return failure();
    return success();
  }

  LogicalResult prescribeChain(int64_t number,
                               ArrayRef<const NamedGroup *> named,
                               PlanFile &file) {
    SmallVector<ChainMember> members;
    for (const NamedGroup *group : named)
      members.push_back(getMember(*group));
    PlanOp first = file.lookup(named.front()->name);
    auto fail = [&](PlanOp plan, const Twine &reason) {
      return mlir::emitError(plan.getLoc())
             << "plan of '@" << plan.getSymName() << "': " << reason;
    };
    int64_t rows = 1;
    for (LoopAttr loop : first.getPlan().getLoops())
      if (loop.getRole() == LoopRole::Rows)
        rows = loop.getBlock();
    linalg::GenericOp root = named.front()->root;
    const desc::VariantInfo &variant = getTarget(root);
    if (rows % variant.tileRows)
      return fail(first, "the rows of a block are no multiple of " +
                             Twine(variant.tileRows));
    MatchFailureRecorder failures;
    FailureOr<GroupChain> chain =
        formGroupChain(members, variant, getCores(root), rows, failures);
    if (failed(chain))
      return fail(first,
                  "no chain " + Twine(number) + ": " + failures.message());
    for (auto [i, group] : llvm::enumerate(named))
      if (PlanOp plan = file.lookup(group->name);
          plan.getPlan() != getChainPlanAttr(*chain, i, getCores(root)))
        return fail(plan, "it does not fit the other groups of chain " +
                              Twine(number));
    setPlans(*chain, number, getCores(root));
    return success();
  }

  /// Forms chains of the groups that no file prescribes.
  void planChains(ArrayRef<NamedGroup> groups, std::optional<PlanFile> &file) {
    SmallVector<ChainMember> members;
    for (const NamedGroup &group : groups)
      if (!file || !file->lookup(group.name))
        members.push_back(getMember(group));
    if (!hasReduction(members))
      return;
    const desc::VariantInfo &variant = getTarget(getOperation());
    int64_t count = getCores(members.front().root);
    TileTrialSelection trial(&getContext(), variant, count);
    for (ArrayRef<unsigned> numbers :
         findGroupChains(members, variant, count, trial)) {
      SmallVector<ChainMember> own;
      for (unsigned number : numbers)
        own.push_back(members[number]);
      MatchFailureRecorder failures;
      FailureOr<GroupChain> chain =
          formGroupChain(own, variant, count, /*rowBlock=*/0, failures);
      assert(succeeded(chain) && "found, but not possible");
      setPlans(*chain, numChains + 1, count);
    }
  }

  /// Structurally equal groups are planned once.
  FailureOr<PlanAttr> getPlan(const NamedGroup &group) {
    std::optional<FusionGroupKey> key =
        getFusionGroupKey(group.root, getEpilogue(group.root));
    if (!key)
      return search(group);
    if (auto entry = known.find(*key); entry != known.end())
      return entry->second;
    FailureOr<PlanAttr> plan = search(group);
    if (succeeded(plan))
      known.emplace(std::move(*key), *plan);
    return plan;
  }

  FailureOr<PlanAttr> search(const NamedGroup &named) {
    ++numPlanned;
    linalg::GenericOp root = named.root;
    MatchFailureRecorder failures;
    FailureOr<FusionGroup> group =
        getFusionGroup(root, getEpilogue(root), failures);
    FailureOr<PlanCandidate> best = failure();
    PlanCandidates candidates;
    if (succeeded(group))
      best = planBlocks(*group, getTarget(root), getCores(root), failures,
                        explain ? &candidates : nullptr);
    if (failed(best))
      return root.emitError("marked as a fusion group, but ")
             << failures.message();
    if (!candidates.best.empty())
      describe(named, *group, candidates);
    return getPlanAttr(*group, *best, getCores(root));
  }

  /// Emits a remark with the best candidates, their cost and what limits each.
  void describe(const NamedGroup &named, const FusionGroup &group,
                const PlanCandidates &candidates) const {
    linalg::GenericOp root = named.root;
    InFlightDiagnostic remark = mlir::emitRemark(root.getLoc())
                                << "plan of '@" << named.name << "': the best "
                                << candidates.best.size() << " of "
                                << candidates.number << " candidates";
    for (const PlanCandidate &candidate : candidates.best)
      remark.attachNote() << spell(
          getPlanAttr(group, candidate, getCores(root)));
  }

  static std::string spell(PlanAttr plan) {
    std::string text;
    llvm::raw_string_ostream os(text);
    CostAttr cost = plan.getCost();
    os << cost.getPredicted() << " cycles, limit " << cost.getLimit()
       << " (products " << cost.getProducts() << ", loads " << cost.getLoads()
       << ", dram " << cost.getDram() << "):";
    for (LoopAttr loop : plan.getLoops()) {
      if (loop.getRole() == LoopRole::Outer)
        continue;
      os << ' ' << loop.getRole() << ' ' << loop.getBlock();
      if (loop.getDivision() == LoopDivision::Grid)
        os << " over " << loop.getCores() << " cores";
      os << ',';
    }
    os << " registers " << plan.getRegisters().front() << " x "
       << plan.getRegisters().back();
    return text;
  }

  /// Returns the plan with its cost.
  FailureOr<PlanAttr> verify(const NamedGroup &named, PlanOp prescribed) {
    PlanAttr plan = prescribed.getPlan();
    linalg::GenericOp root = named.root;
    const desc::VariantInfo &variant = getTarget(root);
    MatchFailureRecorder failures;
    FailureOr<FusionGroup> group =
        getFusionGroup(root, getEpilogue(root), failures);
    if (failed(group))
      return root.emitError("marked as a fusion group, but ")
             << failures.message();
    auto fail = [&](const Twine &reason) {
      InFlightDiagnostic diag = mlir::emitError(prescribed.getLoc())
                                << "plan of '@" << named.name
                                << "': " << reason;
      diag.attachNote(root.getLoc()) << "the fusion group";
      return diag;
    };
    if (plan.getCores() != getCores(root))
      return fail("it is for " + Twine(plan.getCores()) +
                  " cores, but the program for " + Twine(getCores(root)));
    PlanCandidate candidate;
    FailureOr<BlockPlan> blocks = getBlockPlan(*group, plan, variant, failures);
    if (failed(blocks))
      return fail(failures.message());
    candidate.plan = std::move(*blocks);
    if (group->kind == FusionGroupKind::Contraction)
      candidate.cost =
          estimateCycles(*group, candidate.plan, variant, getCores(root));
    return getPlanAttr(*group, candidate, getCores(root));
  }

  llvm::DenseMap<Operation *, linalg::GenericOp> epilogues;
  /// Roots of groups that are in chains, and the last number of a chain.
  llvm::SmallPtrSet<Operation *, 16> chained;
  int64_t numChains = 0;
  std::map<FusionGroupKey, PlanAttr> known;
};

} // namespace
