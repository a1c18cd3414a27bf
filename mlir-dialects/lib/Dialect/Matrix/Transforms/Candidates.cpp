//===- Candidates.cpp - instructions in the order they are tried ----------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Candidates.h"
#include "Matcher.h"
#include "VectorForms.h"
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

/// Whether rows of two tiles can be put together, as parameters need it.
static bool putsRowsTogether(const table::Form &form) {
  const Node &root = form.root();
  if (root.kind != NodeKind::Elementwise || root.numArgs != 3 ||
      !root.format->isAny)
    return false;
  const Node &mask = form.nodes[root.args[0]];
  return mask.kind == NodeKind::Mask &&
         form.nodes[mask.args[0]].kind == NodeKind::Operand &&
         form.nodes[mask.args[1]].kind == NodeKind::None;
}

static bool readsRows(const table::Form &form) {
  return llvm::any_of(
      form.nodes, [](const Node &node) { return node.kind == NodeKind::Row; });
}

SmallVector<Candidate> matrix::getCandidates(const desc::VariantInfo &variant) {
  SmallVector<Candidate> candidates;
  for (const table::Instruction &inst : table::instructions())
    if (inst.isAvailable(variant))
      for (const table::Form &form : inst.forms)
        candidates.push_back({&inst, &form});
  if (llvm::none_of(candidates, [](const Candidate &c) {
        return putsRowsTogether(*c.form);
      }))
    llvm::erase_if(candidates,
                   [](const Candidate &c) { return readsRows(*c.form); });
  // At last by name, as the tables are.
  auto key = [&](const Candidate &c) {
    const table::Cycles &cycles = c.inst->getCycles(variant);
    return std::tuple(-int64_t(c.form->size), cycles.occupancy, cycles.latency,
                      c.inst->inputs.size(), c.inst, c.form);
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
      for (const table::Form &form : inst.forms)
        elsewhere.push_back({&inst, &form});
}

/// Whether the form's outermost operator is the operation, on whatever types.
static bool hasSameOperator(const table::Form &form, Operation *root) {
  const Node *found = &form.root();
  if (found->kind == NodeKind::Set)
    found = &form.nodes[found->args[1]];
  const Node &top = *found;
  if (top.kind == NodeKind::Contract)
    return isa<vector::ContractionOp>(root);
  if (top.kind != NodeKind::Elementwise)
    return false;
  std::string name = spell(root);
  return name == top.op->mlirFloat || name == top.op->mlirInt;
}

/// Why a candidate that matches lost against the one that was taken.
std::string SelectionLog::compare(const Candidate &candidate,
                                  const Candidate &taken) {
  if (candidate.form->size < taken.form->size)
    return "a smaller match than the one taken";
  if (candidate.inst->cycles.empty()) // instructions on rows
    return "an equal match; the first by name was taken";
  const table::Cycles &mine = candidate.inst->getCycles(variant),
                      &other = taken.inst->getCycles(variant);
  if (std::tie(mine.occupancy, mine.latency) !=
      std::tie(other.occupancy, other.latency))
    return llvm::formatv("an equal match that takes {0} cycles instead of {1}, "
                         "with latency {2} instead of {3}",
                         mine.occupancy, other.occupancy, mine.latency,
                         other.latency);
  if (candidate.inst->inputs.size() > taken.inst->inputs.size())
    return "an equal match that needs more operands";
  return "an equal match; the first by name was taken";
}

/// Empty: the candidate has nothing to do with the operation.
std::string SelectionLog::judge(Operation *root, const Candidate &candidate,
                                const Candidate &taken, bool isAvailable) {
  Refusal refusal;
  Matcher matcher(*candidate.inst, *candidate.form, variant, &refusal);
  if (matcher.match(root))
    return isAvailable
               ? compare(candidate, taken)
               : llvm::formatv("'{0}' does not have it", StringRef(variant.cpu))
                     .str();
  if (!refusal.progress && !hasSameOperator(*candidate.form, root))
    return "";
  return refusal.why;
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

void SelectionLog::add(Operation *root, const Candidate &taken,
                       size_t covered) {
  if (isa<UnknownLoc>(root->getLoc()))
    return; // constants that several operations share
  std::string what = "'" + spell(root) + "'";
  if (covered > 1)
    what += llvm::formatv(" with {0} more", covered - 1);
  Entry entry{root->getLoc(),
              what + " becomes '" + taken.inst->mnemonic.str() + "'",
              {}};
  entry.notes.push_back(llvm::formatv("{0} taken: the largest match, size {1}",
                                      taken.inst->record, taken.form->size));
  auto consider = [&](ArrayRef<Candidate> list, bool isAvailable) {
    for (const Candidate &candidate : list) {
      if (candidate.form == taken.form)
        continue;
      std::string why = judge(root, candidate, taken, isAvailable);
      if (!why.empty())
        entry.notes.push_back(candidate.inst->record.str() +
                              " refused: " + why);
    }
  };
  consider(candidates, true);
  consider(elsewhere, false);
  // Forms of one instruction may be refused for the same reason.
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
