//===- PlanFusionGroups.cpp - plans of fusion groups ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The pass matrix-plan-fusion-groups. Each marked operation receives the plan
// that a file prescribes for it, otherwise that of a database of measured
// plans, otherwise the best that a search finds, which the formation of the
// group has done unless other candidates are wanted. Chains are planned first,
// because they take up groups; values between launches last, because they
// change plans that exist. Structurally equal groups are searched once.
//
//===----------------------------------------------------------------------===//

#include "FusionGroupKey.h"
#include "Horizontal/HorizontalPlans.h"
#include "Plan/Groups/GroupCost.h"
#include "Plan/Groups/PlanAttributes.h"
#include "Plan/PlanCandidates.h"
#include "Plan/TunedPlans.h"
#include "PlanGroupChains.h"
#include "PlanResidents.h"
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
    file.reset();
    database.reset();
    if (failed(readFiles()))
      return signalPassFailure();
    SmallVector<NamedGroup> groups = getFusionGroups(getOperation());
    if (groups.empty())
      return;
    if (file && failed(file->setResidents(groups)))
      return signalPassFailure();
    ChainPlanner chains(getTarget(getOperation()), getCores(groups[0].root),
                        file.get());
    if (failed(chains.plan(groups)))
      return signalPassFailure();
    for (NamedGroup &group : groups) {
      if (chains.contains(group))
        continue;
      PlanOp prescribed = getPrescribed(group);
      FailureOr<Plans> plans =
          prescribed ? verify(group, prescribed) : getPlans(group);
      if (failed(plans))
        return signalPassFailure();
      group.root->setAttr(PlanAttr::kAttrName, plans->front());
      if (candidates > 0)
        group.root->setAttr(
            kPlanCandidatesAttrName,
            ArrayAttr::get(&getContext(), SmallVector<Attribute>(
                                              plans->begin(), plans->end())));
    }
    if (file && failed(verifyResidents(groups)))
      return signalPassFailure();
    if (candidates == 0)
      planTogether(groups);
  }

private:
  /// Plans what concerns several groups.
  void planTogether(SmallVectorImpl<NamedGroup> &groups) {
    const desc::VariantInfo &variant = getTarget(getOperation());
    int64_t used = getCores(groups[0].root);
    planHorizontally(groups, variant, used, [&](const NamedGroup &group) {
      return file && file->lookup(group.name);
    });
    llvm::erase_if(groups, [&](const NamedGroup &group) {
      return isForOneCore(group.root, used);
    });
    planResidents(groups, variant, used, [&](const NamedGroup &group) {
      return getPrescribed(group);
    });
  }

  /// The plan of a group, and other candidates if they are recorded.
  using Plans = SmallVector<PlanAttr, 1>;

  LogicalResult readFiles() {
    if (!plans.empty()) {
      FailureOr<PlanFile> read = PlanFile::read(plans, getOperation());
      if (failed(read))
        return failure();
      file = std::make_shared<PlanFile>(std::move(*read));
    }
    if (!tuned.empty()) {
      FailureOr<TunedPlans> read =
          TunedPlans::read(tuned, getTarget(getOperation()), &getContext());
      if (failed(read))
        return failure();
      database = std::make_shared<TunedPlans>(std::move(*read));
    }
    return success();
  }

  LogicalResult verifyResidents(ArrayRef<NamedGroup> groups) {
    auto fail = [&](linalg::GenericOp root, const Twine &reason) {
      const NamedGroup *group = llvm::find_if(
          groups, [&](const NamedGroup &other) { return other.root == root; });
      InFlightDiagnostic diag =
          mlir::emitError(file->lookup(group->name).getLoc())
          << "plan of '@" << group->name << "': " << reason;
      diag.attachNote(root.getLoc()) << "the fusion group";
      return LogicalResult(diag);
    };
    return matrix::verifyResidents(groups, fail);
  }

  /// Returns the plan that a file has for a group; null if there is none.
  PlanOp getPrescribed(const NamedGroup &group) {
    PlanOp plan = file ? file->lookup(group.name) : PlanOp();
    if (plan || !database)
      return plan;
    plan = database->lookup(group, getCores(group.root));
    return plan && isBesideStack(group, plan) ? plan : PlanOp();
  }

  /// Returns false for a plan that fits the scratchpad without the stack only:
  /// the frames of the program may be larger than those of the group alone,
  /// which was measured.
  static bool isBesideStack(const NamedGroup &named, PlanOp prescribed) {
    linalg::GenericOp root = named.root;
    MatchFailureRecorder failures;
    FailureOr<FusionGroup> group =
        getFusionGroup(root, named.epilogue, failures);
    if (failed(group))
      return true;
    auto fits = [&](const desc::VariantInfo &variant) {
      return succeeded(
          getBlockPlan(*group, prescribed.getPlan(), variant, failures));
    };
    desc::VariantInfo withoutStack = getTarget(root);
    withoutStack.stackSize = 0;
    return fits(getTarget(root)) || !fits(withoutStack);
  }

  int64_t getCores(linalg::GenericOp root) const {
    return cores > 0 ? int64_t(cores) : int64_t(getTarget(root).cores);
  }

  /// Structurally equal groups are planned once.
  FailureOr<Plans> getPlans(const NamedGroup &group) {
    if (PlanAttr formed = getFormedPlan(group))
      return Plans{formed};
    std::optional<FusionGroupKey> key =
        getFusionGroupKey(group.root, group.epilogue);
    if (!key)
      return search(group);
    if (auto entry = known.find(*key); entry != known.end())
      return entry->second;
    FailureOr<Plans> found = search(group);
    if (succeeded(found))
      known.emplace(std::move(*key), *found);
    return found;
  }

  /// Returns the plan that the formation of the group found; null if the
  /// epilogue has become part of another group since, or if the search is for
  /// several candidates.
  PlanAttr getFormedPlan(const NamedGroup &group) const {
    linalg::GenericOp root = group.root;
    auto plan = root->getAttrOfType<PlanAttr>(PlanAttr::kAttrName);
    bool isForGroup = plan && plan.getCores() == getCores(root) &&
                      findMarkedEpilogue(root) == group.epilogue;
    return isForGroup && !explain && candidates == 0 ? plan : PlanAttr();
  }

  static FailureOr<FusionGroup> readGroup(const NamedGroup &named) {
    linalg::GenericOp root = named.root;
    const desc::VariantInfo &variant = getTarget(root);
    if (!computesFusionGroups(variant))
      return root.emitError("marked as a fusion group, but variant '")
             << variant.cpu << "' has no "
             << (variant.hasTiles() ? "DMA" : "tile registers");
    MatchFailureRecorder failures;
    FailureOr<FusionGroup> group =
        getFusionGroup(root, named.epilogue, failures);
    if (failed(group))
      return root.emitError("marked as a fusion group, but ")
             << failures.message();
    return group;
  }

  FailureOr<Plans> search(const NamedGroup &named) {
    ++numPlanned;
    linalg::GenericOp root = named.root;
    FailureOr<FusionGroup> group = readGroup(named);
    if (failed(group))
      return failure();
    MatchFailureRecorder failures;
    int64_t number = std::max<int64_t>(explain ? kExplained : 0, candidates);
    PlanCandidates found(number);
    FailureOr<PlanCandidate> best =
        planBlocks(*group, getTarget(root), getCores(root), failures,
                   number ? &found : nullptr);
    if (failed(best))
      return root.emitError("marked as a fusion group, but ")
             << failures.message();
    if (explain && !found.best.empty())
      describe(named, *group, found);
    return Plans(getPlanCandidates(named, *group, *best, found, getTarget(root),
                                   getCores(root),
                                   std::max<int64_t>(1, candidates)));
  }

  /// Emits a remark with the best candidates, their cost and what limits each.
  void describe(const NamedGroup &named, const FusionGroup &group,
                const PlanCandidates &candidates) const {
    linalg::GenericOp root = named.root;
    InFlightDiagnostic remark = mlir::emitRemark(root.getLoc())
                                << "plan of '@" << named.name << "': the best "
                                << std::min(kExplained, candidates.best.size())
                                << " of " << candidates.number << " candidates";
    for (const PlanCandidate &candidate :
         ArrayRef(candidates.best).take_front(kExplained))
      remark.attachNote() << describePlan(
          getPlanAttr(group, candidate, getCores(root)));
  }

  /// Returns the plan with its cost.
  FailureOr<Plans> verify(const NamedGroup &named, PlanOp prescribed) {
    PlanAttr plan = prescribed.getPlan();
    linalg::GenericOp root = named.root;
    const desc::VariantInfo &variant = getTarget(root);
    FailureOr<FusionGroup> group = readGroup(named);
    if (failed(group))
      return failure();
    MatchFailureRecorder failures;
    auto fail = [&](const Twine &reason) {
      InFlightDiagnostic diag = mlir::emitError(prescribed.getLoc())
                                << "plan of '@" << named.name
                                << "': " << reason;
      diag.attachNote(root.getLoc()) << "the fusion group";
      return diag;
    };
    int64_t used = plan.getCores();
    if (used != getCores(root) && (used != 1 || !readsOnlyArguments(named)))
      return fail("it is for " + Twine(used) + " cores, but the program for " +
                  Twine(getCores(root)));
    PlanCandidate candidate;
    FailureOr<BlockPlan> blocks = getBlockPlan(*group, plan, variant, failures);
    if (failed(blocks))
      return fail(failures.message());
    candidate.plan = std::move(*blocks);
    candidate.cost = estimateGroup(*group, candidate.plan, variant, used);
    return Plans{getPlanAttr(*group, candidate, used)};
  }

  static constexpr size_t kExplained = 5;

  // Passes are copied.
  std::shared_ptr<PlanFile> file;
  std::shared_ptr<TunedPlans> database;
  std::map<FusionGroupKey, Plans> known;
};

} // namespace
