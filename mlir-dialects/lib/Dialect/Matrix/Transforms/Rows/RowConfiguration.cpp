//===- RowConfiguration.cpp - insertion of configuration ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Forward dataflow analysis over configuration state. Configuration is inserted
// where the known contents of state differ from what an instruction requires. A
// numeric state with one value throughout a loop is written before the loop.
// The pass runs after row allocation: a tile held in state is invalid as soon
// as its rows are overwritten.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowLowering.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/bit.h"
#include <map>

using namespace mlir;
using namespace matrix;
using table::Instruction;
using table::OperandUse;

namespace {

/// The contents of a state: a constant, or a value (a number or a memref).
struct StateValue {
  Value value;
  TypedAttr constant;
  bool operator==(const StateValue &o) const {
    return constant || o.constant ? constant == o.constant : value == o.value;
  }
};
using StateMap = std::map<int, StateValue>; // by state

class Configurator {
public:
  explicit Configurator(func::FuncOp function)
      : function(function), variant(getTarget(function)),
        builder(function.getContext()) {}
  LogicalResult run() {
    if (function.isExternal())
      return success();
    StateMap known;
    return configure(function.getBody().front(), known);
  }

private:
  LogicalResult configure(Block &block, StateMap &known);
  LogicalResult configureRegions(Operation *op, StateMap &known);
  LogicalResult configureOperation(Operation *op, StateMap &known);
  StateMap getRequirements(Operation *op);
  StateMap getFixedRequirements(const Instruction &inst);
  StateMap getInvariantRequirements(Operation *op, StateMap &required);
  LogicalResult establish(Operation *before, const StateMap &wanted,
                          StateMap &known);
  const Instruction *findWriter(int state, const StateMap &wanted,
                                const StateMap &known);
  std::optional<int> cost(const Instruction &writer, const StateMap &wanted,
                          const StateMap &known);
  std::optional<StateValue> valueFor(int state, const StateMap &wanted,
                                     const StateMap &known);
  void write(Operation *before, const Instruction &writer,
             const StateMap &wanted, StateMap &known);
  Value asInput(const StateValue &stateValue, const table::Operand &input,
                Location loc);
  TypedAttr constantOf(int state, int64_t bits);
  void invalidateOverwritten(Operation *op, const Instruction &inst,
                             StateMap &known);

  func::FuncOp function;
  const desc::VariantInfo &variant;
  OpBuilder builder;
};

} // namespace

//===----------------------------------------------------------------------===//
// Required state
//===----------------------------------------------------------------------===//

static StateValue getStateValue(Value value) {
  Attribute constant;
  if (matchPattern(value, m_Constant(&constant)))
    return {value, dyn_cast<TypedAttr>(constant)};
  return {value, {}};
}

TypedAttr Configurator::constantOf(int state, int64_t bits) {
  if (table::states()[state].isFloat)
    return builder.getF32FloatAttr(llvm::bit_cast<float>(uint32_t(bits)));
  return builder.getI64IntegerAttr(bits);
}

StateMap Configurator::getFixedRequirements(const Instruction &inst) {
  StateMap wanted;
  for (const table::Requirement &need : inst.needs)
    wanted[need.state] = {{}, constantOf(need.state, need.value)};
  return wanted;
}

StateMap Configurator::getRequirements(Operation *op) {
  const Instruction *inst = getRowInstruction(op);
  if (!inst)
    return {};
  StateMap wanted = getFixedRequirements(*inst);
  for (const auto &[input, value] :
       llvm::zip(inst->inputs, getRowOperands(op, *inst)))
    if (input.state >= 0 && value)
      wanted[input.state] = getStateValue(value);
  return wanted;
}

/// Returns the numeric states for which all operations inside `op` require the
/// same value. `required` receives all states that they require.
StateMap Configurator::getInvariantRequirements(Operation *op,
                                                StateMap &required) {
  StateMap same;
  llvm::SmallSet<int, 8> differ;
  op->walk([&](Operation *inner) {
    for (const auto &[state, wanted] : getRequirements(inner)) {
      bool isNew = required.emplace(state, wanted).second;
      Value value = wanted.value;
      bool inside = value && !wanted.constant &&
                    op->isAncestor(value.getParentRegion()->getParentOp());
      if (inside || (!isNew && !(required[state] == wanted)))
        differ.insert(state);
    }
  });
  for (const auto &[state, wanted] : required)
    if (table::states()[state].isScalar && !differ.contains(state))
      same[state] = wanted;
  return same;
}

//===----------------------------------------------------------------------===//
// Configuration instructions
//===----------------------------------------------------------------------===//

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

/// Returns the number of states changed unnecessarily; no value if the
/// instruction does not establish the required state.
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
  int least = 0;
  for (const Instruction &inst : table::rowInstructions()) {
    bool writes = llvm::any_of(inst.writes, [&](const table::StateWrite &w) {
      return w.state == state;
    });
    if (!writes || !inst.patterns.empty() || !inst.isAvailable(variant))
      continue;
    std::optional<int> c = cost(inst, wanted, known);
    if (!c || (best && *c >= least))
      continue;
    best = &inst;
    least = *c;
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
  createRowOperation(builder, before->getLoc(), writer, values);
}

//===----------------------------------------------------------------------===//
// Dataflow
//===----------------------------------------------------------------------===//

LogicalResult Configurator::configure(Block &block, StateMap &known) {
  SmallVector<Operation *> ops;
  for (Operation &op : block)
    ops.push_back(&op);
  for (Operation *op : ops) {
    if (isa<CallOpInterface>(op))
      known.clear();
    LogicalResult result = op->getNumRegions() ? configureRegions(op, known)
                                               : configureOperation(op, known);
    if (failed(result))
      return failure();
  }
  return success();
}

static bool containsCall(Operation *op) {
  return op->walk([](CallOpInterface) { return WalkResult::interrupt(); })
      .wasInterrupted();
}

/// In regions and after them, only numeric states that are invariant in the
/// regions are known; none if the regions contain calls.
LogicalResult Configurator::configureRegions(Operation *op, StateMap &known) {
  StateMap required, same = getInvariantRequirements(op, required);
  if (containsCall(op)) {
    known.clear();
    same.clear();
  } else if (required.empty()) {
    return success();
  }
  // A number written together with a memref is written where the memref is
  // known.
  for (auto it = same.begin(); it != same.end();)
    it = findWriter(it->first, same, known) ? std::next(it) : same.erase(it);
  if (failed(establish(op, same, known)))
    return failure();
  StateMap preserved;
  for (const auto &[state, value] : known)
    if (table::states()[state].isScalar &&
        (same.count(state) || !required.count(state)))
      preserved[state] = value;
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      StateMap inside = preserved;
      if (failed(configure(block, inside)))
        return failure();
    }
  known = preserved;
  return success();
}

LogicalResult Configurator::configureOperation(Operation *op, StateMap &known) {
  const Instruction *inst = getRowInstruction(op);
  if (!inst)
    return success();
  if (failed(establish(op, getRequirements(op), known)))
    return failure();
  invalidateOverwritten(op, *inst, known);
  SmallVector<Value> values = getRowOperands(op, *inst);
  for (const table::StateWrite &w : inst->writes)
    if (w.input >= 0 && values[w.input])
      known[w.state] = getStateValue(values[w.input]);
  return success();
}

/// Returns whether two buffers share rows.
static bool overlap(Value a, Value b) {
  auto first = a.getDefiningOp<RowsOp>(), second = b.getDefiningOp<RowsOp>();
  if (!first || !second)
    return true;
  auto rows = [](RowsOp op) {
    return cast<MemRefType>(op.getMemref().getType()).getDimSize(0);
  };
  int64_t x = first.getFirst(), y = second.getFirst();
  return getRowSpace(a.getType()) == getRowSpace(b.getType()) &&
         x < y + rows(second) && y < x + rows(first);
}

void Configurator::invalidateOverwritten(Operation *op, const Instruction &inst,
                                         StateMap &known) {
  for (const auto &[input, value] :
       llvm::zip(inst.inputs, getRowOperands(op, inst))) {
    if (input.use != OperandUse::MemRef || !input.written ||
        isDramOperand(input))
      continue;
    for (auto it = known.begin(); it != known.end();) {
      bool tile = !table::states()[it->first].isScalar &&
                  !table::states()[it->first].isAddress;
      bool stale = tile && overlap(it->second.value, value);
      it = stale ? known.erase(it) : std::next(it);
    }
  }
}

LogicalResult matrix::configureRows(func::FuncOp function) {
  return Configurator(function).run();
}
