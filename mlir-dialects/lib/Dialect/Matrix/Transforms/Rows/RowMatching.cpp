//===- RowMatching.cpp - selection of row instructions --------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Greedy selection in reverse program order, largest match first. Each selected
// match records the memories in which its operands are needed; these demands
// determine which read instructions are selected for the producers. Reads keep
// all matches of the largest size, one for each destination memory, until their
// users are emitted; moves between row memories are not selected but emitted on
// demand.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowMatching.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"

using namespace mlir;
using namespace matrix;
using table::Node;
using table::NodeKind;
using table::OperandUse;

bool RowChoice::isRead() const {
  bool reads = false;
  for (const auto &[index, input] : llvm::enumerate(inst->inputs)) {
    if (input.use != OperandUse::MemRef || int(index) == match.target)
      continue;
    if (!isDramOperand(input) && match.inputs[index].value)
      return false;
    reads |= match.windows[index].op != nullptr;
  }
  return reads && !isDramOperand(target()) && !match.inputs[match.target].value;
}

//===----------------------------------------------------------------------===//
// Candidates
//===----------------------------------------------------------------------===//

/// Returns whether configuration instructions can establish the state that the
/// instruction reads.
static bool isConfigurable(const table::Instruction &inst,
                           const desc::VariantInfo &variant) {
  return llvm::all_of(inst.inputs, [&](const table::Operand &input) {
    return input.state < 0 ||
           llvm::any_of(
               table::rowInstructions(),
               [&](const auto &writer) {
                 return writer.patterns.empty() &&
                        writer.isAvailable(variant) &&
                        llvm::any_of(writer.writes, [&](const auto &write) {
                          return write.state == input.state;
                        });
               });
  });
}

RowPlan::RowPlan(const desc::VariantInfo &variant, bool explain)
    : variant(variant) {
  for (const table::Instruction &inst : table::rowInstructions())
    if (inst.isAvailable(variant) && isConfigurable(inst, variant))
      addCandidates(inst);
  auto key = [](const Candidate &c) {
    return std::tuple(-int64_t(c.pattern->size), c.inst->inputs.size(), c.inst,
                      c.pattern);
  };
  llvm::sort(candidates, [&](const Candidate &a, const Candidate &b) {
    return key(a) < key(b);
  });
  if (explain)
    log.emplace(candidates, variant, table::rowInstructions());
}

void RowPlan::addCandidates(const table::Instruction &inst) {
  for (const table::Pattern &pattern : inst.patterns) {
    const Node &target = pattern.nodes[pattern.root().args[0]];
    const Node &value = pattern.nodes[pattern.root().args[1]];
    bool isMove =
        target.kind == NodeKind::Operand && value.kind == NodeKind::Operand;
    if (isMove)
      moveInstructions.push_back(
          {&inst, &pattern, unsigned(target.index), unsigned(value.index)});
    // Moves between row memories are emitted on demand.
    if (!isMove || isDramOperand(moveInstructions.back().from()) ||
        isDramOperand(moveInstructions.back().to()))
      candidates.push_back({&inst, &pattern});
  }
}

/// Returns whether the extent admits `size`.
static bool acceptsExtent(const table::Instruction &inst, table::Extent extent,
                          int64_t size) {
  if (extent.kind == table::Extent::AtMost)
    return size <= extent.value;
  if (extent.kind != table::Extent::Counted)
    return extent.value == size;
  const table::Operand &count = inst.inputs[extent.value];
  return count.min <= size && size <= count.max;
}

bool RowMove::fits(VectorType type) const {
  for (const table::Operand *operand : {&to(), &from()}) {
    const table::Format &format = *operand->format;
    bool same = format.isAny ? type.getElementTypeBitWidth() == format.bits
                             : isElementOf(type.getElementType(), format);
    if (!same || !acceptsExtent(*inst, operand->rows, type.getDimSize(0)) ||
        !acceptsExtent(*inst, operand->columns, type.getDimSize(1)))
      return false;
  }
  return true;
}

//===----------------------------------------------------------------------===//
// Selection
//===----------------------------------------------------------------------===//

ArrayRef<RowChoice> RowPlan::choicesOf(Operation *op) const {
  auto it = choices.find(op);
  return it == choices.end() ? ArrayRef<RowChoice>() : it->second;
}

void RowPlan::addDemand(Value value, const desc::SpaceInfo *space) {
  demands[value].push_back(space);
}

LogicalResult RowPlan::select(func::FuncOp function) {
  SmallVector<Operation *> ops;
  function.walk<WalkOrder::PostOrder>([&](Operation *op) {
    if (op != function)
      ops.push_back(op);
  });
  for (Operation *op : llvm::reverse(ops))
    if (failed(visit(op)))
      return failure();
  if (log)
    log->emit();
  return success();
}

static bool isDemanded(Operation *op,
                       const DenseMap<Value, RowDemand> &demands) {
  if (auto write = dyn_cast<vector::TransferWriteOp>(op))
    return isRowVector(write.getValueToStore().getType());
  return llvm::any_of(op->getResults(),
                      [&](Value v) { return demands.contains(v); });
}

LogicalResult RowPlan::visit(Operation *op) {
  if (isa<scf::ForOp>(op)) {
    visitLoop(op);
    return success();
  }
  return isDemanded(op, demands) ? choose(op) : success();
}

/// A loop-carried value is needed before the loop and at the end of its body.
void RowPlan::visitLoop(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  for (auto [init, yielded] :
       llvm::zip(loop.getInitArgs(), loop.getYieldedValues())) {
    if (!isRowVector(init.getType()))
      continue;
    addDemand(init, nullptr);
    addDemand(yielded, nullptr);
  }
}

/// Candidates are sorted by size, so the search ends at the first one that is
/// smaller than a match.
LogicalResult RowPlan::choose(Operation *op) {
  SmallVector<RowChoice, 0> &found = choices[op];
  for (const Candidate &c : candidates) {
    if (!found.empty() && found.front().pattern->size != c.pattern->size)
      break;
    if (auto match = Matcher(*c.inst, *c.pattern, variant).match(op))
      found.push_back({c.inst, c.pattern, op, *match});
  }
  if (found.empty())
    return op->emitError("no instruction of '")
           << StringRef(variant.cpu) << "\' computes \'" << op->getName()
           << "' on "
           << (op->getNumResults() ? op->getResult(0).getType()
                                   : op->getOperand(0).getType())
           << " from these operands; rewrite it, or keep it on scalars";
  if (!found.front().isRead())
    found.resize(1, found.front());
  const RowChoice &choice = found.front();
  if (log)
    log->add(op, {choice.inst, choice.pattern}, choice.match.covered.size());
  for (const auto &[input, binding] :
       llvm::zip(choice.inst->inputs, choice.match.inputs))
    if (input.use == OperandUse::MemRef && !isDramOperand(input) &&
        binding.value)
      addDemand(binding.value, input.space);
  return success();
}
