//===- Selector.cpp - selection of tile instructions ----------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each block is walked in reverse order, so that users are selected before
// producers (an exp inside an activation must not be selected before the
// activation). Among the matching instructions, the one with the lowest cost of
// the whole expression is selected (SelectionCosts.h). Operations that a
// replacement creates, to assemble parameter rows, are selected immediately.
//
//===----------------------------------------------------------------------===//

#include "Selection/Selector.h"
#include "Selection/SelectionCosts.h"
#include "Vector/VectorOperators.h"
#include "matrix/Dialect/Matrix/IR/MatrixDialect.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Vector/IR/VectorOps.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace matrix;
using table::OperandUse;

namespace {

/// Replaces matches by operations of the dialect.
class Selector {
public:
  Selector(const desc::VariantInfo &variant, MLIRContext *context,
           ArrayRef<Candidate> candidates, bool explain)
      : variant(variant), builder(context), costs(candidates, variant) {
    if (explain)
      log.emplace(candidates, variant);
  }
  void run(Operation *scope);

private:
  bool select(Operation *root);
  void replace(Operation *root, const table::Instruction &inst,
               const Match &match);
  Value toRegister(Location loc, const Binding &scalar, OperandUse use);
  Value toGeneral(Location loc, Value scalar);
  SmallVector<Value> indicesOf(const Access &access, Location loc);
  Value buildRows(const table::Instruction &inst, const Match &match, int input,
                  Location loc);
  void visit(Operation *op);
  void erase(Operation *op);

  const desc::VariantInfo &variant;
  OpBuilder builder;
  SelectionCosts costs;
  SmallVector<Operation *> pending; ///< new operations, in reverse order
  std::optional<SelectionLog> log;
};

} // namespace

/// Returns the operations with users before producers.
static SmallVector<Operation *> inReverseOrder(Operation *scope) {
  SmallVector<Operation *> ops;
  scope->walk<WalkOrder::PostOrder>([&](Operation *op) {
    if (op != scope)
      ops.push_back(op);
  });
  std::reverse(ops.begin(), ops.end());
  return ops;
}

void Selector::run(Operation *scope) {
  // Dead operations would count as users in the costs.
  for (Operation *op : inReverseOrder(scope))
    if (isOpTriviallyDead(op))
      op->erase();
  costs.estimate(scope);
  for (Operation *op : inReverseOrder(scope))
    visit(op);
  if (log)
    log->emit();
}

void Selector::visit(Operation *op) {
  if (isOpTriviallyDead(op))
    erase(op);
  else if (!isa_and_present<MatrixDialect>(op->getDialect()))
    select(op);
  for (Operation *created : std::exchange(pending, {}))
    visit(created);
}

void Selector::erase(Operation *op) {
  costs.forget(op);
  op->erase();
}

bool Selector::select(Operation *root) {
  std::optional<Choice> choice = costs.choose(root);
  if (!choice)
    return false;
  if (log)
    log->add(root, choice->candidate, choice->match.covered.size(), &costs);
  replace(root, *choice->candidate.inst, choice->match);
  return true;
}

//===----------------------------------------------------------------------===//
// Replacement
//===----------------------------------------------------------------------===//

/// Extends to a 64-bit register; instructions ignore the upper bits.
Value Selector::toGeneral(Location loc, Value scalar) {
  Type i64 = builder.getI64Type();
  if (scalar.getType() == i64)
    return scalar;
  if (scalar.getType().isIndex())
    return arith::IndexCastOp::create(builder, loc, i64, scalar);
  unsigned bits = scalar.getType().getIntOrFloatBitWidth();
  Type integer = builder.getIntegerType(bits);
  if (scalar.getType() != integer)
    scalar = arith::BitcastOp::create(builder, loc, integer, scalar);
  return arith::ExtUIOp::create(builder, loc, i64, scalar);
}

Value Selector::toRegister(Location loc, const Binding &scalar,
                           OperandUse use) {
  if (use == OperandUse::Float)
    return scalar.value
               ? scalar.value
               : arith::ConstantOp::create(builder, loc, scalar.constant);
  if (scalar.value)
    return toGeneral(loc, scalar.value);
  int64_t bits = bitsOf(scalar.constant).getZExtValue();
  return arith::ConstantOp::create(builder, loc,
                                   builder.getI64IntegerAttr(bits));
}

/// Returns the first row of the parameter operand: m*q.
static int64_t firstRow(const table::Instruction &inst, const Match &match,
                        int input) {
  ArrayRef<table::Node> nodes = inst.semantics().nodes;
  for (const table::Node &node : nodes) {
    if (node.kind != table::NodeKind::Row || nodes[node.args[0]].index != input)
      continue;
    const table::Node &q = nodes[node.args[1]];
    return int64_t(node.value) * (q.kind == table::NodeKind::Number
                                      ? int64_t(q.value)
                                      : *match.inputs[q.index].immediate);
  }
  return 0;
}

/// The operations that assemble the rows are selected like those of the
/// program.
Value Selector::buildRows(const table::Instruction &inst, const Match &match,
                          int input, Location loc) {
  Operation *before = builder.getInsertionPoint()->getPrevNode();
  Operation *root = &*builder.getInsertionPoint();
  ImplicitLocOpBuilder b(loc, builder);
  Value rows = match.rows.build(b, input, firstRow(inst, match, input),
                                getTileType(builder.getI32Type(), variant));
  for (Operation *op = root->getPrevNode(); op != before;
       op = op->getPrevNode())
    pending.push_back(op);
  return rows;
}

SmallVector<Value> Selector::indicesOf(const Access &access, Location loc) {
  SmallVector<Value> indices(access.indices);
  if (access.column)
    indices.back() = arith::AddIOp::create(
        builder, loc, indices.back(),
        arith::ConstantIndexOp::create(builder, loc, access.column));
  return indices;
}

/// Offset and stride have no operand: they follow from the memref and the
/// indices.
void Selector::replace(Operation *root, const table::Instruction &inst,
                       const Match &match) {
  builder.setInsertionPoint(root);
  Location loc = root->getLoc();
  std::string name =
      (MatrixDialect::getDialectNamespace() + "." + inst.baseMnemonic).str();
  OperationState state(loc, name);
  for (const auto &[i, input] : llvm::enumerate(inst.inputs)) {
    const Binding &binding = match.inputs[i];
    if (match.rows.has(i))
      state.addOperands(buildRows(inst, match, i, loc));
    else if (input.use == OperandUse::Immediate)
      state.addAttribute(input.name,
                         builder.getI64IntegerAttr(*binding.immediate));
    else if (input.use == OperandUse::General || input.use == OperandUse::Float)
      state.addOperands(toRegister(loc, binding, input.use));
    else if (binding.value)
      state.addOperands(binding.value);
  }
  state.addOperands(indicesOf(match.access, loc));
  if (match.access.broadcast)
    state.addAttribute(kBroadcastAttrName, builder.getUnitAttr());
  if (StringRef form = getFormFor(inst, variant); !form.empty())
    state.addAttribute(kFormAttrName, builder.getStringAttr(form));
  state.addTypes(root->getResultTypes());
  Operation *replacement = builder.create(state);
  root->replaceAllUsesWith(replacement->getResults());
  erase(root);
}

//===----------------------------------------------------------------------===//
// Entry points
//===----------------------------------------------------------------------===//

void matrix::selectInstructions(Operation *scope,
                                const desc::VariantInfo &variant,
                                bool explain) {
  Selector(variant, scope->getContext(), getCandidates(variant), explain)
      .run(scope);
}

void matrix::selectInstructions(Operation *scope,
                                const desc::VariantInfo &variant,
                                ArrayRef<Candidate> candidates) {
  Selector(variant, scope->getContext(), candidates, /*explain=*/false)
      .run(scope);
}
