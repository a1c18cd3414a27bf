//===- PlanFile.cpp - plans in files --------------------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups are numbered in program order, independent of the order in which
// passes visit them. A file is parsed as MLIR in the context of the program and
// must only have plans for groups that exist. Plans are printed without their
// module, one per line, with the location of the group as a comment.
//
//===----------------------------------------------------------------------===//

#include "PlanFile.h"
#include "Access/FusionGroup.h"
#include "Plan/Chains/GroupChain.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "mlir/Parser/Parser.h"
#include <utility>

using namespace mlir;
using namespace matrix;

/// Groups are lowered in reverse order: of two roots with one epilogue, the
/// later one is fused with it.
static void assignEpilogues(MutableArrayRef<NamedGroup> groups) {
  llvm::SmallPtrSet<Operation *, 8> assigned;
  for (NamedGroup &group : llvm::reverse(groups))
    if (linalg::GenericOp epilogue = findMarkedEpilogue(group.root);
        epilogue && assigned.insert(epilogue).second)
      group.epilogue = epilogue;
}

SmallVector<NamedGroup> matrix::getFusionGroups(ModuleOp module) {
  SmallVector<NamedGroup> groups;
  module.walk([&](linalg::GenericOp op) {
    auto kind = op->getAttrOfType<StringAttr>(kFusionGroupAttrName);
    if (kind && kind.getValue() != kEpilogue && kind.getValue() != kInit)
      groups.push_back(
          {(kind.getValue() + "_" + Twine(groups.size())).str(), op, {}});
  });
  assignEpilogues(groups);
  return groups;
}

//===----------------------------------------------------------------------===//
// Reading
//===----------------------------------------------------------------------===//

FailureOr<PlanFile> PlanFile::read(StringRef path, ModuleOp program) {
  // Parsers of attributes report the failure of a nested one again.
  bool isFirst = true;
  ScopedDiagnosticHandler filter(
      program.getContext(), [&](Diagnostic &diagnostic) {
        if (diagnostic.getSeverity() != DiagnosticSeverity::Error)
          return failure();
        return success(!std::exchange(isFirst, false));
      });
  PlanFile file;
  file.module = parseSourceFile<ModuleOp>(path, program.getContext());
  if (!file.module || failed(file.verify(program)))
    return failure();
  return file;
}

LogicalResult PlanFile::verify(ModuleOp program) {
  StringRef target = MatrixDialect::kTargetAttrName;
  if (auto own = (*module)->getAttrOfType<TargetAttr>(target);
      own && own.getCpu() != StringRef(getTarget(program).cpu))
    return emitError(module->getLoc())
           << "the plans are for '" << own.getCpu() << "', not for '"
           << StringRef(getTarget(program).cpu) << "'";
  SmallVector<NamedGroup> groups = getFusionGroups(program);
  for (Operation &op : *module->getBody()) {
    auto plan = dyn_cast<PlanOp>(op);
    if (!plan)
      return emitError(op.getLoc())
             << "'" << op.getName() << "' in a file of plans";
    if (llvm::none_of(groups, [&](const NamedGroup &group) {
          return group.name == plan.getSymName();
        }))
      return emitError(plan.getLoc())
             << "no fusion group '@" << plan.getSymName()
             << "'; the program has " << groups.size()
             << ", which --emit=plan lists";
  }
  return success();
}

PlanOp PlanFile::lookup(StringRef name) {
  return module->lookupSymbol<PlanOp>(name);
}

LogicalResult PlanFile::setResidents(ArrayRef<NamedGroup> groups) {
  for (const NamedGroup &named : groups) {
    PlanOp plan = lookup(named.name);
    linalg::GenericOp root = named.root;
    MatchFailureRecorder failures;
    FailureOr<FusionGroup> group =
        getFusionGroup(root, named.epilogue, failures);
    if (!plan || failed(group))
      continue;
    for (StringRef mark : {kReservedAttrName, kStoredColumnsAttrName})
      if (Attribute value = plan->getAttr(mark))
        root->setAttr(mark, value);
    auto numbers = plan->getAttrOfType<DenseI64ArrayAttr>(kResidentsAttrName);
    if (!numbers)
      continue;
    size_t count = getResidentOperands(*group).size();
    if (size_t(numbers.size()) != count)
      return emitError(plan.getLoc())
             << "plan of '@" << named.name << "': '" << kResidentsAttrName
             << "' has " << numbers.size() << " numbers, but the group has "
             << count << " operands and results";
    root->setAttr(kResidentsAttrName, numbers);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

void matrix::printPlan(StringRef name, PlanAttr plan, raw_ostream &os,
                       Operation *root) {
  OpBuilder builder(plan.getContext());
  OwningOpRef<PlanOp> op =
      PlanOp::create(builder, builder.getUnknownLoc(), name, plan);
  for (StringRef mark : {kChainAttrName, kResidentsAttrName,
                         kStoredColumnsAttrName, kReservedAttrName})
    if (Attribute value = root ? root->getAttr(mark) : Attribute())
      op->getOperation()->setAttr(mark, value);
  // Outside of its module, it fails verification, and ends the line.
  op->print(os, OpPrintingFlags().assumeVerified());
}

void matrix::printPlans(ModuleOp module, int64_t cores, raw_ostream &os) {
  auto target =
      module->getAttrOfType<TargetAttr>(MatrixDialect::kTargetAttrName);
  if (!target)
    target =
        TargetAttr::get(module.getContext(), StringRef(getTarget(module).cpu));
  os << "module attributes {" << MatrixDialect::kTargetAttrName << " = "
     << target;
  if (std::optional<double> cycles = predictProgram(module, cores))
    os << ", matrix.predicted = " << std::llround(*cycles);
  os << "} {\n";
  for (NamedGroup &group : getFusionGroups(module)) {
    auto plan = group.root->getAttrOfType<PlanAttr>(PlanAttr::kAttrName);
    if (!plan)
      continue;
    if (auto loc = group.root.getLoc()->findInstanceOf<FileLineColLoc>())
      os << "// " << loc.getFilename().getValue() << ':' << loc.getLine() << ':'
         << loc.getColumn() << '\n';
    printPlan(group.name, plan, os, group.root);
  }
  os << "}\n";
}
