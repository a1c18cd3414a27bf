//===- Candidates.cpp - candidates of selection and their log -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Collects the expression trees of the variant's instructions in the order of
// preference, and records for `explain` why each candidate of an operation was
// selected or rejected. Trees with parameter rows are candidates only if an
// instruction combines rows of two tiles, since the compiler could not build
// their operands otherwise. For a log entry, every candidate is matched again
// with a record of its match failure.
//
//===----------------------------------------------------------------------===//

#include "Selection/Candidates.h"
#include "Selection/SelectionCosts.h"
#include "Vector/VectorOperators.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/IR/Diagnostics.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FormatVariadic.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// Returns whether the instruction combines rows of two tiles, as required to
/// build tiles of parameter rows.
static bool combinesRows(const table::Pattern &pattern) {
  const Node &root = pattern.root();
  if (root.kind != NodeKind::Elementwise || root.numArgs != 3 ||
      !root.format->isAny)
    return false;
  const Node &mask = pattern.nodes[root.args[0]];
  return mask.kind == NodeKind::Mask &&
         pattern.nodes[mask.args[0]].kind == NodeKind::Operand &&
         pattern.nodes[mask.args[1]].kind == NodeKind::None;
}

static bool readsRows(const table::Pattern &pattern) {
  return llvm::any_of(pattern.nodes, [](const Node &node) {
    return node.kind == NodeKind::Row;
  });
}

SmallVector<Candidate> matrix::getCandidates(const desc::VariantInfo &variant) {
  SmallVector<Candidate> candidates;
  for (const table::Instruction &inst : table::instructions())
    if (inst.isAvailable(variant))
      for (const table::Pattern &pattern : inst.patterns)
        candidates.push_back({&inst, &pattern});
  if (llvm::none_of(candidates, [](const Candidate &c) {
        return combinesRows(*c.pattern);
      }))
    llvm::erase_if(candidates,
                   [](const Candidate &c) { return readsRows(*c.pattern); });
  // The record name is last; the tables are sorted by it.
  auto key = [&](const Candidate &c) {
    const table::Cycles &cycles = c.inst->getCycles(variant);
    return std::tuple(-int64_t(c.pattern->size), cycles.occupancy,
                      cycles.latency, c.inst->inputs.size(), c.inst, c.pattern);
  };
  llvm::sort(candidates, [&](const Candidate &a, const Candidate &b) {
    return key(a) < key(b);
  });
  return candidates;
}

//===----------------------------------------------------------------------===//
// Reasons
//===----------------------------------------------------------------------===//

SelectionLog::SelectionLog(ArrayRef<Candidate> candidates,
                           const desc::VariantInfo &variant,
                           ArrayRef<table::Instruction> all)
    : candidates(candidates), variant(variant) {
  for (const table::Instruction &inst : all)
    if (!inst.isAvailable(variant))
      for (const table::Pattern &pattern : inst.patterns)
        unavailable.push_back({&inst, &pattern});
}

/// Returns whether the outermost operator of the tree is the operation, on any
/// types.
static bool hasSameOperator(const table::Pattern &pattern, Operation *root) {
  const Node *found = &pattern.root();
  if (found->kind == NodeKind::Set)
    found = &pattern.nodes[found->args[1]];
  const Node &top = *found;
  if (top.kind == NodeKind::Contract)
    return isa<vector::ContractionOp>(root);
  if (top.kind != NodeKind::Elementwise)
    return false;
  std::string name = spell(root);
  return name == top.op->mlirFloat || name == top.op->mlirInt;
}

static std::string describe(const SelectionCost &cost) {
  std::string text = llvm::formatv("{0} cycles", cost.cycles);
  if (cost.instructions > 1)
    text += llvm::formatv(" in {0} instructions", cost.instructions);
  if (cost.missing)
    text += ", and leaves operations without an instruction";
  return text;
}

/// Returns why a matching candidate was not preferred to the selected one.
std::string SelectionLog::compare(Operation *root, const Candidate &candidate,
                                  const Match &match) {
  if (costs) {
    SelectionCost candidateCost = costs->costOf(candidate, match),
                  selectedCost = costOfSelected(root);
    if (selectedCost < candidateCost)
      return "with its operands it takes " + describe(candidateCost) +
             " instead of " + describe(selectedCost);
  } else if (candidate.pattern->size < selected.pattern->size) {
    return "a smaller match than the selected one";
  }
  if (candidate.inst->inputs.size() > selected.inst->inputs.size())
    return "an equal match that needs more operands";
  return "an equal match; the first by size and name is selected";
}

/// Returns the reason of a match failure; empty if the candidate has another
/// operator than the operation.
std::string SelectionLog::explainRejection(Operation *root,
                                           const Candidate &candidate,
                                           bool isAvailable) {
  MatchFailure matchFailure;
  Matcher matcher(*candidate.inst, *candidate.pattern, variant, &matchFailure);
  if (std::optional<Match> match = matcher.match(root))
    return isAvailable ? compare(root, candidate, *match)
                       : llvm::formatv("'{0}' does not have the instruction",
                                       StringRef(variant.cpu))
                             .str();
  if (!matchFailure.progress && !hasSameOperator(*candidate.pattern, root))
    return "";
  return matchFailure.reason;
}

SelectionCost SelectionLog::costOfSelected(Operation *root) const {
  return costs->costOf(
      selected,
      *Matcher(*selected.inst, *selected.pattern, variant).match(root));
}

std::string SelectionLog::explainSelection(Operation *root) {
  if (costs)
    return "the least cost, " + describe(costOfSelected(root));
  return llvm::formatv("the largest match, size {0}", selected.pattern->size);
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

void SelectionLog::add(Operation *root, const Candidate &chosen, size_t covered,
                       const SelectionCosts *selectionCosts) {
  if (isa<UnknownLoc>(root->getLoc()))
    // Constants with several users are selected once for each.
    return;
  selected = chosen;
  costs = selectionCosts;
  std::string what = "'" + spell(root) + "'";
  if (covered > 1)
    what += llvm::formatv(" with {0} more", covered - 1);
  Entry entry{root->getLoc(),
              what + " becomes '" + selected.inst->mnemonic.str() + "'",
              {}};
  entry.notes.push_back(selected.inst->record.str() +
                        " selected: " + explainSelection(root));
  auto addNotes = [&](ArrayRef<Candidate> list, bool isAvailable) {
    for (const Candidate &candidate : list) {
      if (candidate.pattern == selected.pattern)
        continue;
      std::string reason = explainRejection(root, candidate, isAvailable);
      if (!reason.empty())
        entry.notes.push_back(candidate.inst->record.str() +
                              " rejected: " + reason);
    }
  };
  addNotes(candidates, true);
  addNotes(unavailable, false);
  // Specializations of one instruction can have the same match failure.
  llvm::StringSet<> known;
  llvm::erase_if(entry.notes, [&](const std::string &note) {
    return !known.insert(note).second;
  });
  for (Entry &other : entries)
    if (other.loc == entry.loc && other.what == entry.what &&
        other.notes == entry.notes) {
      ++other.count;
      return;
    }
  entries.push_back(std::move(entry));
}

void SelectionLog::emit() {
  for (Entry &entry : llvm::reverse(entries)) {
    InFlightDiagnostic remark = emitRemark(entry.loc) << entry.what;
    if (entry.count > 1)
      remark << ", " << entry.count << " times";
    for (const std::string &note : entry.notes)
      remark.attachNote() << note;
  }
  entries.clear();
}
