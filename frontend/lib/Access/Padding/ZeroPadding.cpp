//===- ZeroPadding.cpp - elements beyond the edge of a tensor -------------===//
//
// Part of Matrix, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Constant propagation through the body of a reduction, with zeros for the
// inputs that depend on the padded dimension. Each operation is folded by its
// own folder; a value that does not fold is unknown, and so is what depends on
// it. The reduced value must be the neutral element: exp(0) is 1 and needs a
// mask, 0 * 0 does not. A sum also accepts a zero of either sign.
//
//===----------------------------------------------------------------------===//

#include "Access/Padding/ZeroPadding.h"
#include "matrix/Dialect/Matrix/Transforms/Selection.h"
#include "mlir/IR/Matchers.h"
#include "llvm/ADT/DenseMap.h"

using namespace mlir;
using namespace matrix;

namespace {

/// Constant propagation through a body with some arguments equal to zero.
class ZeroPropagation {
public:
  void setZero(BlockArgument argument) {
    known[argument] =
        Builder(argument.getContext()).getZeroAttr(argument.getType());
  }

  /// Returns null if the value is not constant.
  Attribute get(Value value) {
    auto [entry, isNew] = known.try_emplace(value);
    if (!isNew)
      return entry->second;
    Attribute result = evaluate(value);
    return known[value] = result;
  }

private:
  Attribute evaluate(Value value) {
    Attribute constant;
    Operation *op = value.getDefiningOp();
    if (!op || matchPattern(value, m_Constant(&constant)))
      return constant;
    SmallVector<Attribute> operands;
    for (Value operand : op->getOperands())
      operands.push_back(get(operand));
    SmallVector<OpFoldResult> results;
    // Folding may modify the operation in place, so a clone is folded.
    Operation *scratch = op->clone();
    if (succeeded(scratch->fold(operands, results)) && results.size() == 1) {
      constant = dyn_cast<Attribute>(results.front());
      if (auto folded = dyn_cast<Value>(results.front()))
        constant = get(folded);
    }
    scratch->erase();
    return constant;
  }

  llvm::DenseMap<Value, Attribute> known;
};

} // namespace

bool matrix::isZeroPaddingNeutral(const FusionGroup &group, int dim) {
  ZeroPropagation body;
  for (const StridedInput &input : group.inputs)
    if (input.dependsOn(dim) && !input.isKept)
      body.setZero(input.argument);
  Attribute value = body.get(group.reduced);
  if (!value)
    return false;
  TypedAttr neutral = getNeutral(group.combiner, group.reduced.getType());
  auto number = dyn_cast<FloatAttr>(value);
  bool isZero = number && number.getValue().isZero();
  return value == neutral ||
         (isZero && group.combiner == vector::CombiningKind::ADD);
}
