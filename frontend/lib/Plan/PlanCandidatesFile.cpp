//===- PlanCandidatesFile.cpp - candidates as JSON ------------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints what matrix-tune measures: for each distinct fusion group a program
// and plans for it. docs/reference/file-formats.md defines the format.
//
//===----------------------------------------------------------------------===//

#include "Plan/Chains/GroupChain.h"
#include "Plan/GroupProgram.h"
#include "matrix/Description/Hash.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Frontend/Passes.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include <map>

using namespace mlir;
using namespace matrix;
using llvm::json::OStream;

static constexpr int64_t kVersion = 1;

static void printCandidates(const GroupProgram &program, linalg::GenericOp root,
                            OStream &json) {
  auto plans = root->getAttrOfType<ArrayAttr>(kPlanCandidatesAttrName);
  for (PlanAttr plan : plans.getAsRange<PlanAttr>())
    json.object([&] {
      std::string text;
      llvm::raw_string_ostream os(text);
      printPlan(program.name, plan, os);
      json.attribute("plan", text);
      if (CostAttr cost = plan.getCost())
        json.attribute("predicted", cost.getPredicted());
    });
}

static void printGroup(ArrayRef<NamedGroup> equal,
                       const std::optional<GroupProgram> &program,
                       OStream &json) {
  linalg::GenericOp root = equal.front().root;
  json.attributeArray("names", [&] {
    for (const NamedGroup &group : equal)
      json.value(group.name);
  });
  if (auto loc = root.getLoc()->findInstanceOf<FileLineColLoc>())
    json.attribute("location",
                   llvm::formatv("{0}:{1}:{2}", loc.getFilename().getValue(),
                                 loc.getLine(), loc.getColumn())
                       .str());
  if (root->hasAttr(kChainAttrName))
    return json.attribute("alone", "is in a chain of groups");
  if (!program)
    return json.attribute("alone",
                          "uses values that are not operands of the group");
  json.attribute("key", program->key);
  json.attribute("program", program->text);
  json.attribute("results", program->numResults);
  json.attributeArray("candidates",
                      [&] { printCandidates(*program, root, json); });
}

void matrix::printPlanCandidates(ModuleOp module, int64_t cores,
                                 raw_ostream &os) {
  struct Distinct {
    std::optional<GroupProgram> program;
    SmallVector<NamedGroup> groups;
  };
  llvm::MapVector<std::string, Distinct, std::map<std::string, unsigned>>
      distinct;
  for (NamedGroup &group : getFusionGroups(module)) {
    std::optional<GroupProgram> program;
    if (!group.root->hasAttr(kChainAttrName))
      program = getGroupProgram(group);
    Distinct &entry = distinct[program ? program->key : group.name];
    entry.program = std::move(program);
    entry.groups.push_back(group);
  }
  const desc::VariantInfo &variant = getTarget(module);
  OStream json(os, /*IndentSize=*/2);
  json.object([&] {
    json.attribute("format", "matrix-plan-candidates");
    json.attribute("version", kVersion);
    json.attribute("variant", StringRef(variant.cpu));
    json.attribute("description", StringRef(desc::descriptionHash));
    json.attribute("cores", cores > 0 ? cores : int64_t(variant.cores));
    json.attributeArray("groups", [&] {
      for (auto &[key, entry] : distinct)
        json.object([&, &entry = entry] {
          printGroup(entry.groups, entry.program, json);
        });
    });
  });
  os << '\n';
}
