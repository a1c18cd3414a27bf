//===- ConfigurationWriters.cpp - choice of configuration -----------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses the instructions that write configuration state. An instruction may
// write several states; the one chosen sets the most states that are required
// and the fewest others. Writers that themselves require state are configured
// first.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowConfiguration.h"
#include "Rows/RowLowering.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace matrix;
using table::Instruction;
using table::OperandUse;

/// Returns the value a configuration writes to the state: the wanted one, the
/// current one, or that after reset. No value for a memref with unknown
/// contents.
std::optional<StateValue> Configurator::valueFor(int state,
                                                 const StateMap &wanted,
                                                 const StateMap &known) {
  for (const StateMap *from : {&wanted, &known})
    if (auto it = from->find(state); it != from->end())
      return it->second;
  if (!table::states()[state].isScalar)
    return std::nullopt;
  int64_t reset = table::states()[state].reset;
  if (table::states()[state].isFloat)
    return StateValue{{}, builder.getF32FloatAttr(reset)};
  return StateValue{{}, builder.getI64IntegerAttr(reset)};
}

/// Returns 1 for each state written unnecessarily and -100 for each required
/// state that is established, so that one more established state outweighs all
/// others; no value if the instruction does not establish the required state.
std::optional<int> Configurator::cost(const Instruction &writer,
                                      const StateMap &wanted,
                                      const StateMap &known) {
  int cost = 0;
  for (const auto &[state, need] : getFixedRequirements(writer))
    if (auto it = wanted.find(state);
        it != wanted.end() && !(it->second == need))
      return std::nullopt;
  for (const table::StateWrite &w : writer.writes) {
    std::optional<StateValue> value = valueFor(w.state, wanted, known);
    if (w.input < 0) {
      bool isEqual = !wanted.count(w.state) ||
                     value->constant == constantOf(w.state, w.value);
      if (!isEqual)
        return std::nullopt;
      auto now = known.find(w.state);
      bool establishes = wanted.count(w.state) &&
                         (now == known.end() || !(now->second == *value));
      cost += establishes ? -100 : 1;
      continue;
    }
    const table::Operand &input = writer.inputs[w.input];
    if (!value || (input.use == OperandUse::MemRef && input.space &&
                   getRowSpace(value->value.getType()) != input.space))
      return std::nullopt;
    auto it = wanted.find(w.state), now = known.find(w.state);
    bool missing = it != wanted.end() &&
                   (now == known.end() || !(now->second == it->second));
    cost += missing ? -100 : 1;
  }
  return cost;
}

const Instruction *Configurator::findWriter(int state, const StateMap &wanted,
                                            const StateMap &known) {
  const Instruction *best = nullptr;
  int minimum = 0;
  for (const Instruction &inst : table::rowInstructions()) {
    bool writes = llvm::any_of(inst.writes, [&](const table::StateWrite &w) {
      return w.state == state;
    });
    if (!writes || !inst.patterns.empty() || !inst.isAvailable(variant))
      continue;
    std::optional<int> c = cost(inst, wanted, known);
    if (!c || (best && *c >= minimum))
      continue;
    best = &inst;
    minimum = *c;
  }
  return best;
}

LogicalResult Configurator::establish(Operation *before, const StateMap &wanted,
                                      StateMap &known) {
  for (const auto &[state, value] : wanted) {
    if (auto it = known.find(state); it != known.end() && it->second == value)
      continue;
    const Instruction *writer = findWriter(state, wanted, known);
    if (!writer)
      return before->emitError("no instruction of '")
             << StringRef(variant.cpu) << "' sets '"
             << StringRef(table::states()[state].name)
             << "' to the required value";
    if (failed(establish(before, getFixedRequirements(*writer), known)))
      return failure();
    write(before, *writer, wanted, known);
  }
  return success();
}

Value Configurator::asInput(const StateValue &stateValue,
                            const table::Operand &input, Location loc) {
  Value value = stateValue.value;
  if (stateValue.constant)
    value = arith::ConstantOp::create(builder, loc, stateValue.constant);
  if (input.use != OperandUse::General || !value.getType().isF32())
    return value;
  value = arith::BitcastOp::create(builder, loc, builder.getI32Type(), value);
  return arith::ExtUIOp::create(builder, loc, builder.getI64Type(), value);
}

void Configurator::write(Operation *before, const Instruction &writer,
                         const StateMap &wanted, StateMap &known) {
  builder.setInsertionPoint(before);
  SmallVector<Value> values(writer.inputs.size());
  for (const table::StateWrite &w : writer.writes) {
    if (w.input < 0) {
      known[w.state] = {{}, constantOf(w.state, w.value)};
      continue;
    }
    StateValue value = *valueFor(w.state, wanted, known);
    values[w.input] = asInput(value, writer.inputs[w.input], before->getLoc());
    known[w.state] = value;
  }
  ImplicitLocOpBuilder b(before->getLoc(), builder);
  createRowOperation(b, writer, values);
}
