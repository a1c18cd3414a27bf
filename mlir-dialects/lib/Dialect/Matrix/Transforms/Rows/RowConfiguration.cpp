//===- RowConfiguration.cpp - insertion of configuration ------------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dataflow analysis: the requirements of each operation, and what is known
// of the state before it and after regions. The analysis is one forward pass
// without a fixed point: at the entry of a region, only numeric states that no
// operation of the region changes, or that all require equal, are known. Calls
// invalidate all state.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowConfiguration.h"
#include "Rows/RowLowering.h"
#include "matrix/Dialect/Matrix/IR/MatrixSystemOps.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/CallInterfaces.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/bit.h"

using namespace mlir;
using namespace matrix;
using table::Instruction;
using table::OperandUse;

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
