//===- RowAlternatives.cpp - instructions with separate states ------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions that differ only in the configuration state they read are
// alternatives, such as several loads with a stride each. Operations of one
// instruction that need different values of its state are distributed over its
// alternatives, so that the states are written once and not between any two
// operations.
//
//===----------------------------------------------------------------------===//

#include "Rows/RowLowering.h"
#include "matrix/Dialect/Matrix/IR/RowOperation.h"
#include "matrix/Dialect/Matrix/IR/Target.h"
#include "matrix/Dialect/Matrix/IR/TileOperation.h"
#include "mlir/Dialect/Func/IR/FuncOps.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/StringMap.h"
#include <vector>

using namespace mlir;
using namespace matrix;
using table::Extent;
using table::Instruction;
using table::Node;
using table::Operand;

//===----------------------------------------------------------------------===//
// Equality of instructions
//===----------------------------------------------------------------------===//

static bool isEqual(const Extent &a, const Extent &b) {
  return a.kind == b.kind && a.value == b.value;
}

static bool isEqual(const Node &a, const Node &b) {
  return a.kind == b.kind && a.format == b.format && isEqual(a.rows, b.rows) &&
         isEqual(a.columns, b.columns) && a.op == b.op && a.text == b.text &&
         a.value == b.value && a.value2 == b.value2 && a.index == b.index &&
         ArrayRef(a.args, a.numArgs) == ArrayRef(b.args, b.numArgs);
}

/// Compares all but names and bits. States differ.
static bool isEqual(const Operand &a, const Operand &b) {
  return a.use == b.use && a.format == b.format && a.min == b.min &&
         a.max == b.max &&
         (a.state < 0 ? b.state < 0 : b.state >= 0 && a.state != b.state) &&
         a.space == b.space && isEqual(a.rows, b.rows) &&
         isEqual(a.columns, b.columns) && a.read == b.read &&
         a.written == b.written && a.stride == b.stride;
}

static bool isEqual(const table::Requirement &a, const table::Requirement &b) {
  return a.state != b.state && a.value == b.value;
}

static bool isEqual(const table::Pattern &a, const table::Pattern &b);

template <typename T> static bool areEqual(ArrayRef<T> a, ArrayRef<T> b) {
  return llvm::equal(a, b,
                     [](const T &x, const T &y) { return isEqual(x, y); });
}

static bool isEqual(const table::Pattern &a, const table::Pattern &b) {
  return areEqual(a.nodes, b.nodes);
}

/// Returns whether one instruction can replace the other if its state has the
/// values the other's has.
static bool areAlternatives(const Instruction &a, const Instruction &b,
                            const desc::VariantInfo &variant) {
  const table::Cycles &x = a.getCycles(variant), &y = b.getCycles(variant);
  return a.record != b.record && x.occupancy == y.occupancy &&
         x.latency == y.latency && a.writes.empty() && b.writes.empty() &&
         areEqual(a.inputs, b.inputs) && areEqual(a.needs, b.needs) &&
         areEqual(a.patterns, b.patterns);
}

/// Returns the alternatives of the instruction and itself, in the order of the
/// table.
static SmallVector<const Instruction *>
findAlternatives(const Instruction &inst, const desc::VariantInfo &variant) {
  SmallVector<const Instruction *> found;
  if (inst.patterns.empty())
    return found;
  for (const Instruction &other : table::rowInstructions())
    if (&other == &inst ||
        (other.isAvailable(variant) && areAlternatives(inst, other, variant)))
      found.push_back(&other);
  return found;
}

//===----------------------------------------------------------------------===//
// Distribution
//===----------------------------------------------------------------------===//

/// The values of the state operands of an operation; constants by attribute.
using StateKey = SmallVector<OpFoldResult>;

static StateKey getStateKey(Operation *op, const Instruction &inst) {
  StateKey key;
  for (const auto &[input, value] :
       llvm::zip(inst.inputs, getRowOperands(op, inst))) {
    if (input.state < 0 || !value)
      continue;
    Attribute constant;
    if (matchPattern(value, m_Constant(&constant)))
      key.push_back(constant);
    else
      key.push_back(value);
  }
  return key;
}

static void replaceInstruction(Operation *op, const Instruction &inst) {
  OpBuilder b(op);
  OperationState state(op->getLoc(), getRowOperationName(inst));
  state.addOperands(op->getOperands());
  NamedAttrList attributes(op->getAttrs());
  attributes.erase(kFormAttrName);
  if (!inst.suffix.empty())
    attributes.set(kFormAttrName, b.getStringAttr(inst.suffix));
  state.attributes = attributes;
  b.create(state);
  op->erase();
}

namespace {

/// Specializations of the same records share their states.
class Distribution {
public:
  explicit Distribution(const desc::VariantInfo &variant) : variant(variant) {}

  /// Returns the instruction for an operation of `inst`.
  const Instruction *choose(Operation *op, const Instruction &inst) {
    SmallVector<const Instruction *> alternatives =
        findAlternatives(inst, variant);
    if (alternatives.size() < 2)
      return &inst;
    Keys &keys = keysOf[alternatives.front()->record];
    std::pair<StringRef, StateKey> key(inst.suffix, getStateKey(op, inst));
    auto known = llvm::find(keys, key);
    size_t number = known - keys.begin();
    if (known == keys.end())
      keys.push_back(key);
    return alternatives[number % alternatives.size()];
  }

private:
  /// In program order; each has the next alternative.
  using Keys = std::vector<std::pair<StringRef, StateKey>>;

  const desc::VariantInfo &variant;
  llvm::StringMap<Keys> keysOf; // by the first record
};

} // namespace

void matrix::distributeOverAlternatives(func::FuncOp function) {
  Distribution distribution(getTarget(function));
  SmallVector<std::pair<Operation *, const Instruction *>> replaced;
  function.walk([&](Operation *op) {
    const Instruction *inst = getRowInstruction(op);
    const Instruction *chosen = inst ? distribution.choose(op, *inst) : nullptr;
    if (chosen != inst)
      replaced.push_back({op, chosen});
  });
  for (auto [op, inst] : replaced)
    replaceInstruction(op, *inst);
}
